import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { CLIENT_STORAGE_BYTES, FILE_PURPOSES, isOfCoach, storageBytes } from '@stridewell/contract/files/files.rules';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { createTestApp } from '../../../test/app.ts';
import { aPhoto, aVideo } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { ORIGIN, PDF, uploadFile, VIDEO } from '../../../test/uploads.ts';
import { sweepFiles } from './files.service.ts';
import { files } from './files.table.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let picture: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'base' });
  client = await aClient(test, { of: coach });
});

const FULL = { status: 409, body: { code: 'STORAGE_FULL' } };
const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000);
const upload = (caller: Caller, content: Buffer, purpose = 'message', of: Pick<Client, 'clientId'> = client) =>
  uploadFile(test, caller, content, {
    coachId: coach.id,
    id: randomUUID(),
    purpose,
    ...(isOfCoach(purpose as 'message') ? {} : { clientId: of.clientId }),
  });
const rows = () => test.owner.select().from(files).where(eq(files.coachId, coach.id)).orderBy(files.id);

/** Adds files with this many bytes in total, split into valid sizes. */
async function fill(bytes: number, { of, unused = false }: { of?: Client; unused?: boolean } = {}) {
  const part = 1024 ** 3;
  for (let rest = bytes; rest > 0; rest -= part) {
    const facts = { bytes: Math.min(rest, part), createdAt: YEAR_AGO, attachedAt: unused ? null : YEAR_AGO };
    if (of) await aPhoto(test, { by: of, purpose: 'message', ...facts });
    else await aVideo(test, { of: coach, ...facts });
  }
}

describe('the files of a client', () => {
  it('are listed by name, in pages of 100', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `photo-${String(index).padStart(3, '0')}.webp`);
    const facts = { purpose: 'message', createdAt: YEAR_AGO, attachedAt: YEAR_AGO } as const;
    for (const name of names.toReversed()) await aPhoto(test, { by: client, name, ...facts });
    const own = { coachId: coach.id, clientId: client.clientId };
    for (const { api } of [coach, client]) {
      const first = await api.files.listFiles(own);
      expect(first.files.map(({ name }) => name)).toEqual(names.slice(0, 100));
      const { files: rest } = await api.files.listFiles({ ...own, offset: 99, limit: 5 });
      expect(rest.map(({ name }) => name)).toEqual(names.slice(99));
    }
  });
});

describe('a full plan', () => {
  it.each(FILE_PURPOSES)('refuses a new file (%s) without a trace', async (purpose) => {
    await fill(storageBytes('base'));
    const before = (await rows()).length;
    const content = purpose === 'exercise' ? VIDEO : picture;
    const answer = await upload(coach.caller, content, purpose);
    expect(answer).toMatchObject(FULL);
    expect(answer.body.message).toContain('the 2 GB of your plan');
    expect((await rows()).length).toBe(before);
  });

  it('refuses the files of clients too, with advice', async () => {
    await fill(storageBytes('base'));
    const answer = await upload(client.caller, PDF);
    expect(answer).toMatchObject(FULL);
    expect(answer.body.message).toBe(
      "Your coach's file storage is full, so this file was not saved. Please tell your coach.",
    );
  });

  it('has space again with a larger plan, and a smaller plan deletes nothing', async () => {
    await test.owner.execute(sql`update users set plan = 'plus' where id = ${coach.id}`);
    await fill(storageBytes('base'));
    expect((await upload(client.caller, PDF)).status).toBe(200);
    await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
    const before = await rows();
    expect(await upload(client.caller, PDF)).toMatchObject(FULL);
    expect(await rows()).toEqual(before);
  });

  it('gives its last space to only one of several uploads', async () => {
    await fill(storageBytes('base') - PDF.length);
    const others = await Promise.all([aClient(test, { of: coach }), aClient(test, { of: coach })]);
    const answers = await Promise.all(
      [client, ...others, client].map((one) => upload(one.caller, PDF, 'message', one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('has space again after unused files are deleted', async () => {
    await fill(storageBytes('base'), { unused: true });
    expect(await upload(client.caller, PDF)).toMatchObject(FULL);
    await sweepFiles(test.services);
    expect((await upload(client.caller, PDF)).status).toBe(200);
  });

  it('does not affect files of another coach', async () => {
    await fill(storageBytes('base'));
    coach = await aCoach(test, { plan: 'base' });
    client = await aClient(test, { of: coach });
    expect((await upload(client.caller, PDF)).status).toBe(200);
  });
});

it('shows the coach how much space is used', async () => {
  await fill(3_000_000, { of: client });
  await fill(2_000_000);
  expect(await coach.api.files.getStorage({ coachId: coach.id })).toEqual({
    usedBytes: 5_000_000,
    limitBytes: storageBytes('base'),
  });
});

describe('an unfinished upload', () => {
  const begin = (length: number | undefined) => {
    const query = new URLSearchParams({
      coachId: coach.id,
      clientId: client.clientId,
      id: randomUUID(),
      purpose: 'message',
    });
    const call = httpRequest(`${test.app.listeningOrigin}/rest/v1/files?${query}`, {
      method: 'POST',
      headers: {
        origin: ORIGIN,
        cookie: client.caller.cookie,
        ...(length === undefined ? {} : { 'content-length': length }),
      },
    });
    call.on('error', () => call.destroy());
    call.write(PDF);
    return call;
  };

  it.each([
    ['its length', 5_000_000, 5_000_000],
    ['the most that its kind can have, where it does not say its length', undefined, 20 * 1024 * 1024],
  ])('holds %s until it fails', async (_, length, held) => {
    await fill(storageBytes('base') - held);
    const call = begin(length);
    await expect.poll(async () => (await rows()).map(({ reserved }) => reserved)).toContain(held);
    expect(await upload(client.caller, PDF)).toMatchObject(FULL);
    call.destroy();
    await expect.poll(async () => (await rows()).filter(({ status }) => status === 'pending')).toEqual([]);
    expect((await upload(client.caller, PDF)).status).toBe(200);
  });

  it('takes only its size once it is done', async () => {
    const { body } = await upload(client.caller, picture);
    expect(await rows()).toMatchObject([{ id: body.id, bytes: body.bytes, reserved: 0 }]);
  });
});

it('one client cannot use up the space of all', async () => {
  await fill(CLIENT_STORAGE_BYTES, { of: client });
  const own = await upload(client.caller, PDF);
  expect(own).toMatchObject(FULL);
  expect(own.body.message).toBe('Your files have reached 1 GB, so this one was not saved. Please talk to your coach.');
  const byCoach = await upload(coach.caller, PDF);
  expect(byCoach.body.message).toBe("This client's files have reached 1 GB, so this one was not saved.");
  const other = await aClient(test, { of: coach });
  expect((await upload(other.caller, PDF, 'message', other)).status).toBe(200);
});

it('an account can upload at most 5 GB an hour', async () => {
  await test.services.limiter.consume(
    `upload-bytes:${client.id}`,
    { windowSeconds: 3600, max: 5000 },
    { amount: 4999 },
  );
  expect((await upload(client.caller, PDF)).status).toBe(200);
  expect(await upload(client.caller, PDF)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect((await upload(coach.caller, PDF)).status).toBe(200);
});

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { blackPng, ORIGIN, PDF, type UploadOptions, uploadFile } from '../../../test/uploads.ts';
import { mintClientScope } from '../../core/tenancy/mint.ts';
import { receiveFile, sweepFiles } from './files.service.ts';
import { files } from './files.table.ts';

const MB = 1024 * 1024;

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(test.app.listeningOrigin).port);
});
afterAll(() => test.close());

let coach: Coach;
let client: Client;
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
});
const anonymous = () => ({ caller: test.anonymous });

async function upload(
  { caller }: { caller: Caller },
  content: Buffer,
  { id = randomUUID(), ...options }: Partial<UploadOptions> = {},
) {
  const place = { coachId: coach.id, clientId: client.clientId };
  return { id, ...(await uploadFile(test, caller, content, { ...place, id, ...options })) };
}

const read = ({ caller }: { caller: Caller }, id: string, query = '', headers: Record<string, string> = {}) =>
  test.app.inject({
    url: `/rest/v1/files/${coach.id}/${id}${query}`,
    headers: { ...headers, ...(caller.cookie && { cookie: caller.cookie }) },
  });
const send = (attachmentIds: string[]) =>
  client.api.messages.sendMessage({
    coachId: coach.id,
    conversationId: client.clientId,
    id: randomUUID(),
    body: '',
    attachmentIds,
  });

/** All files in the store of the coach. */
function onDisk(): string[] {
  const folder = path.join(test.services.env.dataDir, 'files', coach.id);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
const rows = () => test.owner.select().from(files).where(eq(files.coachId, coach.id));

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

describe('an upload', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of a %s is re-encoded, with a thumbnail', async (type) => {
    const { id, status, body } = await upload(client, await plain(1200, 600).toFormat(type).toBuffer(), {
      name: `C:\\me\\Front <1>.${type}`,
    });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body).toEqual({
      id,
      kind: 'image',
      name: 'Front 1.webp',
      bytes: expect.any(Number),
      width: 1200,
      height: 600,
    });
    const full = await read(coach, id);
    expect(full.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': "inline; filename*=UTF-8''Front%201.webp",
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(full.rawPayload.length).toBe(body.bytes);
    expect(await sharp(full.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 600 });
    const thumb = await read(client, id, '?size=thumb');
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
  });

  it('is identified by its content and not by its name', async () => {
    const { body } = await upload(client, PDF, { name: 'holiday.jpg' });
    expect(body).toMatchObject({ kind: 'pdf', name: 'holiday.pdf', bytes: PDF.length, width: null });
    for (const page of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script>alert(1)</script>',
      'MZ',
      '',
    ]) {
      const answer = await upload(client, Buffer.from(page), { name: 'photo.png' });
      expect(answer).toMatchObject({ status: 415, body: { code: 'FILE_TYPE_REFUSED' } });
    }
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0\0\0\0\0', 'latin1');
    expect((await upload(client, heic)).body.message).toContain('HEIC');
    expect(await rows()).toHaveLength(1);
  });

  it('loses the location and all other camera metadata, and is rotated upright', async () => {
    const photo = await plain(60, 20)
      .jpeg()
      .withExif({
        IFD0: { Make: 'Phone', Copyright: 'Nina Park', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>51.5074</a></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect(before.exif?.toString('latin1')).toContain('Nina Park');
    const { id, body } = await upload(client, photo);
    expect(body).toMatchObject({ width: 20, height: 60 });
    for (const size of ['', '?size=thumb']) {
      const { rawPayload } = await read(client, id, size);
      const { exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
      expect(rawPayload.toString('latin1')).not.toMatch(/Exif|GPS|Nina Park|xmpmeta/);
    }
  });

  it('is never larger than a screen', async () => {
    const { body } = await upload(client, await plain(4000, 3000).jpeg().toBuffer());
    expect(body).toMatchObject({ width: 2560, height: 1920 });
  });

  it('of a picture with 400 million pixels is refused, and so is a damaged one', async () => {
    const bomb = blackPng(20_000, 20_000);
    expect(bomb.length).toBeLessThan(3 * MB);
    const refusal = { status: 422, body: { code: 'IMAGE_REFUSED' } };
    const answer = await upload(client, bomb);
    expect(answer).toMatchObject(refusal);
    expect(answer.body.message).toContain('20000 × 20000');
    const whole = await plain(300, 300).png().toBuffer();
    expect(await upload(client, Buffer.concat([whole.subarray(0, 120), Buffer.alloc(500)]))).toMatchObject(refusal);
    expect([await rows(), onDisk()]).toEqual([[], []]);
  });

  it.each(['image', 'pdf'])('above the limit of its kind leaves no trace (%s)', async (kind) => {
    const start = kind === 'pdf' ? PDF : await plain().jpeg().toBuffer();
    const content = Buffer.concat([start, Buffer.alloc((kind === 'pdf' ? 20 : 15) * MB - start.length + 1)]);
    expect(await upload(client, content)).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
    expect([await rows(), onDisk()]).toEqual([[], []]);
  });

  it('of exactly the limit is stored', async () => {
    expect((await upload(client, Buffer.concat([PDF, Buffer.alloc(20 * MB - PDF.length)]))).status).toBe(200);
  });

  it.each([true, false])('of 200 MB is cut off early with an answer (length sent: %s)', async (withLength) => {
    const query = new URLSearchParams({
      coachId: coach.id,
      clientId: client.clientId,
      id: randomUUID(),
      purpose: 'message',
    });
    const piece = Buffer.alloc(MB, 'x');
    let sent = 0;
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      let answered = false;
      const call = httpRequest(
        {
          port,
          method: 'POST',
          path: `/rest/v1/files?${query}`,
          headers: { origin: ORIGIN, cookie: client.caller.cookie, ...(withLength && { 'content-length': 200 * MB }) },
        },
        (response) => {
          answered = true;
          let body = '';
          response.setEncoding('utf8').on('data', (text) => {
            body += text;
          });
          response.on('end', () => {
            resolve({ status: response.statusCode, body });
            call.destroy();
          });
        },
      );
      call.on('error', (error) => !answered && reject(error));
      const write = () => {
        while (sent < 200 && !answered && !call.destroyed) {
          sent += 1;
          const more = call.write(sent === 1 ? Buffer.concat([PDF, piece]).subarray(0, MB) : piece);
          if (!more) return void call.once('drain', write);
        }
      };
      write();
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(sent).toBeLessThan(60);
    await expect.poll(() => onDisk()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('of a PDF as a photo is refused, and leaves no trace', async () => {
    const { status, body } = await upload(client, PDF, { purpose: 'photo' });
    expect({ status, code: body.code }).toEqual({ status: 415, code: 'FILE_TYPE_REFUSED' });
    expect([await rows(), onDisk()]).toEqual([[], []]);
  });

  it('that is interrupted leaves no trace', async () => {
    const query = new URLSearchParams({
      coachId: coach.id,
      clientId: client.clientId,
      id: randomUUID(),
      purpose: 'message',
    });
    const call = httpRequest({
      port,
      method: 'POST',
      path: `/rest/v1/files?${query}`,
      headers: { origin: ORIGIN, cookie: client.caller.cookie },
    });
    call.on('error', () => call.destroy());
    call.write(Buffer.concat([PDF, Buffer.alloc(2 * MB)]));
    await expect.poll(() => onDisk().length).toBe(1);
    call.destroy();
    await expect.poll(async () => [await rows(), onDisk()]).toEqual([[], []]);
  });
});

describe('the same id', () => {
  it('is the same file when it is sent again', async () => {
    const { id, body } = await upload(client, PDF, { name: 'first.pdf' });
    const again = await upload(client, await plain().png().toBuffer(), { id, name: 'second.png' });
    expect(again).toMatchObject({ status: 200, body });
    expect((await read(client, id)).rawPayload.equals(PDF)).toBe(true);
    expect(onDisk()).toHaveLength(1);
  });

  it('is one file when it is sent four times concurrently', async () => {
    const id = randomUUID();
    const contents = await Promise.all([80, 90, 100, 110].map((width) => plain(width, 50).png().toBuffer()));
    const answers = await Promise.all(contents.map((content) => upload(client, content, { id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.width)).size).toBe(1);
    const shown = await sharp((await read(coach, id)).rawPayload).metadata();
    expect(shown.width).toBe(answers[0]?.body.width);
    expect(await rows()).toHaveLength(1);
    expect(
      onDisk()
        .map((file) => path.basename(file))
        .sort(),
    ).toEqual(['full', 'thumb']);
  });

  it('of another person is not found', async () => {
    const { id } = await upload(coach, PDF);
    expect((await upload(client, PDF, { id })).status).toBe(404);
    expect((await upload(await aCoach(test), PDF, { id })).status).toBe(404);
  });
});

describe('a file', () => {
  it('is readable by its coach and client only', async () => {
    const { id } = await upload(client, PDF);
    const otherCoach = await aCoach(test);
    expect((await read(coach, id)).statusCode).toBe(200);
    expect((await read(client, id)).statusCode).toBe(200);
    expect((await read(anonymous(), id)).statusCode).toBe(401);
    for (const stranger of [await aClient(test, { of: coach }), otherCoach, await aClient(test, { of: otherCoach })]) {
      expect((await read(stranger, id)).statusCode).toBe(404);
    }
    for (const wrong of [randomUUID(), 'x', '%2e%2e', `${id}%2fx`]) {
      expect((await read(coach, wrong)).statusCode).toBe(404);
    }
    expect((await read(coach, id, '?size=huge')).statusCode).toBe(404);
  });

  it('stays readable for a former client, who can no longer upload', async () => {
    const { id } = await upload(client, PDF);
    await updateRelationship(test, client, { status: 'ended' });
    expect((await read(client, id)).statusCode).toBe(200);
    const closed = { status: 409, body: { code: 'RELATIONSHIP_CLOSED' } };
    expect(await upload(client, PDF)).toMatchObject(closed);
    expect(await upload(coach, PDF)).toMatchObject(closed);
  });

  it('is not sent again while unchanged, but access is checked each time', async () => {
    const { id } = await upload(client, PDF);
    const first = await read(client, id);
    expect(first.headers).toMatchObject({
      etag: `"${createHash('sha256').update(PDF).digest('hex')}-full"`,
      vary: expect.stringContaining('cookie'),
      'content-disposition': "attachment; filename*=UTF-8''photo.pdf",
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const known = { 'if-none-match': String(first.headers.etag) };
    expect((await read(client, id, '', known)).statusCode).toBe(304);
    expect((await read(anonymous(), id, '', known)).statusCode).toBe(401);
  });

  it('is refused from other sites, for another client, and with an unknown id or purpose', async () => {
    expect((await upload(client, PDF, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await upload(client, PDF, { clientId: randomUUID() })).status).toBe(404);
    expect((await upload(coach, PDF, { clientId: randomUUID() })).status).toBe(404);
    expect((await upload(client, PDF, { id: 'x' })).status).toBe(400);
    expect((await upload(client, PDF, { purpose: 'anything' })).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('is refused from a client above the cap of the plan', async () => {
    const small = await aCoach(test, { plan: 'base' });
    const clients = await Promise.all(Array.from({ length: 6 }, () => aClient(test, { of: small })));
    const answers = await Promise.all(
      clients.map(async (each) => {
        const { coachId, clientId } = each;
        return (await upload(each, PDF, { coachId, clientId })).body.code;
      }),
    );
    expect(answers.filter((code) => code === 'COACH_PLAN_FULL')).toHaveLength(1);
  });
});

describe('an unused file', () => {
  const WEEK = 7 * 24 * 3_600_000;
  const sweepAt = (age: number) => sweepFiles({ ...test.services, now: () => new Date(Date.now() + age) });

  it('is deleted after a week, including its content, while used ones stay', async () => {
    const unused = await upload(client, PDF);
    const used = await upload(client, PDF);
    await send([used.id]);
    await sweepAt(WEEK - 60_000);
    expect((await read(client, unused.id)).statusCode).toBe(200);
    await sweepAt(WEEK + 60_000);
    expect((await read(client, unused.id)).statusCode).toBe(404);
    expect((await read(client, used.id)).statusCode).toBe(200);
    expect(onDisk()).toHaveLength(1);
  });

  it('is invisible during the upload, and deleted if the process was killed', async () => {
    const deps = test.services;
    const store = { ...deps.files, deleteFolder: () => Promise.reject(new Error('the process is gone')) };
    const body = new PassThrough();
    const id = randomUUID();
    const { coachId, clientId } = client;
    const scope = mintClientScope({
      userId: client.id,
      coachId,
      clientId,
      relationshipStatus: 'active',
      seat: 'covered',
      numbersOff: false,
    });
    const given = { id, coachId, clientId, purpose: 'message', name: 'x' } as const;
    const killed = receiveFile({ ...deps, files: store }, scope, given, body);
    const ended = expect(killed).rejects.toThrow('the process is gone');
    body.write(PDF);
    await expect.poll(() => onDisk().length).toBe(1);
    expect((await read(client, id)).statusCode).toBe(404);
    await expect(send([id])).rejects.toMatchObject({ code: 'ATTACHMENT_GONE' });
    body.destroy(new Error('killed'));
    await ended;
    // The store removes partial content, unless the process is killed.
    await deps.files.put(`${coachId}/${id}/1/half`, Readable.from(['%PDF']));
    expect([await rows(), onDisk()].map((list) => list.length)).toEqual([1, 1]);
    await sweepAt(WEEK + 60_000);
    expect([await rows(), onDisk()]).toEqual([[], []]);
    // The same id starts over.
    const again = await receiveFile(deps, scope, given, Readable.from([PDF], { objectMode: false }));
    expect(again).toMatchObject({ id, kind: 'pdf' });
  });
});

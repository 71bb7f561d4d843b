import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import {
  anUpload,
  aRequest,
  download,
  makeDue,
  readyExport,
  statusOf,
  stored,
  storedStatus,
} from '../../../test/copies.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { PDF } from '../../../test/uploads.ts';
import { readZip } from '../../../test/zip.ts';
import { notifications } from '../notifications/notifications.table.ts';
import { sweepExports } from './privacy.service.ts';
import { writeExport } from './privacy.write.service.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
  coach = await aCoach(test);
});
afterAll(() => test.close());

async function* cutOff() {
  yield PDF;
  throw new Error('the connection was cut');
}

describe('a try', () => {
  it('that was killed starts over and leaves no remains', async () => {
    const client = await aClient(test, { of: coach });
    const of = await aRequest(test, client);
    const { services } = test;
    const killed = {
      ...services.files,
      put: () => Promise.reject(new Error('killed')),
      deleteFolder: () => Promise.resolve(),
    };
    await expect(writeExport({ ...services, files: killed }, of)).rejects.toThrow('killed');
    // Remains of a killed process.
    await services.files.put(`exports/${of.id}/1/half`, Readable.from(['PK']));
    await writeExport(services, of);
    expect(stored(test, of.id)).toEqual(['data.zip']);
    expect(readZip((await download(test, client, of.id)).rawPayload).has('README.txt')).toBe(true);
    // Repeats the job, as after a crash right before it was completed.
    await writeExport(services, of);
    expect(stored(test, of.id)).toEqual(['data.zip']);
  });

  it('ends when the store fails in the middle, and the last one counts as failed', async () => {
    const client = await aClient(test, { of: coach });
    const of = await aRequest(test, client);
    const full = {
      ...test.services.files,
      put: async (_: string, contents: Readable) => {
        for await (const _piece of contents) throw new Error('the disk is full');
      },
    };
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await statusOf(client)).toBe('waiting');
      await expect(writeExport({ ...test.services, files: full }, of)).rejects.toThrow('the disk is full');
    }
    expect(await statusOf(client)).toBe('failed');
    expect(stored(test, of.id)).toEqual([]);
    await readyExport(client);
  });

  it('ends when files cannot be read, and the next one has all of them', async () => {
    const client = await aClient(test, { of: coach });
    await anUpload(test, client, 'Plan.pdf');
    const of = await aRequest(test, client);
    const { services } = test;
    const away = { ...services.files, get: () => Promise.reject(new Error('the bucket is away')) };
    await expect(writeExport({ ...services, files: away }, of)).rejects.toThrow('the bucket is away');
    expect([await statusOf(client), stored(test, of.id)]).toEqual(['waiting', []]);
    const { files } = services;
    const cut = { ...files, get: async () => Readable.from(cutOff()) };
    await expect(writeExport({ ...services, files: cut }, of)).rejects.toThrow('the connection was cut');
    expect(stored(test, of.id)).toEqual([]);
    await writeExport(services, of);
    const names = [...readZip((await download(test, client, of.id)).rawPayload).keys()];
    expect(names.filter((name) => name.includes('/files/Plan '))).toHaveLength(1);
  });

  it('leaves no files when the account is deleted meanwhile', async () => {
    const client = await aClient(test, { of: coach });
    const of = await aRequest(test, client);
    const { services } = test;
    const put: typeof services.files.put = async (key, contents) => {
      await services.files.put(key, contents);
      await client.api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });
    };
    await writeExport({ ...services, files: { ...services.files, put } }, of);
    expect(stored(test, of.id)).toEqual([]);
    await expect.poll(() => storedStatus(test, of), { timeout: 15_000 }).toBeUndefined();
  });

  it('does not affect the archive of a later one that overtakes it', async () => {
    const client = await aClient(test, { of: coach });
    const of = await aRequest(test, client);
    const { services } = test;
    const put: typeof services.files.put = async (key, contents) => {
      await services.files.put(key, contents);
      await writeExport(services, of);
    };
    await writeExport({ ...services, files: { ...services.files, put } }, of);
    expect(await statusOf(client)).toBe('ready');
    expect((await download(test, client, of.id)).statusCode).toBe(200);
    const told = await test.owner.select().from(notifications).where(eq(notifications.userId, client.id));
    expect(told).toHaveLength(1);
  });

  it('that never ran is given up by the sweep', async () => {
    const client = await aClient(test, { of: coach });
    const of = await aRequest(test, client);
    await makeDue(test, of.id);
    await sweepExports(test.services);
    expect(await statusOf(client)).toBe('failed');
    // A late job finds nothing to do.
    await writeExport(test.services, of);
    expect([await statusOf(client), stored(test, of.id)]).toEqual(['failed', []]);
  });
});

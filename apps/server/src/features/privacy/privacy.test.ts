import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import {
  anUpload,
  copyOf,
  download,
  makeDue,
  ownExport,
  readyExport,
  statusOf,
  stored,
  storedStatus,
} from '../../../test/copies.ts';
import { aLead } from '../../../test/factories/business.ts';
import { aNote, someMessages } from '../../../test/factories/records.ts';
import {
  aCheckIn,
  aClient,
  aCoach,
  anOperator,
  type Client,
  type Coach,
  notificationsOf,
} from '../../../test/people.ts';
import { PDF } from '../../../test/uploads.ts';
import { files as filesTable } from '../files/files.table.ts';
import { sweepExports } from './privacy.service.ts';
import { accountExports } from './privacy.table.ts';

let test: TestApp;
let coach: Coach;
let otherCoach: Coach;
beforeAll(async () => {
  test = await createTestApp();
  [coach, otherCoach] = await Promise.all([aCoach(test, { name: 'Ana Lima' }), aCoach(test)]);
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const textIn = (files: Map<string, Buffer>) => [...files].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
const rowsIn = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] =>
  JSON.parse(String(files.get(name) ?? 'null'));

const sendMessage = (client: Client, body: string) =>
  client.api.messages.sendMessage({
    coachId: client.coachId,
    conversationId: client.clientId,
    id: randomUUID(),
    body,
  });

describe('the copy of a client', () => {
  it('contains their data with each coach, and is announced by mail without a link to it', async () => {
    const client = await aClient(test, { of: coach });
    await aCheckIn(test, { by: client, day: '2026-03-02', note: 'Canary of the client' });
    await aCheckIn(test, {
      by: await aClient(test, { of: coach }),
      day: '2026-03-02',
      note: 'Canary of another client',
    });
    await sendMessage(client, 'Hello, "Ana"; =1+1');
    await aNote(test, { about: client, text: 'Canary of the notes' });
    await aLead(test, { of: coach, name: 'Canary of the leads' });
    const id = await anUpload(test, client, 'Plan.pdf');

    const files = await copyOf(test, client);
    const all = textIn(files);
    expect(all).toContain('Canary of the client');
    for (const canary of ['another client', 'the notes', 'the leads']) expect(all).not.toContain(`Canary of ${canary}`);
    expect(rowsIn(files, 'With Ana Lima/messages.json')).toMatchObject([
      { sender: 'client', body: 'Hello, "Ana"; =1+1' },
    ]);
    expect(String(files.get('With Ana Lima/check-ins.csv'))).toContain('Canary of the client');
    expect(files.get(`With Ana Lima/files/Plan ${id}.pdf`)?.equals(PDF)).toBe(true);
    expect(rowsIn(files, 'account.json')).toMatchObject([{ email: client.email }]);
    expect(String(files.get('README.txt'))).toContain('With Ana Lima');

    const mail = await test.mailTo(client.email);
    expect(mail).toMatchObject({ subject: 'The copy of your data is ready' });
    expect(mail.text).toContain('/settings?section=data');
    expect(mail.text).not.toContain('/exports/');
    expect(await notificationsOf(test, client)).toMatchObject([{ type: 'data_ready' }]);
  });

  it('has a part for each coach, even after the coaching and for coaches with the same name', async () => {
    const client = await aClient(test, { of: coach, status: 'ended' });
    const namesake = await aCoach(test, { name: '../../Ana Lima' });
    const again = await aClient(test, { of: namesake, person: client });
    await aCheckIn(test, { by: client, day: '2026-03-02', note: 'With the first' });
    await aCheckIn(test, { by: again, day: '2026-03-02', note: 'With the second' });
    const files = await copyOf(test, client);
    const notes = [...files].flatMap(([name, bytes]) =>
      name.endsWith('check-ins.json') ? [[name, JSON.parse(String(bytes))[0]?.note]] : [],
    );
    expect(notes.sort()).toEqual([
      ['With .. .. Ana Lima/check-ins.json', 'With the second'],
      ['With Ana Lima/check-ins.json', 'With the first'],
    ]);
  });

  it('keeps hostile file names harmless', async () => {
    const client = await aClient(test, { of: coach });
    const hostile = [
      '../../etc/passwd',
      `${'ü'.repeat(300)}.pdf`,
      'same.pdf',
      'same.pdf',
      '\u202Efdp.exe',
      'C:\\x\\CON.pdf',
    ];
    for (const given of hostile) {
      const id = await anUpload(test, client, 'x.pdf');
      // Written directly to the database.
      await test.owner.update(filesTable).set({ name: given }).where(eq(filesTable.id, id));
    }
    const files = await copyOf(test, client);
    const names = [...files.keys()].filter((path) => path.includes('/files/'));
    expect(names).toHaveLength(hostile.length);
    for (const path of names) {
      expect(path).toMatch(/^With Ana Lima\/files\/[^/\\<>:"|?*\p{C}]{1,122}\.pdf$/u);
      expect(files.get(path)?.equals(PDF)).toBe(true);
    }
  });

  it('contains 1,200 messages, each once and in order', async () => {
    const client = await aClient(test, { of: coach });
    await sendMessage(client, '0');
    const messages = Array.from({ length: 1199 }, (_, index) => ({ body: String(index + 1) }));
    await someMessages(test, { of: client, messages });
    const files = await copyOf(test, client);
    expect(rowsIn(files, 'With Ana Lima/messages.json').map(({ body }) => Number(body))).toEqual(
      Array.from({ length: 1200 }, (_, index) => index),
    );
  });
});

it('the copy of a coach contains their tenant with the names of clients, and no other tenant', async () => {
  const own = await aCoach(test);
  const person = await aClient(test, { of: own, fullName: 'Nina Park' });
  const elsewhere = await aClient(test, { of: otherCoach, person });
  await aCheckIn(test, { by: person, day: '2026-03-02', note: 'Canary of our tenant' });
  await aCheckIn(test, { by: elsewhere, day: '2026-03-02', note: 'Canary of the other tenant' });
  await aLead(test, { of: own, name: 'Canary of our leads' });
  await aLead(test, { of: otherCoach, name: 'Canary of other leads' });
  const all = textIn(await copyOf(test, own));
  expect(all).toContain('Canary of our tenant');
  expect(all).toContain('Canary of our leads');
  expect(all).toContain('"Nina Park",');
  for (const foreign of ['the other tenant', 'other leads']) expect(all).not.toContain(`Canary of ${foreign}`);
  for (const id of [otherCoach.id, elsewhere.clientId]) expect(all).not.toContain(id);
});

describe('a request', () => {
  it('starts one copy, even when several people ask concurrently', async () => {
    const [client, operator] = await Promise.all([
      aClient(test, { of: coach }),
      anOperator(test, { operatorRole: 'support' }),
    ]);
    const ask = () => client.api.privacy.askForOwnExport();
    const askFor = () => operator.api.accounts.askForExport({ userId: client.id, reason: 'As you asked.' });
    const outcomes = await outcomesOf([ask(), ask(), askFor(), askFor()]);
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1);
    await expect.poll(() => statusOf(client), { timeout: 15_000 }).toBe('ready');
    expect(await outcomesOf([ask(), askFor()])).toEqual(['EXPORT_EXISTS', 'NOT_POSSIBLE']);
    const rows = await test.owner.select().from(accountExports).where(eq(accountExports.userId, client.id));
    expect(rows).toHaveLength(1);
  });

  it('of an operator concerns coaches and clients, and shows only the status', async () => {
    const [client, operator, billing] = await Promise.all([
      aClient(test, { of: coach }),
      anOperator(test, { operatorRole: 'support', name: 'Olga Petrov' }),
      anOperator(test, { operatorRole: 'billing' }),
    ]);
    const ask = (by: typeof operator, userId: string) =>
      by.api.accounts.askForExport({ userId, reason: 'As you asked.' });
    await expect(ask(billing, client.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(ask(operator, billing.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(ask(operator, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(operator.api.privacy.askForOwnExport()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await ask(operator, client.id);
    await expect.poll(() => statusOf(client), { timeout: 15_000 }).toBe('ready');
    const shown = await operator.api.accounts.getAccount({ userId: client.id });
    expect(shown).toMatchObject({ export: { status: 'ready' }, exportAskedBy: 'Olga Petrov' });
    expect(shown.export).not.toHaveProperty('id');
    expect(await ownExport(client)).toMatchObject({ bySupport: true });
    const { entries } = await client.api.audit.listOwnEntries({});
    expect(entries).toMatchObject([{ action: 'account.export_asked', actor: 'operator' }]);
  });
});

describe('the archive', () => {
  it('is available only to the person, until it expires', async () => {
    const [client, operator] = await Promise.all([aClient(test, { of: coach }), anOperator(test)]);
    const id = await readyExport(client);
    const strangers = [coach, otherCoach, await aClient(test, { of: coach }), operator];
    for (const stranger of strangers) expect((await download(test, stranger, id)).statusCode).toBe(404);
    expect((await download(test, { caller: test.anonymous }, id)).statusCode).toBe(401);
    for (const wrong of [randomUUID(), 'x', '%2e%2e'])
      expect((await download(test, client, wrong)).statusCode).toBe(404);

    const answer = await download(test, client, id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/),
    });
    const { entries } = await client.api.audit.listOwnEntries({});
    expect(entries.map(({ action }) => action)).toEqual(['account.export_downloaded', 'account.export_asked']);

    const { expiresAt } = (await ownExport(client)) ?? {};
    expect(Math.round((Date.parse(String(expiresAt)) - Date.now()) / DAY_MS)).toBe(7);
    await makeDue(test, id);
    expect((await download(test, client, id)).statusCode).toBe(404);
    expect(await ownExport(client)).toMatchObject({ status: 'expired', bytes: null, expiresAt: null });
    await sweepExports(test.services);
    expect(stored(test, id)).toEqual([]);
    expect(await storedStatus(test, { id })).toBe('expired');
    await makeDue(test, id);
    await sweepExports(test.services);
    expect(await ownExport(client)).toBeNull();
  });

  it('is withheld from an operator viewing as the coach', async () => {
    const [viewed, operator] = await Promise.all([aCoach(test), anOperator(test)]);
    const id = await readyExport(viewed);
    await operator.api.accounts.startViewing({ userId: viewed.id, reason: 'You asked us to look.' });
    const answer = await download(test, operator, id);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'VIEWING']);
    expect((await operator.caller.get('/rest/v1/account_exports/own')).status).toBe(403);
  });

  it('can be replaced by a new one when expired, before it is swept', async () => {
    const client = await aClient(test, { of: coach });
    const old = await readyExport(client);
    await makeDue(test, old);
    const next = await readyExport(client);
    expect((await download(test, client, old)).statusCode).toBe(404);
    expect((await download(test, client, next)).statusCode).toBe(200);
    await sweepExports(test.services);
    expect([stored(test, old), stored(test, next)]).toEqual([[], ['data.zip']]);
  });

  it('is deleted with the account', async () => {
    for (const person of [await aClient(test, { of: coach }), await aCoach(test)]) {
      const id = await readyExport(person);
      expect(stored(test, id)).toEqual(['data.zip']);
      await person.api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });
      await expect.poll(() => stored(test, id), { timeout: 15_000 }).toEqual([]);
      await expect.poll(() => storedStatus(test, { id })).toBeUndefined();
    }
  });
});

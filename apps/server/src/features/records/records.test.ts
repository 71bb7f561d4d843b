import { randomUUID } from 'node:crypto';
import type { ClientDetail, ClientNote } from '@stridewell/contract/clients';
import type { StoredRecord } from '@stridewell/contract/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { aRecord } from '../../../test/security-cases-progress.ts';
import { APP_ROLE, urlOfRole } from '../../platform/db/roles.ts';
import { coachSessions } from '../calendar/calendar.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function open() {
  const coach = await createCoach(test.owner, { passwordHash: await hashOfPassword() });
  const person = await createUser(test.owner, 'Client');
  const { clientId } = await createClient(test.owner, coach.id, { person, goal: 'Run a 10k' });
  return { coachId: coach.id, clientId, person, caller: await test.signIn(coach.email) };
}
type Refused = { code?: string; data?: { stored: StoredRecord } };
const read = async (caller: Caller, coachId: string, clientId: string) =>
  (await caller.get<StoredRecord>(`/rest/v1/clients/${clientId}/record?coachId=${coachId}`)).body;
const save = (caller: Caller, coachId: string, clientId: string, version: number, changes: object) =>
  caller.send<StoredRecord & Refused>('PATCH', `/rest/v1/clients/${clientId}/record`, {
    coachId,
    version,
    record: { ...aRecord, ...changes },
  });

describe('the record of a client', () => {
  it('is empty at first, keeps what is saved, and has name and goal where lists read them', async () => {
    const { coachId, clientId, caller } = await open();
    const before = await read(caller, coachId, clientId);
    expect(before).toMatchObject({ version: 0, updatedBy: null, planStatus: 'none', record: { goal: 'Run a 10k' } });
    expect(before.onboarding).toEqual({
      goal: true,
      diet: false,
      measurements: false,
      photo: false,
      availability: false,
    });
    const saved = await save(caller, coachId, clientId, 0, { goal: 'Run a marathon', fullName: 'Nina P.' });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ version: 1, updatedBy: 'coach' });
    expect(await read(caller, coachId, clientId)).toEqual(saved.body);
    const { body } = await caller.get<ClientDetail>(`/rest/v1/clients/${clientId}?coachId=${coachId}`);
    expect(body).toMatchObject({ fullName: 'Nina P.', goal: 'Run a marathon' });
  });

  it('renames the sessions to come, and not those that were held', async () => {
    const { coachId, clientId, caller } = await open();
    const session = { coachId, clientId, clientName: 'Before', sessionType: 'Strength' };
    const [past, next] = [randomUUID(), randomUUID()];
    await test.owner.insert(coachSessions).values([
      { ...session, id: past, sessionDate: new Date(Date.now() - 86_400_000) },
      { ...session, id: next, sessionDate: new Date(Date.now() + 86_400_000) },
    ]);
    await save(caller, coachId, clientId, 0, { fullName: 'Nina P.' });
    const rows = await test.owner.select({ id: coachSessions.id, name: coachSessions.clientName }).from(coachSessions);
    expect(new Map(rows.map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [past, 'Before'],
        [next, 'Nina P.'],
      ]),
    );
  });

  it('sent again is stored once', async () => {
    const { coachId, clientId, caller } = await open();
    const answers = [await save(caller, coachId, clientId, 0, {}), await save(caller, coachId, clientId, 0, {})];
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
    ]);
  });

  it('is not overwritten by who read it before it changed', async () => {
    const { coachId, clientId, caller } = await open();
    await save(caller, coachId, clientId, 0, {});
    await save(caller, coachId, clientId, 1, { diet: 'Vegan now' });
    const late = await save(caller, coachId, clientId, 1, { occupation: 'Pilot' });
    expect(late).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } });
    expect(late.body.data?.stored).toMatchObject({ version: 2, record: { diet: 'Vegan now', occupation: 'Nurse' } });
    expect((await read(caller, coachId, clientId)).version).toBe(2);
  });

  it('has one winner of several first edits at once', async () => {
    const { coachId, clientId, caller } = await open();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((occupation) => save(caller, coachId, clientId, 0, { occupation })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await read(caller, coachId, clientId)).version).toBe(1);
  });

  it('is read and changed by its own client, and by no other', async () => {
    const { coachId, clientId, person, caller } = await open();
    await save(caller, coachId, clientId, 0, {});
    const other = await createClient(test.owner, coachId, { person: await createUser(test.owner, 'Client') });
    await save(caller, coachId, other.clientId, 0, {});
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    try {
      await app.query(`begin; set local app.role = 'client'; set local app.user_id = '${person.id}';
        set local app.coach_id = '${coachId}'; set local app.client_id = '${clientId}'`);
      const found = await app.query<{ client_id: string }>('select client_id from client_records');
      expect(found.rows).toEqual([{ client_id: clientId }]);
      const changed = await app.query(`update client_records set diet = 'Vegan', updated_by = 'client'`);
      expect(changed.rowCount).toBe(1);
      for (const table of ['client_notes', 'events']) {
        expect((await app.query(`select 1 from ${table}`)).rows, table).toEqual([]);
      }
      await expect(app.query(`update client_records set updated_by = 'coach'`)).rejects.toMatchObject({
        code: '42501',
      });
    } finally {
      await app.query('rollback');
      await app.end();
    }
  });
});

describe('notes', () => {
  const noteOf = (text: string, changes: object = {}) => ({
    id: randomUUID(),
    text,
    day: '2026-01-05',
    pinned: false,
    ...changes,
  });
  const listOf = async (caller: Caller, coachId: string, clientId: string, query = '') =>
    (
      await caller.get<{ notes: ClientNote[]; nextCursor: string | null }>(
        `/rest/v1/clients/${clientId}/notes?coachId=${coachId}${query}`,
      )
    ).body;

  it('are listed pinned first, found by what they say, changed, and written once', async () => {
    const { coachId, clientId, caller } = await open();
    const write = (note: object) =>
      caller.send<ClientNote>('POST', `/rest/v1/clients/${clientId}/notes`, { coachId, ...note });
    const [old, pinned, latest] = [noteOf('Knee hurts'), noteOf('Birthday', { pinned: true }), noteOf('100% better_')];
    for (const note of [old, pinned, latest, latest]) expect((await write(note)).status).toBe(200);
    const textsOf = ({ notes }: { notes: ClientNote[] }) => notes.map(({ text }) => text);
    expect(textsOf(await listOf(caller, coachId, clientId))).toEqual(['Birthday', '100% better_', 'Knee hurts']);
    expect(textsOf(await listOf(caller, coachId, clientId, '&q=KNEE'))).toEqual(['Knee hurts']);
    // Signs of patterns are letters like any other.
    expect(textsOf(await listOf(caller, coachId, clientId, '&q=%25'))).toEqual(['100% better_']);
    const first = await write({ ...old, text: 'Knee is fine' });
    expect(first.body.text).toBe('Knee is fine');
    expect(textsOf(await listOf(caller, coachId, clientId))).toHaveLength(3);
  });

  it('are gone when removed, come back as they were, and are deleted after a day', async () => {
    const { coachId, clientId, caller } = await open();
    const note = noteOf('Keep me');
    const path = `/rest/v1/clients/${clientId}/notes`;
    const written = await caller.send<ClientNote>('POST', path, { coachId, ...note });
    const remove = (id: string, removed: boolean) => caller.send('PATCH', `${path}/${id}`, { coachId, removed });
    expect((await remove(note.id, true)).status).toBe(200);
    expect((await listOf(caller, coachId, clientId)).notes).toEqual([]);
    // Writing does not bring back what was taken away.
    expect((await caller.send('POST', path, { coachId, ...note })).status).toBe(404);
    await remove(note.id, false);
    expect((await listOf(caller, coachId, clientId)).notes).toEqual([written.body]);
    await remove(note.id, true);
    test.setNow(new Date(Date.now() + 25 * 3_600_000));
    try {
      expect((await remove(note.id, false)).status).toBe(404);
    } finally {
      test.setNow(null);
    }
  });

  it('go on where a page ended', async () => {
    const { coachId, clientId, caller } = await open();
    for (let number = 0; number < 33; number += 1) {
      await caller.send('POST', `/rest/v1/clients/${clientId}/notes`, {
        coachId,
        ...noteOf(`Note ${number}`, { pinned: number % 16 === 0 }),
      });
    }
    const first = await listOf(caller, coachId, clientId);
    const second = await listOf(caller, coachId, clientId, `&cursor=${first.nextCursor}`);
    const ids = [...first.notes, ...second.notes].map(({ id }) => id);
    expect([first.notes.length, second.notes.length, new Set(ids).size]).toEqual([30, 3, 33]);
    expect(second.nextCursor).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { aClient, aCoach, aSession, type Client, type Coach, type Pair } from '../../../test/people.ts';
import { aRecord } from '../../../test/security-cases-progress.ts';
import { coachSessions } from '../calendar/calendar.table.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let pair: Pair;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test);
  client = await aClient(test, { of: coach, goal: 'Run a 10k' });
  pair = { coachId: coach.id, clientId: client.clientId };
});

const read = () => coach.api.records.getClientRecord(pair);
const save = (version: number, changes: Partial<ClientRecord> = {}, { coachId, clientId } = pair) =>
  coach.api.records.saveClientRecord({ coachId, clientId, version, record: { ...aRecord, ...changes } });

describe('the record of a client', () => {
  it('is empty at first, keeps the saved fields, and shares name and goal with the lists', async () => {
    const before = await read();
    expect(before).toMatchObject({ version: 0, updatedBy: null, record: { goal: 'Run a 10k' } });
    expect(before.onboarding).toEqual({
      goal: true,
      diet: false,
      measurements: false,
      photo: false,
      availability: false,
    });
    const saved = await save(0, { goal: 'Run a marathon', fullName: 'Nina P.' });
    expect(saved).toMatchObject({ version: 1, updatedBy: 'coach' });
    expect(await read()).toEqual(saved);
    const shown = await coach.api.clients.getClient(pair);
    expect(shown).toMatchObject({ fullName: 'Nina P.', goal: 'Run a marathon' });
  });

  it('renames upcoming sessions, and not past ones', async () => {
    const sessionIn = (days: number) =>
      aSession(test, { by: client, at: new Date(Date.now() + days * 86_400_000), clientName: 'Before' });
    const [past, next] = [await sessionIn(-1), await sessionIn(1)];
    await save(0, { fullName: 'Nina P.' });
    const rows = await test.owner
      .select({ id: coachSessions.id, name: coachSessions.clientName })
      .from(coachSessions)
      .where(eq(coachSessions.coachId, coach.id));
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ id: past, name: 'Before' });
    expect(rows).toContainEqual({ id: next, name: 'Nina P.' });
  });

  it('is stored once if sent repeatedly', async () => {
    expect([await save(0), await save(0)]).toMatchObject([{ version: 1 }, { version: 1 }]);
  });

  it('refuses an edit of an outdated version', async () => {
    await save(0);
    await save(1, { diet: 'Vegan now' });
    await expect(save(1, { occupation: 'Pilot' })).rejects.toMatchObject({
      code: 'RECORD_CHANGED',
      data: { stored: { version: 2, record: { diet: 'Vegan now', occupation: 'Nurse' } } },
    });
    expect(await read()).toMatchObject({ version: 2 });
  });

  it('accepts one of several concurrent first edits', async () => {
    const outcomes = await outcomesOf(['A', 'B', 'C'].map((occupation) => save(0, { occupation })));
    expect(outcomes.sort()).toEqual(['OK', 'RECORD_CHANGED', 'RECORD_CHANGED']);
    expect(await read()).toMatchObject({ version: 1 });
  });

  it('is visible only to its client, who can change it only in their own name', async () => {
    await save(0);
    await save(0, {}, await createClient(test.owner, coach.id));
    const scope = { role: 'client', userId: client.id, ...pair };
    await asAppRole(test, scope, async (query) => {
      expect((await query('select client_id from client_records')).rows).toEqual([{ client_id: pair.clientId }]);
      const changed = await query(`update client_records set diet = 'Vegan', updated_by = 'client'`);
      expect(changed.rowCount).toBe(1);
      for (const table of ['client_notes', 'events']) {
        expect((await query(`select 1 from ${table}`)).rows, table).toEqual([]);
      }
      const forged = query(`update client_records set updated_by = 'coach'`);
      await expect(forged).rejects.toMatchObject({ code: '42501' });
    });
  });
});

describe('notes', () => {
  const newNote = (text: string, pinned = false) => ({ id: randomUUID(), text, day: '2026-01-05', pinned });
  const write = (note: ReturnType<typeof newNote>) => coach.api.clients.saveNote({ ...pair, ...note });
  const remove = (id: string, removed: boolean) => coach.api.clients.deleteNote({ ...pair, id, removed });
  const list = (query: { q?: string; cursor?: string } = {}) => coach.api.clients.listNotes({ ...pair, ...query });
  const textsOf = async (q = '') => (await list({ q })).notes.map(({ text }) => text);

  it('are stored once, listed pinned first, searchable and editable', async () => {
    const [old, pinned, latest] = [newNote('Knee hurts'), newNote('Birthday', true), newNote('100% better_')];
    for (const note of [old, pinned, latest, latest]) await write(note);
    expect(await textsOf()).toEqual(['Birthday', '100% better_', 'Knee hurts']);
    expect(await textsOf('KNEE')).toEqual(['Knee hurts']);
    // Wildcards are matched literally.
    expect(await textsOf('%')).toEqual(['100% better_']);
    expect(await write({ ...old, text: 'Knee is fine' })).toMatchObject({ text: 'Knee is fine' });
    expect(await textsOf()).toHaveLength(3);
  });

  it('can be restored for a day after deletion', async () => {
    const note = newNote('Keep me');
    const written = await write(note);
    await remove(note.id, true);
    expect(await list()).toMatchObject({ notes: [] });
    // Writing does not restore a deleted note.
    await expect(write(note)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await remove(note.id, false);
    expect(await list()).toMatchObject({ notes: [written] });
    await remove(note.id, true);
    test.setNow(new Date(Date.now() + 25 * 3_600_000));
    await expect(remove(note.id, false)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are listed in pages', async () => {
    for (let number = 0; number < 33; number += 1) await write(newNote(`Note ${number}`, number % 16 === 0));
    const first = await list();
    const second = await list({ cursor: first.nextCursor ?? '' });
    const ids = [...first.notes, ...second.notes].map(({ id }) => id);
    expect([first.notes.length, second.notes.length, new Set(ids).size]).toEqual([30, 3, 33]);
    expect(second.nextCursor).toBeNull();
  });
});

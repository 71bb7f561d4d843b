import { randomUUID } from 'node:crypto';
import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import { TIMELINE_FILTERS, type TimelineFilter } from '@stridewell/contract/clients/clients.timeline.rules';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedEvents } from '../../../seed/events.ts';
import { checkInRow, createClient, insertCheckIns } from '../../../seed/factories.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import {
  aLongConversation,
  someCheckIns,
  someEvents,
  someMeasurements,
  someMessages,
} from '../../../test/factories/records.ts';
import { aCheckIn, aClient, aCoach, aSession, type Client, type Coach, type Pair } from '../../../test/people.ts';
import { aRecord } from '../../../test/security-cases-progress.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let coach: Coach;
let client: Client;
let place: Pair;
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  place = { coachId: coach.id, clientId: client.clientId };
});

async function all(filter: TimelineFilter = 'all') {
  const entries: TimelineEntry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: { entries: TimelineEntry[]; nextCursor: string | null } = await coach.api.clients.listTimeline({
      ...place,
      filter,
      cursor,
    });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  return entries;
}

/** Messages at these times, the first one from the coach. */
async function write(times: readonly string[], of = place) {
  const messages = times.map((at, index) => ({
    sender: index % 2 === 0 ? ('coach' as const) : ('client' as const),
    createdAt: new Date(at),
  }));
  await someMessages(test, { of, messages });
  await seedEvents(test.owner);
}

describe('the timeline', () => {
  it('shows changes of status, edits, notes and measurements as they happen', async () => {
    const { clients, records, progress } = coach.api;
    for (const status of ['paused', 'paused', 'active', 'archived', 'active'] as const) {
      await clients.setClientStatus({ ...place, status });
    }
    await records.saveClientRecord({ ...place, version: 0, record: aRecord });
    const note = { id: randomUUID(), text: 'x'.repeat(500), day: '2026-01-05', pinned: false };
    await clients.saveNote({ ...place, ...note });
    await progress.saveMeasurements({ ...place, day: '2026-01-05', values: { waist: 80, hips: 99 } });
    const entries = await all();
    expect(entries.map((entry) => (entry.kind === 'status' ? entry.event : entry.kind))).toEqual([
      'measurement',
      'note',
      'record_edited',
      'restored',
      'archived',
      'resumed',
      'paused',
    ]);
    const [measured, noted, edited] = entries;
    expect(measured).toMatchObject({
      day: '2026-01-05',
      values: [
        { kind: 'hips', value: 99 },
        { kind: 'waist', value: 80 },
      ],
    });
    expect(noted).toMatchObject({ text: `${'x'.repeat(280)}…` });
    expect(edited).toMatchObject({ fields: expect.arrayContaining(['diet']) });
    await clients.deleteNote({ ...place, id: note.id, removed: true });
    expect(await all('note')).toEqual([]);
  });

  it('groups the messages of a day in the coach’s time zone', async () => {
    await write([
      '2026-01-05T18:00:00Z',
      // Still the 5th in Los Angeles, then the 6th.
      '2026-01-06T07:59:00Z',
      '2026-01-06T08:00:00Z',
      '2026-03-01T20:00:00Z',
    ]);
    const entries = await all('message');
    expect(entries).toMatchObject([
      { at: '2026-03-01T20:00:00.000Z', coach: 0, client: 1 },
      { at: '2026-01-06T08:00:00.000Z', coach: 1, client: 0 },
      { at: '2026-01-06T07:59:00.000Z', coach: 1, client: 1 },
    ]);
  });

  it('continues where a page ended, without repeating or missing entries', async () => {
    // A check-in in the middle of each day's conversation, so that pages end within such a day.
    const days = Array.from({ length: 40 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    await write(days.flatMap((day) => ['16:00', '20:00'].map((time) => `${day}T${time}:00Z`)));
    await insertCheckIns(
      test.owner,
      days.flatMap((day) => [
        checkInRow({ ...place, day, submittedAt: new Date(`${day}T18:00:00Z`) }),
        // At the very instant of the last message.
        checkInRow({ ...place, day, submittedAt: new Date(`${day}T20:00:00Z`) }),
      ]),
    );
    for (const at of ['2026-01-03T18:00:00Z', '2036-01-03T18:00:00Z']) await aSession(test, { by: client, at });
    await seedEvents(test.owner);
    const entries = await all();
    expect(entries).toHaveLength(40 * 3 + 1);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const found = await Promise.all(TIMELINE_FILTERS.map(async (filter) => [filter, (await all(filter)).length]));
    expect(Object.fromEntries(found)).toMatchObject({ message: 40, check_in: 80, session: 1, status: 0, all: 121 });
  });

  it('shows no entry of another client', async () => {
    const other = await createClient(test.owner, coach.id);
    await write(['2026-01-05T18:00:00Z'], other);
    await aCheckIn(test, { by: other, day: '2026-01-05' });
    await seedEvents(test.owner);
    expect(await all()).toEqual([]);
  });

  it('reads only a page of the history', async () => {
    const { coachId } = place;
    await aLongConversation(test, { of: place, count: 20_000 });
    await someCheckIns(test, { of: place, count: 5000, adherence: 80, energy: 3 });
    await someEvents(test, { of: place, count: 5000, type: 'relationship.paused' });
    await someMeasurements(test, { of: place, count: 5000 });
    await seedEvents(test.owner);
    await test.owner.execute(sql`analyze`);
    // Explains the statement that the procedure sends.
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await coach.api.clients.listTimeline(place);
    const statement = sent.mock.calls.map(statementOf).find(({ text }) => text.includes('from events e'));
    sent.mockRestore();
    if (!statement) throw new Error('the procedure sent no statement about events');
    const { rows } = await asAppRole(test, { role: 'coach', userId: coachId, coachId }, (query) =>
      query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${statement.text}`,
        statement.values,
      ),
    );
    const [{ Plan: plan } = { Plan: undefined }] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error('PostgreSQL explained nothing');
    // Messages read 31 days of 24; all other types stop after 31 rows.
    expect(rowsRead(plan)).toBeLessThan(1500);
  });
});

type PlanNode = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** Rows that scans of tables and indexes touched. */
const rowsRead = (node: PlanNode): number =>
  (node['Node Type'].includes('Scan') && !node['Node Type'].match(/CTE|WorkTable|Subquery/)
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((total, child) => total + rowsRead(child), 0);

const isStatement = (value: unknown): value is { text: string; values?: unknown[] } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

function statementOf([config, values]: readonly unknown[]): { text: string; values: unknown[] } {
  const { text, values: own } = isStatement(config) ? config : { text: String(config), values: undefined };
  return { text, values: own ?? (Array.isArray(values) ? values : []) };
}

describe('the page of a client', () => {
  it('sums up weights, the last check-in with its reply, pinned notes and the last message', async () => {
    test.setNow(new Date('2026-02-16T18:00:00Z'));
    const overview = () => coach.api.clients.getOverview(place);
    expect(await overview()).toEqual({
      weights: [],
      lastCheckIn: null,
      form: null,
      pinnedNotes: [],
      lastMessage: null,
      unread: 0,
    });
    // Older than twelve weeks.
    await aCheckIn(test, { by: client, day: '2025-11-01', weightKg: 90 });
    await aCheckIn(test, { by: client, day: '2026-02-02', weightKg: 84 });
    const last = await aCheckIn(test, { by: client, day: '2026-02-09', weightKg: 83 });
    await coach.api.progress.saveMeasurements({ ...place, day: '2026-02-10', values: { weight: 82.5 } });
    for (const [text, pinned] of [
      ['Old', true],
      ['Loose', false],
      ['Knee', true],
    ] as const) {
      await coach.api.clients.saveNote({ ...place, id: randomUUID(), text, day: '2026-02-10', pinned });
    }
    const reply = { id: randomUUID(), body: 'Well done' };
    await coach.api.checkins.reviewCheckIn({ coachId: place.coachId, checkInId: last, reply });
    const toCoach = { coachId: place.coachId, conversationId: place.clientId, id: randomUUID() };
    await client.api.messages.sendMessage({ ...toCoach, body: 'Thank you' });
    const found = await overview();
    expect(found).toMatchObject({
      weights: [
        { day: '2026-02-02', weightKg: 84 },
        { day: '2026-02-09', weightKg: 83 },
        { day: '2026-02-10', weightKg: 82.5 },
      ],
      lastCheckIn: { id: last, reply: { body: 'Well done' } },
      form: { templateId: null },
      lastMessage: { sender: 'client', excerpt: 'Thank you' },
      unread: 1,
    });
    expect(found.pinnedNotes.map(({ text }) => text).sort()).toEqual(['Knee', 'Old']);
    const other = await createClient(test.owner, coach.id);
    expect(await coach.api.clients.getOverview(other)).toMatchObject({ lastCheckIn: null, pinnedNotes: [], unread: 0 });
  });

  it('has the labels of the rules, and the next session', async () => {
    test.setNow(new Date('2026-02-16T18:00:00Z'));
    const days = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16'];
    for (const [week, day] of days.entries()) {
      await aCheckIn(test, { by: client, day, weightKg: 85 - week * 0.5, adherence: 95 });
    }
    const record = { ...aRecord, startWeightKg: 85, goalWeightKg: 75, targetDay: '2026-07-06' };
    await coach.api.records.saveClientRecord({ ...place, version: 0, record });
    for (const at of ['2026-02-15T18:00:00Z', '2026-02-20T18:00:00Z', '2026-02-18T18:00:00Z']) {
      await aSession(test, { by: client, at, sessionType: 'Call' });
    }
    expect(await coach.api.clients.getClient(place)).toMatchObject({
      engagement: { score: 97, label: 'Excellent' },
      progress: 'Exceeding Goals',
      nextSession: { sessionDate: '2026-02-18T18:00:00.000Z', sessionType: 'Call' },
    });
  });
});

import { randomUUID } from 'node:crypto';
import type { ClientDetail } from '@stridewell/contract/clients';
import { TIMELINE_FILTERS, type TimelineEntry } from '@stridewell/contract/clients.timeline.rules';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedEvents } from '../../../seed/events.ts';
import { checkInRow, createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { aRecord } from '../../../test/security-cases-progress.ts';
import { APP_ROLE, urlOfRole } from '../../platform/db/roles.ts';
import { coachSessions } from '../calendar/calendar.table.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { conversations, messages } from '../messages/messages.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Page = { entries: TimelineEntry[]; nextCursor: string | null };

async function open() {
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash: await hashOfPassword() });
  const person = await createUser(test.owner, 'Client');
  const { clientId } = await createClient(test.owner, coach.id, { person, checkInAnchor: '2026-01-05' });
  return { coachId: coach.id, clientId, caller: await test.signIn(coach.email) };
}

const page = async (caller: Caller, coachId: string, clientId: string, query = '') =>
  (await caller.get<Page>(`/rest/v1/clients/${clientId}/timeline?coachId=${coachId}${query}`)).body;

async function all(caller: Caller, coachId: string, clientId: string, filter = 'all') {
  const entries: TimelineEntry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const next: Page = await page(caller, coachId, clientId, `&filter=${filter}${cursor && `&cursor=${cursor}`}`);
    entries.push(...next.entries);
    cursor = next.nextCursor;
  }
  return entries;
}

async function write(coachId: string, clientId: string, times: readonly string[]) {
  await test.owner
    .insert(conversations)
    .values({ coachId, clientId, lastSeq: times.length, lastMessageAt: new Date(times.at(-1) ?? 0) });
  await test.owner.insert(messages).values(
    times.map((at, index) => ({
      coachId,
      clientId,
      id: randomUUID(),
      seq: index + 1,
      sender: index % 2 === 0 ? ('coach' as const) : ('client' as const),
      body: 'Hello',
      createdAt: new Date(at),
    })),
  );
  await seedEvents(test.owner);
}

describe('the timeline', () => {
  it('tells changes of status, edits, notes and measurements as they happen', async () => {
    const { coachId, clientId, caller } = await open();
    const status = (to: string) =>
      caller.send('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, { coachId, status: to });
    for (const to of ['paused', 'paused', 'active', 'archived', 'active']) await status(to);
    await caller.send('PATCH', `/rest/v1/clients/${clientId}/record`, { coachId, version: 0, record: aRecord });
    const note = { id: randomUUID(), text: 'x'.repeat(500), day: '2026-01-05', pinned: false };
    await caller.send('POST', `/rest/v1/clients/${clientId}/notes`, { coachId, ...note });
    await caller.send('POST', `/rest/v1/clients/${clientId}/measurements`, {
      coachId,
      day: '2026-01-05',
      values: { waist: 80, hips: 99 },
    });
    const entries = await all(caller, coachId, clientId);
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
    expect(noted?.kind === 'note' && noted.text).toBe(`${'x'.repeat(280)}…`);
    expect(edited?.kind === 'status' && edited.fields).toContain('diet');
    await caller.send('PATCH', `/rest/v1/clients/${clientId}/notes/${note.id}`, { coachId, removed: true });
    expect((await all(caller, coachId, clientId, 'note')).length).toBe(0);
  });

  it('counts the messages of one day in the zone of the coach, once', async () => {
    const { coachId, clientId, caller } = await open();
    await write(coachId, clientId, [
      '2026-01-05T18:00:00Z',
      // Still the 5th in Los Angeles, then the 6th.
      '2026-01-06T07:59:00Z',
      '2026-01-06T08:00:00Z',
      '2026-03-01T20:00:00Z',
    ]);
    const entries = await all(caller, coachId, clientId, 'message');
    expect(entries).toMatchObject([
      { at: '2026-03-01T20:00:00.000Z', coach: 0, client: 1 },
      { at: '2026-01-06T08:00:00.000Z', coach: 1, client: 0 },
      { at: '2026-01-06T07:59:00.000Z', coach: 1, client: 1 },
    ]);
  });

  it('continues where a page ended, with nothing twice and nothing left out', async () => {
    const { coachId, clientId, caller } = await open();
    const of = { coachId, clientId };
    // A check-in in the middle of each day's conversation, so that pages end within such a day.
    const days = Array.from({ length: 40 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    await write(
      coachId,
      clientId,
      days.flatMap((day) => ['16:00', '20:00'].map((time) => `${day}T${time}:00Z`)),
    );
    await test.owner.insert(checkIns).values(
      days.flatMap((day) => [
        checkInRow({ ...of, day, submittedAt: new Date(`${day}T18:00:00Z`) }),
        // At the very instant of the last message.
        checkInRow({ ...of, day, submittedAt: new Date(`${day}T20:00:00Z`) }),
      ]),
    );
    await test.owner.insert(coachSessions).values(
      ['2026-01-03T18:00:00Z', '2036-01-03T18:00:00Z'].map((at) => ({
        ...of,
        id: randomUUID(),
        clientName: 'N',
        sessionDate: new Date(at),
        sessionType: 'Call',
      })),
    );
    await seedEvents(test.owner);
    const entries = await all(caller, coachId, clientId);
    expect(entries.length).toBe(40 * 3 + 1);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const found = await Promise.all(
      TIMELINE_FILTERS.map(async (filter) => [filter, (await all(caller, coachId, clientId, filter)).length]),
    );
    expect(Object.fromEntries(found)).toMatchObject({ message: 40, check_in: 80, session: 1, status: 0, all: 121 });
  });

  it('shows nothing of another client', async () => {
    const { coachId, clientId, caller } = await open();
    const other = await createClient(test.owner, coachId);
    await write(coachId, other.clientId, ['2026-01-05T18:00:00Z']);
    await test.owner.insert(checkIns).values(checkInRow({ coachId, clientId: other.clientId, day: '2026-01-05' }));
    await seedEvents(test.owner);
    expect(await all(caller, coachId, clientId)).toEqual([]);
  });

  it('reads a page and not the history', async () => {
    const { coachId, clientId } = await open();
    await test.owner.execute(sql`insert into conversations (coach_id, client_id, last_seq, last_message_at)
      values (${coachId}, ${clientId}, 20000, now())`);
    await test.owner.execute(sql`insert into messages (coach_id, id, client_id, seq, sender, body, created_at)
      select ${coachId}::uuid, gen_random_uuid(), ${clientId}::uuid, n, 'coach', 'Hello', now() - n * interval '1 hour'
      from generate_series(1, 20000) n`);
    await test.owner.execute(sql`insert into check_ins (coach_id, id, client_id, day, adherence, energy, submitted_at)
      select ${coachId}::uuid, gen_random_uuid(), ${clientId}::uuid, current_date - n, 80, 3, now() - n * interval '1 day'
      from generate_series(1, 5000) n`);
    await test.owner.execute(sql`insert into events
      (coach_id, id, client_id, type, subject_id, actor, occurred_at)
      select ${coachId}::uuid, gen_random_uuid(), ${clientId}::uuid, 'relationship.paused', ${clientId}::uuid, 'coach',
      now() - n * interval '1 day'
      from generate_series(1, 5000) n`);
    await test.owner.execute(sql`insert into measurements
      (coach_id, id, client_id, kind, day, value, source, recorded_at)
      select ${coachId}::uuid, gen_random_uuid(), ${clientId}::uuid, 'waist', current_date - n, 80, 'coach',
      now() - n * interval '1 day' from generate_series(1, 5000) n`);
    await seedEvents(test.owner);
    await test.owner.execute(sql`analyze`);
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    const caller = await test.signIn((await ownerOf(coachId)).email);
    // What the procedure really sends, to be explained as it is.
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await page(caller, coachId, clientId);
    const statement = sent.mock.calls.map(statementOf).find(({ text }) => text.includes('from events e'));
    sent.mockRestore();
    if (!statement) throw new Error('the timeline was not asked for');
    try {
      await app.query(`begin; set local app.role = 'coach'; set local app.user_id = '${coachId}';
        set local app.coach_id = '${coachId}'`);
      const { rows } = await app.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${statement.text}`,
        statement.values,
      );
      const [{ Plan: plan } = { Plan: undefined }] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!plan) throw new Error('nothing was explained');
      // 31 days of 24 messages are looked at; all others stop after 31 rows.
      expect(rowsRead(plan)).toBeLessThan(1500);
    } finally {
      await app.query('rollback');
      await app.end();
    }
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

async function ownerOf(coachId: string): Promise<{ email: string }> {
  const { rows } = await test.owner.execute<{ email: string }>(sql`select email from users where id = ${coachId}`);
  const [row] = rows;
  if (!row) throw new Error('there is no such coach');
  return row;
}

describe('the page of a client', () => {
  it('has labels by the rules, and the next session', async () => {
    const { coachId, clientId, caller } = await open();
    test.setNow(new Date('2026-02-16T18:00:00Z'));
    try {
      const days = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16'];
      await test.owner
        .insert(checkIns)
        .values(
          days.map((day, week) => checkInRow({ coachId, clientId, day, weightKg: 85 - week * 0.5, adherence: 95 })),
        );
      await caller.send('PATCH', `/rest/v1/clients/${clientId}/record`, {
        coachId,
        version: 0,
        record: { ...aRecord, startWeightKg: 85, goalWeightKg: 75, targetDay: '2026-07-06' },
      });
      const sessions = ['2026-02-15T18:00:00Z', '2026-02-20T18:00:00Z', '2026-02-18T18:00:00Z'];
      await test.owner.insert(coachSessions).values(
        sessions.map((at) => ({
          coachId,
          clientId,
          id: randomUUID(),
          clientName: 'N',
          sessionDate: new Date(at),
          sessionType: 'Call',
        })),
      );
      const { body } = await caller.get<ClientDetail>(`/rest/v1/clients/${clientId}?coachId=${coachId}`);
      expect(body).toMatchObject({
        engagement: { score: 97, label: 'Excellent' },
        progress: 'Exceeding Goals',
        nextSession: { sessionDate: '2026-02-18T18:00:00.000Z', sessionType: 'Call' },
      });
    } finally {
      test.setNow(null);
    }
  });
});

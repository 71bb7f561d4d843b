import { randomUUID } from 'node:crypto';
import type { CalendarSession } from '@stridewell/contract/calendar';
import type { TimelineEntry } from '@stridewell/contract/clients.timeline.rules';
import { dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../seed/demo.ts';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';

const ZONE = 'America/Los_Angeles';
const HOUR_MS = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => test.setNow(null));
afterAll(() => test.close());

type Pair = { coachId: string; clientId: string; coach: Caller; client: Caller };

/** What the tables of the features say, without the events: everything but changes of the relationship. */
async function recompute({ coachId, clientId }: Pair, now: Date): Promise<object[]> {
  const own = (table: string) => sql.raw(`${table}.coach_id = '${coachId}' and ${table}.client_id = '${clientId}'`);
  const day = sql`date_trunc('day', m.created_at at time zone ${ZONE})`;
  const { rows } = await test.owner.execute<{ entry: object }>(sql`
    select jsonb_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || t.entry as entry
    from (
      select c.submitted_at as at, jsonb_build_object('kind', 'check_in', 'id', c.id, 'weightKg', c.weight_kg,
        'adherence', c.adherence, 'energy', c.energy, 'note',
        case when char_length(c.note) > 280 then left(c.note, 280) || '…' else c.note end) as entry
      from check_ins c where ${own('c')}
      union all
      select s.session_date, jsonb_build_object('kind', 'session', 'id', s.id, 'sessionType', s.session_type,
        'completed', s.status = 'completed') from coach_sessions s
      where ${own('s')} and s.session_date <= ${now.toISOString()}::timestamptz
      union all
      select n.created_at, jsonb_build_object('kind', 'note', 'id', n.id, 'pinned', n.pinned, 'text',
        case when char_length(n.text) > 280 then left(n.text, 280) || '…' else n.text end)
      from client_notes n where ${own('n')} and n.removed_at is null
      union all
      select m.recorded_at, jsonb_build_object('kind', 'measurement', 'id', min(m.id::text), 'day', m.day, 'by', m.source,
        'values', jsonb_agg(jsonb_build_object('kind', m.kind, 'value', m.value) order by m.kind))
      from measurements m where ${own('m')} group by m.recorded_at, m.day, m.source
      union all
      select max(m.created_at), jsonb_build_object('kind', 'message', 'id', (array_agg(m.id order by m.seq desc))[1],
        'coach', count(*) filter (where m.sender = 'coach'), 'client', count(*) filter (where m.sender = 'client'))
      from messages m where ${own('m')} group by ${day}
    ) t`);
  return rows.map(({ entry }) => entry);
}

async function listAll({ coachId, clientId, coach }: Pair): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${cursor}`;
    const { body } = await coach.get<{ entries: TimelineEntry[]; nextCursor: string | null }>(
      `/rest/v1/clients/${clientId}/timeline?coachId=${coachId}${query}`,
    );
    entries.push(...body.entries);
    cursor = body.nextCursor;
  }
  return entries;
}

const sorted = (entries: readonly object[]) =>
  entries.map((entry) => JSON.stringify(Object.fromEntries(Object.entries(entry).sort()))).sort();

async function expectRecomputed(pair: Pair, now: Date): Promise<TimelineEntry[]> {
  const listed = await listAll(pair);
  const times = listed.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  expect(sorted(listed.filter(({ kind }) => kind !== 'status'))).toEqual(sorted(await recompute(pair, now)));
  return listed;
}

it('is the same as from the tables for a client of the demo', async () => {
  const now = new Date();
  await seedDemo({ ownerUrl: test.databaseUrl, now, files: test.services.files });
  const coach = await test.signIn('demo.coach.pro@example.com', 'demo-password-1');
  const client = await test.signIn('demo.client@example.com', 'demo-password-1');
  const { rows } = await test.owner.execute<{ coach_id: string; client_id: string }>(sql`select r.coach_id, r.client_id
    from client_coach_relationships r where r.email = 'demo.client@example.com'`);
  const [row] = rows;
  if (!row) throw new Error('the demo has no such client');
  const pair = { coachId: row.coach_id, clientId: row.client_id, coach, client };
  const listed = await expectRecomputed(pair, new Date());
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.filter(({ kind }) => kind === 'status').length).toBe(3);
}, 60_000);

async function open(): Promise<Pair> {
  const passwordHash = await hashOfPassword();
  const owner = await createCoach(test.owner, { plan: 'pro', timeZone: ZONE, passwordHash });
  const person = await createUser(test.owner, 'Client', { passwordHash, timeZone: ZONE });
  const { clientId } = await createClient(test.owner, owner.id, { person, checkInAnchor: '2026-01-05' });
  return {
    coachId: owner.id,
    clientId,
    coach: await test.signIn(owner.email),
    client: await test.signIn(person.email),
  };
}

type Step = { kind: (typeof STEPS)[number]; hours: number; pick: number };
const STEPS = [
  'checkIn',
  'log',
  'message',
  'reply',
  'note',
  'removeNote',
  'measure',
  'measureOwn',
  'book',
  'move',
  'cancel',
  'pause',
] as const;

/** Does one step after another; steps that the product refuses change nothing. */
async function live({ coachId, clientId, coach, client }: Pair, steps: readonly Step[]): Promise<Date> {
  let now = new Date('2026-02-02T18:00:00Z');
  const notes: string[] = [];
  const sessions: CalendarSession[] = [];
  let paused = false;
  const path = `/rest/v1/clients/${clientId}`;
  const answers = { weight: 80, adherence: 90, energy: 4, sleep: 7.5 };
  const input = () => ({ id: randomUUID(), templateId: null, version: 1, answers });
  const measure = (pick: number) => ({
    coachId,
    day: dayInZone(now, ZONE),
    values: { waist: 80 + pick, hips: pick % 3 ? 99 : null },
  });
  const write = (caller: Caller) =>
    caller.send('POST', `/rest/v1/conversations/${clientId}/messages`, {
      coachId,
      id: randomUUID(),
      body: 'Hello',
      attachmentIds: [],
    });
  const details = {
    clientId,
    clientName: null,
    sessionTypeId: null,
    sessionType: 'Call',
    minutes: 30,
    location: '',
    notes: '',
  };
  const change = (session: CalendarSession, to: string, body: object) =>
    coach.send<{ session?: CalendarSession }>(to ? 'POST' : 'PATCH', `/rest/v1/calendar/sessions/${session.id}${to}`, {
      ...{ coachId, version: session.version, apply: 'this' },
      ...body,
    });
  const startIn = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const act: Record<Step['kind'], (pick: number) => Promise<unknown>> = {
    checkIn: () => client.send('POST', '/rest/v1/check_ins', input()),
    log: () => coach.send('POST', `${path}/check_ins`, { coachId, day: dayInZone(now, ZONE), ...input() }),
    message: () => write(client),
    reply: () => write(coach),
    note: async () => {
      const id = randomUUID();
      notes.push(id);
      await coach.send('POST', `${path}/notes`, { coachId, id, text: 'Knee', day: '2026-02-02', pinned: false });
    },
    removeNote: async (pick) => {
      const id = notes[pick % Math.max(1, notes.length)];
      if (id) await coach.send('PATCH', `${path}/notes/${id}`, { coachId, removed: pick % 2 === 0 });
    },
    measure: (pick) => coach.send('POST', `${path}/measurements`, measure(pick)),
    measureOwn: (pick) => client.send('POST', `${path}/measurements`, measure(pick)),
    book: async (pick) => {
      const body = { ...details, coachId, id: randomUUID(), startsAt: startIn(pick), repeat: null };
      const made = await coach.send<{ session?: CalendarSession }>('POST', '/rest/v1/calendar/sessions', body);
      if (made.body.session) sessions.push(made.body.session);
    },
    move: async (pick) => {
      const session = sessions.at(-1);
      if (!session) return;
      // There and back, so that one start is recorded twice.
      const away = await change(session, '', { change: { startsAt: startIn(pick + 30) } });
      if (away.body.session) await change(away.body.session, '', { change: { startsAt: session.sessionDate } });
    },
    cancel: async () => {
      const session = sessions.pop();
      if (session) await change(session, '/cancel', { reason: '' });
    },
    pause: async () => {
      paused = !paused;
      const status = paused ? 'paused' : 'active';
      await coach.send('PATCH', `/rest/v1/client_coach_relationships/${clientId}`, { coachId, status });
    },
  };
  for (const { kind, hours, pick } of steps) {
    now = new Date(now.getTime() + hours * HOUR_MS + 1);
    test.setNow(now);
    await act[kind](pick);
  }
  return now;
}

it('is the same as from the tables for any history', async () => {
  const step = fc.record({ kind: fc.constantFrom(...STEPS), hours: fc.integer({ min: 1, max: 30 }), pick: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25, size: 'max' }), async (steps) => {
      const pair = await open();
      test.setNow(new Date('2026-02-02T18:00:00Z'));
      const now = await live(pair, [...steps, ...STEPS.map((kind) => ({ kind, hours: 1, pick: 1 }))]);
      const listed = await expectRecomputed(pair, now);
      expect(listed.some(({ kind }) => kind === 'status')).toBe(true);
      test.setNow(null);
    }),
    { numRuns: 4 },
  );
}, 120_000);

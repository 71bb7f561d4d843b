import { randomUUID } from 'node:crypto';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import { dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createDemoApp, type DemoApp } from '../../../test/demo-app.ts';
import { aClient, aCoach, type Pair, type Person } from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';

const ZONE = 'America/Los_Angeles';
const HOUR_MS = 3_600_000;

let test: DemoApp;
beforeAll(async () => {
  test = await createDemoApp();
});
afterEach(() => test.setNow(test.now));
afterAll(() => test.close());

type People = Pair & { coach: Pick<Person, 'api'>; client: Pick<Person, 'api'> };

/** The history from the features' tables instead of the events, without changes of the relationship. */
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
        'completed', s.status = 'completed', 'missed', s.status = 'no_show') from coach_sessions s
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
      union all
      select p.assigned_at, jsonb_build_object('kind', 'program', 'event', 'assigned', 'name', p.name,
        'startDay', p.start_day) from client_programs p where ${own('p')}
      union all
      select p.created_at, jsonb_build_object('kind', 'meal_plan', 'name', p.name, 'startDay', p.start_day)
      from meal_plans p where ${own('p')}
      union all
      select t.created_at, jsonb_build_object('kind', 'target', 'kcal', t.kcal, 'startsOn', t.starts_on,
        'automatic', t.created_by = 'rules', 'note', t.note)
      from nutrition_targets t where ${own('t')}
      union all
      select min(f.arrived_at), jsonb_build_object('kind', 'food_photos', 'day', f.day, 'photos', count(*))
      from food_entries f where ${own('f')} and f.kind = 'photo' and not f.deleted group by f.day
      union all
      select c.created_at, jsonb_build_object('kind', 'food_comment', 'id', c.id, 'day', c.day, 'meal', c.meal, 'text',
        case when char_length(c.text) > 280 then left(c.text, 280) || '…' else c.text end)
      from food_comments c where ${own('c')}
      union all
      select a.changed_at, jsonb_build_object('kind', 'adjustment', 'event', a.status, 'change', a.kind,
        'automatic', a.decided_by = 'rules', 'reason', a.reason)
      from adjustments a where ${own('a')} and a.status = 'applied'
      union all
      select l.finished_at, jsonb_build_object('kind', 'workout', 'logId', l.id, 'name', l.name, 'sets', l.sets,
        'plannedSets', (select coalesce(sum((target ->> 'count')::int), 0)
          from jsonb_array_elements(l.head -> 'exercises') exercise
          cross join lateral jsonb_array_elements(exercise -> 'sets') target
          where not exercise ? 'replaces' and target ->> 'kind' <> 'warm_up'),
        'volumeKg', l.volume_kg, 'records', l.records, 'swaps', l.swaps)
      from workout_logs l where ${own('l')} and l.finished_at is not null and not l.deleted
        and l.imported_from is null
      union all
      select (flag ->> 'at')::timestamptz, jsonb_build_object('kind', 'pain', 'logId', l.id, 'name', l.name,
        'part', flag ->> 'part', 'level', flag ->> 'level')
      from workout_logs l cross join lateral jsonb_array_elements(l.head -> 'pains') flag
      where ${own('l')} and not l.deleted and not (flag ->> 'deleted')::boolean
    ) t`);
  return rows.map(({ entry }) => entry);
}

async function listAll({ coachId, clientId, coach }: People): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: { entries: TimelineEntry[]; nextCursor: string | null } = await coach.api.clients.listTimeline({
      coachId,
      clientId,
      cursor,
    });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  return entries;
}

const sorted = (entries: readonly object[]) =>
  entries.map((entry) => JSON.stringify(Object.fromEntries(Object.entries(entry).sort()))).sort();

/** Entries whose ids come from events, so the tables do not have them. */
const NAMED_BY_EVENT: readonly string[] = [
  'program',
  'meal_plan',
  'target',
  'food_photos',
  'workout',
  'pain',
  'adjustment',
];
const withoutEventId = ({ id, ...entry }: TimelineEntry): object =>
  NAMED_BY_EVENT.includes(entry.kind) ? entry : { id, ...entry };

async function expectRecomputed(people: People, now: Date): Promise<TimelineEntry[]> {
  const listed = await listAll(people);
  const times = listed.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  const recorded = listed.filter(({ kind }) => kind !== 'status').map(withoutEventId);
  expect(sorted(recorded)).toEqual(sorted(await recompute(people, now)));
  return listed;
}

it('lists the same entries as the tables for a client of the demo', async () => {
  const coach = await test.signIn('demo.coach.pro@example.com', 'demo-password-1');
  const client = await test.signIn('demo.client@example.com', 'demo-password-1');
  const { rows } = await test.owner.execute<{ coach_id: string; client_id: string }>(sql`select r.coach_id, r.client_id
    from client_coach_relationships r where r.email = 'demo.client@example.com'`);
  const [row] = rows;
  if (!row) throw new Error('the demo has no such client');
  const people = { coachId: row.coach_id, clientId: row.client_id, coach, client };
  const listed = await expectRecomputed(people, test.now);
  expect(listed.length).toBeGreaterThan(40);
  for (const expected of ['status', 'program', 'workout']) {
    expect(listed.filter(({ kind }) => kind === expected)).not.toEqual([]);
  }
}, 60_000);

async function open(): Promise<People> {
  const coach = await aCoach(test, { timeZone: ZONE });
  const client = await aClient(test, { of: coach, person: { timeZone: ZONE } });
  return { coachId: coach.id, clientId: client.clientId, coach, client };
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

/** Runs the steps one after another. Refused steps change nothing. */
async function live({ coachId, clientId, coach, client }: People, steps: readonly Step[]): Promise<Date> {
  let now = new Date('2026-02-02T18:00:00Z');
  const notes: string[] = [];
  const sessions: CalendarSession[] = [];
  let paused = false;
  const pair = { coachId, clientId };
  const { calendar, checkins, clients } = coach.api;
  const measure = ({ api }: Pick<Person, 'api'>, pick: number) =>
    api.progress.saveMeasurements({
      ...pair,
      day: dayInZone(now, ZONE),
      values: { waist: 80 + pick, hips: pick % 3 ? 99 : null },
    });
  const write = ({ api }: Pick<Person, 'api'>) =>
    api.messages.sendMessage({ coachId, conversationId: clientId, id: randomUUID(), body: 'Hello' });
  const details = { clientId, clientName: null, sessionTypeId: null, sessionType: 'Call', minutes: 30 };
  const edit = ({ id, version }: CalendarSession) => ({ coachId, id, version, apply: 'this' }) as const;
  const move = async (session: CalendarSession, startsAt: string) =>
    (await calendar.updateSession({ ...edit(session), change: { startsAt } })).session;
  const startIn = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const act: Record<Step['kind'], (pick: number) => Promise<unknown>> = {
    checkIn: () => client.api.checkins.submitCheckIn(newCheckIn()),
    log: () => checkins.logCheckIn({ ...pair, day: dayInZone(now, ZONE), ...newCheckIn() }),
    message: () => write(client),
    reply: () => write(coach),
    note: async () => {
      const id = randomUUID();
      notes.push(id);
      await clients.saveNote({ ...pair, id, text: 'Knee', day: '2026-02-02', pinned: false });
    },
    removeNote: async (pick) => {
      const id = notes[pick % Math.max(1, notes.length)];
      if (id) await clients.deleteNote({ ...pair, id, removed: pick % 2 === 0 });
    },
    measure: (pick) => measure(coach, pick),
    measureOwn: (pick) => measure(client, pick),
    book: async (pick) => {
      const when = { startsAt: startIn(pick), repeat: null, location: '', notes: '' };
      const { session } = await calendar.createSession({ ...details, ...when, coachId, id: randomUUID() });
      sessions.push(session);
    },
    move: async (pick) => {
      const session = sessions.at(-1);
      // Moves it there and back, so that one start is recorded twice.
      if (session) await move(await move(session, startIn(pick + 30)), session.sessionDate);
    },
    cancel: async () => {
      const session = sessions.pop();
      if (session) await calendar.cancelSession({ ...edit(session), reason: '' });
    },
    pause: async () => {
      paused = !paused;
      await clients.setClientStatus({ ...pair, status: paused ? 'paused' : 'active' });
    },
  };
  for (const { kind, hours, pick } of steps) {
    now = new Date(now.getTime() + hours * HOUR_MS + 1);
    test.setNow(now);
    await outcomesOf([act[kind](pick)]);
  }
  return now;
}

it('lists the same entries as the tables for any history', async () => {
  const step = fc.record({ kind: fc.constantFrom(...STEPS), hours: fc.integer({ min: 1, max: 30 }), pick: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25, size: 'max' }), async (steps) => {
      const people = await open();
      test.setNow(new Date('2026-02-02T18:00:00Z'));
      const now = await live(people, [...steps, ...STEPS.map((kind) => ({ kind, hours: 1, pick: 1 }))]);
      const listed = await expectRecomputed(people, now);
      const kinds = new Set(listed.map(({ kind }) => kind));
      expect([...kinds]).toEqual(expect.arrayContaining(['check_in', 'message', 'note', 'measurement', 'status']));
      test.setNow(test.now);
    }),
    { numRuns: 4 },
  );
}, 120_000);

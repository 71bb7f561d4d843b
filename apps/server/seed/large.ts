import type { Program, ProgramDay } from '@stridewell/contract/programs/programs';
import { hashPassword } from 'better-auth/crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { noteAllCheckIns } from '../src/features/checkins/checkins.figures.data.ts';
import { withConnection } from '../src/platform/db/pool.ts';
import { EVENTS_OF_ROWS } from './events.ts';

export const LARGE_PASSWORD = 'large-password-1';

export type LargeSizes = { coaches: number; clientsPerCoach: number; days: number };

/**
 * Seeds many coaches with the same load each, for benchmarks. Set-based, and with the same rows for the same sizes and
 * day, so that seeding again adds only missing rows. Coach number n has the id
 * `00000000-0000-7000-8000-<n in twelve hex digits>` and the address `coach<n>@large.example`. The clients of each
 * coach are numbered, checked in weekly, and follow a program. Coaches and clients can sign in with LARGE_PASSWORD.
 */
export async function seedLarge(options: { ownerUrl: string; now: Date } & LargeSizes): Promise<void> {
  for (const size of [options.coaches, options.clientsPerCoach, options.days]) {
    if (!Number.isInteger(size) || size < 0 || size > 1_000_000)
      throw new RangeError(`${size} is no size of a scenario`);
  }
  if (options.clientsPerCoach >= CLIENTS_MAX)
    throw new RangeError(`a coach of the scenario has < ${CLIENTS_MAX} clients`);
  const passwordHash = await hashPassword(LARGE_PASSWORD);
  await withConnection(options.ownerUrl, async (owner) => {
    await owner.query('BEGIN');
    for (const insert of inserts(options, pg.escapeLiteral(passwordHash))) {
      await owner.query(`${insert} ON CONFLICT DO NOTHING`);
    }
    await drizzle(owner).execute(noteAllCheckIns);
    for (const statement of EVENTS_OF_ROWS) await owner.query(statement);
    await owner.query('COMMIT');
    await owner.query('ANALYZE');
  });
}

const PROGRAM_WEEKS = 4;
const aDay = (week: number, day: number): ProgramDay => ({
  key: `day${week}0000${day}`,
  name: `Day ${day}`,
  workout: {
    name: '',
    duration: null,
    notes: '',
    groups: [],
    exercises: ['back-squat', 'bench-press', 'dumbbell-row', 'plank'].map((exerciseId, index) => ({
      key: `ex${week}${day}000${index}`,
      exerciseId,
      name: exerciseId,
      group: '',
      notes: '',
      alternatives: [],
      sets: [{ count: 3, reps: '8-10', rest: 90, kind: 'normal', load: null, effort: null, tempo: null }],
    })),
  },
});
/** The program of every client of the scenario, three days a week. */
const PROGRAM: Program = {
  name: 'Four weeks',
  description: '',
  frequency: 3,
  split: '',
  phases: [
    {
      key: 'phase1',
      name: '',
      progression: { sets: 0, reps: 0, rir: 0, percent: 0 },
      weeks: Array.from({ length: PROGRAM_WEEKS }, (_, week) => ({
        key: `week00${week}`,
        deload: false,
        days: [1, 2, 3].map((day) => aDay(week, day)),
      })),
    },
  ],
};

const CLIENTS_MAX = 100_000;
const idOf = (kind: number, hex: string) => `00000000-000${kind}-7000-8000-${hex.padStart(12, '0')}`;

export const largeCoachId = (number: number): string => idOf(0, number.toString(16));

/** The person of client number `client` of coach number `coach`. */
export const largePersonId = (coach: number, client: number): string =>
  idOf(1, (coach * CLIENTS_MAX + client).toString(16));

/** The client id of that person in the coach's tenant. */
export const largeClientId = (coach: number, client: number): string =>
  idOf(2, (coach * CLIENTS_MAX + client).toString(16));

function inserts({ now, coaches, clientsPerCoach, days }: { now: Date } & LargeSizes, passwordHash: string): string[] {
  const today = `'${now.toISOString().slice(0, 10)}'::date`;
  const id = (kind: number, number: string) =>
    `('${idOf(kind, '').slice(0, 24)}' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  const coachId = id(0, 'n');
  const clientNumber = `n::bigint * ${CLIENTS_MAX} + k`;
  const personId = id(1, clientNumber);
  const clientId = id(2, clientNumber);
  /** Derives an id from words, with the digits of a valid UUID. */
  const rowId = (...words: string[]) =>
    `overlay(overlay(md5(concat_ws(' ', ${words.join(', ')})) placing '7' from 13) placing '8' from 17)::uuid`;
  const firstDay = `(${today} - ${PROGRAM_WEEKS * 7 - 7})`;
  const content = `${pg.escapeLiteral(JSON.stringify(PROGRAM))}::jsonb`;
  const everyCoach = `generate_series(1, ${coaches}) n`;
  const everyClient = `${everyCoach}, generate_series(1, ${clientsPerCoach}) k`;
  const programOfClient = rowId(`'program'`, 'n', 'k', today);
  const dayKey = `(e.planned ->> 'key')`;
  const day = `(e.planned ->> 'day')`;
  const started = `(${day} || 'T17:00:00.000Z')`;
  const finished = `(${day} || 'T18:00:00.000Z')`;
  const weeks = Math.max(1, Math.floor(days / 7));
  /** Number of messages: more than a page with the first client, one with each other client. */
  const written = 'CASE WHEN k = 1 THEN 60 ELSE 1 END';
  const coachEmail = `'coach' || n || '@large.example'`;
  const clientEmail = `'client' || k || '.of' || n || '@large.example'`;
  const person = (userId: string, role: string, from: string) => [
    `INSERT INTO user_roles (user_id, role) SELECT ${userId}, '${role}' FROM ${from}`,
    `INSERT INTO preferences (user_id) SELECT ${userId} FROM ${from}`,
    `INSERT INTO accounts (id, user_id, account_id, provider_id, password)
      SELECT ${userId}, ${userId}, ${userId}, 'credential', ${passwordHash} FROM ${from}`,
  ];
  return [
    `INSERT INTO users (id, email, email_verified, full_name, plan, included_clients)
      SELECT ${coachId}, ${coachEmail}, true, 'Coach ' || n, 'pro', 10 FROM ${everyCoach}`,
    ...person(coachId, 'Coach-Pro', everyCoach),
    `INSERT INTO coaches (id, user_id, status, full_name) SELECT ${coachId}, ${coachId}, 'active', 'Coach ' || n FROM ${everyCoach}`,
    `INSERT INTO users (id, email, email_verified, full_name)
      SELECT ${personId}, ${clientEmail}, true, 'Client ' || k FROM ${everyClient}`,
    ...person(personId, 'Client', everyClient),
    `INSERT INTO clients (id, full_name, email) SELECT ${personId}, 'Client ' || k, ${clientEmail} FROM ${everyClient}`,
    `INSERT INTO client_coach_relationships (coach_id, client_id, person_id, status, full_name, email,
        onboarding_completed, check_in_anchor, accepted_at)
      SELECT ${coachId}, ${clientId}, ${personId}, 'active', 'Client ' || k, ${clientEmail}, true,
        ${today} - ${weeks * 7}, now() FROM ${everyClient}`,
    `INSERT INTO coachings (coach_id, client_id, user_id, status, accepted_at, time_zone)
      SELECT r.coach_id, r.client_id, r.person_id, 'active', now(), p.time_zone
      FROM client_coach_relationships r JOIN preferences p ON p.user_id = r.person_id`,
    `INSERT INTO check_ins (coach_id, id, client_id, day, weight_kg, adherence, energy, sleep_hours, submitted_at)
      SELECT ${coachId}, ${rowId(`'check-in'`, 'n', 'k', `${today} - w * 7`)}, ${clientId}, ${today} - w * 7,
        90 - w * 0.2, 70 + (n + k + w) % 30, 3, 7.5, (${today} - w * 7)::timestamptz + interval '17 hours'
      FROM ${everyClient}, generate_series(1, ${weeks}) w`,
    `INSERT INTO coach_sessions (coach_id, id, client_id, client_name, session_date, session_type)
      SELECT ${coachId}, ${rowId(`'session'`, 'n', 'k', today)}, ${clientId}, 'Client ' || k,
        (${today} + k % 7)::timestamptz + interval '18 hours', 'Strength session' FROM ${everyClient}`,
    `INSERT INTO ledger_months (coach_id, month)
      SELECT DISTINCT ${coachId}, date_trunc('month', ${today} - d)::date FROM ${everyCoach}, generate_series(0, ${days}) d`,
    `INSERT INTO ledger_entries (coach_id, id, kind, amount_cents, currency, occurred_on, category)
      SELECT ${coachId}, ${rowId(`'entry'`, 'n', `${today} - d`)}, CASE WHEN d % 5 = 0 THEN 'expense' ELSE 'revenue' END,
        5000 + d * 10, 'USD', ${today} - d, 'Coaching' FROM ${everyCoach}, generate_series(0, ${days}) d`,
    `INSERT INTO leads (coach_id, id, name, email, source)
      SELECT ${coachId}, ${rowId(`'lead'`, 'n', 'k')}, 'Lead ' || k, 'lead' || k || '@large.example', 'Google' FROM ${everyClient}`,
    `INSERT INTO lead_events (coach_id, id, lead_id, kind, to_status, actor, occurred_at)
      SELECT ${coachId}, ${rowId(`'lead event'`, 'n', 'k')}, ${rowId(`'lead'`, 'n', 'k')}, 'created', 'new', 'coach', now()
      FROM ${everyClient}`,
    `INSERT INTO notifications (user_id, id, type, title, message, metadata)
      SELECT ${coachId}, ${rowId(`'notification'`, 'n', 'k')}, 'check_in_completed', 'New check-in',
        'Client ' || k || ' sent a check-in.', '{}' FROM ${everyClient}`,
    `INSERT INTO conversations (coach_id, client_id, last_seq, last_message_at)
      SELECT ${coachId}, ${clientId}, ${written}, ${today}::timestamptz - k * interval '1 minute' FROM ${everyClient}`,
    `INSERT INTO messages (coach_id, id, client_id, seq, sender, body, created_at)
      SELECT ${coachId}, ${rowId(`'message'`, 'n', 'k', 's')}, ${clientId}, s, CASE WHEN s % 2 = 0 THEN 'coach' ELSE 'client' END,
        'How did session ' || s || ' go?', ${today}::timestamptz - k * interval '1 minute' - (${written} - s) * interval '1 hour'
      FROM ${everyClient}, generate_series(1, ${written}) s`,
    `INSERT INTO client_programs (coach_id, id, client_id, name, template, content, start_day, end_day, weekdays, assigned_at)
      SELECT ${coachId}, ${programOfClient}, ${clientId}, 'Four weeks', ${content}, ${content}, ${firstDay},
        ${firstDay} + ${PROGRAM_WEEKS * 7 - 1}, '{1,3,5}', ${firstDay}::timestamptz FROM ${everyClient}`,
    // Three of four due workouts are done. A cluster refuses subqueries without a table that compute these times.
    `INSERT INTO workout_logs (coach_id, client_id, id, subject_id, head, day, name, client_program_id, day_key, started_at,
        finished_at, deleted, sets, volume_kg, records, pains, completed_at, changed_at, updated_at)
      SELECT p.coach_id, p.client_id, p.id || '.' || ${dayKey} || '.' || ${day}, md5(p.id || ${dayKey})::uuid,
        jsonb_build_object('clientProgramId', p.id, 'dayKey', ${dayKey}, 'weekNumber', 1, 'day', ${day}, 'name', 'Workout',
          'exercises', '[]'::jsonb, 'groups', '[]'::jsonb, 'startedAt', ${started}, 'finishedAt', ${finished}, 'note', '',
          'pains', '[]'::jsonb, 'deleted', false, 'changedAt', ${finished}),
        ${day}::date, 'Workout', p.id, ${dayKey}, ${started}::timestamptz, ${finished}::timestamptz, false, 12, 4000, 0, 0,
        ${finished}::timestamptz, ${finished}::timestamptz, ${finished}::timestamptz
      FROM client_programs p
        CROSS JOIN LATERAL jsonb_array_elements(p.training_days) WITH ORDINALITY AS e(planned, place)
      WHERE ${day}::date < ${today} AND e.place % 4 > 0`,
  ];
}

import { run } from './database.ts';
import type { Product } from './product.ts';

const YEARS = 3;
const DAYS = 365 * YEARS;
/** The program of the scenario has four weeks. */
const PROGRAM_DAYS = 28;

/** A coach with the most clients that a plan allows, and years of check-ins. `plantHistory` adds the rest. */
export const HISTORY = { coaches: 1, clientsPerCoach: 100, days: DAYS };

/**
 * Adds years of workouts, messages, reviews and daily figures: consecutive blocks of four weeks of training, three of
 * four workouts done, and two messages per client and week, each with an answer.
 */
export async function plantHistory({ url, coachId }: Product): Promise<void> {
  const today = `'${new Date().toISOString().slice(0, 10)}'::date`;
  const coach = `'${coachId}'::uuid`;
  const statements = [
    `INSERT INTO client_programs (coach_id, id, client_id, program_id, name, template, content, start_day, end_day,
        weekdays, assigned_at)
      SELECT p.coach_id, gen_random_uuid(), p.client_id, 'template-' || n % 6, 'Program ' || n % 6, '{}', p.content,
        p.start_day - n * ${PROGRAM_DAYS}, p.end_day - n * ${PROGRAM_DAYS}, p.weekdays, p.assigned_at
      FROM client_programs p, generate_series(1, ${Math.floor(DAYS / PROGRAM_DAYS)}) n`,
    `INSERT INTO workout_logs (coach_id, client_id, id, subject_id, head, day, name, client_program_id, day_key,
        started_at, finished_at, deleted, sets, volume_kg, records, pains, changed_at, updated_at)
      SELECT p.coach_id, p.client_id, p.id || '.' || d.key, gen_random_uuid(), '{}', d.day, 'Workout', p.id, d.key,
        d.day, d.day, false, 12, 4000, 0, 0, d.day, d.day
      FROM client_programs p
        CROSS JOIN LATERAL jsonb_to_recordset(p.training_days) AS d(day date, key text)
      WHERE d.day < ${today} - ${PROGRAM_DAYS} AND abs(hashtext(p.client_id || d.key || p.start_day)) % 4 > 0
      ON CONFLICT DO NOTHING`,
    'UPDATE conversations SET last_seq = 10000',
    `INSERT INTO messages (coach_id, id, client_id, seq, sender, body, created_at)
      SELECT ${coach}, gen_random_uuid(), c.client_id, 100 + s, CASE WHEN s % 2 = 0 THEN 'client' ELSE 'coach' END, 'Hi',
        ${today}::timestamptz - interval '10 days' - (${4 * 52 * YEARS} - s) * interval '42 hours'
      FROM conversations c, generate_series(0, ${4 * 52 * YEARS - 1}) s`,
    `UPDATE check_ins SET reviewed_at = submitted_at + interval '5 hours' WHERE day < ${today} - 7`,
    `INSERT INTO client_metrics (coach_id, date, total_active_clients, clients_on_track, most_consistent_client_streak,
        clients_change)
      SELECT ${coach}, ${today} - d, 100, 60 + d % 30, 3, 0 FROM generate_series(1, ${DAYS}) d`,
  ];
  for (const statement of statements) await run(url, statement);
  await run(url, 'VACUUM ANALYZE');
}

import { and, asc, eq, gte, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientPrograms } from './programs.table.ts';

/** A range of days, both included. */
export type DayRange = { from: string; to: string };

const runsWithin = ({ from, to }: DayRange) => and(lte(clientPrograms.startDay, to), gte(clientPrograms.endDay, from));

/** Programs of the client in scope that have days in the range, by start. */
export const selectOwnPrograms = (tx: Tx<ClientScope>, range: DayRange) =>
  tx
    .select({
      id: clientPrograms.id,
      program: clientPrograms.content,
      startDay: clientPrograms.startDay,
      endDay: clientPrograms.endDay,
      weekdays: clientPrograms.weekdays,
      moved: clientPrograms.moved,
    })
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.clientId, tx.scope.clientId),
        runsWithin(range),
      ),
    )
    .orderBy(asc(clientPrograms.startDay));

/**
 * Subquery of a client's training days between two days, with `client_program_id`, `day` and `key`, and the program's
 * `program_id` and `name`. A program that was ended early has no days after its end.
 */
export const selectTrainingDays = (
  coachId: CoachKey,
  clientId: SQL,
  { from, to }: { from: SQLWrapper | string; to: SQLWrapper | string },
): SQL => sql`(select p.id as client_program_id, p.program_id, p.name, d.day, d.key
  from ${clientPrograms} p cross join lateral jsonb_to_recordset(p.training_days) as d(day date, key text)
  where p.coach_id = ${coachId} and p.client_id = ${clientId} and p.start_day <= ${to} and p.end_day >= ${from}
    and d.day >= ${from} and d.day <= ${to} and d.day <= p.end_day)`;

const follows = (coachId: CoachKey, today: string, which: SQL): SQL =>
  sql`exists (select from ${clientPrograms} p where p.coach_id = ${coachId}
    and p.client_id = client_coach_relationships.client_id and p.end_day >= ${today}${which})`;

/** Condition that the client of a `relationships` row has a program that is not over on `today`. */
export const followsProgram = (coachId: CoachKey, today: string): SQL => follows(coachId, today, sql``);

/** Condition that the planner drafted such a program. */
export const followsDraftedProgram = (coachId: CoachKey, today: string): SQL =>
  follows(coachId, today, sql` and p.generated`);

/** Whether the client in scope has, or had, this program. */
export async function isOwnProgram(tx: Tx<ClientScope>, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: clientPrograms.id })
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.id, id),
        eq(clientPrograms.clientId, tx.scope.clientId),
      ),
    );
  return rows.length > 0;
}

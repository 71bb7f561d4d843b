import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { coaches, users } from './people.table.ts';

/** A coach whose clock shows a certain time, with the plan on record. */
export type CoachAtTime = { coachId: string; timeZone: string; storedPlan: string | null };

/** Hour of the day, or day of the week: 1 for Monday. */
type ClockTime = { unit: 'hour' | 'isodow'; is: number };
type CoachPage = { at: Date; after: string | undefined; limit: number };

/** Active coaches in whose time zone it is this time at `at`, by id. */
export const selectCoachesAtTime = (
  tx: Tx<SystemScope<'metrics' | 'scoring'>>,
  { unit, is }: ClockTime,
  { at, after, limit }: CoachPage,
): Promise<CoachAtTime[]> =>
  tx
    .select({ coachId: coaches.id, timeZone: coaches.timeZone, storedPlan: users.plan })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .where(
      and(
        eq(coaches.status, 'active'),
        sql`extract(${sql.raw(unit)} from ${at.toISOString()}::timestamptz at time zone ${coaches.timeZone}) = ${is}`,
        after === undefined ? undefined : gt(coaches.id, after),
      ),
    )
    .orderBy(asc(coaches.id))
    .limit(limit);

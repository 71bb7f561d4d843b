import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { clientVisits } from './clients.table.ts';

/** Visits of one sitting change nothing: the last time is exact to ten minutes. */
const SITTING_MS = 600_000;

/**
 * Keeps the first and the last time of a client's day.
 * @returns whether it is the first visit of the day
 */
export async function upsertVisit(tx: Tx<ClientScope>, { day, at }: { day: string; at: Date }): Promise<boolean> {
  const { coachId, clientId } = tx.scope;
  const [row] = await tx
    .insert(clientVisits)
    .values({ coachId, clientId, day, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [clientVisits.coachId, clientVisits.clientId, clientVisits.day],
      set: { lastAt: sql`excluded.last_at` },
      // Not computed in the statement: a distributed database refuses a function that depends on the time zone here.
      setWhere: lt(clientVisits.lastAt, new Date(at.getTime() - SITTING_MS)),
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return row?.isNew ?? false;
}

type Range = { from: string; middle: string; to: string };

const visitDays = prepared('visit_days', (tx: Tx<CoachScope>, { coachId, from, middle, to }: Places<Range>) =>
  tx
    .select({
      clientId: clientVisits.clientId,
      isRecent: sql<boolean>`${clientVisits.day} >= ${middle}::date`.as('is_recent'),
      days: sql<number>`count(*)::int`,
    })
    .from(clientVisits)
    .where(sql`${clientVisits.coachId} = ${coachId} and ${clientVisits.day} between ${from}::date and ${to}::date`)
    .groupBy(sql`${clientVisits.clientId}, is_recent`),
);

/** Counts the days with a visit of each client from `from` until `middle`, and from then on. */
export const countVisitDays = (tx: Tx<CoachScope>, range: Range) => visitDays(tx, range);

type Days = { from: string; to: string };

const visitDaysByClient = prepared('visit_days_by_client', (tx: Tx<CoachScope>, { coachId, from, to }: Places<Days>) =>
  tx
    .select({ clientId: clientVisits.clientId, days: sql<string[]>`array_agg(${clientVisits.day}::text)` })
    .from(clientVisits)
    .where(sql`${clientVisits.coachId} = ${coachId} and ${clientVisits.day} between ${from}::date and ${to}::date`)
    .groupBy(clientVisits.clientId),
);

/** The days with a visit from `from` to `to`, by client. */
export async function listVisitDays(tx: Tx<CoachScope>, days: Days): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await visitDaysByClient(tx, days);
  return new Map(rows.map((row) => [row.clientId, row.days]));
}

/** The first and the last visit of each day that ended after an instant. */
export const selectVisitsSince = (tx: Tx<CoachScope>, clientIds: readonly string[], since: Date) =>
  tx
    .select({ clientId: clientVisits.clientId, firstAt: clientVisits.firstAt, lastAt: clientVisits.lastAt })
    .from(clientVisits)
    .where(
      and(
        eq(clientVisits.coachId, tx.scope.coachId),
        inArray(clientVisits.clientId, [...clientIds]),
        gt(clientVisits.lastAt, since),
      ),
    );

/** The days with a visit of each client as JSON, counted from 1970. */
export const visitDaysOf = (coachId: CoachKey, ofOne: (clientId: SQL) => SQL): SQL =>
  sql`select v.client_id, json_agg(v.day - date '1970-01-01' order by v.day) as visits
    from ${clientVisits} v where v.coach_id = ${coachId} and ${ofOne(sql`v.client_id`)} group by v.client_id`;

/** The day of a client's last visit up to `day`; null before the first one. */
export const lastVisitUntil = (coachId: CoachKey, clientId: SQL, day: SQL): SQL<string | null> =>
  sql<string | null>`(select max(v.day)::text from ${clientVisits} v
    where v.coach_id = ${coachId} and v.client_id = ${clientId} and v.day <= ${day})`;

/** The day of the client's last visit, for selects from `relationships`; null before the first one. */
export const lastVisitDay = (coachId: CoachKey): SQL<string | null> =>
  lastVisitUntil(coachId, sql`client_coach_relationships.client_id`, sql`'infinity'::date`);

/** When the client visited last, for selects from `relationships`; null before the first time. */
export const lastVisitAt = (coachId: CoachKey) =>
  sql<Date | null>`(select max(v.last_at) from ${clientVisits} v
    where v.coach_id = ${coachId} and v.client_id = client_coach_relationships.client_id)`.mapWith(clientVisits.lastAt);

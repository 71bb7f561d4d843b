import type { TakenAction } from '@stridewell/contract/retention/retention';
import { ACTION_SHOWN_DAYS } from '@stridewell/contract/retention/retention.rules';
import { and, desc, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { departures, knownReasons, riskActions } from './retention.table.ts';

type NewReason = Omit<typeof knownReasons.$inferInsert, 'coachId' | 'endedAt'>;

const isReason = (tx: Tx<CoachScope>, { clientId, id }: { clientId: string; id: string }) =>
  and(eq(knownReasons.coachId, tx.scope.coachId), eq(knownReasons.clientId, clientId), eq(knownReasons.id, id));

/** @returns undefined when the id belongs to another client's reason */
export async function insertReason(tx: Tx<CoachScope>, reason: NewReason) {
  await tx
    .insert(knownReasons)
    .values({ coachId: tx.scope.coachId, ...reason })
    .onConflictDoNothing();
  const [row] = await tx.select().from(knownReasons).where(isReason(tx, reason));
  return row;
}

/** Ends the reasons of a client that are still open, but for one. */
export async function endOtherReasons(
  tx: Tx<CoachScope>,
  { clientId, id, today, now }: { clientId: string; id: string; today: string; now: Date },
): Promise<void> {
  await tx
    .update(knownReasons)
    .set({ endedAt: now })
    .where(
      and(
        eq(knownReasons.coachId, tx.scope.coachId),
        eq(knownReasons.clientId, clientId),
        ne(knownReasons.id, id),
        gte(knownReasons.untilDay, today),
        isNull(knownReasons.endedAt),
      ),
    );
}

export async function findReason(tx: Tx<CoachScope>, key: { clientId: string; id: string }) {
  const [row] = await tx.select().from(knownReasons).where(isReason(tx, key)).for('update');
  return row;
}
export const deleteReason = (tx: Tx<CoachScope>, key: { clientId: string; id: string }) =>
  tx.delete(knownReasons).where(isReason(tx, key));
export const endReason = (tx: Tx<CoachScope>, key: { clientId: string; id: string }, endedAt: Date) =>
  tx
    .update(knownReasons)
    .set({ endedAt })
    .where(and(isReason(tx, key), isNull(knownReasons.endedAt)));

/** The reasons that cover a day, by client; the longest one of each. */
export async function listReasonsOn(tx: Tx<CoachScope>, day: string, clientId: string | null = null) {
  const { id, reason, fromDay, untilDay } = knownReasons;
  const rows = await tx
    .select({ clientId: knownReasons.clientId, id, reason, fromDay, untilDay })
    .from(knownReasons)
    .where(
      and(
        eq(knownReasons.coachId, tx.scope.coachId),
        isNull(knownReasons.endedAt),
        sql`${day}::date between ${fromDay} and ${untilDay}`,
        clientId === null ? undefined : eq(knownReasons.clientId, clientId),
      ),
    )
    .orderBy(untilDay, id);
  return new Map(rows.map((row) => [row.clientId, row]));
}

/**
 * Known reasons of clients as JSON: first day, first day after them, day of the record, and the day on which the coach
 * ended them.
 */
export const knownDaysOf = (
  coachId: CoachKey,
  { dayOf, ofOne }: { dayOf: (at: SQL) => SQL; ofOne: (clientId: SQL) => SQL },
): SQL => sql`select k.client_id, json_agg(json_build_array(k.from_day - date '1970-01-01',
    k.until_day + 1 - date '1970-01-01', ${dayOf(sql`k.created_at`)}, ${dayOf(sql`k.ended_at`)})
    order by k.from_day, k.id) as known
  from ${knownReasons} k where k.coach_id = ${coachId} and ${ofOne(sql`k.client_id`)} group by k.client_id`;

type NewAction = Omit<typeof riskActions.$inferInsert, 'coachId'>;

const isAction = (tx: Tx<CoachScope>, { clientId, id }: { clientId: string; id: string }) =>
  and(eq(riskActions.coachId, tx.scope.coachId), eq(riskActions.clientId, clientId), eq(riskActions.id, id));

/** @returns undefined when the id belongs to another client's action */
export async function insertAction(tx: Tx<CoachScope>, action: NewAction) {
  await tx
    .insert(riskActions)
    .values({ coachId: tx.scope.coachId, ...action })
    .onConflictDoNothing();
  return findAction(tx, action);
}

export async function findAction(tx: Tx<CoachScope>, key: { clientId: string; id: string }) {
  const [row] = await tx.select().from(riskActions).where(isAction(tx, key));
  return row;
}
export const deleteAction = (tx: Tx<CoachScope>, key: { clientId: string; id: string }) =>
  tx.delete(riskActions).where(isAction(tx, key));

/** The newest action of each client in the last two weeks. */
export async function listNewestActions(tx: Tx<CoachScope>, now: Date, clientId: string | null = null) {
  const since = new Date(now.getTime() - ACTION_SHOWN_DAYS * 86_400_000);
  const rows = await tx
    .select()
    .from(riskActions)
    .where(
      and(
        eq(riskActions.coachId, tx.scope.coachId),
        gte(riskActions.doneAt, since),
        clientId === null ? undefined : eq(riskActions.clientId, clientId),
      ),
    )
    .orderBy(desc(riskActions.doneAt), desc(riskActions.id));
  return new Map(rows.toReversed().map((row) => [row.clientId, toTaken(row)]));
}

export const toTaken = ({ id, action, doneAt }: typeof riskActions.$inferSelect): TakenAction => ({
  id,
  action,
  doneAt: doneAt.toISOString(),
});

type NewDeparture = Pick<typeof departures.$inferInsert, 'id' | 'clientId' | 'day' | 'reason' | 'note' | 'recordedAt'>;

export async function upsertDeparture(tx: Tx<CoachScope>, departure: NewDeparture): Promise<void> {
  const { reason, note, recordedAt } = departure;
  await tx
    .insert(departures)
    .values({ coachId: tx.scope.coachId, ...departure })
    .onConflictDoUpdate({
      target: [departures.coachId, departures.clientId, departures.day],
      set: { reason, note, recordedAt },
    });
}

/** How many reasons of leaving were recorded in each month since a day. A client who came back does not count. */
export const countDepartures = (tx: Tx<CoachScope>, since: string) =>
  tx
    .select({
      month: sql<string>`to_char(${departures.day}, 'YYYY-MM')`.as('month'),
      reason: departures.reason,
      count: sql<number>`count(*)::int`.as('count'),
    })
    .from(departures)
    .where(
      and(
        eq(departures.coachId, tx.scope.coachId),
        gte(departures.day, since),
        sql`(departures.client_id is null or exists (select from ${relationships} r where r.coach_id = ${tx.scope.coachId}
          and r.client_id = departures.client_id and r.status in ('archived', 'ended')))`,
      ),
    )
    .groupBy(sql`month`, departures.reason)
    .orderBy(sql`month desc`, sql`count desc`, departures.reason);

/** `isOpen`: the coach can still say why. */
type LeftClient = { clientId: string; name: string; day: string; isOpen: boolean };

/** The day on which each former client left after they last were a client, since a day; of all of them or of one. */
export async function listLeftDays(
  tx: Tx<CoachScope>,
  { timeZone, since, clientId = null }: { timeZone: string; since: string; clientId?: string | null },
) {
  const { coachId } = tx.scope;
  const { rows } = await tx.execute<LeftClient>(sql`
    select e.client_id as "clientId", max(r.full_name) as name, bool_or(r.person_id is not null and not exists (
        select from ${departures} d where d.coach_id = ${coachId} and d.client_id = e.client_id)) as "isOpen",
      min((e.occurred_at at time zone ${timeZone})::date)::text as day
    from ${events} e join ${relationships} r on r.coach_id = ${coachId} and r.client_id = e.client_id
      and r.status in ('archived', 'ended') and r.accepted_at is not null
    where e.coach_id = ${coachId} and e.type in ('relationship.archived', 'relationship.ended')
      and (${clientId}::uuid is null or e.client_id = ${clientId}::uuid)
      and not exists (select from ${events} b where b.coach_id = ${coachId} and b.client_id = e.client_id
        and b.type in ('relationship.accepted', 'relationship.restored') and b.occurred_at > e.occurred_at)
    group by e.client_id
    having min((e.occurred_at at time zone ${timeZone})::date) >= ${since}::date
    order by e.client_id`);
  return rows;
}

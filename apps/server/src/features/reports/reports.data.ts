import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';

/** Statuses of people who are or were coached, other than those who never accepted. */
const COACHED = ['active', 'paused', 'archived', 'ended'] as const satisfies readonly RelationshipStatus[];

/** Clients and former clients by name, or the one with this id. */
export const selectCoached = (tx: Tx<CoachScope>, clientId: string | null) =>
  tx
    .select({
      clientId: relationships.clientId,
      name: relationships.fullName,
      status: sql<(typeof COACHED)[number]>`${relationships.status}`,
    })
    .from(relationships)
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        inArray(relationships.status, [...COACHED]),
        clientId === null ? undefined : eq(relationships.clientId, clientId),
      ),
    )
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

type Range = { clientIds: readonly string[]; from: string; middle: string; until: string; timeZone: string };

// A booked session is recorded with its start, on which the client may do nothing. A changed setting is no activity.
const activeDays = prepared(
  'active_days',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, until, timeZone }: Places<Range>) =>
    tx
      .select({
        clientId: sql<string>`e.client_id`,
        isRecent: sql<boolean>`e.is_recent`,
        days: sql<number>`count(distinct e.day)::int`,
      })
      .from(sql`(select e.client_id, e.occurred_at >= ${middle}::timestamptz as is_recent,
          (e.occurred_at at time zone ${timeZone})::date as day
        from ${events} e where e.coach_id = ${coachId} and e.client_id = any(${clientIds}::uuid[])
          and e.actor = 'client' and e.type not in ('session.started', 'automatic.allowed')
          and e.occurred_at >= ${from}::timestamptz and e.occurred_at < ${until}::timestamptz) e`)
      .groupBy(sql`e.client_id, e.is_recent`),
);

/** Counts the days on which each client did something that the events hold, before `middle` and since. */
export const selectActiveDays = (tx: Tx<CoachScope>, range: Range) => activeDays(tx, range);

import { BILLABLE_SEAT_STATUSES } from '@stridewell/contract/billing/billing.rules';
import type { EngagementLabel, PlanStatus } from '@stridewell/contract/clients/clients.labels.rules';
import {
  type ClientFilter,
  type ClientSort,
  type ListPosition,
  type SortOrder,
  STATUSES_OF,
} from '@stridewell/contract/clients/clients.rules';
import { dayInZone } from '@stridewell/contract/time';
import { and, asc, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { hasPlanStatus } from '../../core/plans.ts';
import { hasStatus, isOffTrack, selectCovered } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { beginsWith, searchKey } from '../../platform/db/search.ts';
import { percentOfWorkouts, trainingRange } from '../workouts/workouts.adherence.service.ts';
import { clientColumns, figureDays } from './clients.data.ts';

const { nameKey, lastNameKey, createdAt, clientId, lastCheckInDay, onboardingCompleted } = relationships;
const lastCheckIn = sql`coalesce(${lastCheckInDay}, '-infinity')`;

type SortKey = { by: SQL; key: SQL<string>; type: SQL };

/** Sort keys, each the first column of an index. */
const SORTS: Record<Exclude<ClientSort, 'workouts'>, SortKey> = {
  name: { by: sql`${nameKey}`, key: sql`${nameKey}`, type: sql`text` },
  last_check_in: { by: lastCheckIn, key: sql`${lastCheckIn}::text`, type: sql`date` },
  newest: {
    by: sql`${createdAt}`,
    key: sql`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    type: sql`timestamptz`,
  },
};
/** Clients without a due workout sort below 0 percent. Computes the percentages of all the coach's clients. */
function sortOf(tx: Tx<CoachScope>, sort: ClientSort, clock: { now: Date; timeZone: string }): SortKey {
  if (sort !== 'workouts') return SORTS[sort];
  const by = sql`coalesce(${percentOfWorkouts(tx.scope.coachId, trainingRange(clock.now), clock)}, -1)`;
  return { by, key: sql`${by}::text`, type: sql`integer` };
}

const CONDITIONS: Partial<Record<ClientFilter, (clock: { now: Date; timeZone: string }) => SQL>> = {
  attention: isOffTrack,
  active: () => sql`${onboardingCompleted}`,
  onboarding: () => sql`not ${onboardingCompleted}`,
};

function matches(q: string): SQL | undefined {
  const typed = sql`${q}::text`;
  return or(
    beginsWith(sql`${nameKey}`, searchKey(typed)),
    beginsWith(sql`${lastNameKey}`, searchKey(typed)),
    beginsWith(sql`${relationships.email} collate "C"`, sql`lower(${typed})`),
  );
}

export type ClientPage = {
  q: string;
  filter: ClientFilter;
  planStatus: PlanStatus | undefined;
  engagement: EngagementLabel | undefined;
  sort: ClientSort;
  order: SortOrder;
  /** The last row of the previous page; undefined for the first page. */
  after: ListPosition | undefined;
  limit: number;
  now: Date;
  /** The coach's time zone. */
  timeZone: string;
};

const seatsOf = prepared('seats', (tx: Tx<CoachScope>, { coachId, cap }: Places<{ cap: number }>) =>
  tx
    .select({
      used: count(),
      covered: sql<string[] | null>`case when count(*) > ${cap}::int then
        array(${selectCovered(coachId, sql`${cap}::int`)})::text[] end`,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, coachId), hasStatus(BILLABLE_SEAT_STATUSES))),
);

/**
 * The number of taken seats, and the clients that the plan covers, in the order of `coveredClients`. `covered` is null
 * when the plan covers all of them, the usual case.
 */
export async function findSeats(tx: Tx<CoachScope>, cap: number): Promise<{ used: number; covered: string[] | null }> {
  const [row] = await seatsOf(tx, { cap });
  return row ?? { used: 0, covered: null };
}

/** At most `limit` clients in the order of `sort` and `order`, with the sort key for the cursor of the next page. */
export function selectClientPage(tx: Tx<CoachScope>, page: ClientPage) {
  const { q, filter, planStatus, engagement, sort, order, after, limit, now, timeZone } = page;
  const { by, key, type } = sortOf(tx, sort, { now, timeZone });
  const falls = order === 'desc';
  const place = after && sql`(${after.key}::${type}, ${after.id}::uuid)`;
  return tx
    .select({ ...clientColumns(tx.scope.coachId, figureDays(now)), key })
    .from(relationships)
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        hasStatus(STATUSES_OF[filter]),
        CONDITIONS[filter]?.({ now, timeZone }),
        planStatus && hasPlanStatus(tx, planStatus, dayInZone(now, timeZone)),
        engagement && and(hasStatus(['active']), eq(relationships.engagement, engagement)),
        q ? matches(q) : undefined,
        place && sql`(${by}, ${clientId}) ${falls ? sql`<` : sql`>`} ${place}`,
      ),
    )
    .orderBy(falls ? desc(by) : asc(by), falls ? desc(clientId) : asc(clientId))
    .limit(limit);
}

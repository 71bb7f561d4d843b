import { BILLABLE_SEAT_STATUSES } from '@stridewell/contract/billing.rules';
import type { EngagementLabel, PlanStatus } from '@stridewell/contract/clients.labels.rules';
import {
  type ClientFilter,
  type ClientSort,
  type ListPosition,
  type RelationshipStatus,
  STATUSES_OF,
} from '@stridewell/contract/clients.rules';
import { and, asc, count, desc, eq, not, or, type SQL, sql } from 'drizzle-orm';
import { relationships, searchKey } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { clientColumns } from './clients.data.ts';

const { nameKey, lastNameKey, createdAt, clientId, checkInDueOn, checkInTimeZone, adherenceFalling, lastCheckInDay } =
  relationships;
const lastCheckIn = sql`coalesce(${lastCheckInDay}, '-infinity')`;

/** What a list is sorted by: the indexes of the table begin with these. */
const SORTS: Record<ClientSort, { by: SQL; key: SQL<string>; type: SQL; falls: boolean }> = {
  name: { by: sql`${nameKey}`, key: sql`${nameKey}`, type: sql`text`, falls: false },
  last_check_in: { by: lastCheckIn, key: sql`${lastCheckIn}::text`, type: sql`date`, falls: true },
  newest: {
    by: sql`${createdAt}`,
    key: sql`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    type: sql`timestamptz`,
    falls: true,
  },
};

/** Words of the code, written out so that the planner sees which partial index holds them. */
const inOneOf = (statuses: readonly RelationshipStatus[]) =>
  sql`${relationships.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`;

/** What begins with `start`, as a range: under row-level security LIKE would be served by no index. */
const beginsWith = (column: SQL, start: SQL) =>
  sql`(${column} >= ${start} and ${column} < ${start} || ${'\u{10FFFF}'}::text)`;

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
  /** The place to go on from; from the beginning without one. */
  after: ListPosition | undefined;
  limit: number;
  now: Date;
  /** Of the coach. */
  timeZone: string;
};

/** Nobody has a plan before there is a record. */
const hasPlan = (coachId: string, plan: PlanStatus) => {
  const recorded = (status: SQL) => sql`${clientId} in (select p.client_id from client_records p
    where p.coach_id = ${coachId} and ${status})`;
  return plan === 'none' ? not(recorded(sql`p.plan_status <> 'none'`)) : recorded(sql`p.plan_status = ${plan}`);
};

const seatStatuses = sql.raw(BILLABLE_SEAT_STATUSES.map((status) => `'${status}'`).join(', '));

const seatsOf = prepared('seats', (tx: Tx<CoachScope>, { coachId, cap }: Places<{ cap: number }>) =>
  tx
    .select({
      used: count(),
      covered: sql<string[] | null>`case when count(*) > ${cap}::int then array(
        select r.client_id::text from client_coach_relationships r where r.coach_id = ${coachId}
        and r.status in (${seatStatuses})
        order by coalesce(r.accepted_at, r.created_at), r.client_id limit ${cap}::int) end`,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, coachId), sql`${relationships.status} in (${seatStatuses})`)),
);

/**
 * How many take a seat; and when they are more than `cap`, who the plan covers, in the order of `coveredClients`. One
 * statement, because nearly always there is nothing to say.
 */
export async function findSeats(tx: Tx<CoachScope>, cap: number): Promise<{ used: number; covered: string[] | null }> {
  const [row] = await seatsOf(tx, { cap });
  return row ?? { used: 0, covered: null };
}

/** At most `limit` clients in the order of `sort`, with the key that the next page goes on from. */
export function selectClientPage(tx: Tx<CoachScope>, page: ClientPage) {
  const { q, filter, planStatus, engagement, sort, after, limit, now, timeZone } = page;
  const { by, key, type, falls } = SORTS[sort];
  const today = sql`(${now.toISOString()}::timestamptz at time zone coalesce(${checkInTimeZone}, ${timeZone}))::date`;
  const place = after && sql`(${after.key}::${type}, ${after.id}::uuid)`;
  return tx
    .select({ ...clientColumns, key })
    .from(relationships)
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        inOneOf(STATUSES_OF[filter]),
        filter === 'attention' ? sql`(${checkInDueOn} < ${today} or ${adherenceFalling})` : undefined,
        planStatus && hasPlan(tx.scope.coachId, planStatus),
        engagement && and(inOneOf(['active']), eq(relationships.engagement, engagement)),
        q ? matches(q) : undefined,
        place && sql`(${by}, ${clientId}) ${falls ? sql`<` : sql`>`} ${place}`,
      ),
    )
    .orderBy(falls ? desc(by) : asc(by), falls ? desc(clientId) : asc(clientId))
    .limit(limit);
}

import { type SQL, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { checkIns } from './checkins.table.ts';

// Arrays instead of objects, because repeated property names would be most of the data.
type StoredWait = [isRecent: boolean, seconds: number, answered: boolean];

/**
 * How long the check-ins of a client waited for a review. `sleepHours` and `nutrition` are the mean answers since
 * `middle`; `nutritionBefore` is the mean before it.
 */
export type ReviewWaits = {
  clientId: string;
  sleepHours: number | null;
  nutrition: number | null;
  nutritionBefore: number | null;
  waits: StoredWait[];
};

type WaitRange = { clientIds: readonly string[]; from: string; middle: string; until: string; now: string };

const reviewWaits = prepared(
  'review_waits',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, until, now }: Places<WaitRange>) =>
    tx
      .select({
        clientId: sql<string>`w.client_id`,
        sleepHours: sql<number | null>`(avg(w.sleep_hours) filter (where w.is_recent))::float8`,
        nutrition: sql<number | null>`(avg(w.nutrition) filter (where w.is_recent))::float8`,
        nutritionBefore: sql<number | null>`(avg(w.nutrition) filter (where not w.is_recent))::float8`,
        waits: sql<StoredWait[]>`coalesce(json_agg(json_build_array(w.is_recent, greatest(0, extract(epoch
          from coalesce(w.reviewed_at, ${now}::timestamptz) - w.submitted_at)), w.reviewed_at is not null))
          filter (where not w.by_coach), '[]')`,
      })
      .from(sql`(select c.*, c.submitted_at >= ${middle}::timestamptz as is_recent from ${checkIns} c
        where c.coach_id = ${coachId} and c.client_id = any(${clientIds}::uuid[])
          and c.submitted_at >= ${from}::timestamptz and c.submitted_at < ${until}::timestamptz) w`)
      .groupBy(sql`w.client_id`),
);

/** Check-ins from `from` to before `until`, which can be `infinity`; those since `middle` are recent. Excludes check-ins that the coach logged. */
export const selectReviewWaits = (tx: Tx<CoachScope>, range: WaitRange): Promise<ReviewWaits[]> =>
  reviewWaits(tx, range);

/** Subquery of a client's weights since a day, with `day` and `weight_kg`. On one day, the later weight counts. */
export const dailyWeights = (coachId: CoachKey, clientId: SQL, since: SQL): SQL => sql`(
  select distinct on (c.day) c.day, c.weight_kg from ${checkIns} c where c.coach_id = ${coachId}
    and c.client_id = ${clientId} and c.weight_kg is not null and c.day >= ${since}
  order by c.day, c.submitted_at desc)`;

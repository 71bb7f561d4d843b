import type { CheckInPoint, WeighInEnds } from '@stridewell/contract/clients/clients.figures.rules';
import { type SQL, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import { checkIns, checkInTemplates } from './checkins.table.ts';

// Columns for selects from `relationships` or `coaches`. Outer columns are written as SQL: a select from one table
// omits the table's name, and in the subquery a bare name would mean the inner column.

/** How many check-ins the rules for streaks, trends and plateaus use. */
const RECENT_CHECK_INS = 12;

// Arrays instead of objects, because repeated property names would be most of the data.
type StoredPoint = [day: string, weightKg: number | null, adherence: number | null];
const toPoints = (points: StoredPoint[]) =>
  points.map(([day, weightKg, adherence]): CheckInPoint => ({ day, weightKg, adherence }));

/** The newest check-ins of a relationship up to a day, newest first. */
export const recentCheckIns = (coachId: CoachKey, until?: string): SQL<CheckInPoint[]> =>
  sql`coalesce((
  select json_agg(json_build_array(recent.day, recent.weight_kg, recent.adherence) order by recent.submitted_at desc)
  from (select c.day, c.weight_kg, c.adherence, c.submitted_at from ${checkIns} c
    where c.coach_id = ${coachId} and c.client_id = client_coach_relationships.client_id
      ${until === undefined ? sql.empty() : sql`and c.day <= ${until}::date`}
    order by c.submitted_at desc limit ${sql.raw(String(RECENT_CHECK_INS))}) recent), '[]')`.mapWith(toPoints);

/** Days with a check-in of a relationship. */
export const checkedDays = (coachId: CoachKey) => sql<string[]>`array(
  select distinct c.day::text from ${checkIns} c where c.coach_id = ${coachId}
    and c.client_id = client_coach_relationships.client_id)`;

type StoredEnds = { first: [day: string, weightKg: number]; last: [day: string, weightKg: number] };

/** Reads the first and newest weight from JSON, where each is an array. */
export const readEnds = ({ first, last }: StoredEnds): WeighInEnds => ({
  first: { day: first[0], weightKg: first[1] },
  last: { day: last[0], weightKg: last[1] },
});

/** Ordered by day, because a check-in for an earlier day can be logged later. */
const weightAt = (coachId: CoachKey, order: 'asc' | 'desc') => sql`(select json_build_array(c.day, c.weight_kg)
  from ${checkIns} c where c.coach_id = ${coachId} and c.client_id = client_coach_relationships.client_id
    and c.weight_kg is not null order by c.day ${sql.raw(order)}, c.submitted_at desc limit 1)`;

/** The first and newest weight of a relationship's check-ins by day. On one day, the later check-in counts. */
export const checkInWeightEnds = (coachId: CoachKey) =>
  sql<WeighInEnds | null>`(select json_build_object('first', ends.first, 'last', ends.last)
  from (select ${weightAt(coachId, 'asc')} as first, ${weightAt(coachId, 'desc')} as last) ends
  where ends.first is not null)`.mapWith(readEnds);

/** Whether the coach has created a form. */
export const hasForms = (coachId: CoachKey) =>
  sql<boolean>`exists (select 1 from ${checkInTemplates} t where t.coach_id = ${coachId})`;

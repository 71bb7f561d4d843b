import type { CheckInPoint } from '@stridewell/contract/dashboard.rules';
import { type SQL, sql } from 'drizzle-orm';
import { checkIns, checkInTemplates } from './checkins.table.ts';

// Columns for selects from `relationships` or `coaches`. The outer columns are written out: a select from one table
// leaves the table's name away, and inside the subquery a bare name would mean the inner column.

/** How many check-ins the rules about streaks, trends and plateaus look at. */
const RECENT_CHECK_INS = 12;

// Arrays instead of objects: names repeated for each check-in would be most of the transfer.
type StoredPoint = [day: string, weightKg: number | null, adherence: number | null];
const toPoints = (points: StoredPoint[]) =>
  points.map(([day, weightKg, adherence]): CheckInPoint => ({ day, weightKg, adherence }));

/** The newest check-ins of a relationship, newest first. */
export const recentCheckIns: SQL<CheckInPoint[]> = sql`coalesce((
  select json_agg(json_build_array(recent.day, recent.weight_kg, recent.adherence) order by recent.submitted_at desc)
  from (select c.day, c.weight_kg, c.adherence, c.submitted_at from ${checkIns} c
    where c.coach_id = client_coach_relationships.coach_id and c.client_id = client_coach_relationships.client_id
    order by c.submitted_at desc limit ${sql.raw(String(RECENT_CHECK_INS))}) recent), '[]')`.mapWith(toPoints);

/** The days on which a relationship has a check-in. */
export const checkedDays = sql<string[]>`array(
  select distinct c.day::text from ${checkIns} c where c.coach_id = client_coach_relationships.coach_id
    and c.client_id = client_coach_relationships.client_id)`;

/** Whether the coach of a row of `coaches` has made a form. */
export const hasForms = sql<boolean>`exists (select 1 from ${checkInTemplates} t where t.coach_id = coaches.id)`;

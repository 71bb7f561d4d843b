import {
  type ConversionGroup,
  PROSPECT_BOUNDS,
  PROSPECT_STAGES,
  type ProspectStage,
} from '@stridewell/contract/prospects/prospects.rules';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { matchesPerson } from '../../core/search.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { PROSPECT } from './prospects.data.ts';
import { prospects } from './prospects.table.ts';

const matches = (q: string) => (q ? matchesPerson(prospects, q) : undefined);

/** Counts prospects by stage up to a bound, so that a long column costs no more than a short one. */
export const columnCounts = (q: string) => sql`select s.stage, c.count
    from unnest(${sql.param([...PROSPECT_STAGES])}::text[]) as s(stage) cross join lateral (
      select count(*)::int as count from (
        select 1 from ${prospects} where ${prospects.stage} = s.stage and ${matches(q) ?? sql`true`}
        limit ${PROSPECT_BOUNDS.counted}
      ) counted
    ) c`;

export async function countColumns(tx: Tx<OperatorScope>, q: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ stage: string; count: number }>(columnCounts(q));
  return new Map(rows.map(({ stage, count }) => [stage, count]));
}

/** The prospects who most recently got a stage. */
export const selectColumn = (tx: Tx<OperatorScope>, q: string, stage: ProspectStage) =>
  tx
    .select(PROSPECT)
    .from(prospects)
    .where(and(eq(prospects.stage, stage), matches(q)))
    .orderBy(desc(prospects.stageSince), desc(prospects.id))
    .limit(PROSPECT_BOUNDS.perColumn);

type Selection = { q: string; stage: ProspectStage | undefined; after: Cursor | null; limit: number };

/** Prospects by first touch, newest first. */
export const selectProspects = (tx: Tx<OperatorScope>, { q, stage, after, limit }: Selection) =>
  tx
    .select({ ...PROSPECT, at: prospects.firstTouchAt })
    .from(prospects)
    .where(
      and(
        stage && eq(prospects.stage, stage),
        matches(q),
        after
          ? sql`(${prospects.firstTouchAt}, ${prospects.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(prospects.firstTouchAt), desc(prospects.id))
    .limit(limit);

const SOURCES = { touch: prospects.firstTouch, heard: prospects.heardFrom };

/** Conversion by source of prospects whose first touch was after `from`, largest source first. */
export const selectConversion = (tx: Tx<OperatorScope>, { from, by }: { from: Date; by: ConversionGroup }) =>
  tx
    .select({
      source: sql<string>`${SOURCES[by]}`,
      prospects: sql<number>`count(*)::int`,
      demos: sql<number>`count(${prospects.demoReachedAt})::int`,
      trials: sql<number>`count(${prospects.trialReachedAt})::int`,
      won: sql<number>`count(${prospects.wonAt})::int`,
    })
    .from(prospects)
    .where(gte(prospects.firstTouchAt, from))
    .groupBy(SOURCES[by])
    .orderBy(sql`count(*) desc`, SOURCES[by]);

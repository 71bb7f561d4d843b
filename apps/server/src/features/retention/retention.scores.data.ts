import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { FeatureBins } from './retention.drift.rules.ts';
import type { Outcome } from './retention.outcomes.rules.ts';
import { retentionModels, retentionOffsets, retentionScores, retentionWeeks } from './retention.scores.table.ts';
import type { ModelWatch } from './retention.watch.rules.ts';

type Scoring = SystemScope<'scoring'>;
type NewScore = Omit<typeof retentionScores.$inferInsert, 'coachId'>;
type NewWeek = Omit<typeof retentionWeeks.$inferInsert, 'coachId'>;

/** The model in use, without a row while none is measured. */
export async function findModelInUse(tx: Tx<CoachScope | Scoring>) {
  const [row] = await tx.select().from(retentionModels).where(eq(retentionModels.inUse, true));
  return row;
}

export async function findOffset(tx: Tx<CoachScope>, version: number) {
  const { logOdds, clients, left } = retentionOffsets;
  const [row] = await tx
    .select({ logOdds, clients, left })
    .from(retentionOffsets)
    .where(and(eq(retentionOffsets.coachId, tx.scope.coachId), eq(retentionOffsets.version, version)));
  return row;
}

export async function hasWeek(tx: Tx<CoachScope>, day: string): Promise<boolean> {
  const rows = await tx
    .select({ day: retentionWeeks.day })
    .from(retentionWeeks)
    .where(and(eq(retentionWeeks.coachId, tx.scope.coachId), eq(retentionWeeks.day, day)));
  return rows.length > 0;
}

/** @returns false when the week is there already */
export async function insertWeek(tx: Tx<CoachScope>, week: NewWeek): Promise<boolean> {
  const { rowCount } = await tx
    .insert(retentionWeeks)
    .values({ coachId: tx.scope.coachId, ...week })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function insertScores(tx: Tx<CoachScope>, scores: readonly NewScore[]): Promise<void> {
  if (scores.length === 0) return;
  const { coachId } = tx.scope;
  await tx
    .insert(retentionScores)
    .values(scores.map((score) => ({ coachId, ...score })))
    .onConflictDoNothing();
}

/** Stored scores of the clients at the end of a day. */
export const selectScores = (tx: Tx<CoachScope>, day: string) =>
  tx
    .select({ clientId: retentionScores.clientId, level: retentionScores.level, chance: retentionScores.chance })
    .from(retentionScores)
    .where(and(eq(retentionScores.coachId, tx.scope.coachId), eq(retentionScores.day, day)))
    .orderBy(asc(retentionScores.clientId));

/** Deletes scores from before `day`. */
export async function deleteScoresBefore(tx: Tx<CoachScope>, day: string): Promise<void> {
  await tx
    .delete(retentionScores)
    .where(and(eq(retentionScores.coachId, tx.scope.coachId), lt(retentionScores.day, day)));
}

/** Deletes all scores of the client in scope. Counts of past weeks stay. */
export async function deleteOwnScores(tx: Tx<ClientScope>): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx
    .delete(retentionScores)
    .where(and(eq(retentionScores.coachId, coachId), eq(retentionScores.clientId, clientId)));
}

/** Every fourth Sunday: the four weeks after two of them never overlap. */
const isCounted = sql`(${retentionWeeks.day} - date '1970-01-04') / 7 % 4 = 0`;

/** Days up to `until` whose outcomes are over and not counted yet. */
export async function selectUncounted(tx: Tx<CoachScope>, until: string): Promise<string[]> {
  const rows = await tx
    .select({ day: retentionWeeks.day })
    .from(retentionWeeks)
    .where(
      and(
        eq(retentionWeeks.coachId, tx.scope.coachId),
        lte(retentionWeeks.day, until),
        isNull(retentionWeeks.outcomes),
        isCounted,
      ),
    )
    .orderBy(asc(retentionWeeks.day));
  return rows.map(({ day }) => day);
}

export async function setOutcomes(tx: Tx<CoachScope>, day: string, outcomes: Outcome[]): Promise<void> {
  await tx
    .update(retentionWeeks)
    .set({ outcomes })
    .where(and(eq(retentionWeeks.coachId, tx.scope.coachId), eq(retentionWeeks.day, day)));
}

/** Outcomes of the coach's clients after the weeks that a version counted; null for the shipped prior. */
export async function selectOutcomes(tx: Tx<CoachScope>, version: number | null): Promise<Outcome[]> {
  const rows = await tx
    .select({ outcomes: retentionWeeks.outcomes })
    .from(retentionWeeks)
    .where(
      and(
        eq(retentionWeeks.coachId, tx.scope.coachId),
        isNotNull(retentionWeeks.outcomes),
        version === null ? isNull(retentionWeeks.modelVersion) : eq(retentionWeeks.modelVersion, version),
      ),
    )
    .orderBy(asc(retentionWeeks.day));
  return rows.flatMap(({ outcomes }) => outcomes ?? []);
}

/** Sums over all coaches, by level and band, for weeks that this version scored since `from`. */
export async function sumAllOutcomes(tx: Tx<Scoring>, version: number, from: string): Promise<Outcome[]> {
  const { rows } = await tx.execute<Outcome>(sql`
    select o.level, o.band, sum(o.clients)::int as clients, sum(o."left")::int as "left",
      sum(o.promised)::float8 as promised, sum(o.variance)::float8 as variance
    from ${retentionWeeks} w
      cross join lateral jsonb_to_recordset(w.outcomes)
        as o(level text, band int, clients int, "left" int, promised float8, variance float8)
    where w.model_version = ${version} and w.day >= ${from}::date and w.outcomes is not null
    group by o.level, o.band order by o.level, o.band`);
  return rows;
}

/** The spread of the features of all clients that this version scored at the end of `day`. */
export async function sumAllBins(tx: Tx<Scoring>, version: number, day: string): Promise<FeatureBins> {
  const { rows } = await tx.execute<{ name: string; bin: number; clients: number }>(sql`
    select f.name, c.bin::int as bin, sum(c.clients::int)::int as clients
    from ${retentionWeeks} w cross join lateral jsonb_each(w.bins) as f(name, counts)
      cross join lateral jsonb_array_elements_text(f.counts) with ordinality as c(clients, bin)
    where w.model_version = ${version} and w.day = ${day}::date
    group by f.name, c.bin order by f.name, c.bin`);
  const bins: FeatureBins = {};
  for (const { name, clients } of rows) bins[name] = [...(bins[name] ?? []), clients];
  return bins;
}

export async function setWatch(tx: Tx<Scoring>, version: number, watch: ModelWatch): Promise<void> {
  await tx.update(retentionModels).set({ watch }).where(eq(retentionModels.version, version));
}

import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { retentionModels, retentionOffsets } from './retention.scores.table.ts';

/** The owner of the database, who reaches all tenants, in a transaction or outside. */
type Owner = Pick<NodePgDatabase<Record<string, never>>, 'execute' | 'select' | 'insert' | 'update'>;
type NewOffset = typeof retentionOffsets.$inferInsert;

const CHUNK = 500;

/** Lets one training after the other give a version. Readers do not wait. */
export async function lockModels(owner: Owner): Promise<void> {
  await owner.execute(sql`lock table ${retentionModels} in share row exclusive mode`);
}

export async function findNewestModel(owner: Owner) {
  const [row] = await owner
    .select({ version: retentionModels.version, hash: retentionModels.hash })
    .from(retentionModels)
    .orderBy(desc(retentionModels.version))
    .limit(1);
  return row;
}

/** All versions without their coefficients, the newest first. */
export const selectModels = (owner: Owner) =>
  owner
    .select({
      version: retentionModels.version,
      trainedAt: retentionModels.trainedAt,
      dataFrom: retentionModels.dataFrom,
      dataTo: retentionModels.dataTo,
      seed: retentionModels.seed,
      figures: retentionModels.figures,
      inUse: retentionModels.inUse,
      watch: retentionModels.watch,
    })
    .from(retentionModels)
    .orderBy(desc(retentionModels.version));

export async function insertModel(owner: Owner, model: typeof retentionModels.$inferInsert): Promise<void> {
  await owner.insert(retentionModels).values(model);
}

export async function insertOffsets(owner: Owner, offsets: readonly NewOffset[]): Promise<void> {
  for (let from = 0; from < offsets.length; from += CHUNK) {
    await owner.insert(retentionOffsets).values(offsets.slice(from, from + CHUNK));
  }
}

/** Uses this version from now on; none for null. */
export async function switchModel(owner: Owner, version: number | null): Promise<void> {
  await owner.update(retentionModels).set({ inUse: false }).where(eq(retentionModels.inUse, true));
  if (version !== null) {
    await owner.update(retentionModels).set({ inUse: true }).where(eq(retentionModels.version, version));
  }
}

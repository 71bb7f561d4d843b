import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { OperatorScope } from '../tenancy/scope.ts';
import { platformSettings } from './settings.table.ts';

export type StoredSection = { section: string; value: unknown; version: number };

/** Every section that differs from its defaults. */
export const selectSections = (tx: Tx<SystemScope<'settings'> | OperatorScope>): Promise<StoredSection[]> =>
  tx
    .select({
      section: platformSettings.section,
      value: platformSettings.value,
      version: platformSettings.version,
    })
    .from(platformSettings);

/** Reads a stored section and locks it until the transaction ends. */
export async function lockSection(tx: Tx<OperatorScope>, section: string): Promise<StoredSection | undefined> {
  const [row] = await tx
    .select({ section: platformSettings.section, value: platformSettings.value, version: platformSettings.version })
    .from(platformSettings)
    .where(eq(platformSettings.section, section))
    .for('update');
  return row;
}

/**
 * Stores a section that still has the version `basedOn`; 0 when it was never stored.
 * @returns false when its version differs
 */
export async function storeSection(
  tx: Tx<OperatorScope>,
  { section, value, basedOn, now }: { section: string; value: object; basedOn: number; now: Date },
): Promise<boolean> {
  const set = { value, changedAt: now, changedBy: tx.scope.userId };
  const { rowCount } =
    basedOn === 0
      ? await tx
          .insert(platformSettings)
          .values({ section, version: 1, ...set })
          .onConflictDoNothing()
      : await tx
          .update(platformSettings)
          .set({ ...set, version: sql`${platformSettings.version} + 1` })
          .where(and(eq(platformSettings.section, section), eq(platformSettings.version, basedOn)));
  return rowCount === 1;
}

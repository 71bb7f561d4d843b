import type { BrandInput } from '@stridewell/contract/branding/branding';
import { and, eq, isNotNull } from 'drizzle-orm';
import pg from 'pg';
import type { PublishedBrand } from '../../core/brand.ts';
import type { CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachBrands } from './branding.table.ts';

export type BrandRecord = typeof coachBrands.$inferSelect;

const isOwn = (tx: Tx<CoachScope>) => eq(coachBrands.coachId, tx.scope.coachId);

export async function findOwnBrand(tx: Tx<CoachScope>): Promise<BrandRecord | undefined> {
  const [row] = await tx.select().from(coachBrands).where(isOwn(tx));
  return row;
}

/** Saves the draft. @returns undefined while the brand is suspended */
export async function upsertDraft(tx: Tx<CoachScope>, draft: BrandInput): Promise<BrandRecord | undefined> {
  const { coachId } = tx.scope;
  await tx
    .insert(coachBrands)
    .values({ coachId, ...draft })
    .onConflictDoNothing();
  const [row] = await tx.update(coachBrands).set(draft).where(isOwn(tx)).returning();
  return row;
}

/** Takes the lock of the coach's brand. @returns undefined without a brand, and while it is suspended */
export async function lockOwnBrand(tx: Tx<CoachScope>): Promise<BrandRecord | undefined> {
  const [row] = await tx.select().from(coachBrands).where(isOwn(tx)).for('update');
  return row;
}

type Shown = { published: PublishedBrand; nameKey: string } | { published: null; nameKey: null };

/** Changes the version that clients see. @returns false when another coach has the name */
export async function updatePublished(tx: Tx<CoachScope>, shown: Shown): Promise<boolean> {
  try {
    await tx.update(coachBrands).set(shown).where(isOwn(tx));
    return true;
  } catch (error) {
    if (isNameTaken(error)) return false;
    throw error;
  }
}

/** The name is the only other unique key. A cluster's error does not name the constraint. */
const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '23505';

const isPublishedOf = (coachId: string) => and(eq(coachBrands.coachId, coachId), isNotNull(coachBrands.published));

export async function findPublished(tx: Tx<OperatorScope>, coachId: string): Promise<BrandRecord | undefined> {
  const [row] = await tx.select().from(coachBrands).where(isPublishedOf(coachId));
  return row;
}

export async function lockPublished(tx: Tx<OperatorScope>, coachId: string): Promise<BrandRecord | undefined> {
  const [row] = await tx.select().from(coachBrands).where(isPublishedOf(coachId)).for('update');
  return row;
}

type Suspension = Pick<BrandRecord, 'suspendedAt' | 'suspendedReason'>;

export async function updateSuspension(tx: Tx<OperatorScope>, coachId: string, suspension: Suspension): Promise<void> {
  await tx.update(coachBrands).set(suspension).where(eq(coachBrands.coachId, coachId));
}

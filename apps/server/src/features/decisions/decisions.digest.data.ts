import type { Digest } from '@stridewell/contract/decisions/decisions';
import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { coaches, users } from '../../core/people/people.table.ts';
import { isCurrent } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mondayDigests } from './decisions.table.ts';

type CoachTx = Tx<CoachScope>;

const isOwn = (tx: CoachTx) => eq(mondayDigests.coachId, tx.scope.coachId);

/** The coach's choice; undefined for the default. */
export async function findDigest(tx: CoachTx): Promise<Digest | undefined> {
  const { isOn, hour } = mondayDigests;
  const [row] = await tx.select({ isOn, hour }).from(mondayDigests).where(isOwn(tx));
  return row;
}

export async function upsertDigest(tx: CoachTx, { isOn, hour }: Digest): Promise<void> {
  await tx
    .insert(mondayDigests)
    .values({ coachId: tx.scope.coachId, isOn, hour })
    .onConflictDoUpdate({ target: mondayDigests.coachId, set: { isOn, hour } });
}

/**
 * Claims the mail of a Monday for this transaction. Of two at once, the second waits here and gets none.
 * @param hour of the coach's day
 * @returns whether it is due: the coach wants one, its hour has come, and this Monday has had none
 */
export async function claimDigest(tx: CoachTx, { monday, hour }: { monday: string; hour: number }): Promise<boolean> {
  await tx.insert(mondayDigests).values({ coachId: tx.scope.coachId }).onConflictDoNothing();
  const { rowCount } = await tx
    .update(mondayDigests)
    .set({ sentOn: monday })
    .where(
      and(
        isOwn(tx),
        eq(mondayDigests.isOn, true),
        lte(mondayDigests.hour, hour),
        or(isNull(mondayDigests.sentOn), lt(mondayDigests.sentOn, monday)),
      ),
    );
  return rowCount === 1;
}

/** The coach as the reader of the mail. */
export async function findReader(tx: CoachTx) {
  const [row] = await tx
    .select({
      name: coaches.fullName,
      prescribes: coaches.prescribesNutrition,
      email: users.email,
      isVerified: users.emailVerified,
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .where(eq(coaches.id, tx.scope.coachId));
  return row;
}

export async function hasClients(tx: CoachTx): Promise<boolean> {
  const rows = await tx
    .select({ clientId: relationships.clientId })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), isCurrent))
    .limit(1);
  return rows.length > 0;
}

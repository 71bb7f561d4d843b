import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachDomains, coachSenders } from './domains.table.ts';

type CoachTx = Tx<CoachScope>;
export type SenderRow = typeof coachSenders.$inferSelect;
export type SenderChanges = Partial<Omit<SenderRow, 'coachId'>>;

const ofCoach = (tx: CoachTx) => eq(coachSenders.coachId, tx.scope.coachId);

export async function findSender(tx: CoachTx): Promise<SenderRow | undefined> {
  const [row] = await tx.select().from(coachSenders).where(ofCoach(tx));
  return row;
}

/** Takes the place of an earlier address. Call it under the lock of the domain. */
export async function replaceSender(
  tx: CoachTx,
  row: Pick<SenderRow, 'address' | 'domain' | 'selector' | 'publicKey' | 'sealedKey' | 'waitingSince'>,
): Promise<SenderRow> {
  await tx.delete(coachSenders).where(ofCoach(tx));
  const [stored] = await tx
    .insert(coachSenders)
    .values({ coachId: tx.scope.coachId, ...row })
    .returning();
  if (!stored) throw new Error('a new sender address is missing');
  return stored;
}

export async function updateSender(tx: CoachTx, changes: SenderChanges): Promise<SenderRow> {
  const [stored] = await tx.update(coachSenders).set(changes).where(ofCoach(tx)).returning();
  if (!stored) throw new Error('a sender address is gone although its domain is locked');
  return stored;
}

/** @returns the deleted row */
export async function deleteSender(tx: CoachTx): Promise<SenderRow | undefined> {
  const [row] = await tx.delete(coachSenders).where(ofCoach(tx)).returning();
  return row;
}

/** The sender address of the coach in scope, while its records were found and the domain is verified. */
export async function findReadySender(tx: CoachTx): Promise<SenderRow | undefined> {
  const { coachId } = tx.scope;
  const [found] = await tx
    .select({ sender: coachSenders })
    .from(coachSenders)
    .innerJoin(coachDomains, eq(coachDomains.coachId, coachSenders.coachId))
    .where(
      and(
        eq(coachSenders.coachId, coachId),
        isNull(coachSenders.waitingSince),
        eq(coachDomains.coachId, coachId),
        isNotNull(coachDomains.verifiedAt),
      ),
    );
  return found?.sender;
}

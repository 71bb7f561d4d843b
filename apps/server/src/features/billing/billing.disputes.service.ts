import type { OpenDispute } from '@stridewell/contract/operator/operator';
import { tellOperators } from '../../core/operator-events.ts';
import type { Dispute } from '../../core/payments/gateway.ts';
import type { Services } from '../../core/services.ts';
import type { Database } from '../../platform/db/database.ts';
import { findDispute, selectOpenDisputes, updatePayer, upsertDispute } from './billing.disputes.data.ts';
import type { BillingTx } from './billing.purchase.data.ts';
import { billingScope } from './billing.scopes.ts';

/** Finds the coach whose payment is disputed. @throws PaymentUnavailable */
export async function nameDispute({ db, gateway }: Pick<Services, 'db' | 'gateway'>, id: string): Promise<void> {
  const dispute = await db.read(billingScope, (tx) => findDispute(tx, id));
  if (!dispute || dispute.userId) return;
  const customerId = await gateway.findPayer(dispute.chargeId);
  if (customerId) await db.write(billingScope, (tx) => updatePayer(tx, id, customerId));
}

/** Stores a dispute of a client's payment to a coach. */
export async function recordClientDispute(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { coachId, ...dispute }: Dispute & { accountId: string; coachId: string },
): Promise<void> {
  await db.write(billingScope, (tx) => storeDispute(tx, { ...dispute, userId: coachId }, now()));
}

/** Stores the dispute of an event, and notifies the operators. */
export async function storeDispute(
  tx: BillingTx,
  dispute: Parameters<typeof upsertDispute>[1],
  now: Date,
): Promise<void> {
  await upsertDispute(tx, dispute, now);
  await tellOperators(tx, 'billing');
}

/** The first open disputes, oldest first. */
export async function listOpenDisputes(db: Database, limit: number): Promise<OpenDispute[]> {
  const rows = await db.readAtOnce(billingScope, (tx) => selectOpenDisputes(tx, limit));
  return rows.map(({ coachId, fullName, accountId, respondBy, ...dispute }) => ({
    ...dispute,
    paidTo: accountId === null ? ('platform' as const) : ('coach' as const),
    coach: coachId !== null && fullName !== null ? { coachId, fullName } : null,
    respondBy: respondBy?.toISOString() ?? null,
  }));
}

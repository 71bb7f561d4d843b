import { and, eq } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientInvoices, onlineCheckouts, paymentAccounts } from './money.table.ts';

export type CheckoutRow = typeof onlineCheckouts.$inferSelect & {
  invoiceLabel: string;
  /** The client's account; null once it is deleted. */
  personId: string | null;
};
export type AccountRow = Pick<typeof paymentAccounts.$inferSelect, 'accountId' | 'isReady' | 'missing'>;

export async function findAccount(tx: Tx<CoachScope>): Promise<AccountRow | undefined> {
  const { accountId, isReady, missing } = paymentAccounts;
  const [row] = await tx
    .select({ accountId, isReady, missing })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.coachId, tx.scope.coachId));
  return row;
}

/** Stores the provider's status of the coach's account. */
export async function upsertAccount(tx: Tx<CoachScope>, account: AccountRow): Promise<void> {
  await tx
    .insert(paymentAccounts)
    .values({ ...account, coachId: tx.scope.coachId })
    .onConflictDoUpdate({ target: paymentAccounts.coachId, set: account });
}

const isCheckout = (tx: Tx<CoachScope>, id: string) =>
  and(eq(onlineCheckouts.coachId, tx.scope.coachId), eq(onlineCheckouts.id, id));

export async function findCheckout(tx: Tx<CoachScope>, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await tx
    .select({
      checkout: onlineCheckouts,
      invoiceLabel: clientInvoices.label,
      personId: relationships.personId,
    })
    .from(onlineCheckouts)
    .innerJoin(
      clientInvoices,
      and(eq(clientInvoices.coachId, tx.scope.coachId), eq(clientInvoices.id, onlineCheckouts.invoiceId)),
    )
    .leftJoin(
      relationships,
      and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, onlineCheckouts.clientId)),
    )
    .where(isCheckout(tx, id));
  return row && { ...row.checkout, invoiceLabel: row.invoiceLabel, personId: row.personId };
}

/** Reads a checkout and locks it until the transaction ends. */
export async function lockCheckout(tx: Tx<CoachScope>, id: string) {
  const [row] = await tx.select().from(onlineCheckouts).where(isCheckout(tx, id)).for('update');
  return row;
}

export async function findOpenCheckout(tx: Tx<CoachScope>, invoiceId: string) {
  const [row] = await tx
    .select()
    .from(onlineCheckouts)
    .where(
      and(
        eq(onlineCheckouts.coachId, tx.scope.coachId),
        eq(onlineCheckouts.invoiceId, invoiceId),
        eq(onlineCheckouts.status, 'open'),
      ),
    );
  return row;
}

export async function insertCheckout(
  tx: Tx<CoachScope>,
  checkout: Omit<typeof onlineCheckouts.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(onlineCheckouts).values({ ...checkout, coachId: tx.scope.coachId });
}

export async function updateCheckout(
  tx: Tx<CoachScope>,
  id: string,
  change: Partial<Pick<typeof onlineCheckouts.$inferInsert, 'status' | 'sessionId' | 'url'>>,
): Promise<void> {
  await tx.update(onlineCheckouts).set(change).where(isCheckout(tx, id));
}

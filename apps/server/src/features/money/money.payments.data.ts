import type { ClientPayment } from '@stridewell/contract/money/money';
import { and, desc, eq, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientInvoices, clientPayments, paymentRefunds } from './money.table.ts';

const PAYMENT = {
  id: clientPayments.id,
  clientId: clientPayments.clientId,
  clientName: relationships.fullName,
  invoiceId: clientPayments.invoiceId,
  invoiceLabel: sql<string>`coalesce(${clientInvoices.label}, '')`,
  amountCents: clientPayments.amountCents,
  currency: clientPayments.currency,
  method: clientPayments.method,
  status: clientPayments.status,
  reason: clientPayments.reason,
  paidOn: clientPayments.paidOn,
  note: clientPayments.note,
  refundedCents: clientPayments.refundedCents,
  createdAt: clientPayments.createdAt,
};
export type PaymentRow = Omit<ClientPayment, 'method'> &
  Pick<typeof clientPayments.$inferSelect, 'method' | 'createdAt'>;

export const toPayment = ({ createdAt: _, ...payment }: PaymentRow): ClientPayment => payment;

type PaymentTx = Tx<CoachScope | ClientScope>;

const selectWhere = (tx: PaymentTx, condition: SQL | undefined) => {
  const { coachId } = tx.scope;
  return tx
    .select(PAYMENT)
    .from(clientPayments)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientPayments.clientId)),
    )
    .leftJoin(clientInvoices, and(eq(clientInvoices.coachId, coachId), eq(clientInvoices.id, clientPayments.invoiceId)))
    .where(and(eq(clientPayments.coachId, coachId), condition))
    .$dynamic();
};

/** Callers have written or locked the payment. @throws Error when it does not exist */
export async function getPayment(tx: Tx<CoachScope>, id: string): Promise<ClientPayment> {
  const [row] = await selectWhere(tx, eq(clientPayments.id, id));
  if (!row) throw new Error('a payment is gone');
  return toPayment(row);
}

export async function findPayment(tx: Tx<CoachScope>, id: string) {
  const [row] = await tx
    .select()
    .from(clientPayments)
    .where(and(eq(clientPayments.coachId, tx.scope.coachId), eq(clientPayments.id, id)));
  return row;
}

/** Reads a payment and locks it until the transaction ends. */
export async function lockPayment(tx: Tx<CoachScope>, id: string) {
  const [row] = await tx
    .select()
    .from(clientPayments)
    .where(and(eq(clientPayments.coachId, tx.scope.coachId), eq(clientPayments.id, id)))
    .for('update');
  return row;
}

/** Adds a payment. @returns false when the id is taken */
export async function insertPayment(
  tx: Tx<CoachScope>,
  payment: Omit<typeof clientPayments.$inferInsert, 'coachId'>,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(clientPayments)
    .values({ ...payment, coachId: tx.scope.coachId })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Changes a locked payment. */
export async function updatePayment(
  tx: Tx<CoachScope>,
  id: string,
  change: Partial<Pick<typeof clientPayments.$inferInsert, 'status' | 'reason' | 'refundedCents'>>,
): Promise<void> {
  await tx
    .update(clientPayments)
    .set(change)
    .where(and(eq(clientPayments.coachId, tx.scope.coachId), eq(clientPayments.id, id)));
}

/** Adds a refund. @returns false when the id is taken */
export async function insertRefund(
  tx: Tx<CoachScope>,
  refund: Omit<typeof paymentRefunds.$inferInsert, 'coachId'>,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(paymentRefunds)
    .values({ ...refund, coachId: tx.scope.coachId })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Facts that distinguish a repeated refund from another with the same id. */
export async function findRefund(tx: Tx<CoachScope>, id: string) {
  const { coachId, paymentId, amountCents } = paymentRefunds;
  const [row] = await tx
    .select({ paymentId, amountCents })
    .from(paymentRefunds)
    .where(and(eq(coachId, tx.scope.coachId), eq(paymentRefunds.id, id)));
  return row;
}

type Selection = { clientId?: string | undefined; after?: Cursor | null; limit: number };

/** Payments by time of recording, newest first. Only the coach gets removed ones. */
export const selectPayments = (tx: PaymentTx, { clientId, after, limit }: Selection): Promise<PaymentRow[]> => {
  const { createdAt, id } = clientPayments;
  return selectWhere(
    tx,
    and(
      clientId === undefined ? undefined : eq(clientPayments.clientId, clientId),
      after ? or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(id, after.id))) : undefined,
    ),
  )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
};

export const selectPaymentsOf = (tx: PaymentTx, invoiceId: string): Promise<PaymentRow[]> =>
  selectWhere(tx, eq(clientPayments.invoiceId, invoiceId)).orderBy(desc(clientPayments.createdAt));

/** The successful payment with the latest day. */
export const selectLastPayment = (tx: Tx<CoachScope>, clientId: string): Promise<PaymentRow[]> =>
  selectWhere(tx, and(eq(clientPayments.clientId, clientId), eq(clientPayments.status, 'succeeded')))
    .orderBy(desc(clientPayments.paidOn), desc(clientPayments.createdAt))
    .limit(1);

/** Payments that failed on `since` or later and whose invoice is still open. */
export const selectFailedPayments = (
  tx: Tx<CoachScope>,
  { since, limit }: { since: string; limit: number },
): Promise<PaymentRow[]> =>
  selectWhere(
    tx,
    and(
      eq(clientPayments.status, 'failed'),
      sql`${clientPayments.paidOn} >= ${since}`,
      or(
        sql`${clientPayments.invoiceId} is null`,
        and(sql`${clientInvoices.voidedOn} is null`, ne(clientInvoices.totalCents, clientInvoices.paidCents)),
      ),
    ),
  )
    .orderBy(desc(clientPayments.paidOn), desc(clientPayments.id))
    .limit(limit);

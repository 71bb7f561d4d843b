import type { ClientPayment, PaymentInput } from '@stridewell/contract/money/money';
import { owedCents, type PaymentMethod, refundableCents } from '@stridewell/contract/money/money.invoices.rules';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { addToInvoice, factsOf, lockInvoice } from './money.invoices.data.ts';
import { findLedgerEntry, insertLedgerEntries } from './money.ledger.data.ts';
import { noticeFailure } from './money.notices.service.ts';
import {
  findRefund,
  getPayment,
  insertPayment,
  insertRefund,
  lockPayment,
  updatePayment,
} from './money.payments.data.ts';

/** Category of clients' payments in the books. */
const CATEGORY = 'Coaching';

export type NewPayment = Omit<PaymentInput, 'method' | 'currency'> & {
  paymentId: string;
  currency: string;
  method: PaymentMethod;
  /** Why it failed; null when it succeeded. */
  failedBecause: string | null;
  providerReference?: string;
  /** Account of the client who paid by card; unset when the coach records the payment. */
  paidBy?: string;
};

type PaymentRefusal = 'INVOICE_CLOSED' | 'OTHER_CURRENCY' | 'TOO_MUCH';

/** @throws NOT_FOUND for another client's invoice, INVOICE_CLOSED, OTHER_CURRENCY, TOO_MUCH */
async function checkInvoice(
  tx: Tx<CoachScope, PaymentRefusal>,
  { clientId, amountCents, currency, failedBecause }: NewPayment,
  invoiceId: string,
): Promise<string> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (!invoice || invoice.clientId !== clientId) throw refuse('NOT_FOUND');
  if (invoice.issuedOn === null || invoice.voidedOn !== null) throw refuse(tx, 'INVOICE_CLOSED');
  if (invoice.currency !== currency) throw refuse(tx, 'OTHER_CURRENCY');
  const leftCents = owedCents(factsOf(invoice));
  if (failedBecause === null && amountCents > leftCents)
    throw refuse(tx, 'TOO_MUCH', { data: { leftCents, currency } });
  return invoice.label;
}

/**
 * Records a payment and, if it succeeded, books it as revenue of its day. Idempotent by id.
 * @param today the coach's today
 * @throws NOT_FOUND, PAYMENT_IN_FUTURE, INVOICE_CLOSED, OTHER_CURRENCY, TOO_MUCH, ID_TAKEN
 */
export async function recordPayment(
  tx: Tx<CoachScope, PaymentRefusal | 'PAYMENT_IN_FUTURE'>,
  payment: NewPayment,
  today: string,
): Promise<ClientPayment> {
  const { paymentId: id, failedBecause, clientId, amountCents, currency, paidOn, invoiceId } = payment;
  if (await isRecorded(tx, payment)) return getPayment(tx, id);
  if (paidOn > today) throw refuse(tx, 'PAYMENT_IN_FUTURE');
  if (!(await relationshipExists(tx, clientId))) throw refuse('NOT_FOUND');
  const label = invoiceId === null ? '' : await checkInvoiceOnce(tx, payment, invoiceId);
  if (label === undefined) return getPayment(tx, id);
  const { method, note, providerReference = null } = payment;
  const isNew = await insertPayment(tx, {
    id,
    clientId,
    invoiceId,
    amountCents,
    currency,
    method,
    paidOn,
    note,
    providerReference,
    status: failedBecause === null ? 'succeeded' : 'failed',
    reason: failedBecause ?? '',
  });
  if (isNew) {
    audit(tx, {
      action: failedBecause === null ? 'payment.recorded' : 'payment.failed',
      subjectId: id,
      clientId,
      after: { amountCents, currency, method, paidOn, invoiceId },
      byClient: payment.paidBy,
    });
  }
  if (!isNew) await isRecorded(tx, payment);
  if (isNew && failedBecause !== null) await noticeFailure(tx, { ...payment, label });
  if (isNew && failedBecause === null) {
    if (invoiceId !== null) await addToInvoice(tx, invoiceId, { paidCents: amountCents });
    await book(tx, [
      {
        id,
        kind: 'revenue',
        amountCents,
        currency,
        occurredOn: paidOn,
        category: CATEGORY,
        clientId,
        note: label,
        source: 'payment',
        sourceId: id,
      },
    ]);
  }
  return getPayment(tx, id);
}

/** @returns undefined when the same request was recorded while this one waited for the invoice */
async function checkInvoiceOnce(tx: Tx<CoachScope, PaymentRefusal>, payment: NewPayment, invoiceId: string) {
  await lockInvoice(tx, invoiceId);
  return (await isRecorded(tx, payment)) ? undefined : checkInvoice(tx, payment, invoiceId);
}

/** Whether this payment is already recorded. @throws ID_TAKEN for another payment with its id */
async function isRecorded(tx: Tx<CoachScope>, { paymentId, ...payment }: NewPayment): Promise<boolean> {
  const known = await lockPayment(tx, paymentId);
  if (!known) return false;
  const fields = ['clientId', 'invoiceId', 'amountCents', 'currency'] as const;
  if (fields.some((field) => known[field] !== payment[field])) throw refuse('ID_TAKEN');
  return true;
}

/** Adds entries to the books. @throws ID_TAKEN when another entry has an id */
async function book(tx: Tx<CoachScope>, entries: Parameters<typeof insertLedgerEntries>[1]): Promise<void> {
  const added = await insertLedgerEntries(tx, entries);
  if (added.length < entries.length) throw refuse('ID_TAKEN');
}

export type NewRefund = { paymentId: string; refundId: string; amountCents: number; reason: string };

/**
 * Records a refund, and books it on its day. Idempotent by id.
 * @throws NOT_FOUND, REFUND_TOO_LARGE, ID_TAKEN
 */
export async function refundPayment(
  tx: Tx<CoachScope, 'REFUND_TOO_LARGE'>,
  { paymentId, refundId: id, amountCents, reason }: NewRefund,
  { today, providerReference = null }: { today: string; providerReference?: string | null },
): Promise<ClientPayment> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw refuse('NOT_FOUND');
  const { clientId, currency, invoiceId } = payment;
  const refund = { id, clientId, paymentId, amountCents, currency, refundedOn: today, reason, providerReference };
  if (!(await insertRefund(tx, refund))) {
    await isRefunded(tx, refund);
    return getPayment(tx, paymentId);
  }
  const leftCents = refundableCents(payment);
  if (amountCents > leftCents) throw refuse(tx, 'REFUND_TOO_LARGE', { data: { leftCents, currency } });
  const refundedCents = payment.refundedCents + amountCents;
  await updatePayment(tx, paymentId, { refundedCents });
  audit(tx, {
    action: 'payment.refunded',
    subjectId: paymentId,
    clientId,
    before: { refundedCents: payment.refundedCents, currency },
    after: { refundedCents, currency, amountCents },
  });
  if (invoiceId !== null) await addToInvoice(tx, invoiceId, { refundedCents: amountCents });
  await book(tx, [
    {
      id,
      kind: 'refund',
      amountCents,
      currency,
      occurredOn: today,
      category: CATEGORY,
      clientId,
      note: reason,
      source: 'payment',
      sourceId: id,
    },
  ]);
  return getPayment(tx, paymentId);
}

/** Whether this refund is already recorded. @throws ID_TAKEN for another refund or entry of the books with its id */
export async function isRefunded(
  tx: Tx<CoachScope>,
  { id, paymentId, amountCents }: { id: string; paymentId: string; amountCents: number },
): Promise<boolean> {
  // In this order, because the same refund may be committed between the two reads.
  const entry = await findLedgerEntry(tx, id);
  const known = await findRefund(tx, id);
  if (!known && entry) throw refuse('ID_TAKEN');
  if (!known) return false;
  if (known.paymentId !== paymentId || known.amountCents !== amountCents) throw refuse('ID_TAKEN');
  return true;
}

/**
 * Removes a payment that was recorded by mistake. The books keep both entries, which cancel out on the day of the
 * payment. Refunded and online payments cannot be removed, because they did happen.
 * @throws NOT_FOUND, PAYMENT_FIXED
 */
export async function voidPayment(
  tx: Tx<CoachScope, 'PAYMENT_FIXED'>,
  { paymentId: id, reason }: { paymentId: string; reason: string },
): Promise<ClientPayment> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw refuse('NOT_FOUND');
  if (payment.status === 'void') return getPayment(tx, id);
  if (payment.method === 'online' || payment.refundedCents > 0) throw refuse(tx, 'PAYMENT_FIXED');
  const { clientId, currency, amountCents, invoiceId, paidOn, status } = payment;
  await updatePayment(tx, id, { status: 'void', reason });
  audit(tx, {
    action: 'payment.removed',
    subjectId: id,
    clientId,
    before: { status, amountCents, currency },
    after: { status: 'void', amountCents, currency },
  });
  if (status === 'failed') return getPayment(tx, id);
  if (invoiceId !== null) await addToInvoice(tx, invoiceId, { paidCents: -amountCents });
  await insertLedgerEntries(tx, [
    {
      id: uuidv7(),
      kind: 'refund',
      amountCents,
      currency,
      occurredOn: paidOn,
      category: CATEGORY,
      clientId,
      note: reason,
      source: 'payment',
      sourceId: id,
    },
  ]);
  return getPayment(tx, id);
}

import { amountLabel } from '@stridewell/contract/money/money.amounts.rules';
import { owedCents, type PaymentMethod } from '@stridewell/contract/money/money.invoices.rules';
import { dayLabel, daysBetween } from '@stridewell/contract/time';
import { isOpenRelationship, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import { factsOf, type InvoiceRow } from './money.invoices.data.ts';

type Notice = {
  type: 'invoice_issued' | 'payment_overdue' | 'payment_failed' | 'payment_received';
  title: string;
  message: string;
};
type Subject = { clientId: string; invoiceId: string | null };

const metadataOf = (tx: Tx<CoachScope>, { clientId, invoiceId }: Subject) => ({
  client_id: clientId,
  coach_id: tx.scope.coachId,
  ...(invoiceId !== null && { invoice_id: invoiceId }),
});

/** Notifies a current client in the app and by mail. Coaches may not notify others. */
async function noticeClient(tx: Tx<CoachScope>, subject: Subject, notice: Notice): Promise<void> {
  const client = await lockRelationship(tx, subject.clientId);
  if (!client?.personId || !isOpenRelationship(client)) return;
  await notify(tx, { ...notice, userId: client.personId, metadata: metadataOf(tx, subject) });
}

const noticeCoach = (tx: Tx<CoachScope>, subject: Subject, notice: Notice): Promise<void> =>
  notify(tx, { ...notice, userId: tx.scope.coachId, metadata: metadataOf(tx, subject) });

const subjectOf = ({ id, clientId }: InvoiceRow): Subject => ({ clientId, invoiceId: id });

/** Sends the client a new invoice. */
export async function noticeInvoice(tx: Tx<CoachScope>, row: InvoiceRow): Promise<void> {
  const due = row.dueOn && row.issuedOn ? `due ${dayLabel(row.dueOn, row.issuedOn)}` : 'due now';
  await noticeClient(tx, subjectOf(row), {
    type: 'invoice_issued',
    title: `Invoice ${row.label}`,
    message: `${row.issuer?.businessName ?? 'Your coach'} sent you an invoice of ${amountLabel(row.totalCents, row.currency)}, ${due}. You can find it, with the ways to pay, under Payments.`,
  });
}

/** Reminds the client of an overdue invoice. Also notifies the coach the first time. */
export async function noticeOverdue(
  tx: Tx<CoachScope>,
  row: InvoiceRow,
  { today, isFirst }: { today: string; isFirst: boolean },
): Promise<void> {
  const owed = amountLabel(owedCents(factsOf(row)), row.currency);
  const days = `${daysBetween(row.dueOn ?? today, today)} days`;
  await noticeClient(tx, subjectOf(row), {
    type: 'payment_overdue',
    title: `Invoice ${row.label} is overdue`,
    message: `${owed} of this invoice has been due for ${days}. If you have paid already, please tell your coach.`,
  });
  if (!isFirst) return;
  await noticeCoach(tx, subjectOf(row), {
    type: 'payment_overdue',
    title: `${row.clientName} has an overdue invoice`,
    message: `${owed} of invoice ${row.label} has been due for ${days}. The client gets reminders after 3, 7 and 14 days.`,
  });
}

type CardPayment = {
  amountCents: number;
  currency: string;
  /** False when the balance was lower when the payment arrived, so that it is recorded without an invoice. */
  isOwed: boolean;
};

/** Notifies the coach of a payment by card. */
export async function noticeCardPayment(
  tx: Tx<CoachScope>,
  row: InvoiceRow,
  { amountCents, currency, isOwed }: CardPayment,
): Promise<void> {
  const amount = amountLabel(amountCents, currency);
  const extra = `The balance of invoice ${row.label} was lower when this payment arrived. It is recorded without an invoice, and you can refund it under Payments.`;
  await noticeCoach(
    tx,
    { clientId: row.clientId, invoiceId: isOwed ? row.id : null },
    {
      type: 'payment_received',
      title: `${row.clientName} paid ${amount} by card`,
      message: isOwed ? `For invoice ${row.label}.` : extra,
    },
  );
}

export type FailedPayment = Subject & {
  amountCents: number;
  currency: string;
  method: PaymentMethod;
  failedBecause: string | null;
  label: string;
};

/** Notifies the client of a failed payment, and the coach unless they recorded it. */
export async function noticeFailure(tx: Tx<CoachScope>, payment: FailedPayment): Promise<void> {
  const { amountCents, currency, label, method, failedBecause } = payment;
  const amount = amountLabel(amountCents, currency);
  const what = label ? `The payment of ${amount} for invoice ${label}` : `The payment of ${amount}`;
  const reason = failedBecause ? `: ${failedBecause}` : '';
  await noticeClient(tx, payment, {
    type: 'payment_failed',
    title: 'Your payment failed',
    message: `${what} didn't go through${reason}. Please pay again, or talk to your coach.`,
  });
  if (method !== 'online') return;
  await noticeCoach(tx, payment, {
    type: 'payment_failed',
    title: 'A payment failed',
    message: `${what} failed${reason}. The client was notified and can pay again.`,
  });
}

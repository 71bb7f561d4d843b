import type { Invoice, InvoiceSummary } from '@stridewell/contract/money/money';
import { addDays } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listHistory } from '../audit/audit.service.ts';
import {
  findInvoice,
  owedAmounts,
  selectDrafts,
  selectInvoices,
  selectOwedInvoices,
  sumOwed,
  toInvoice,
} from './money.invoices.data.ts';
import {
  selectFailedPayments,
  selectLastPayment,
  selectPayments,
  selectPaymentsOf,
  toPayment,
} from './money.payments.data.ts';
import { sumLedger } from './money.service.ts';
import { selectSubscriptions, toSubscription } from './money.subscriptions.data.ts';

/** Most rows of each list on the overview. */
const SHOWN = 200;
/** How many days a failed payment is shown. */
const FAILED_DAYS = 30;
const PAGE = 50;
/** Most open invoices on the page of a client. */
const SHOWN_OF_CLIENT = 20;

function toSummary(invoice: Invoice): InvoiceSummary {
  const { id, clientId, clientName, label, status, issuedOn, dueOn, currency } = invoice;
  const { totalCents, paidCents, refundedCents, owedCents } = invoice;
  return {
    id,
    clientId,
    clientName,
    label,
    status,
    issuedOn,
    dueOn,
    currency,
    totalCents,
    paidCents,
    refundedCents,
    owedCents,
  };
}

/** Clients' balances, drafts, failed payments and this month's books. */
export async function getMoney(tx: Tx<CoachScope>, { today, currency }: { today: string; currency: string }) {
  const from = `${today.slice(0, 7)}-01`;
  const [sums, open, drafts, failed, month] = await Promise.all([
    sumOwed(tx, { today }),
    selectOwedInvoices(tx, { limit: SHOWN }),
    selectDrafts(tx, SHOWN),
    selectFailedPayments(tx, { since: addDays(today, -FAILED_DAYS), limit: SHOWN }),
    sumLedger(tx, { from, to: today, currency }),
  ]);
  return {
    ...owedAmounts(sums),
    month: { from, revenueCents: month.revenue, expensesCents: month.expenses },
    open: open.map((row) => toSummary(toInvoice(row, today))),
    drafts: drafts.map(({ total: _, ...row }) => toSummary(toInvoice(row, today))),
    failed: failed.map(toPayment),
    totals: {
      open: sums.reduce((all, { count }) => all + count, 0),
      drafts: drafts[0]?.total ?? 0,
      failed: failed.length,
    },
  };
}

type Page = { clientId?: string | undefined; after: Cursor | null; today: string };

const placeOf = <Row extends { createdAt: Date; id: string }>(row: Row) => ({ ...row, at: row.createdAt });

export async function listInvoices(tx: Tx<CoachScope>, { today, ...selection }: Page) {
  const rows = await selectInvoices(tx, { ...selection, limit: PAGE + 1 });
  const { page, nextCursor } = pageOf(rows.map(placeOf), PAGE);
  return { invoices: page.map(({ at: _, ...row }) => toSummary(toInvoice(row, today))), nextCursor };
}

export async function listPayments(tx: Tx<CoachScope>, { today: _, ...selection }: Page) {
  const rows = await selectPayments(tx, { ...selection, limit: PAGE + 1 });
  const { page, nextCursor } = pageOf(rows.map(placeOf), PAGE);
  return { payments: page.map(({ at: _at, ...row }) => toPayment(row)), nextCursor };
}

/** One invoice with its payments. @throws NOT_FOUND */
export async function getInvoice(tx: Tx<CoachScope | ClientScope>, id: string, today: string) {
  const [row, payments] = await Promise.all([findInvoice(tx, id), selectPaymentsOf(tx, id)]);
  if (!row) throw refuse('NOT_FOUND');
  return { invoice: toInvoice(row, today), payments: payments.map(toPayment) };
}

/** History of an invoice with its payments, a payment, a subscription or a package. */
export async function listMoneyHistory(tx: Tx<CoachScope>, subjectId: string) {
  const payments = await selectPaymentsOf(tx, subjectId);
  const entries = await listHistory(tx, [subjectId, ...payments.map(({ id }) => id)]);
  return { entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
}

/** Money of one client, for the coach's page about them. @throws NOT_FOUND */
export async function getClientMoney(tx: Tx<CoachScope>, clientId: string, today: string) {
  const [isKnown, subscriptions, sums, open, [lastPayment]] = await Promise.all([
    relationshipExists(tx, clientId),
    selectSubscriptions(tx, { clientId, today }),
    sumOwed(tx, { clientId, today }),
    selectOwedInvoices(tx, { clientId, limit: SHOWN_OF_CLIENT }),
    selectLastPayment(tx, clientId),
  ]);
  if (!isKnown) throw refuse('NOT_FOUND');
  return {
    subscriptions: subscriptions.map((row) => toSubscription(row, today)),
    owed: owedAmounts(sums).owed,
    open: open.map((row) => toSummary(toInvoice(row, today))),
    lastPayment: lastPayment ? toPayment(lastPayment) : null,
  };
}

/** Payments and balance of the client in scope, without the coach's notes about payments. */
export async function getOwnMoney(tx: Tx<ClientScope>, today: string) {
  const [subscriptions, sums, invoices, payments] = await Promise.all([
    selectSubscriptions(tx, { today }),
    sumOwed(tx, { today }),
    selectInvoices(tx, { after: null, limit: SHOWN }),
    selectPayments(tx, { after: null, limit: SHOWN }),
  ]);
  const newestOpen = invoices.find((row) => toInvoice(row, today).owedCents > 0);
  return {
    subscriptions: subscriptions.map((row) => toSubscription(row, today)),
    owed: owedAmounts(sums).owed,
    invoices: invoices.map((row) => toSummary(toInvoice(row, today))),
    payments: payments.map((row) => ({ ...toPayment(row), note: '' })),
    instructions: newestOpen?.issuer?.instructions ?? '',
    coachId: tx.scope.coachId,
  };
}

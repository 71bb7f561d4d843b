import { owedCents, refundableCents } from '@stridewell/contract/money/money.invoices.rules';
import type { CheckoutStatus } from '@stridewell/contract/money/money.online.rules';
import { dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectGateway, InvoiceCheckoutState } from '../../core/payments/connect.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Answers, Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { findCoach } from './money.due.data.ts';
import { factsOf, lockInvoice } from './money.invoices.data.ts';
import { noticeCardPayment } from './money.notices.service.ts';
import {
  type CheckoutRow,
  findAccount,
  findCheckout,
  findOpenCheckout,
  insertCheckout,
  lockCheckout,
  updateCheckout,
} from './money.online.data.ts';
import { findPayment } from './money.payments.data.ts';
import { isRefunded, recordPayment } from './money.payments.service.ts';
import { bookkeeperScopeOf, payerScopeOf } from './money.scopes.ts';

export type OnlineDeps = { db: Database; connect: ConnectGateway; log: Logger; now: () => Date };
/** `address`: where the client is signed in, without a path. */
type Payer = { coachId: string; clientId: string; email: string; address: string };

/**
 * The provider closes checkouts after a day. Older ones than this are not reused, because they may close during
 * payment.
 */
const FRESH_MS = 23 * 3_600_000;
/** The provider answers or fails sooner. A checkout that still has no page after this time was interrupted. */
const CREATED_MS = 120_000;

type BeginTx = Tx<CoachScope, 'INVOICE_CLOSED' | 'NOT_CONNECTED'>;
type Wanted = { clientId: string; invoiceId: string; now: Date };

/**
 * The checkout in which a client pays the balance of an invoice. `isStale`: it is old, for another amount, or its
 * creation was interrupted.
 * @throws NOT_FOUND, INVOICE_CLOSED, NOT_CONNECTED
 */
async function reserveCheckout(tx: BeginTx, { clientId, invoiceId, now }: Wanted) {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice?.clientId !== clientId || invoice.issuedOn === null) throw refuse('NOT_FOUND');
  const amountCents = owedCents(factsOf(invoice));
  if (amountCents === 0) throw refuse(tx, 'INVOICE_CLOSED');
  const account = await findAccount(tx);
  if (!account?.isReady) throw refuse(tx, 'NOT_CONNECTED');
  const { accountId } = account;
  const { currency, label } = invoice;
  const open = await findOpenCheckout(tx, invoiceId);
  if (open) {
    const isFresh = now.getTime() - open.createdAt.getTime() < (open.url === null ? CREATED_MS : FRESH_MS);
    const isSame = open.amountCents === amountCents && open.accountId === accountId;
    return { ...open, label, isStale: !isFresh || !isSame };
  }
  const fresh = { id: uuidv7(), clientId, invoiceId, amountCents, currency, accountId };
  await insertCheckout(tx, { ...fresh, createdAt: now });
  return { ...fresh, sessionId: null, url: null, label, isStale: false };
}

/**
 * Starts the payment of an invoice, or continues one started on another device. A checkout that would lead back to another
 * address is replaced, because the client may not be signed in there.
 * @returns the provider's page
 * @throws NOT_FOUND, INVOICE_CLOSED, NOT_CONNECTED
 */
export async function beginCheckout(
  deps: OnlineDeps,
  { coachId, clientId, email, address }: Payer,
  { invoiceId, errors }: { invoiceId: string; errors: Answers<'INVOICE_CLOSED' | 'NOT_CONNECTED'> },
): Promise<{ url: string }> {
  const { db, connect, now } = deps;
  const scope = bookkeeperScopeOf(coachId);
  const reserve = () => db.write(scope, (tx) => reserveCheckout(tx, { clientId, invoiceId, now: now() }), errors);
  let checkout = await reserve();
  if (checkout.isStale || (await isUnusable(connect, checkout, address))) {
    await closeCheckout(deps, { coachId, checkoutId: checkout.id });
    checkout = await reserve();
  }
  if (checkout.url !== null) return { url: new URL(checkout.url, address).href };
  const { id: checkoutId, accountId, amountCents, currency, label } = checkout;
  const { sessionId, url } = await connect.createCheckout({
    accountId,
    checkoutId,
    coachId,
    amountCents,
    currency,
    email,
    description: `Invoice ${label}`,
    successUrl: successUrlOf(checkoutId, address),
    cancelUrl: `${address}/client/payments`,
  });
  await db.write(scope, (tx) => updateCheckout(tx, checkoutId, { sessionId, url }));
  return { url: new URL(url, address).href };
}

const successUrlOf = (checkoutId: string, address: string): string =>
  `${address}/client/payments?checkout=${checkoutId}`;

/**
 * Whether the page of a checkout is of no use: it was paid or closed there, or it returns to another address. One that
 * waits for a bank stays.
 */
async function isUnusable(
  connect: ConnectGateway,
  { id, accountId, sessionId }: Pick<CheckoutRow, 'id' | 'accountId' | 'sessionId'>,
  address: string,
): Promise<boolean> {
  const state = sessionId === null ? null : await connect.findCheckout(accountId, sessionId);
  if (state === null) return false;
  if (state.isPaid || state.status === 'expired') return true;
  return state.status === 'open' && state.successUrl !== null && state.successUrl !== successUrlOf(id, address);
}

type Named = { coachId: string; checkoutId: string };

/** Closes a checkout, unless it was paid. */
async function closeCheckout(deps: OnlineDeps, named: Named): Promise<void> {
  const { db, connect } = deps;
  const scope = bookkeeperScopeOf(named.coachId);
  const row = await db.read(scope, (tx) => findCheckout(tx, named.checkoutId));
  if (row?.sessionId) await connect.expireCheckout(row.accountId, row.sessionId);
  if ((await settleCheckout(deps, named)) !== 'open') return;
  await db.write(scope, (tx) => updateCheckout(tx, named.checkoutId, { status: 'expired' }));
}

/**
 * Updates a checkout to the provider's status, and records a payment. The page after the payment and the webhook both
 * call it, in any order and any number of times.
 * @param options.hasFailed the provider reports that the bank finally refused the payment
 * @returns null for an unknown checkout
 */
export async function settleCheckout(
  deps: OnlineDeps,
  { coachId, checkoutId }: Named,
  { hasFailed = false }: { hasFailed?: boolean } = {},
): Promise<CheckoutStatus | null> {
  const { db, connect, log, now } = deps;
  const scope = bookkeeperScopeOf(coachId);
  const row = await db.read(scope, (tx) => findCheckout(tx, checkoutId));
  if (!row) return null;
  if (!row.sessionId || isOver(row.status)) return row.status;
  const state = await connect.findCheckout(row.accountId, row.sessionId);
  const status = state ? statusOf(row, state, hasFailed) : row.status;
  if (status === 'refused') log.error({ coachId, checkoutId }, 'a payment is not what was asked for');
  if (status === row.status) return status;
  const payer = payerScopeOf({ coachId, userId: row.personId });
  return db.write(payer, (tx) => applyStatus(tx, row, { status, state, now: now() }), CHECKED);
}

/** Excludes expired checkouts, which may have been paid at the last moment. */
const isOver = (status: CheckoutStatus): boolean => status === 'paid' || status === 'failed' || status === 'refused';

function statusOf(row: CheckoutRow, state: InvoiceCheckoutState, hasFailed: boolean): CheckoutStatus {
  const { status, isPaid, amountCents, currency, checkoutId } = state;
  const isAsked = amountCents === row.amountCents && currency === row.currency && checkoutId === row.id;
  if (isPaid) return isAsked ? 'paid' : 'refused';
  if (status === 'complete') return hasFailed ? 'failed' : row.status;
  return status === 'expired' ? 'expired' : row.status;
}

type PaymentRefusal = 'INVOICE_CLOSED' | 'OTHER_CURRENCY' | 'TOO_MUCH' | 'PAYMENT_IN_FUTURE';
/** Refusals that cannot occur, because they are ruled out before, under the same lock. */
const CHECKED: Answers<PaymentRefusal> = {
  INVOICE_CLOSED: null,
  OTHER_CURRENCY: null,
  TOO_MUCH: null,
  PAYMENT_IN_FUTURE: null,
};

type Outcome = { status: CheckoutStatus; state: InvoiceCheckoutState | null; now: Date };

/**
 * Stores the outcome of a checkout, once. A payment that exceeds the current balance is recorded without the invoice.
 */
async function applyStatus(
  tx: Tx<CoachScope, PaymentRefusal>,
  { id, clientId, personId, invoiceId, invoiceLabel, amountCents, currency }: CheckoutRow,
  { status, state, now }: Outcome,
): Promise<CheckoutStatus> {
  const locked = await lockCheckout(tx, id);
  if (!locked || isOver(locked.status)) return locked?.status ?? status;
  await updateCheckout(tx, id, { status });
  if (status !== 'paid' && status !== 'failed') return status;
  const invoice = await lockInvoice(tx, invoiceId);
  const isOwed = invoice !== undefined && owedCents(factsOf(invoice)) >= amountCents;
  const coach = await findCoach(tx);
  const today = dayInZone(now, coach?.timeZone ?? 'UTC');
  await recordPayment(
    tx,
    {
      paymentId: id,
      clientId,
      amountCents,
      currency,
      method: 'online',
      paidOn: today,
      invoiceId: isOwed ? invoiceId : null,
      note: isOwed ? '' : `For invoice ${invoiceLabel}, whose balance was lower when the payment arrived`,
      failedBecause: status === 'failed' ? 'The bank declined it' : null,
      ...(personId !== null && { paidBy: personId }),
      ...(state?.paymentReference && { providerReference: state.paymentReference }),
    },
    today,
  );
  if (invoice && status === 'paid') await noticeCardPayment(tx, invoice, { amountCents, currency, isOwed });
  return status;
}

/**
 * The provider's current status of a client's checkout, or the last known one.
 * @throws NOT_FOUND, even for another client's checkout
 */
export async function confirmCheckout(
  deps: OnlineDeps,
  { coachId, clientId }: Pick<Payer, 'coachId' | 'clientId'>,
  checkoutId: string,
): Promise<Pick<CheckoutRow, 'status' | 'amountCents' | 'currency'>> {
  const row = await deps.db.read(bookkeeperScopeOf(coachId), (tx) => findCheckout(tx, checkoutId));
  if (row?.clientId !== clientId) throw refuse('NOT_FOUND');
  const { amountCents, currency } = row;
  const status = await settleCheckout(deps, { coachId, checkoutId }).catch((error: unknown) => {
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log.warn({ err: error, checkoutId }, 'a checkout could not be read');
    return row.status;
  });
  return { status: status ?? row.status, amountCents, currency };
}

/**
 * Refunds money to the card it came from, before the refund is recorded. Idempotent.
 * @returns the provider's id; null for a payment that was not taken online, and for a refund that is already recorded
 *   or
 *   will be refused
 * @throws ID_TAKEN for another refund with the id; PaymentUnavailable, even when no provider is configured any more,
 *   because no refund is recorded without the money
 */
export async function refundOnline(
  { db, connect }: Pick<OnlineDeps, 'db'> & { connect: ConnectGateway | null },
  scope: CoachScope,
  { paymentId, refundId, amountCents }: { paymentId: string; refundId: string; amountCents: number },
): Promise<string | null> {
  const [payment, checkout, isKnown] = await db.read(scope, (tx) =>
    Promise.all([
      findPayment(tx, paymentId),
      findCheckout(tx, paymentId),
      isRefunded(tx, { id: refundId, paymentId, amountCents }),
    ]),
  );
  // The provider remembers the id for only a day. A later repetition would refund twice.
  if (isKnown) return null;
  if (payment?.method !== 'online' || amountCents > refundableCents(payment)) return null;
  const { providerReference: paymentReference, currency } = payment;
  if (!connect || !paymentReference || !checkout)
    throw new PaymentUnavailable('the provider of this payment is not known');
  const { accountId } = checkout;
  return (await connect.refund({ accountId, paymentReference, amountCents, currency, refundId })).id;
}

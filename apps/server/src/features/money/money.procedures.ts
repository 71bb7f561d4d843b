import { dayInZone } from '@stridewell/contract/time';
import type { RequestContext } from '../../core/context.ts';
import { limitByAddress } from '../../core/limits.ts';
import { sandboxSessionOf } from '../../core/payments/connect-sandbox.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireSwitchedOn } from '../../core/settings/settings.ts';
import { requireClient, requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { type Cursor, readCursor } from '../../platform/db/cursor.ts';
import type { Answers } from '../../platform/db/database.ts';
import { canPayOnline, connectAccount, getOnlinePayments } from './money.accounts.service.ts';
import { deleteInvoice, issueInvoice, pauseReminders, saveInvoice, voidInvoice } from './money.invoices.service.ts';
import { beginCheckout, confirmCheckout, refundOnline } from './money.online.service.ts';
import {
  getClientMoney,
  getInvoice,
  getMoney,
  getOwnMoney,
  listInvoices,
  listMoneyHistory,
  listPayments,
} from './money.overview.service.ts';
import { selectPackages } from './money.packages.data.ts';
import { getInvoiceSettings, saveInvoiceSettings, savePackage } from './money.packages.service.ts';
import { recordPayment, refundPayment, voidPayment } from './money.payments.service.ts';
import { createLedgerEntry } from './money.service.ts';
import {
  changeSubscription,
  endSubscription,
  listSubscriptions,
  pauseSubscription,
  startSubscription,
} from './money.subscriptions.service.ts';

const CHECKOUT_LIMIT = { windowSeconds: 600, max: 20 };
const PAY_LIMIT = { windowSeconds: 600, max: 30 };

/** @throws PAYMENT_UNAVAILABLE when the payment provider does not answer. The log has the cause. */
async function withProvider<Value>(
  { services: { log }, requestId }: RequestContext,
  errors: Answers<'PAYMENT_UNAVAILABLE'>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    log.error({ err: error, requestId }, 'payment provider unavailable');
    throw refuse({ answers: errors }, 'PAYMENT_UNAVAILABLE');
  }
}

/** @throws NOT_CONNECTED where the installation takes no card payments */
function onlineDeps({ services }: RequestContext, errors: Answers<'NOT_CONNECTED'>) {
  const { connect, env } = services;
  if (!connect) throw refuse({ answers: errors }, 'NOT_CONNECTED');
  return { ...services, connect, appUrl: env.appUrl };
}

/** The coach of the tenant, the database, and today in the coach's zone. */
async function bookkeeperOf(context: RequestContext, coachId: string) {
  const { coach, scope } = requireCoach(await context.findActor(), coachId);
  const { db, now } = context.services;
  return { db, scope, today: dayInZone(now(), coach.timeZone), currency: coach.currency };
}

function placeAfter(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const place = readCursor(cursor);
  if (!place) throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
  return place;
}

export const moneyProcedures = {
  createLedgerEntry: os.money.createLedgerEntry.handler(async ({ context, input, errors }) => {
    const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    requireFeature(actor, 'advanced_ai', now());
    const { coachId: _, ...entry } = input;
    const [made, today] = [{ ...entry, currency: coach.currency }, dayInZone(now(), coach.timeZone)];
    await db.write(scope, (tx) => createLedgerEntry(tx, made, today), errors);
    return { id: input.id };
  }),

  listPackages: os.money.listPackages.handler(async ({ context, input }) => {
    const { db, scope, currency } = await bookkeeperOf(context, input.coachId);
    return { packages: await db.readAtOnce(scope, selectPackages), currency };
  }),

  savePackage: os.money.savePackage.handler(async ({ context, input, errors }) => {
    const { db, scope } = await bookkeeperOf(context, input.coachId);
    const { coachId: _, packageId: id, ...content } = input;
    return db.write(scope, (tx) => savePackage(tx, { ...content, id }), errors);
  }),

  listSubscriptions: os.money.listSubscriptions.handler(async ({ context, input }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return { subscriptions: await db.readAtOnce(scope, (tx) => listSubscriptions(tx, today)), today };
  }),

  startSubscription: os.money.startSubscription.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const { coachId: _, ...subscription } = input;
    return db.write(scope, (tx) => startSubscription(tx, subscription, today), errors);
  }),

  changeSubscription: os.money.changeSubscription.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const { coachId: _, ...price } = input;
    return db.write(scope, (tx) => changeSubscription(tx, price, today), errors);
  }),

  pauseSubscription: os.money.pauseSubscription.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return db.write(scope, (tx) => pauseSubscription(tx, input, today), errors);
  }),

  endSubscription: os.money.endSubscription.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return db.write(scope, (tx) => endSubscription(tx, input, today), errors);
  }),

  getMoney: os.money.getMoney.handler(async ({ context, input }) => {
    const { db, scope, today, currency } = await bookkeeperOf(context, input.coachId);
    return { ...(await db.readAtOnce(scope, (tx) => getMoney(tx, { today, currency }))), today, currency };
  }),

  listInvoices: os.money.listInvoices.handler(async ({ context, input }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const page = { clientId: input.clientId, after: placeAfter(input.cursor), today };
    return db.readAtOnce(scope, (tx) => listInvoices(tx, page));
  }),

  getInvoice: os.money.getInvoice.handler(async ({ context, input }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return { ...(await db.readAtOnce(scope, (tx) => getInvoice(tx, input.invoiceId, today))), today };
  }),

  saveInvoice: os.money.saveInvoice.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const { coachId: _, ...invoice } = input;
    return db.write(scope, (tx) => saveInvoice(tx, invoice, today), errors);
  }),

  issueInvoice: os.money.issueInvoice.handler(async ({ context, input }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return db.write(scope, (tx) => issueInvoice(tx, input.invoiceId, today));
  }),

  voidInvoice: os.money.voidInvoice.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return db.write(scope, (tx) => voidInvoice(tx, input, today), errors);
  }),

  deleteInvoice: os.money.deleteInvoice.handler(async ({ context, input, errors }) => {
    const { db, scope } = await bookkeeperOf(context, input.coachId);
    await db.write(scope, (tx) => deleteInvoice(tx, input.invoiceId), errors);
    return { invoiceId: input.invoiceId };
  }),

  pauseReminders: os.money.pauseReminders.handler(async ({ context, input }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    return db.write(scope, (tx) => pauseReminders(tx, input, today));
  }),

  listPayments: os.money.listPayments.handler(async ({ context, input }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const page = { clientId: input.clientId, after: placeAfter(input.cursor), today };
    return db.readAtOnce(scope, (tx) => listPayments(tx, page));
  }),

  recordPayment: os.money.recordPayment.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const { coachId: _, ...payment } = input;
    return db.write(scope, (tx) => recordPayment(tx, payment, today), errors);
  }),

  refundPayment: os.money.refundPayment.handler(async ({ context, input, errors }) => {
    const { db, scope, today } = await bookkeeperOf(context, input.coachId);
    const providerReference = await withProvider(context, errors, () => refundOnline(context.services, scope, input));
    return db.write(scope, (tx) => refundPayment(tx, input, { today, providerReference }), errors);
  }),

  voidPayment: os.money.voidPayment.handler(async ({ context, input, errors }) => {
    const { db, scope } = await bookkeeperOf(context, input.coachId);
    return db.write(scope, (tx) => voidPayment(tx, input), errors);
  }),

  getInvoiceSettings: os.money.getInvoiceSettings.handler(async ({ context, input }) => {
    const { db, scope } = await bookkeeperOf(context, input.coachId);
    return db.readAtOnce(scope, getInvoiceSettings);
  }),

  saveInvoiceSettings: os.money.saveInvoiceSettings.handler(async ({ context, input }) => {
    const { db, scope } = await bookkeeperOf(context, input.coachId);
    const { coachId: _, ...settings } = input;
    return db.write(scope, (tx) => saveInvoiceSettings(tx, settings));
  }),

  listMoneyHistory: os.money.listMoneyHistory.handler(async ({ context, input }) => {
    const { db, scope } = await bookkeeperOf(context, input.coachId);
    return db.read(scope, (tx) => listMoneyHistory(tx, input.subjectId));
  }),

  getClientMoney: os.money.getClientMoney.handler(async ({ context, input }) => {
    const { db, scope, today, currency } = await bookkeeperOf(context, input.coachId);
    return { ...(await db.readAtOnce(scope, (tx) => getClientMoney(tx, input.clientId, today))), today, currency };
  }),

  getOwnMoney: os.money.getOwnMoney.handler(async ({ context }) => {
    const { relationship, scope } = requireClient(await context.findActor());
    const { db, now } = context.services;
    const today = dayInZone(now(), relationship.timeZone);
    const [money, payOnline] = await Promise.all([
      db.readAtOnce(scope, (tx) => getOwnMoney(tx, today)),
      canPayOnline(context.services, relationship.coachId),
    ]);
    return { ...money, payOnline, today };
  }),

  getOnlinePayments: os.money.getOnlinePayments.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { connect } = context.services;
    if (!connect) return { state: 'unavailable' as const, isTest: false, missing: [] };
    return getOnlinePayments({ ...context.services, connect }, scope);
  }),

  connectOnlinePayments: os.money.connectOnlinePayments.handler(async ({ context, input, errors }) => {
    const { actor, scope } = requireCoach(await context.findActor(), input.coachId);
    const deps = onlineDeps(context, errors);
    const pageUrl = `${deps.appUrl}/settings?section=payments`;
    return withProvider(context, errors, () => connectAccount(deps, scope, { email: actor.email, pageUrl }));
  }),

  payInvoice: os.money.payInvoice.handler(async ({ context, input: { invoiceId }, errors }) => {
    const { actor, relationship } = requireClient(await context.findActor());
    await limitByAddress(context, 'money:checkout', CHECKOUT_LIMIT);
    await requireSwitchedOn(context.services.settings, 'card_payments');
    const deps = onlineDeps(context, errors);
    const payer = { ...relationship, email: actor.email };
    return withProvider(context, errors, () => beginCheckout(deps, payer, { invoiceId, errors }));
  }),

  confirmCheckout: os.money.confirmCheckout.handler(async ({ context, input }) => {
    const { relationship } = requireClient(await context.findActor());
    const { connect, env } = context.services;
    if (!connect) throw refuse('NOT_FOUND');
    return confirmCheckout({ ...context.services, connect, appUrl: env.appUrl }, relationship, input.checkoutId);
  }),

  paySandboxInvoice: os.money.paySandboxInvoice.handler(async ({ context, input: { checkoutId, ...card } }) => {
    const { relationship } = requireClient(await context.findActor());
    await limitByAddress(context, 'money:pay', PAY_LIMIT);
    await requireSwitchedOn(context.services.settings, 'card_payments');
    const { connect, connectSandbox, env } = context.services;
    if (!connect || !connectSandbox) throw refuse('NOT_FOUND');
    await confirmCheckout({ ...context.services, connect, appUrl: env.appUrl }, relationship, checkoutId);
    return connectSandbox.pay(sandboxSessionOf(checkoutId), card);
  }),
};

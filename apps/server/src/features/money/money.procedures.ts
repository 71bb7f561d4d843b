import { dayInZone } from '@stridewell/contract/time';
import type { RequestContext } from '../../core/context.ts';
import { addressAsked } from '../../core/hosts.ts';
import { limitByAddress } from '../../core/limits.ts';
import { sandboxSessionOf } from '../../core/payments/connect-sandbox.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { type CoachContext, clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireSwitchedOn } from '../../core/settings/settings.ts';
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
  const { connect } = services;
  if (!connect) throw refuse({ answers: errors }, 'NOT_CONNECTED');
  return { ...services, connect };
}

/** The present day in the coach's zone. */
const dayOf = ({ now, coach }: CoachContext): string => dayInZone(now, coach.timeZone);

function placeAfter(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const place = readCursor(cursor);
  if (!place) throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
  return place;
}

const ofCoach = coachProcedure.money;
const ofClient = clientProcedure.money;

export const moneyProcedures = {
  createLedgerEntry: ofCoach.createLedgerEntry.handler(
    async ({ context: { scope, db, now, coach }, input, errors }) => {
      const { coachId: _, ...entry } = input;
      const made = { ...entry, currency: coach.currency };
      await db.write(scope, (tx) => createLedgerEntry(tx, made, dayInZone(now, coach.timeZone)), errors);
      return { id: input.id };
    },
  ),

  listPackages: ofCoach.listPackages.handler(async ({ context }) => {
    const { scope, db } = context;
    const { currency } = context.coach;
    return { packages: await db.readAtOnce(scope, selectPackages), currency };
  }),

  savePackage: ofCoach.savePackage.handler(({ context: { scope, db }, input, errors }) => {
    const { coachId: _, packageId: id, ...content } = input;
    return db.write(scope, (tx) => savePackage(tx, { ...content, id }), errors);
  }),

  listSubscriptions: ofCoach.listSubscriptions.handler(async ({ context }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return { subscriptions: await db.readAtOnce(scope, (tx) => listSubscriptions(tx, day)), today: day };
  }),

  startSubscription: ofCoach.startSubscription.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const { coachId: _, ...subscription } = input;
    return db.write(scope, (tx) => startSubscription(tx, subscription, day), errors);
  }),

  changeSubscription: ofCoach.changeSubscription.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const { coachId: _, ...price } = input;
    return db.write(scope, (tx) => changeSubscription(tx, price, day), errors);
  }),

  pauseSubscription: ofCoach.pauseSubscription.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return db.write(scope, (tx) => pauseSubscription(tx, input, day), errors);
  }),

  endSubscription: ofCoach.endSubscription.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return db.write(scope, (tx) => endSubscription(tx, input, day), errors);
  }),

  getMoney: ofCoach.getMoney.handler(async ({ context }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const { currency } = context.coach;
    return { ...(await db.readAtOnce(scope, (tx) => getMoney(tx, { today: day, currency }))), today: day, currency };
  }),

  listInvoices: ofCoach.listInvoices.handler(({ context, input }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const page = { clientId: input.clientId, after: placeAfter(input.cursor), today: day };
    return db.readAtOnce(scope, (tx) => listInvoices(tx, page));
  }),

  getInvoice: ofCoach.getInvoice.handler(async ({ context, input }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return { ...(await db.readAtOnce(scope, (tx) => getInvoice(tx, input.invoiceId, day))), today: day };
  }),

  saveInvoice: ofCoach.saveInvoice.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const { coachId: _, ...invoice } = input;
    return db.write(scope, (tx) => saveInvoice(tx, invoice, day), errors);
  }),

  issueInvoice: ofCoach.issueInvoice.handler(({ context, input }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return db.write(scope, (tx) => issueInvoice(tx, input.invoiceId, day));
  }),

  voidInvoice: ofCoach.voidInvoice.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return db.write(scope, (tx) => voidInvoice(tx, input, day), errors);
  }),

  deleteInvoice: ofCoach.deleteInvoice.handler(async ({ context: { scope, db }, input, errors }) => {
    await db.write(scope, (tx) => deleteInvoice(tx, input.invoiceId), errors);
    return { invoiceId: input.invoiceId };
  }),

  pauseReminders: ofCoach.pauseReminders.handler(({ context, input }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    return db.write(scope, (tx) => pauseReminders(tx, input, day));
  }),

  listPayments: ofCoach.listPayments.handler(({ context, input }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const page = { clientId: input.clientId, after: placeAfter(input.cursor), today: day };
    return db.readAtOnce(scope, (tx) => listPayments(tx, page));
  }),

  recordPayment: ofCoach.recordPayment.handler(({ context, input, errors }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const { coachId: _, ...payment } = input;
    return db.write(scope, (tx) => recordPayment(tx, payment, day), errors);
  }),

  refundPayment: ofCoach.refundPayment.handler(async ({ context, input, errors }) => {
    const { scope, db, services } = context;
    const day = dayOf(context);
    const providerReference = await withProvider(context, errors, () => refundOnline(services, scope, input));
    return db.write(scope, (tx) => refundPayment(tx, input, { today: day, providerReference }), errors);
  }),

  voidPayment: ofCoach.voidPayment.handler(({ context: { scope, db }, input, errors }) => {
    return db.write(scope, (tx) => voidPayment(tx, input), errors);
  }),

  getInvoiceSettings: ofCoach.getInvoiceSettings.handler(({ context: { scope, db } }) => {
    return db.readAtOnce(scope, getInvoiceSettings);
  }),

  saveInvoiceSettings: ofCoach.saveInvoiceSettings.handler(({ context: { scope, db }, input }) => {
    const { coachId: _, ...settings } = input;
    return db.write(scope, (tx) => saveInvoiceSettings(tx, settings));
  }),

  listMoneyHistory: ofCoach.listMoneyHistory.handler(({ context: { scope, db }, input }) => {
    return db.read(scope, (tx) => listMoneyHistory(tx, input.subjectId));
  }),

  getClientMoney: ofCoach.getClientMoney.handler(async ({ context, input }) => {
    const { scope, db } = context;
    const day = dayOf(context);
    const { currency } = context.coach;
    return { ...(await db.readAtOnce(scope, (tx) => getClientMoney(tx, input.clientId, day))), today: day, currency };
  }),

  getOwnMoney: ofClient.getOwnMoney.handler(async ({ context: { scope, db, now, relationship, services } }) => {
    const today = dayInZone(now, relationship.timeZone);
    const [money, payOnline] = await Promise.all([
      db.readAtOnce(scope, (tx) => getOwnMoney(tx, today)),
      canPayOnline(services, relationship.coachId),
    ]);
    return { ...money, payOnline, today };
  }),

  getOnlinePayments: ofCoach.getOnlinePayments.handler(({ context: { scope, services } }) => {
    const { connect } = services;
    if (!connect) return { state: 'unavailable' as const, isTest: false, missing: [] };
    return getOnlinePayments({ ...services, connect }, scope);
  }),

  connectOnlinePayments: ofCoach.connectOnlinePayments.handler(({ context, errors }) => {
    const { scope, actor } = context;
    const deps = onlineDeps(context, errors);
    const pageUrl = `${deps.env.appUrl}/settings?section=payments`;
    return withProvider(context, errors, () => connectAccount(deps, scope, { email: actor.email, pageUrl }));
  }),

  payInvoice: ofClient.payInvoice.handler(async ({ context, input: { invoiceId }, errors }) => {
    const { actor, relationship, services, hostedCoach } = context;
    const { env, settings } = services;
    await limitByAddress(context, 'money:checkout', CHECKOUT_LIMIT);
    await requireSwitchedOn(settings, 'card_payments');
    const deps = onlineDeps(context, errors);
    const payer = { ...relationship, email: actor.email, address: addressAsked(hostedCoach, env) };
    return withProvider(context, errors, () => beginCheckout(deps, payer, { invoiceId, errors }));
  }),

  confirmCheckout: ofClient.confirmCheckout.handler(({ context: { relationship, services }, input }) => {
    const { connect } = services;
    if (!connect) throw refuse('NOT_FOUND');
    return confirmCheckout({ ...services, connect }, relationship, input.checkoutId);
  }),

  paySandboxInvoice: ofClient.paySandboxInvoice.handler(async ({ context, input: { checkoutId, ...card } }) => {
    const { relationship, services } = context;
    const { connect, connectSandbox, settings } = services;
    await limitByAddress(context, 'money:pay', PAY_LIMIT);
    await requireSwitchedOn(settings, 'card_payments');
    if (!connect || !connectSandbox) throw refuse('NOT_FOUND');
    await confirmCheckout({ ...services, connect }, relationship, checkoutId);
    return connectSandbox.pay(sandboxSessionOf(checkoutId), card);
  }),
};

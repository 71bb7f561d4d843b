import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireClient, requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { type Cursor, readCursor } from '../../platform/db/cursor.ts';
import { deleteInvoice, issueInvoice, pauseReminders, saveInvoice, voidInvoice } from './money.invoices.service.ts';
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

type Context = { actor: () => Promise<Actor | null>; services: Services };

/** The coach of the tenant, the database, and today in the coach's zone. */
async function bookkeeperOf(context: Context, coachId: string) {
  const { coach, scope } = requireCoach(await context.actor(), coachId);
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
  createLedgerEntry: os.money.createLedgerEntry.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    requireFeature(actor, 'advanced_ai', now());
    const { coachId: _, ...entry } = input;
    await db.write(scope, (tx) => createLedgerEntry(tx, { ...entry, currency: coach.currency }));
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
    return { ...(await db.readAtOnce(scope, (tx) => getMoney(tx, today))), today, currency };
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
    return db.write(scope, (tx) => refundPayment(tx, input, { today }), errors);
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
    const { relationship, scope } = requireClient(await context.actor());
    const { db, now } = context.services;
    const today = dayInZone(now(), relationship.timeZone);
    return { ...(await db.readAtOnce(scope, (tx) => getOwnMoney(tx, today))), today };
  }),
};

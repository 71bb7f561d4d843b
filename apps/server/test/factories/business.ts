import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bookEntries, type LedgerEntry } from '../../seed/books.ts';
import { modelCalls } from '../../src/core/models/models.table.ts';
import { recurringExpenses } from '../../src/features/expenses/expenses.table.ts';
import { clientMetrics } from '../../src/features/metrics/metrics.table.ts';
import {
  clientPayments,
  clientSubscriptions,
  invoiceCounters,
  packages,
  paymentRefunds,
  subscriptionChanges,
} from '../../src/features/money/money.table.ts';
import { leadEvents, leads, leadTasks } from '../../src/features/pipeline/pipeline.table.ts';
import type { TestApp } from '../app.ts';
import type { Pair } from '../people.ts';
import { insertMany, NEW_ID } from './many.ts';

type Stored = Pick<TestApp, 'owner'>;
type OfCoach = { of: { id: string } };

/** A new lead of the coach `of`, with the event of its creation. */
export async function aLead(
  { owner }: Stored,
  { of, ...options }: Partial<typeof leads.$inferInsert> & OfCoach,
): Promise<string> {
  const { id = randomUUID() } = options;
  const facts = { name: 'Ana Ruiz', email: `lead-${id.slice(0, 8)}@example.com`, source: 'Google' };
  const lead = { status: 'new', ...facts, ...options } as const;
  await owner.insert(leads).values({ ...lead, coachId: of.id, id });
  const created = { kind: 'created', toStatus: lead.status, actor: 'coach', occurredAt: new Date() } as const;
  await owner.insert(leadEvents).values({ ...created, coachId: of.id, leadId: id, id: randomUUID() });
  return id;
}

/** New leads of the coach `of`, without events. */
export const someLeads = (test: Stored, { of, count }: OfCoach & { count: number }): Promise<void> =>
  insertMany(test, leads, count, {
    coachId: of.id,
    id: NEW_ID,
    name: sql`'Lead ' || n`,
    email: sql`'lead' || n || '@example.com'`,
    source: '',
  });

type AboutLead = OfCoach & { leadId: string };

/** An open task about a lead. */
export async function aLeadTask(
  { owner }: Stored,
  { of, leadId, ...options }: Partial<typeof leadTasks.$inferInsert> & AboutLead,
): Promise<string> {
  const { id = randomUUID() } = options;
  await owner.insert(leadTasks).values({ text: 'Send the example week', ...options, coachId: of.id, leadId, id });
  return id;
}

/** A mail of the coach to a lead. */
export async function aLeadMail(
  { owner }: Stored,
  { of, leadId, ...options }: Partial<typeof leadEvents.$inferInsert> & AboutLead,
): Promise<void> {
  const mail = { kind: 'mailed', actor: 'coach', title: 'Hello', text: '', occurredAt: new Date() } as const;
  await owner.insert(leadEvents).values({ id: randomUUID(), ...mail, ...options, coachId: of.id, leadId });
}

/** Entries of the coach's books in US dollars. */
export const someEntries = (
  { owner }: Stored,
  { of, entries }: OfCoach & { entries: readonly Omit<LedgerEntry, 'coachId' | 'id' | 'category'>[] },
): Promise<void> =>
  bookEntries(
    owner,
    entries.map((entry) => ({ ...entry, coachId: of.id, id: randomUUID(), category: 'Other' })),
  );

/** A monthly subscription of a client, and how its amount changed; the first change starts it. */
export async function aClientSubscription(
  { owner }: Stored,
  {
    of,
    changes,
    endsOn = null,
  }: { of: Pair; changes: readonly { on: string; monthlyCents: number }[]; endsOn?: string | null },
): Promise<string> {
  const [{ coachId, clientId }, id] = [of, randomUUID()];
  const [first] = changes;
  if (!first) throw new Error('a subscription starts with an amount');
  const key = { coachId, clientId, currency: 'USD' };
  await owner.insert(clientSubscriptions).values({
    ...key,
    id,
    name: 'Coaching',
    amountCents: 100,
    interval: 'month',
    startsOn: first.on,
    endsOn,
    anchorOn: first.on,
  });
  await owner.insert(subscriptionChanges).values(
    changes.map(({ on, monthlyCents }, index) => ({
      ...key,
      subscriptionId: id,
      number: index + 1,
      kind: 'changed' as const,
      effectiveOn: on,
      monthlyCents,
    })),
  );
  return id;
}

/** A payment of a dollar in cash, and its refund on the same day where one is given. */
export async function aPayment(
  { owner }: Stored,
  {
    by,
    on,
    failed = false,
    refundedCents = 0,
    invoiceId = null,
  }: { by: Pair; on: string; failed?: boolean; refundedCents?: number; invoiceId?: string | null },
): Promise<void> {
  const [{ coachId, clientId }, id] = [by, randomUUID()];
  const key = { coachId, clientId, currency: 'USD' };
  const status = failed ? ('failed' as const) : ('succeeded' as const);
  await owner
    .insert(clientPayments)
    .values({ ...key, id, amountCents: 100, method: 'cash', status, paidOn: on, refundedCents, invoiceId });
  if (refundedCents === 0) return;
  const refund = { paymentId: id, amountCents: refundedCents, refundedOn: on, reason: 'Asked for' };
  await owner.insert(paymentRefunds).values({ ...key, id: randomUUID(), ...refund });
}

/** Packages of the coach `of`, each for a dollar a month. */
export const somePackages = (test: Stored, { of, count }: OfCoach & { count: number }): Promise<void> => {
  const price = { amountCents: 100, currency: 'USD', interval: 'month' } as const;
  return insertMany(test, packages, count, { ...price, coachId: of.id, id: NEW_ID, name: 'Package', description: '' });
};

/** The last number of an invoice of the coach `of`. */
export async function anInvoiceCounter({ owner }: Stored, { of, last }: OfCoach & { last: number }): Promise<void> {
  await owner.insert(invoiceCounters).values({ coachId: of.id, series: 'invoices', last });
}

/** Weekly expenses of the coach `of`, of which nothing more is due. */
export const someRecurringExpenses = (test: Stored, { of, count }: OfCoach & { count: number }): Promise<void> => {
  const dollar = { amountCents: 100, currency: 'USD', payee: '', category: 'Other', note: '' };
  const weekly = { frequency: 'weekly', startsOn: '2026-01-01' } as const;
  return insertMany(test, recurringExpenses, count, { ...dollar, ...weekly, coachId: of.id, id: NEW_ID });
};

/** The figures of one day, as the nightly job stores them. */
export async function someDailyMetrics(
  { owner }: Stored,
  { of, date, ...options }: Partial<typeof clientMetrics.$inferInsert> & OfCoach & { date: string },
): Promise<void> {
  const none = { totalActiveClients: 0, clientsOnTrack: 0, clientsChange: 0, mostConsistentClientStreak: 0 };
  await owner.insert(clientMetrics).values({ ...none, ...options, coachId: of.id, date });
}

/** A call of a language model for the coach, which has ended. */
export async function aModelCall(
  { owner }: Stored,
  { of, model, ...options }: Partial<typeof modelCalls.$inferInsert> & OfCoach & { model: string },
): Promise<void> {
  const call = { at: new Date(), purpose: 'planner', outcome: 'ok', inputTokens: 1, outputTokens: 1 } as const;
  await owner
    .insert(modelCalls)
    .values({ costMicros: 0, ...call, ...options, coachId: of.id, id: randomUUID(), model });
}

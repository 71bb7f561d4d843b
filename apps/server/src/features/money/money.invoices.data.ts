import type { Invoice } from '@stridewell/contract/money/money';
import type { Amount } from '@stridewell/contract/money/money.amounts.rules';
import { type InvoiceFacts, invoiceStatus, owedCents } from '@stridewell/contract/money/money.invoices.rules';
import { and, asc, count, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isOwed } from './money.data.ts';
import { clientInvoices, invoiceCounters } from './money.table.ts';

const INVOICE = {
  id: clientInvoices.id,
  clientId: clientInvoices.clientId,
  clientName: clientInvoices.clientName,
  label: clientInvoices.label,
  issuedOn: clientInvoices.issuedOn,
  dueOn: clientInvoices.dueOn,
  voidedOn: clientInvoices.voidedOn,
  voidReason: clientInvoices.voidReason,
  currency: clientInvoices.currency,
  lines: clientInvoices.lines,
  taxLabel: clientInvoices.taxLabel,
  taxRate: clientInvoices.taxRate,
  taxIncluded: clientInvoices.taxIncluded,
  netCents: clientInvoices.netCents,
  taxCents: clientInvoices.taxCents,
  totalCents: clientInvoices.totalCents,
  paidCents: clientInvoices.paidCents,
  refundedCents: clientInvoices.refundedCents,
  note: clientInvoices.note,
  periodFrom: clientInvoices.periodFrom,
  periodTo: clientInvoices.periodTo,
  issuer: clientInvoices.issuer,
  reminders: clientInvoices.reminders,
  remindersPaused: clientInvoices.remindersPaused,
  createdAt: clientInvoices.createdAt,
};
export type InvoiceRow = Pick<typeof clientInvoices.$inferSelect, keyof typeof INVOICE>;

export const factsOf = ({ voidedOn, ...row }: InvoiceRow): InvoiceFacts => ({ ...row, void: voidedOn !== null });

/** @param today the coach's today */
export function toInvoice(row: InvoiceRow, today: string): Invoice {
  const { voidedOn: _, createdAt: __, issuer, ...content } = row;
  const facts = factsOf(row);
  return {
    ...content,
    status: invoiceStatus(facts, today),
    owedCents: owedCents(facts),
    issuer: issuer ?? { businessName: '', address: '', taxId: '', instructions: '' },
  };
}

type InvoiceTx = Tx<CoachScope | ClientScope>;
const isInvoice = (tx: InvoiceTx, id: string) =>
  and(eq(clientInvoices.coachId, tx.scope.coachId), eq(clientInvoices.id, id));

export async function findInvoice(tx: InvoiceTx, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx.select(INVOICE).from(clientInvoices).where(isInvoice(tx, id));
  return row;
}

/** Reads an invoice and locks it until the transaction ends. */
export async function lockInvoice(tx: Tx<CoachScope>, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx.select(INVOICE).from(clientInvoices).where(isInvoice(tx, id)).for('update');
  return row;
}

type InvoiceColumns = Omit<typeof clientInvoices.$inferInsert, 'coachId'>;

/** Adds an invoice. @returns undefined when one with this id, or for this period of the subscription, exists */
export async function insertInvoice(tx: Tx<CoachScope>, invoice: InvoiceColumns): Promise<InvoiceRow | undefined> {
  const [row] = await tx
    .insert(clientInvoices)
    .values({ ...invoice, coachId: tx.scope.coachId })
    .onConflictDoNothing()
    .returning(INVOICE);
  return row;
}

/** Changes a locked invoice, and increments its version. */
export async function updateInvoice(
  tx: Tx<CoachScope>,
  id: string,
  change: Partial<Omit<InvoiceColumns, 'id' | 'paidCents' | 'refundedCents'>>,
): Promise<InvoiceRow> {
  const [row] = await tx
    .update(clientInvoices)
    .set({ ...change, version: sql`${clientInvoices.version} + 1` })
    .where(isInvoice(tx, id))
    .returning(INVOICE);
  if (!row) throw new Error('a locked invoice is gone');
  return row;
}

/** Adds to the paid and refunded amounts of an invoice. */
export async function addToInvoice(
  tx: Tx<CoachScope>,
  id: string,
  { paidCents = 0, refundedCents = 0 }: { paidCents?: number; refundedCents?: number },
): Promise<void> {
  await tx
    .update(clientInvoices)
    .set({
      paidCents: sql`${clientInvoices.paidCents} + ${paidCents}`,
      refundedCents: sql`${clientInvoices.refundedCents} + ${refundedCents}`,
      version: sql`${clientInvoices.version} + 1`,
    })
    .where(isInvoice(tx, id));
}

export const deleteDraft = (tx: Tx<CoachScope>, id: string) =>
  tx.delete(clientInvoices).where(and(isInvoice(tx, id), isNull(clientInvoices.issuedOn)));

/** Each coach has one series, whatever the printed prefix. */
const SERIES = 'invoices';

/**
 * Takes the next invoice number, in the transaction that issues the invoice. So a failed invoice leaves no gap, and the
 * next one waits for it.
 */
export async function takeInvoiceNumber(tx: Tx<CoachScope>): Promise<number> {
  const [row] = await tx
    .insert(invoiceCounters)
    .values({ coachId: tx.scope.coachId, series: SERIES, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounters.coachId, invoiceCounters.series],
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ last: invoiceCounters.last });
  if (!row) throw new Error('a coach has no counter');
  return row.last;
}

type Selection = { clientId?: string | undefined };
const within = (tx: InvoiceTx, { clientId }: Selection, condition?: SQL) =>
  and(
    eq(clientInvoices.coachId, tx.scope.coachId),
    clientId === undefined ? undefined : eq(clientInvoices.clientId, clientId),
    condition,
  );

export const selectOwedInvoices = (tx: InvoiceTx, { limit, ...selection }: Selection & { limit: number }) =>
  tx
    .select(INVOICE)
    .from(clientInvoices)
    .where(within(tx, selection, isOwed))
    .orderBy(asc(clientInvoices.dueOn), asc(clientInvoices.number))
    .limit(limit);

/** Amounts that clients owe, by currency. `overdueCents` were due before `today`. */
export const sumOwed = (tx: InvoiceTx, { today, ...selection }: Selection & { today: string }) =>
  tx
    .select({
      currency: clientInvoices.currency,
      cents: sql<number>`sum(${clientInvoices.totalCents} - ${clientInvoices.paidCents})::float8`,
      overdueCents: sql<number>`coalesce(sum(${clientInvoices.totalCents} - ${clientInvoices.paidCents})
        filter (where ${clientInvoices.dueOn} < ${today}), 0)::float8`,
      count: count(),
    })
    .from(clientInvoices)
    .where(within(tx, selection, isOwed))
    .groupBy(clientInvoices.currency)
    .orderBy(desc(sql`2`));

export const selectDrafts = (tx: Tx<CoachScope>, limit: number) =>
  tx
    .select({ ...INVOICE, total: sql<number>`count(*) over ()::int` })
    .from(clientInvoices)
    .where(within(tx, {}, isNull(clientInvoices.issuedOn)))
    .orderBy(desc(clientInvoices.createdAt), desc(clientInvoices.id))
    .limit(limit);

/** Invoices, newest first. Drafts are sorted by their creation. */
export const selectInvoices = (
  tx: InvoiceTx,
  { after, limit, ...selection }: Selection & { after: Cursor | null; limit: number },
) => {
  const { createdAt, id } = clientInvoices;
  const follows = after ? or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(id, after.id))) : undefined;
  return tx
    .select(INVOICE)
    .from(clientInvoices)
    .where(within(tx, selection, follows))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
};

export const owedAmounts = (sums: readonly (Amount & { overdueCents: number })[]) => ({
  owed: sums.map(({ currency, cents }) => ({ currency, cents })),
  overdue: sums.flatMap(({ currency, overdueCents }) => (overdueCents > 0 ? [{ currency, cents: overdueCents }] : [])),
});

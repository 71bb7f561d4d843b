import type { Invoice, InvoiceInput, InvoiceSettings } from '@stridewell/contract/money/money';
import {
  type InvoiceTotals,
  invoiceNumber,
  invoiceTotals,
  MONEY_BOUNDS,
} from '@stridewell/contract/money/money.invoices.rules';
import { addDays } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import {
  deleteDraft,
  findInvoice,
  type InvoiceRow,
  insertInvoice,
  lockInvoice,
  takeInvoiceNumber,
  toInvoice,
  updateInvoice,
} from './money.invoices.data.ts';
import { noticeInvoice } from './money.notices.service.ts';
import { getInvoiceSettings } from './money.packages.service.ts';

/** @throws NOT_FOUND */
async function requireInvoice(tx: Tx<CoachScope>, id: string): Promise<InvoiceRow> {
  const row = await lockInvoice(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** @throws NOTHING_TO_PAY, TOTAL_TOO_LARGE */
function checkedTotals(
  tx: Tx<CoachScope, 'NOTHING_TO_PAY' | 'TOTAL_TOO_LARGE'>,
  input: Omit<InvoiceInput, 'currency'>,
): InvoiceTotals {
  const totals = invoiceTotals(input.lines, { rate: input.taxRate, included: input.taxIncluded });
  if (totals.totalCents <= 0) throw refuse(tx, 'NOTHING_TO_PAY');
  if (totals.totalCents > MONEY_BOUNDS.cents) throw refuse(tx, 'TOTAL_TOO_LARGE');
  return totals;
}

/**
 * Adds or changes a draft.
 * @throws NOT_FOUND for an unknown client, ALREADY_ISSUED, NOTHING_TO_PAY, TOTAL_TOO_LARGE
 */
export async function saveInvoice(
  tx: Tx<CoachScope, 'ALREADY_ISSUED' | 'NOTHING_TO_PAY' | 'TOTAL_TOO_LARGE'>,
  { invoiceId: id, ...input }: Omit<InvoiceInput, 'currency'> & { invoiceId: string; currency: string },
  today: string,
): Promise<Invoice> {
  // Every change locks the invoice before its client, to avoid deadlocks.
  await lockInvoice(tx, id);
  const client = await lockRelationship(tx, input.clientId);
  if (!client) throw refuse('NOT_FOUND');
  const totals = checkedTotals(tx, input);
  const { taxLabel } = await getInvoiceSettings(tx);
  const content = { ...input, ...totals, taxLabel, clientName: client.fullName };
  const added = await insertInvoice(tx, { ...content, id });
  if (added) return toInvoice(added, today);
  const row = await requireInvoice(tx, id);
  if (row.issuedOn !== null) throw refuse(tx, 'ALREADY_ISSUED');
  return toInvoice(await updateInvoice(tx, id, content), today);
}

/** Columns set when an invoice is issued: number, days and issuer. */
async function issuedColumns(tx: Tx<CoachScope>, settings: InvoiceSettings, today: string) {
  const { businessName, address, taxId, instructions, termDays, prefix } = settings;
  // Taken last, because other invoices of the coach wait for the number until this transaction ends.
  const number = await takeInvoiceNumber(tx);
  return {
    number,
    label: invoiceNumber(prefix, number),
    issuedOn: today,
    dueOn: addDays(today, termDays),
    issuer: { businessName, address, taxId, instructions },
  };
}

/**
 * Issues a draft and gives it a number. Idempotent.
 * @throws NOT_FOUND
 */
export async function issueInvoice(tx: Tx<CoachScope>, id: string, today: string): Promise<Invoice> {
  const row = await requireInvoice(tx, id);
  if (row.issuedOn !== null) return toInvoice(row, today);
  const [settings, client] = await Promise.all([getInvoiceSettings(tx), lockRelationship(tx, row.clientId)]);
  const clientName = client?.fullName ?? row.clientName;
  const issued = await updateInvoice(tx, id, { ...(await issuedColumns(tx, settings, today)), clientName });
  auditIssue(tx, issued, { automatic: false });
  await noticeInvoice(tx, issued);
  return toInvoice(issued, today);
}

function auditIssue(tx: Tx<CoachScope>, row: InvoiceRow, { automatic }: { automatic: boolean }): void {
  const { id, clientId, label, totalCents, currency, dueOn } = row;
  const after = { label, amountCents: totalCents, currency, dueOn, automatic };
  audit(tx, { action: 'invoice.issued', subjectId: id, clientId, after });
}

type PeriodInvoice = {
  id: string;
  clientId: string;
  clientName: string;
  subscriptionId: string;
  currency: string;
  text: string;
  amountCents: number;
  periodFrom: string;
  periodTo: string;
};

/** Issues the invoice of one period of a subscription. @returns undefined when it was already issued */
export async function issueForPeriod(
  tx: Tx<CoachScope>,
  { text, amountCents, ...invoice }: PeriodInvoice,
  today: string,
): Promise<Invoice | undefined> {
  const settings = await getInvoiceSettings(tx);
  const { taxLabel, taxRate, taxIncluded } = settings;
  const lines = [{ text, quantity: 1, unitCents: amountCents }];
  const totals = invoiceTotals(lines, { rate: taxRate, included: taxIncluded });
  const draft = await insertInvoice(tx, { ...invoice, lines, taxLabel, taxRate, taxIncluded, ...totals });
  if (!draft) return undefined;
  const issued = await updateInvoice(tx, draft.id, await issuedColumns(tx, settings, today));
  auditIssue(tx, issued, { automatic: true });
  await noticeInvoice(tx, issued);
  return toInvoice(issued, today);
}

/**
 * Voids an invoice. It keeps its number, because numbers have no gaps.
 * @throws NOT_FOUND, even for a draft, INVOICE_PAID
 */
export async function voidInvoice(
  tx: Tx<CoachScope, 'INVOICE_PAID'>,
  { invoiceId: id, reason }: { invoiceId: string; reason: string },
  today: string,
): Promise<Invoice> {
  const row = await requireInvoice(tx, id);
  if (row.issuedOn === null) throw refuse('NOT_FOUND');
  if (row.voidedOn !== null) return toInvoice(row, today);
  if (row.paidCents > row.refundedCents) throw refuse(tx, 'INVOICE_PAID');
  const { clientId, label, totalCents: amountCents, currency } = row;
  const facts = { label, amountCents, currency };
  audit(tx, {
    action: 'invoice.voided',
    subjectId: id,
    clientId,
    before: { ...facts, void: false },
    after: { ...facts, void: true },
  });
  return toInvoice(await updateInvoice(tx, id, { voidedOn: today, voidReason: reason }), today);
}

/** @throws ALREADY_ISSUED */
export async function deleteInvoice(tx: Tx<CoachScope, 'ALREADY_ISSUED'>, id: string): Promise<void> {
  await deleteDraft(tx, id);
  if (await findInvoice(tx, id)) throw refuse(tx, 'ALREADY_ISSUED');
}

/** @throws NOT_FOUND */
export async function pauseReminders(
  tx: Tx<CoachScope>,
  { invoiceId: id, paused }: { invoiceId: string; paused: boolean },
  today: string,
): Promise<Invoice> {
  const row = await requireInvoice(tx, id);
  if (row.remindersPaused === paused) return toInvoice(row, today);
  audit(tx, {
    action: 'invoice.reminders_changed',
    subjectId: id,
    clientId: row.clientId,
    before: { reminders: paused },
    after: { reminders: !paused },
  });
  return toInvoice(await updateInvoice(tx, id, { remindersPaused: paused }), today);
}

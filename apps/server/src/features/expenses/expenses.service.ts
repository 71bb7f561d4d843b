import type { Expense, ExpenseInput, ExpenseOrigin, ExpenseSelection } from '@stridewell/contract/expenses/expenses';
import type { StoredFile } from '@stridewell/contract/files/files';
import { dayInZone } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { attachFiles, releaseFiles } from '../files/files.service.ts';
import {
  deleteLedgerEntry,
  findLedgerEntry,
  insertLedgerEntries,
  type LedgerRow,
  type LedgerSelection,
  listCategories,
  listLedger,
  lockLedgerEntry,
  sumSelection,
  updateLedgerEntry,
} from '../money/money.ledger.service.ts';

/** The time of a change, and the coach's time zone. */
export type BooksClock = { now: Date; timeZone: string };

const RECEIPT_USE = { clientId: null, purpose: 'receipt' } as const;

const toInput = (row: LedgerRow): ExpenseInput => ({
  amountCents: row.amountCents,
  currency: row.currency,
  payee: row.payee,
  category: row.category,
  note: row.note,
  occurredOn: row.occurredOn,
  receiptId: row.receiptId,
});

const toExpense = ({ entry, receipt }: { entry: LedgerRow; receipt: StoredFile | null }): Expense => ({
  ...toInput(entry),
  id: entry.id,
  receipt,
  source: entry.source,
  version: entry.version,
});

/** Facts of an expense for the audit log, without payee and note, which are texts. */
export const expenseFacts = ({
  amountCents,
  currency,
  category,
  occurredOn,
  receiptId,
}: Omit<ExpenseInput, 'payee' | 'note'>) => ({
  kind: 'expense',
  amountCents,
  currency,
  category,
  occurredOn,
  receiptId,
});

const isSame = (row: LedgerRow, expense: ExpenseInput): boolean =>
  Object.entries(toInput(row)).every(([name, value]) => expense[name as keyof ExpenseInput] === value);

export const selectionOf = ({ receipt, sort: _, ...selection }: ExpenseSelection): LedgerSelection => ({
  ...selection,
  kinds: ['expense'],
  withoutReceipt: receipt === 'missing',
});

/** A page of expenses, with the totals of the filtered list and the coach's own categories. */
export async function listExpenses(
  tx: Tx<CoachScope>,
  { cursor, ...selection }: ExpenseSelection & { cursor?: string | undefined },
) {
  const wanted = selectionOf(selection);
  const [{ entries, nextCursor }, { total, sums }, categories] = await Promise.all([
    listLedger(tx, wanted, { sort: selection.sort, cursor }),
    sumSelection(tx, wanted),
    listCategories(tx, 'expense'),
  ]);
  return { expenses: entries.map(toExpense), total, sums, categories, nextCursor };
}

/** @throws DAY_IN_FUTURE for a day after the coach's today */
export function checkDay(tx: Tx<CoachScope, 'DAY_IN_FUTURE'>, day: string, { now, timeZone }: BooksClock): void {
  if (day > dayInZone(now, timeZone)) throw refuse(tx, 'DAY_IN_FUTURE');
}

/** Attaches an uploaded receipt, and releases the previous one. @throws FILE_NOT_FOUND */
async function holdReceipt(
  tx: Tx<CoachScope, 'FILE_NOT_FOUND'>,
  { before, after }: { before: string | null; after: string | null },
  now: Date,
): Promise<void> {
  if (before === after) return;
  if (after !== null && !(await attachFiles(tx, { ...RECEIPT_USE, ids: [after], now }))) {
    throw refuse(tx, 'FILE_NOT_FOUND');
  }
  if (before !== null) await releaseFiles(tx, { ...RECEIPT_USE, ids: [before], now });
}

/** @throws NOT_FOUND */
async function getExpense(tx: Tx<CoachScope>, expenseId: string): Promise<Expense> {
  const found = await findLedgerEntry(tx, expenseId);
  if (found?.entry.kind !== 'expense') throw refuse('NOT_FOUND');
  return toExpense(found);
}

type SavedExpense = { expenseId: string; expense: ExpenseInput; basedOn: number };

/**
 * Adds or changes an expense. Idempotent.
 * @throws EXPENSE_CHANGED when it was changed since version `basedOn`, DAY_IN_FUTURE, NOT_FOUND, FILE_NOT_FOUND for a
 * missing receipt
 */
export async function saveExpense(
  tx: Tx<CoachScope, 'EXPENSE_CHANGED' | 'DAY_IN_FUTURE' | 'FILE_NOT_FOUND'>,
  { expenseId, expense, basedOn }: SavedExpense,
  clock: BooksClock,
): Promise<Expense> {
  checkDay(tx, expense.occurredOn, clock);
  if (basedOn === 0) {
    const [added] = await insertLedgerEntries(tx, [{ ...expense, id: expenseId, kind: 'expense' }]);
    if (added) {
      await holdReceipt(tx, { before: null, after: expense.receiptId }, clock.now);
      audit(tx, { action: 'expense.added', subjectId: expenseId, after: expenseFacts(expense) });
    }
  }
  const stored = await lockLedgerEntry(tx, expenseId, 'expense');
  if (!stored) throw refuse('NOT_FOUND');
  if (!isSame(stored, expense)) {
    if (stored.version !== basedOn) {
      throw refuse(tx, 'EXPENSE_CHANGED', { data: { expense: await getExpense(tx, expenseId) } });
    }
    await holdReceipt(tx, { before: stored.receiptId, after: expense.receiptId }, clock.now);
    await updateLedgerEntry(tx, stored, expense);
    const [before, after] = [expenseFacts(toInput(stored)), expenseFacts(expense)];
    audit(tx, { action: 'expense.changed', subjectId: expenseId, before, after });
  }
  return getExpense(tx, expenseId);
}

/** Deletes an expense and releases its receipt. @returns the data to restore it; null when it is already deleted */
export async function deleteExpense(
  tx: Tx<CoachScope>,
  expenseId: string,
  now: Date,
): Promise<{ expense: ExpenseInput; origin: ExpenseOrigin } | null> {
  const stored = await lockLedgerEntry(tx, expenseId, 'expense');
  if (!stored) return null;
  await deleteLedgerEntry(tx, stored);
  if (stored.receiptId !== null) await releaseFiles(tx, { ...RECEIPT_USE, ids: [stored.receiptId], now });
  audit(tx, { action: 'expense.deleted', subjectId: expenseId, before: expenseFacts(toInput(stored)) });
  const { source, sourceId, originKey } = stored;
  return { expense: toInput(stored), origin: { source, sourceId, originKey } };
}

type RestoredExpense = { expenseId: string; expense: ExpenseInput; origin: ExpenseOrigin };

/** Restores a deleted expense unchanged. @throws DAY_IN_FUTURE, FILE_NOT_FOUND */
export async function restoreExpense(
  tx: Tx<CoachScope, 'DAY_IN_FUTURE' | 'FILE_NOT_FOUND'>,
  { expenseId, expense, origin }: RestoredExpense,
  clock: BooksClock,
): Promise<void> {
  checkDay(tx, expense.occurredOn, clock);
  const [added] = await insertLedgerEntries(tx, [{ ...expense, ...origin, id: expenseId, kind: 'expense' }]);
  if (!added) return;
  await holdReceipt(tx, { before: null, after: expense.receiptId }, clock.now);
  audit(tx, { action: 'expense.restored', subjectId: expenseId, after: expenseFacts(expense) });
}

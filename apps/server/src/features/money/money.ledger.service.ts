import { formatListCursor, parseListCursor } from '@stridewell/contract/clients/clients.rules';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { day } from '@stridewell/contract/fields';
import type { StoredFile } from '@stridewell/contract/files/files';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type CohortCount,
  listCategoryMonths,
  listCategorySums,
  listClientRevenue,
  listCohorts,
  listFirstPayers,
  listSubscriptionChanges,
  listSubscriptionNames,
} from './money.figures.data.ts';
import { endsOfPaying, hasFailedPayment, listFailedPayers, listMonthlyPrices } from './money.leaving.data.ts';
import {
  deleteImportedEntries,
  deleteLedgerEntry,
  findLedgerEntry,
  insertLedgerEntries,
  type LedgerRow,
  type LedgerSelection,
  type LedgerSort,
  lockLedgerEntry,
  type NewLedgerEntry,
  selectCategories,
  selectKnownEntries,
  selectLedgerPage,
  selectLedgerTotals,
  selectPayees,
  updateLedgerEntry,
} from './money.ledger.data.ts';
import { listMonthlySums, type MonthlySum } from './money.months.data.ts';

/** For the features above. Figures are one statement each, over the coach's own rows. */
export type { CohortCount, LedgerRow, LedgerSelection, LedgerSort, MonthlySum, NewLedgerEntry };
export {
  deleteImportedEntries,
  deleteLedgerEntry,
  endsOfPaying,
  findLedgerEntry,
  hasFailedPayment,
  insertLedgerEntries,
  listCategoryMonths,
  listCategorySums,
  listClientRevenue,
  listCohorts,
  listFailedPayers,
  listFirstPayers,
  listMonthlyPrices,
  listMonthlySums,
  listSubscriptionChanges,
  listSubscriptionNames,
  lockLedgerEntry,
  selectCategories as listCategories,
  selectKnownEntries,
  selectPayees as listPayees,
  updateLedgerEntry,
};

const PAGE = 50;

/** Whether a cursor fits the sort order. The database would fail on a malformed one. */
export function isLedgerCursor(sort: LedgerSort, cursor: string): boolean {
  const { key } = parseListCursor(cursor);
  if (sort === 'largest') return /^\d{1,12}$/.test(key);
  return sort === 'payee' ? key.length <= EXPENSE_BOUNDS.payee * 4 : day.safeParse(key).success;
}

type ListedEntry = { entry: LedgerRow; receipt: StoredFile | null; clientName: string | null };
type LedgerPage = { entries: ListedEntry[]; nextCursor: string | null };

/** A page of the books. */
export async function listLedger(
  tx: Tx<CoachScope>,
  selection: LedgerSelection,
  { sort, cursor, limit = PAGE }: { sort: LedgerSort; cursor?: string | undefined; limit?: number },
): Promise<LedgerPage> {
  const after = cursor === undefined ? undefined : parseListCursor(cursor);
  // One extra row shows whether there is another page.
  const rows = await selectLedgerPage(tx, selection, { sort, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = last && rows.length > limit;
  return {
    entries: shown,
    nextCursor: more ? formatListCursor({ key: last.key, id: last.entry.id }) : null,
  };
}

/** Number of selected entries, and their sums by currency. Refunds reduce revenue. */
export async function sumSelection(tx: Tx<CoachScope>, selection: LedgerSelection) {
  const totals = await selectLedgerTotals(tx, selection);
  const cents = new Map<string, number>();
  for (const total of totals) {
    const signed = total.kind === 'refund' ? -total.cents : total.cents;
    cents.set(total.currency, (cents.get(total.currency) ?? 0) + signed);
  }
  return {
    total: totals.reduce((sum, { count }) => sum + count, 0),
    sums: [...cents].map(([currency, sum]) => ({ currency, cents: sum })),
  };
}

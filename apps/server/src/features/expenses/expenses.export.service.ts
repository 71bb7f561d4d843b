import { Readable } from 'node:stream';
import type { ExpenseSelection } from '@stridewell/contract/expenses/expenses';
import { toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { type LedgerRow, type LedgerSelection, listLedger } from '../money/money.ledger.service.ts';
import { selectionOf } from './expenses.service.ts';

const HEADINGS = ['Date', 'Payee', 'Category', 'Amount', 'Currency', 'Note', 'Receipt'];

const cellsOf = (entry: LedgerRow) => [
  entry.occurredOn,
  entry.payee,
  entry.category,
  toMajorUnits(entry.amountCents, entry.currency),
  entry.currency,
  entry.note,
  entry.receiptId === null ? 'No' : 'Yes',
];

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const EXPORT_PAGE = 500;

async function* linesOf(db: Database, scope: CoachScope, selection: LedgerSelection): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let cursor: string | undefined;
  do {
    const page = { sort: 'newest', cursor, limit: EXPORT_PAGE } as const;
    const { entries, nextCursor } = await db.readAtOnce(scope, (tx) => listLedger(tx, selection, page));
    yield entries.map(({ entry }) => csvLine(cellsOf(entry))).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The selected expenses as a CSV file, page by page, so that memory does not grow with the list. */
export const exportExpenses = (db: Database, scope: CoachScope, selection: ExpenseSelection): Readable =>
  Readable.from(linesOf(db, scope, selectionOf(selection)));

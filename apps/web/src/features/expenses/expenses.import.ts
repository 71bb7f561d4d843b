import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { newId } from '../../lib/ids.ts';
import { requestParts } from '../../lib/request-parts.ts';
import { rpc } from '../../lib/rpc.ts';
import { type BankChoices, type BankProblem, BankReader } from './expenses.import-file.ts';

/** Rows that are read before the page can do something else. */
const SLICE = 2000;

/** Expenses that a file would add. */
export type BankTable = { rows: ImportedRow[]; income: number; problems: BankProblem[] };

/** Reads a file with these choices, a slice at a time, so that a long one does not freeze the page. */
export async function readBankTable(
  rows: readonly string[][],
  choices: BankChoices,
  signal: AbortSignal,
): Promise<BankTable> {
  const reader = new BankReader(choices);
  const table: BankTable = { rows: [], income: 0, problems: [] };
  // The first row holds the headers.
  for (let start = 1; start < rows.length && !signal.aborted; start += SLICE) {
    for (const [offset, cells] of rows.slice(start, start + SLICE).entries()) {
      const row = reader.read(cells);
      if (row === null) table.income += 1;
      else if ('problem' in row) table.problems.push({ row: start + offset, problem: row.problem });
      else table.rows.push({ ...row, id: newId() });
    }
    if (start + SLICE < rows.length) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return table;
}

type ExpenseImport = { coachId: string; importId: string; rows: readonly ImportedRow[]; dryRun: boolean };

/** Sends the parts of an import one after the other. `onPart` gets the number of rows that were sent so far. */
export async function sendExpenses({ rows, ...rest }: ExpenseImport, onPart?: (sent: number) => void) {
  const sum = { added: 0, known: 0 };
  let sent = 0;
  for (const part of requestParts(rows, EXPENSE_BOUNDS.perRequest)) {
    const { added, known } = await rpc.expenses.importExpenses({ ...rest, rows: part });
    sum.added += added;
    sum.known += known;
    sent += part.length;
    onPart?.(sent);
  }
  return sum;
}

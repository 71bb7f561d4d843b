import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refresh, useChange } from '../../lib/changes.ts';
import { newId } from '../../lib/ids.ts';
import { requestParts } from '../../lib/request-parts.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { type BankChoices, type BankProblem, BankReader } from './expenses.import-file.ts';
import { EXPENSE_KEYS } from './expenses.queries.ts';

/** Rows that are read before the page can do something else. */
const SLICE = 2000;

/** Expenses that a file would add. `id` tells one reading from another. */
export type BankTable = { id: string; rows: ImportedRow[]; income: number; problems: BankProblem[] };

/** Reads a file with these choices, a slice at a time, so that a long one does not freeze the page. Null until it is read. */
export function useBankTable(rows: readonly string[][], choices: BankChoices | null): BankTable | null {
  const [table, setTable] = useState<BankTable | null>(null);
  useEffect(() => {
    setTable(null);
    if (!choices) return;
    const reader = new BankReader(choices);
    const read: BankTable = { id: newId(), rows: [], income: 0, problems: [] };
    let timer = 0;
    const readSlice = (start: number) => {
      for (const [offset, cells] of rows.slice(start, start + SLICE).entries()) {
        const row = reader.read(cells);
        if (row === null) read.income += 1;
        else if ('problem' in row) read.problems.push({ row: start + offset, problem: row.problem });
        else read.rows.push({ ...row, id: newId() });
      }
      if (start + SLICE < rows.length) timer = window.setTimeout(readSlice, 0, start + SLICE);
      else setTable(read);
    };
    // The first row holds the headers.
    readSlice(1);
    return () => window.clearTimeout(timer);
  }, [rows, choices]);
  return table;
}

type Outcome = { added: number; known: number };
type Import = { importId: string; rows: readonly ImportedRow[] };

/** Sends the parts of an import one after the other. `onPart` gets the number of rows that were sent so far. */
async function sendParts(
  coachId: string,
  { importId, rows }: Import,
  dryRun: boolean,
  onPart?: (sent: number) => void,
): Promise<Outcome> {
  const sum = { added: 0, known: 0 };
  let sent = 0;
  for (const part of requestParts(rows, EXPENSE_BOUNDS.perRequest)) {
    const { added, known } = await rpc.expenses.importExpenses({ coachId, importId, rows: part, dryRun });
    sum.added += added;
    sum.known += known;
    sent += part.length;
    onPart?.(sent);
  }
  return sum;
}

/** Expenses that an import would add. Nothing is stored. */
export const useDryRun = (coachId: string, importId: string, table: BankTable | null) =>
  useQuery({
    queryKey: [...orpc.expenses.key(), 'dry run', importId, table?.id],
    queryFn: () => sendParts(coachId, { importId, rows: table?.rows ?? [] }, true),
    enabled: table !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Imports rows in parts. `sent` counts those that the server has; sending again adds none twice. */
export function useImportExpenses(coachId: string) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const send = useMutation({
    mutationFn: (input: Import) => sendParts(coachId, input, false, setSent),
    // Also after a failure, because earlier parts were added.
    onSettled: () => refresh(client, [orpc.expenses.listExpenses.key(), orpc.metrics.key(), orpc.dashboard.key()]),
  });
  return { sent, send };
}

export const useUndoImport = (coachId: string) =>
  useChange((importId: string) => rpc.expenses.undoImport({ coachId, importId }), EXPENSE_KEYS);

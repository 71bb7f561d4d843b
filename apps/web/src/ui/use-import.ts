import type { QueryKey } from '@tanstack/react-query';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { refresh } from '../lib/changes.ts';
import { messageOf } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { toast } from '../lib/toasts.ts';

/** Lets the preview of an `ImportDialog` control the dialog. */
export type ImportSteps = { onBusy: (busy: boolean) => void; onBack: () => void; onClose: () => void };

type ImportPlan<Table extends object, Outcome extends object, Result> = {
  steps: ImportSteps;
  /** The cells, headers first. */
  rows: readonly string[][];
  /** Reads the cells with the choices made so far; null while one is missing. Memoized, because each new one reads again. */
  parse: ((rows: readonly string[][], signal: AbortSignal) => Table | Promise<Table>) | null;
  /** Asks the server what the import would do. Nothing is stored that the person can see. */
  dryRun: (table: Table) => Promise<Outcome>;
  /** `onSent` gets the number of rows that the server has so far. Sending again adds no row twice. */
  send: (table: Table, onSent: (count: number) => void) => Promise<Result>;
  /** The toast after an import. */
  doneText: (result: Result) => string;
  /** Returns the text of the toast. */
  undo: (table: Table) => Promise<string>;
  changedKeys: readonly QueryKey[];
};

export type ImportTask<Table, Outcome> = {
  table: Table | undefined;
  /** The server's preview of the import, once it has arrived. */
  outcome: Outcome | undefined;
  error: unknown;
  sent: number;
  busy: boolean;
  run: () => void;
};

/** Reading, comparing, sending and undoing an import. Closes the dialog when the rows are stored. */
export function useImport<Table extends object, Outcome extends object, Result>(
  plan: ImportPlan<Table, Outcome, Result>,
): ImportTask<Table, Outcome> {
  const { steps, rows, parse, dryRun, send, doneText, undo, changedKeys } = plan;
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  // A unique key, so that every reading is compared and never served from the cache of another.
  const reading = useMemo(() => ({ key: ['import', newId()], rows, parse }), [rows, parse]);
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const { parse: read } = reading;
  const { data: table, error: unread } = useQuery({
    ...once,
    queryKey: [...reading.key, 'table'],
    queryFn: read ? async ({ signal }) => read(reading.rows, signal) : skipToken,
    // Happens on the device.
    networkMode: 'always',
    structuralSharing: false,
  });
  const { data: outcome, error: uncompared } = useQuery({
    ...once,
    queryKey: [...reading.key, 'outcome'],
    queryFn: table ? () => dryRun(table) : skipToken,
  });
  const sending = useMutation({
    mutationFn(read: Table) {
      setSent(0);
      return send(read, setSent);
    },
    // Also after a failure, because earlier parts were added.
    onSettled: () => refresh(client, changedKeys),
  });
  const undoing = useMutation({ mutationFn: undo, onSuccess: () => refresh(client, changedKeys) });
  const undoImport = (read: Table) =>
    void undoing.mutateAsync(read).then(
      (undone) => toast.success('Import undone', undone),
      (failure: unknown) => toast.error('The import was not undone', messageOf(failure, 'Please try again.')),
    );
  const run = () => {
    if (!table) return;
    steps.onBusy(true);
    void sending
      .mutateAsync(table)
      .then(
        (result) => {
          toast.success(doneText(result), undefined, { label: 'Undo', run: () => undoImport(table) });
          steps.onClose();
        },
        // The dialog shows why.
        () => undefined,
      )
      .finally(() => steps.onBusy(false));
  };
  return {
    table,
    outcome,
    error: unread ?? uncompared ?? sending.error,
    sent,
    busy: sending.isPending,
    run,
  };
}

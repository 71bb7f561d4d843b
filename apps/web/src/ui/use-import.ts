import type { QueryKey } from '@tanstack/react-query';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { refresh } from '../lib/changes.ts';
import { messageOf } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { toast } from '../lib/toasts.ts';

/** Lets the preview of an `ImportDialog` control the dialog. */
export type ImportSteps = { onBusy: (busy: boolean) => void; onBack: () => void; onClose: () => void };

type ImportPlan<Source, Table extends object, Outcome extends object, Result> = {
  steps: ImportSteps;
  /** The content of the file, like cells with the headers first. */
  source: Source;
  /** Reads the source with the choices made so far; null while one is missing. Memoized, because each new one reads again. */
  parse: ((source: Source, signal: AbortSignal) => Table | Promise<Table>) | null;
  /** Asks the server what the import would do. Nothing is stored that the person can see. */
  dryRun?: (table: Table) => Promise<Outcome>;
  /** `onSent` gets the number of rows that the server has so far. Sending again adds no row twice. */
  send: (table: Table, onSent: (count: number) => void) => Promise<Result>;
  /** The toast after an import. Without it the dialog stays open for `result`. */
  doneText?: (result: Result) => string;
  /** Offered with the toast. @returns the details of the next one */
  undo?: (table: Table) => Promise<string | undefined>;
  changedKeys: readonly QueryKey[];
};

export type ImportTask<Table, Outcome, Result> = {
  /** While `reading`, that of the choices before. */
  table: Table | undefined;
  reading: boolean;
  /** The server's preview of the import, once it has arrived. */
  outcome: Outcome | undefined;
  error: unknown;
  sent: number;
  busy: boolean;
  /** The server's answer, once all rows are stored. */
  result: Result | undefined;
  run: () => void;
};

/** Reading, comparing, sending and undoing an import. Closes the dialog when the rows are stored. */
export function useImport<Source, Table extends object, Outcome extends object, Result>(
  plan: ImportPlan<Source, Table, Outcome, Result>,
): ImportTask<Table, Outcome, Result> {
  const { steps, source, parse, dryRun, send, doneText, undo, changedKeys } = plan;
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  // A unique key, so that every reading is compared and never served from the cache of another.
  const reading = useMemo(() => ({ key: ['import', newId()], source, parse }), [source, parse]);
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const { parse: read } = reading;
  const {
    data: table,
    error: unread,
    isPlaceholderData: isEarlier,
  } = useQuery({
    ...once,
    queryKey: [...reading.key, 'table'],
    queryFn: read ? async ({ signal }) => read(reading.source, signal) : skipToken,
    // Happens on the device.
    networkMode: 'always',
    structuralSharing: false,
    // Without it, the preview would vanish for a moment with every choice.
    ...(read && { placeholderData: keepPreviousData }),
  });
  const { data: outcome, error: uncompared } = useQuery({
    ...once,
    queryKey: [...reading.key, 'outcome'],
    queryFn: table && dryRun && !isEarlier ? () => dryRun(table) : skipToken,
  });
  const sending = useMutation({
    mutationFn(read: Table) {
      setSent(0);
      return send(read, setSent);
    },
    // Also after a failure, because earlier parts were added.
    onSettled: () => refresh(client, changedKeys),
  });
  const undoing = useMutation({
    mutationFn: async (read: Table) => undo?.(read),
    onSuccess: () => refresh(client, changedKeys),
  });
  const undoImport = (read: Table) =>
    void undoing.mutateAsync(read).then(
      (undone) => toast.success('Import undone', undone),
      (failure: unknown) => toast.error('The import was not undone', messageOf(failure, 'Please try again.')),
    );
  const run = () => {
    if (!table || isEarlier) return;
    steps.onBusy(true);
    void sending
      .mutateAsync(table)
      .then(
        (result) => {
          if (!doneText) return;
          toast.success(doneText(result), undefined, undo && { label: 'Undo', run: () => undoImport(table) });
          steps.onClose();
        },
        // The dialog shows why.
        () => undefined,
      )
      .finally(() => steps.onBusy(false));
  };
  return {
    table,
    reading: isEarlier,
    outcome,
    error: unread ?? uncompared ?? sending.error,
    sent,
    busy: sending.isPending,
    result: sending.data,
    run,
  };
}

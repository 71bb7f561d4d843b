import type { Measurement } from '@stridewell/contract/progress';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { weightLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { MeasurementDialog, type Typed } from './measurement-dialog.tsx';
import { type Entry, undoOf, useSaveMeasurements } from './progress.queries.ts';

type EntryOptions = {
  coachId: string;
  clientId: string;
  by: 'coach' | 'client';
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
};

type Opened = { day: string; all: boolean; typed?: Typed; problem?: string };

/**
 * Entering what was measured: a dialog that closes at once, and comes back with what was typed should it not arrive.
 * `open` shows it for one day, with the weight alone or with `all` there is;
 * `first` is open from the start.
 */
export function useMeasurementEntry(
  options: EntryOptions,
  first: Opened | null = null,
): { open: (day: string, all: boolean) => void; dialog: ReactNode } {
  const { coachId, clientId, by, measurements, today, units } = options;
  const [opened, setOpened] = useState<Opened | null>(first);
  const save = useSaveMeasurements(coachId, clientId, by);
  const takeBack = (entry: Entry) => {
    save.mutateAsync(entry).catch((error: unknown) => {
      toast.error('It could not be taken back', messageOf(error, 'Please check your connection and try again.'));
    });
  };
  const submit = (entry: Entry, typed: Typed, all: boolean) => {
    const undo = undoOf(measurements, entry);
    setOpened(null);
    save.mutate(entry, {
      onSuccess: () =>
        toast.success(savedWords(entry, units), relativeDayLabel(entry.day, today), {
          label: 'Undo',
          run: () => takeBack(undo),
        }),
      onError: (error) =>
        setOpened({
          ...{ day: entry.day, all, typed },
          problem: messageOf(error, 'Please check your connection and try again.'),
        }),
    });
  };
  const dialog = opened && (
    <MeasurementDialog
      {...{ by, measurements, today, units, all: opened.all, problem: opened.problem, begun: opened.typed }}
      day={opened.day}
      onSave={submit}
      onClose={() => setOpened(null)}
    />
  );
  return { open: (day, all) => setOpened({ day, all }), dialog };
}

function savedWords({ values }: Entry, units: UnitSystem): string {
  const { weight, ...others } = values;
  const isWeight = weight !== undefined && weight !== null && Object.keys(others).length === 0;
  return isWeight ? `Weight saved: ${weightLabel(weight, units)}` : 'Measurements saved';
}

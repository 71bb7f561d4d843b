import type { Measurement } from '@stridewell/contract/progress/progress';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { weightLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { late } from '../../ui/late.tsx';
import type { FieldValues } from './measurement-dialog.tsx';
import { type MeasurementEntry, undoOf, useSaveMeasurements } from './progress.queries.ts';

const MeasurementDialog = late(async () => (await import('./measurement-dialog.tsx')).MeasurementDialog);

type EntryOptions = {
  coachId: string;
  clientId: string;
  by: 'coach' | 'client';
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
  /** A hidden value is saved without showing it, and cannot be undone. */
  isBlind?: boolean;
};

type DialogState = { day: string; all: boolean; values?: FieldValues; problem?: string };

/**
 * The dialog for measurements. It closes at once, and opens again with the typed values when saving failed. `open`
 * shows it for one day, with the weight alone or with `all` fields; `first` is open from the start.
 */
export function useMeasurementEntry(
  options: EntryOptions,
  first: DialogState | null = null,
): { open: (day: string, all: boolean) => void; dialog: ReactNode } {
  const { coachId, clientId, by, measurements, today, units, isBlind = false } = options;
  const [opened, setOpened] = useState<DialogState | null>(first);
  const save = useSaveMeasurements(coachId, clientId, { by, isBlind });
  const undo = (entry: MeasurementEntry) => {
    save.mutateAsync(entry).catch((error: unknown) => {
      toast.error('The entry was not undone', messageOf(error, 'Please check your connection and try again.'));
    });
  };
  const submit = (entry: MeasurementEntry, values: FieldValues, all: boolean) => {
    const before = undoOf(measurements, entry);
    setOpened(null);
    save.mutate(entry, {
      onSuccess: () =>
        isBlind
          ? toast.success('Saved', relativeDayLabel(entry.day, today))
          : toast.success(savedText(entry, units), relativeDayLabel(entry.day, today), {
              label: 'Undo',
              run: () => undo(before),
            }),
      onError: (error) =>
        setOpened({
          day: entry.day,
          all,
          values,
          problem: messageOf(error, 'Please check your connection and try again.'),
        }),
    });
  };
  const dialog = opened && (
    <MeasurementDialog
      by={by}
      measurements={measurements}
      today={today}
      units={units}
      all={opened.all}
      problem={opened.problem}
      initialValues={opened.values}
      day={opened.day}
      onSave={submit}
      onClose={() => setOpened(null)}
    />
  );
  return { open: (day, all) => setOpened({ day, all }), dialog };
}

function savedText({ values }: MeasurementEntry, units: UnitSystem): string {
  const { weight, ...others } = values;
  const isWeight = weight !== undefined && weight !== null && Object.keys(others).length === 0;
  return isWeight ? `Weight saved: ${weightLabel(weight, units)}` : 'Measurements saved';
}

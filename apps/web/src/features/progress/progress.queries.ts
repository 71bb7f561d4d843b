import type { ClientProgress, Measurement, MeasurementValues } from '@stridewell/contract/progress/progress';
import { isHiddenKind, MEASUREMENT_KINDS } from '@stridewell/contract/progress/progress.rules';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { useOptimisticChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

/** Every screen that shows weights or measurements. */
const MEASUREMENT_KEYS = [orpc.progress.key(), orpc.clients.key(), orpc.dashboard.key(), orpc.checkins.key()];

/** Stored on the device: years of weekly measurements. */
const KEPT_MEASUREMENTS = 1000;

const newest = (progress: ClientProgress): ClientProgress => ({
  ...progress,
  measurements: progress.measurements.slice(-KEPT_MEASUREMENTS),
});

export const progressQuery = (coachId: string, clientId: string) => {
  const query = orpc.progress.getProgress.queryOptions({ input: { coachId, clientId } });
  return queryOptions({ ...query, queryFn: withOfflineAnswer(query.queryFn, newest), staleTime: 15_000 });
};

export const photosQuery = (coachId: string, clientId: string) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.progress.listPhotos, { coachId, clientId }),
    staleTime: 15_000,
  });

export type MeasurementEntry = { day: string; values: MeasurementValues };

/** The measurements of one day, without those from check-ins. */
export const measuredOn = (measurements: readonly Measurement[], day: string): Measurement[] =>
  measurements.filter((one) => one.day === day && one.source !== 'check_in');

/** The entry that undoes `entry`. */
export function undoOf(measurements: readonly Measurement[], { day, values }: MeasurementEntry): MeasurementEntry {
  const before = new Map(measuredOn(measurements, day).map(({ kind, value }) => [kind, value]));
  const kinds = MEASUREMENT_KINDS.filter((kind) => values[kind] !== undefined);
  return { day, values: Object.fromEntries(kinds.map((kind) => [kind, before.get(kind) ?? null])) };
}

/** The progress with the entry applied. Only the server knows the check-in value that replaces a deleted one. */
function withEntry(
  progress: ClientProgress,
  { day, values }: MeasurementEntry,
  source: Measurement['source'],
): ClientProgress {
  const others = progress.measurements.filter((one) => {
    const isReplaced = MEASUREMENT_KINDS.some((kind) => kind === one.kind && values[kind] !== undefined);
    return !(isReplaced && one.day === day);
  });
  const set = MEASUREMENT_KINDS.flatMap((kind) => {
    const value = values[kind];
    return value === undefined || value === null ? [] : [{ kind, day, value, source }];
  });
  const measurements = [...others, ...set].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return { ...progress, measurements };
}

type Author = { by: 'coach' | 'client'; isBlind?: boolean };

/** `isBlind`: what is hidden from the client is not put on the screen. */
export const useSaveMeasurements = (coachId: string, clientId: string, { by, isBlind = false }: Author) =>
  useOptimisticChange({
    send: (entry: MeasurementEntry) => rpc.progress.saveMeasurements({ coachId, clientId, ...entry }),
    queryKey: progressQuery(coachId, clientId).queryKey,
    show: (progress: ClientProgress, entry) => {
      const shown = withEntry(progress, entry, by);
      const measurements = shown.measurements.filter(({ kind }) => !isBlind || !isHiddenKind(kind));
      return { ...shown, measurements };
    },
    changedKeys: MEASUREMENT_KEYS,
  });

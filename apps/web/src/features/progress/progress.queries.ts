import type { ClientProgress, Measurement, MeasurementValues } from '@stridewell/contract/progress';
import { MEASUREMENT_KINDS } from '@stridewell/contract/progress.rules';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/changes.ts';
import { withOfflineAnswer } from '../../lib/offline-answers.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** Every screen that shows weights or measurements. */
const MEASUREMENT_KEYS = [orpc.progress.key(), orpc.clients.key(), orpc.dashboard.key(), orpc.checkins.key()];

/** Worth keeping on a device: years of weekly measurements. */
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
    ...orpc.progress.listPhotos.infiniteOptions({
      input: (cursor: string | undefined) => ({ coachId, clientId, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    staleTime: 15_000,
  });

export type Entry = { day: string; values: MeasurementValues };

/** What somebody measured on one day; what a check-in of that day says is none of it. */
export const measuredOn = (measurements: readonly Measurement[], day: string): Measurement[] =>
  measurements.filter((one) => one.day === day && one.source !== 'check_in');

/** The entry that takes `entry` back. */
export function undoOf(measurements: readonly Measurement[], { day, values }: Entry): Entry {
  const before = new Map(measuredOn(measurements, day).map(({ kind, value }) => [kind, value]));
  const kinds = MEASUREMENT_KINDS.filter((kind) => values[kind] !== undefined);
  return { day, values: Object.fromEntries(kinds.map((kind) => [kind, before.get(kind) ?? null])) };
}

/** As it will be once the server has the entry. What a check-in says instead of a value taken away, only it knows. */
function withEntry(progress: ClientProgress, { day, values }: Entry, source: Measurement['source']): ClientProgress {
  const others = progress.measurements.filter((one) => {
    const isMeant = MEASUREMENT_KINDS.some((kind) => kind === one.kind && values[kind] !== undefined);
    return !(isMeant && one.day === day);
  });
  const set = MEASUREMENT_KINDS.flatMap((kind) => {
    const value = values[kind];
    return value === undefined || value === null ? [] : [{ kind, day, value, source }];
  });
  const measurements = [...others, ...set].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return { ...progress, measurements };
}

/** Shows an entry at once, and puts back what was there should the server refuse. */
export function useSaveMeasurements(coachId: string, clientId: string, by: 'coach' | 'client') {
  const client = useQueryClient();
  const { queryKey } = progressQuery(coachId, clientId);
  return useMutation({
    mutationFn: (entry: Entry) => rpc.progress.saveMeasurements({ coachId, clientId, ...entry }),
    async onMutate(entry) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<ClientProgress>(queryKey);
      if (before) client.setQueryData<ClientProgress>(queryKey, withEntry(before, entry, by));
      return { before };
    },
    onError: (_error, _entry, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => refresh(client, MEASUREMENT_KEYS),
  });
}

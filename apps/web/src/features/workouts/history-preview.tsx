import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import type { HistoryMatch, HistoryWorkout } from '@stridewell/contract/workouts/workouts.history.rules';
import { HISTORY_SOURCE_LABELS } from '@stridewell/contract/workouts/workouts.rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countLabel, dayText, timeZoneChoices } from '../../lib/format.ts';
import { orpc } from '../../lib/rpc.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { ImportPreview } from '../../ui/import-dialog.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { type ImportSteps, useImport } from '../../ui/use-import.ts';
import classes from './history-preview.module.css';
import {
  DISTANCE_UNITS,
  type DistanceUnit,
  exercisesOfHistory,
  type History,
  type HistoryFile,
  hasAmounts,
  historyOf,
  WEIGHT_UNITS,
  type WeightUnit,
} from './workouts.history-files.ts';
import {
  type HistoryMapping,
  type HistoryResult,
  historyMatchesQuery,
  sendHistory,
  sureMapping,
  withMapping,
} from './workouts.import.ts';

type Reading = History & { names: { name: string; sets: number }[] };
const NOTHING: Reading = { workouts: [], problems: [], repeated: 0, names: [] };
const KEEP = '';
const DISTANCE_LABELS: Record<DistanceUnit, string> = { km: 'Kilometers', mi: 'Miles', m: 'Meters' };
const WEIGHT_LABELS: Record<WeightUnit, string> = { kg: 'Kilograms', lb: 'Pounds' };

type HistoryPreviewProps = { coachId: string; file: HistoryFile; steps: ImportSteps };

/** Workouts of a file, with the matching exercises of the library. Nothing is stored before the client confirms. */
export function HistoryPreview({ coachId, file, steps }: HistoryPreviewProps) {
  const ownZone = useTimeZone();
  const [timeZone, setTimeZone] = useState(ownZone);
  const zones = useMemo(() => timeZoneChoices(ownZone), [ownZone]);
  const [units, setUnits] = useState<{ weight: WeightUnit; distance: DistanceUnit }>({ weight: 'kg', distance: 'km' });
  const [changed, setChanged] = useState<HistoryMapping | null>(null);
  const parse = useMemo(
    () => (read: HistoryFile) => {
      const history = historyOf(read, units, { today: dayInZone(new Date(), timeZone), timeZone });
      return { ...history, timeZone, names: exercisesOfHistory(history.workouts) };
    },
    [units, timeZone],
  );
  const task = useImport({
    steps,
    source: file,
    parse,
    send: ({ workouts, timeZone: zone }, onSent): Promise<HistoryResult> =>
      sendHistory({ coachId, source: file.source, timeZone: zone, workouts: withMapping(workouts, mapping) }, onSent),
    changedKeys: [orpc.workouts.key()],
  });
  const { workouts, problems, repeated, names } = task.table ?? NOTHING;
  const matches = useQuery(historyMatchesQuery(names.map(({ name }) => name)));
  const mapping: HistoryMapping = changed ?? sureMapping(matches.data ?? []);
  if (task.result) return <Result result={task.result} onClose={steps.onClose} />;
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title={`From ${HISTORY_SOURCE_LABELS[file.source]}`}
      label="Import workouts"
      disabled={workouts.length === 0 || matches.isPending}
      fallback="Some workouts were not imported. Try again: those that are there are not added twice."
      progress={{
        label: 'Imported workouts',
        total: workouts.length,
        note: `${task.sent} of ${countLabel(workouts.length, 'workout')}`,
      }}
    >
      <div role="status">
        {task.table && <Text>{summaryText(workouts)}</Text>}
        {repeated > 0 && <Muted>The file has {countLabel(repeated, 'workout')} twice; each counts once</Muted>}
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect
          label="Where you trained"
          description="Time zone of the workouts"
          data={zones}
          value={timeZone}
          onChange={({ currentTarget }) => setTimeZone(currentTarget.value)}
        />
        {file.weightUnit === null && hasAmounts(file, 'weight') && (
          <NativeSelect
            label="Unit of the weights"
            description="The file does not say it"
            data={WEIGHT_UNITS.map((value) => ({ value, label: WEIGHT_LABELS[value] }))}
            value={units.weight}
            onChange={({ currentTarget: { value } }) =>
              setUnits({ ...units, weight: WEIGHT_UNITS.find((one) => one === value) ?? 'kg' })
            }
          />
        )}
        {file.distanceUnit === null && hasAmounts(file, 'distance') && (
          <NativeSelect
            label="Unit of the distances"
            description="The file does not say it"
            data={DISTANCE_UNITS.map((value) => ({ value, label: DISTANCE_LABELS[value] }))}
            value={units.distance}
            onChange={({ currentTarget: { value } }) =>
              setUnits({ ...units, distance: DISTANCE_UNITS.find((one) => one === value) ?? 'km' })
            }
          />
        )}
      </SimpleGrid>
      <LeftOutRows problems={problems} />
      {names.length > 0 && (
        <QueryBoundary query={matches} failed="The exercises could not be compared with the library" skeleton={160}>
          {(found) => <Mapping names={names} matches={found} mapping={mapping} onChange={setChanged} />}
        </QueryBoundary>
      )}
    </ImportPreview>
  );
}

function summaryText(workouts: readonly HistoryWorkout[]): string {
  const [last, first] = [workouts[0], workouts.at(-1)];
  if (!last || !first) return 'We found no workouts in this file.';
  const date = ({ startedAt }: HistoryWorkout) =>
    dayText(startedAt.slice(0, 10), { month: 'short', day: 'numeric', year: 'numeric' });
  const sets = workouts.reduce(
    (sum, { exercises }) => sum + exercises.reduce((inner, one) => inner + one.sets.length, 0),
    0,
  );
  const span = first === last ? `from ${date(first)}` : `from ${date(first)} to ${date(last)}`;
  return `${countLabel(workouts.length, 'workout')} ${span}, ${countLabel(sets, 'set')}.`;
}

type MappingProps = {
  names: readonly { name: string; sets: number }[];
  matches: readonly HistoryMatch[];
  mapping: HistoryMapping;
  onChange: (mapping: HistoryMapping) => void;
};

/** Matches each exercise of the file with the library. Without a choice it keeps its name. */
function Mapping({ names, matches, mapping, onChange }: MappingProps) {
  const options = new Map(matches.map((match) => [match.name, match.options]));
  const open = names.filter(({ name }) => !mapping.has(name)).length;
  const choose = (name: string, exerciseId: string) => {
    const option = options.get(name)?.find((one) => one.exerciseId === exerciseId);
    const changed = new Map(mapping);
    if (option) changed.set(name, option);
    else changed.delete(name);
    onChange(changed);
  };
  return (
    <div>
      <Text fw={600}>Exercises</Text>
      <Muted mb="xs">
        {open === 0
          ? 'All are in your coach’s library. Check them before you import.'
          : `${countLabel(open, 'exercise')} of ${names.length} ${open === 1 ? 'keeps its name' : 'keep their names'}. Choose the same exercise from your coach’s library where there is one.`}
      </Muted>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section tabIndex={0} aria-label="Exercises of the file" className={classes.mapping}>
        {names.map(({ name, sets }) => (
          <NativeSelect
            key={name}
            label={name}
            description={countLabel(sets, 'set')}
            data={[
              { value: KEEP, label: 'Keep this name' },
              ...(options.get(name) ?? []).map((option) => ({ value: option.exerciseId, label: option.name })),
            ]}
            value={mapping.get(name)?.exerciseId ?? KEEP}
            onChange={({ currentTarget }) => choose(name, currentTarget.value)}
          />
        ))}
      </section>
    </div>
  );
}

function Result({ result: { added, known }, onClose }: { result: HistoryResult; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text role="status" fw={600}>
        {added === 0
          ? 'No workout was added.'
          : `${countLabel(added, 'workout')} ${added === 1 ? 'was' : 'were'} added.`}
      </Text>
      {known > 0 && (
        <Text>
          {countLabel(known, 'workout')} {known === 1 ? 'was' : 'were'} already there and stayed as{' '}
          {known === 1 ? 'it is' : 'they are'}.
        </Text>
      )}
      <Group justify="flex-end">
        <Button mih={44} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

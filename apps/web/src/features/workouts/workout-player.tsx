import { Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { GROUP_FORMAT_LABELS } from '@stridewell/contract/programs/programs.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type {
  PerformedExercise,
  PersonalRecord,
  PreviousPerformance,
  WorkoutLog,
} from '@stridewell/contract/workouts/workouts';
import { deleteWorkout } from '@stridewell/contract/workouts/workouts.merge.rules';
import { plannedExerciseOf } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { HelpLine } from '../../shared/help-line.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ExerciseBlock, type ExerciseBlockProps } from './exercise-block.tsx';
import { RestBar } from './rest-bar.tsx';
import { SyncText } from './sync-text.tsx';
import { WorkoutSummary } from './workout-summary.tsx';
import { useWakeLock } from './workouts.awake.ts';
import { blocksOf, nextStep, progressOf, withHead } from './workouts.editing.ts';
import type { OwnWorkouts } from './workouts.queries.ts';
import { restTimer } from './workouts.rest.ts';
import type { WorkoutStore } from './workouts.store.ts';

type WorkoutPlayerProps = {
  store: WorkoutStore;
  /** The workout before its first set; the store has it as soon as something is logged. */
  initial: WorkoutLog;
  previous: readonly PreviousPerformance[];
  substitutes: OwnWorkouts['substitutes'];
  guides: OwnWorkouts['guides'];
  records: readonly PersonalRecord[];
  units: UnitSystem;
  readOnly: boolean;
  onLeave: () => void;
};

/** Logs a workout set by set. Everything is on the device before the screen shows it. */
export function WorkoutPlayer(props: WorkoutPlayerProps) {
  const { store, initial, previous, units, readOnly, onLeave } = props;
  const { logs } = useStore(store);
  const log = logs.get(initial.id)?.log ?? initial;
  const isFinished = log.head.finishedAt !== null;
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useWakeLock(!isFinished && log.sets.length > 0);
  const next = isFinished ? undefined : nextStep(log, previous, lastDone(log));
  const { done, total } = progressOf(log, previous);
  const finish = () => {
    restTimer.stop();
    setEditing(false);
    setAsking(false);
    store.change(withHead(log, { finishedAt: log.head.finishedAt ?? new Date().toISOString() }));
  };
  const remove = () => {
    restTimer.stop();
    store.change(deleteWorkout(log, new Date().toISOString()));
    onLeave();
  };
  if (isFinished && !isEditing) {
    return (
      <Stack gap="lg">
        <WorkoutSummary log={log} previous={previous} records={props.records} units={units} />
        <SyncText store={store} logId={log.id} />
        {!readOnly && (
          <Group gap="sm">
            <Button onClick={onLeave}>Done</Button>
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit sets
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              Delete workout
            </Button>
          </Group>
        )}
        <DeleteQuestion opened={isDeleting} onConfirm={remove} onClose={() => setDeleting(false)} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <SyncText store={store} logId={log.id} />
      {blocksOf(log).map((block) => (
        <Block key={block[0]?.key} {...props} log={log} block={block} nextId={next?.setId} />
      ))}
      <NoteField key={log.head.note} log={log} store={store} readOnly={readOnly} />
      {!readOnly && (
        <Stack gap="sm">
          <Button size="lg" variant={next ? 'default' : 'ember'} onClick={next ? () => setAsking(true) : finish}>
            {isFinished ? 'Save changes' : 'Finish workout'}
          </Button>
          {log.sets.length > 0 && (
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              Delete workout
            </Button>
          )}
        </Stack>
      )}
      <RestBar />
      <ConfirmDialog
        opened={isAsking}
        title={done === 0 ? 'Finish without logging a set?' : `Finish with ${countLabel(total - done, 'open set')}?`}
        confirmLabel="Finish workout"
        cancelLabel="Keep logging"
        danger={false}
        onConfirm={finish}
        onClose={() => setAsking(false)}
      >
        Open sets count as not done. You can still edit the workout afterwards.
      </ConfirmDialog>
      <DeleteQuestion opened={isDeleting} onConfirm={remove} onClose={() => setDeleting(false)} />
    </Stack>
  );
}

const lastDone = ({ sets }: WorkoutLog): string | undefined =>
  sets.filter(({ done, deleted }) => done && !deleted).sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1))[0]?.id;

type QuestionProps = { opened: boolean; onConfirm: () => void; onClose: () => void };

const DeleteQuestion = ({ opened, onConfirm, onClose }: QuestionProps) => (
  <ConfirmDialog
    opened={opened}
    title="Delete this workout?"
    confirmLabel="Delete workout"
    cancelLabel="Keep workout"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    All its sets are deleted, here and for your coach.
  </ConfirmDialog>
);

type BlockProps = Omit<ExerciseBlockProps, 'exercise' | 'mark'> & { block: readonly PerformedExercise[] };

function Block({ block, ...rest }: BlockProps) {
  const [first] = block;
  // Before and after a swap an exercise has the same number.
  const planned = [...new Set(block.map((exercise) => plannedExerciseOf(rest.log, exercise)))];
  const group = rest.log.head.groups.find(({ letter }) => letter === first?.group);
  const format = planned.length > 1 || group ? GROUP_FORMAT_LABELS[group?.format ?? 'superset'] : null;
  return (
    <Card padding="md" component="section" aria-label={block.map(({ name }) => name).join(' and ')}>
      {format && (
        <Text size="sm" fw={600} c="dimmed" mb="xs">
          {format}
          {group?.minutes ? `, ${group.minutes} minutes` : ''}
        </Text>
      )}
      <Stack gap="lg">
        {block.map((exercise) => (
          <ExerciseBlock
            key={exercise.key}
            {...rest}
            exercise={exercise}
            mark={
              planned.length > 1 ? `${exercise.group}${planned.indexOf(plannedExerciseOf(rest.log, exercise)) + 1}` : ''
            }
          />
        ))}
      </Stack>
    </Card>
  );
}

function NoteField({ log, store, readOnly }: { log: WorkoutLog; store: WorkoutStore; readOnly: boolean }) {
  const [note, setNote] = useState(log.head.note);
  return (
    <>
      <Textarea
        label="Note for your coach"
        autosize
        minRows={2}
        maxLength={1000}
        disabled={readOnly}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        onBlur={() => note.trim() !== log.head.note && store.change(withHead(log, { note: note.trim() }))}
      />
      <HelpLine text={note} />
    </>
  );
}

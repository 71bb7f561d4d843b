import { Button, Card, Group, Menu, Stack, Text, Textarea, Title } from '@mantine/core';
import { GROUP_FORMAT_LABELS } from '@stridewell/contract/programs.rules';
import { setsText } from '@stridewell/contract/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PerformedExercise, PreviousPerformance, WorkoutLog } from '@stridewell/contract/workouts';
import { deleteWorkout } from '@stridewell/contract/workouts.rules';
import { IconBandage, IconDots, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Muted } from '../../components/muted.tsx';
import { countLabel } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { PainDialog } from './pain-dialog.tsx';
import { PlatesDialog } from './plates-dialog.tsx';
import { RestBar } from './rest-bar.tsx';
import { SetRow } from './set-row.tsx';
import { SyncText } from './sync-text.tsx';
import classes from './workout-player.module.css';
import { WorkoutSummary } from './workout-summary.tsx';
import { useWakeLock } from './workouts.awake.ts';
import { restTimer } from './workouts.rest.ts';
import {
  addSet,
  blocksOf,
  changeHead,
  nextStep,
  type SetRow as Row,
  restAfter,
  rowsOf,
  stampAfter,
  storeSet,
} from './workouts.session.ts';
import type { WorkoutStore } from './workouts.store.ts';
import { loadNumber } from './workouts.wording.ts';

type WorkoutPlayerProps = {
  store: WorkoutStore;
  /** The workout before its first set; the store has it as soon as something is logged. */
  initial: WorkoutLog;
  previous: readonly PreviousPerformance[];
  units: UnitSystem;
  readOnly: boolean;
  onLeave: () => void;
};

/** Logs a workout set by set. Everything is on the device before the screen shows it. */
export function WorkoutPlayer({ store, initial, previous, units, readOnly, onLeave }: WorkoutPlayerProps) {
  const { logs } = useStore(store);
  const log = logs.get(initial.id)?.log ?? initial;
  const isFinished = log.head.finishedAt !== null;
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  useWakeLock(!isFinished && log.sets.length > 0);
  const next = isFinished ? undefined : nextStep(log, previous, lastDone(log));
  const finish = () => {
    restTimer.stop();
    setEditing(false);
    store.change(changeHead(log, { finishedAt: log.head.finishedAt ?? new Date().toISOString() }));
  };
  const remove = () => {
    restTimer.stop();
    store.change(deleteWorkout(log, stampAfter(log.head.changedAt)));
    onLeave();
  };
  if (isFinished && !isEditing) {
    return (
      <Stack gap="lg">
        <WorkoutSummary log={log} previous={previous} units={units} />
        <SyncText store={store} />
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
      <SyncText store={store} />
      {blocksOf(log).map((block) => (
        <Block key={block[0]?.key} {...{ store, log, block, previous, units, readOnly }} nextId={next?.setId} />
      ))}
      <NoteField key={log.head.note} log={log} store={store} readOnly={readOnly} />
      {!readOnly && (
        <Stack gap="sm">
          <Button size="lg" variant={next ? 'default' : 'ember'} onClick={finish}>
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

type BlockProps = {
  store: WorkoutStore;
  log: WorkoutLog;
  block: readonly PerformedExercise[];
  previous: readonly PreviousPerformance[];
  units: UnitSystem;
  readOnly: boolean;
  nextId: string | undefined;
};

function Block({ block, ...rest }: BlockProps) {
  const [first] = block;
  const group = rest.log.head.groups.find(({ letter }) => letter === first?.group);
  const format = block.length > 1 || group ? GROUP_FORMAT_LABELS[group?.format ?? 'superset'] : null;
  return (
    <Card padding="md" component="section" aria-label={block.map(({ name }) => name).join(' and ')}>
      {format && (
        <Text size="sm" fw={600} c="dimmed" mb="xs">
          {format}
          {group?.minutes ? `, ${group.minutes} minutes` : ''}
        </Text>
      )}
      <Stack gap="lg">
        {block.map((exercise, index) => (
          <ExerciseBlock
            key={exercise.key}
            {...rest}
            exercise={exercise}
            mark={block.length > 1 ? `${exercise.group}${index + 1}` : ''}
          />
        ))}
      </Stack>
    </Card>
  );
}

type ExerciseBlockProps = Omit<BlockProps, 'block'> & { exercise: PerformedExercise; mark: string };

function ExerciseBlock({ store, log, exercise, mark, previous, units, readOnly, nextId }: ExerciseBlockProps) {
  const [dialog, setDialog] = useState<'pain' | 'plates' | null>(null);
  const rows = rowsOf(log, exercise, previous);
  const pains = log.head.pains.filter((flag) => flag.exerciseKey === exercise.key && !flag.deleted);
  const change = (row: Row, what: Parameters<typeof storeSet>[3]) => {
    const changed = storeSet(log, exercise.key, row, what);
    store.change(changed);
    if (what.done && log.head.finishedAt === null) {
      restTimer.start(restAfter(log, row, exercise));
      focusNext(nextStep(changed, previous, row.id)?.setId);
    }
  };
  const removeLast = () => {
    const row = rows.at(-1);
    if (row) store.change(storeSet(log, exercise.key, row, { deleted: true, done: false }));
  };
  const current = rows.find(({ id }) => id === nextId) ?? rows[0];
  const kg = current?.logged?.weightKg ?? current?.suggested.weightKg ?? null;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={4}>
        <Title order={3}>{mark ? `${mark} ${exercise.name}` : exercise.name}</Title>
        {!readOnly && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton label={`Actions for ${exercise.name}`} icon={IconDots} size={44} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconBandage size={16} />} onClick={() => setDialog('pain')}>
                Something hurts
              </Menu.Item>
              <Menu.Item leftSection={<IconStack2 size={16} />} onClick={() => setDialog('plates')}>
                Plates
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} />} disabled={rows.length === 0} onClick={removeLast}>
                Remove last set
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Muted>{setsText(exercise.sets, units)}</Muted>
      {exercise.notes && <Muted>{exercise.notes}</Muted>}
      {pains.length > 0 && (
        <Text size="sm" c="red">
          {countLabel(pains.length, 'pain flag')} sent to your coach
        </Text>
      )}
      <ul className={classes.sets} aria-label={`Sets of ${exercise.name}`}>
        {rows.map((row, index) => (
          <SetRow
            key={row.id}
            row={row}
            number={index + 1}
            exerciseName={exercise.name}
            units={units}
            isNext={row.id === nextId}
            readOnly={readOnly}
            onChange={(what) => change(row, what)}
          />
        ))}
      </ul>
      {!readOnly && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          onClick={() => store.change(addSet(log, exercise, rows))}
        >
          Add set
        </Button>
      )}
      {dialog === 'pain' && (
        <PainDialog
          exerciseKey={exercise.key}
          onSave={(flag) => store.change(changeHead(log, { pains: [...log.head.pains, flag] }))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'plates' && (
        <PlatesDialog
          weight={kg === null ? null : loadNumber(kg, units)}
          units={units}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** Scrolls the next set into view, for the other exercise of a superset. */
function focusNext(setId: string | undefined): void {
  if (setId === undefined) return;
  requestAnimationFrame(() => {
    const row = document.getElementById(`set-${setId}`);
    row?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  });
}

function NoteField({ log, store, readOnly }: { log: WorkoutLog; store: WorkoutStore; readOnly: boolean }) {
  const [note, setNote] = useState(log.head.note);
  return (
    <Textarea
      label="Note for your coach"
      autosize
      minRows={2}
      maxLength={1000}
      disabled={readOnly}
      value={note}
      onChange={({ currentTarget }) => setNote(currentTarget.value)}
      onBlur={() => note.trim() !== log.head.note && store.change(changeHead(log, { note: note.trim() }))}
    />
  );
}

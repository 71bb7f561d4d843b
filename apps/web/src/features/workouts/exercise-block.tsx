import { Button, Group, Text, Title } from '@mantine/core';
import { setsText } from '@stridewell/contract/programs/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PerformedExercise, PreviousPerformance, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { PAIN_PART_LABELS } from '@stridewell/contract/workouts/workouts.rules';
import { canUndoSwap, isReplaced, painsOf } from '@stridewell/contract/workouts/workouts.swaps.rules';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBandage,
  IconDots,
  IconInfoCircle,
  IconPlus,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SetRow } from './set-row.tsx';
import classes from './workout-player.module.css';
import {
  addPain,
  addSet,
  maxOf,
  nextStep,
  type SetRow as Row,
  restAfter,
  rowsOf,
  storeSet,
  withdrawFlag,
} from './workouts.editing.ts';
import type { OwnWorkouts } from './workouts.queries.ts';
import { restTimer } from './workouts.rest.ts';
import type { WorkoutStore } from './workouts.store.ts';
import { swapOptions, swapTo, withoutSwap } from './workouts.swaps.ts';
import { loadNumber } from './workouts.wording.ts';

const GuideDialog = late(async () => (await import('./guide-dialog.tsx')).GuideDialog);
const PainDialog = late(async () => (await import('./pain-dialog.tsx')).PainDialog);
const PlatesDialog = late(async () => (await import('./plates-dialog.tsx')).PlatesDialog);
const SwapDialog = late(async () => (await import('./swap-dialog.tsx')).SwapDialog);

export type ExerciseBlockProps = {
  store: WorkoutStore;
  log: WorkoutLog;
  exercise: PerformedExercise;
  /** Its place in a superset, like A1; empty for one on its own. */
  mark: string;
  previous: readonly PreviousPerformance[];
  substitutes: OwnWorkouts['substitutes'];
  guides: OwnWorkouts['guides'];
  units: UnitSystem;
  readOnly: boolean;
  nextId: string | undefined;
};

/** One exercise of a workout with its sets and what can be done about it. */
export function ExerciseBlock(props: ExerciseBlockProps) {
  const { store, log, exercise, mark, previous, units, readOnly, nextId } = props;
  const [dialog, setDialog] = useState<'guide' | 'pain' | 'plates' | 'swap' | null>(null);
  const rows = rowsOf(log, exercise, previous, units);
  const pains = painsOf(log, exercise);
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
  const options = swapOptions(log, exercise, props.substitutes);
  const guide = props.guides.find(({ exerciseId }) => exerciseId === exercise.exerciseId);
  const isOver = isReplaced(log, exercise);
  const done = rows.filter(({ logged }) => logged?.done).length;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={4}>
        <Title order={3} style={{ overflowWrap: 'anywhere' }}>
          {mark ? `${mark} ${exercise.name}` : exercise.name}
        </Title>
        {!readOnly && (
          <LateMenu
            position="bottom-end"
            target={(button) => (
              <IconButton
                {...button}
                data-actions={exercise.key}
                label={`Actions for ${exercise.name}`}
                icon={IconDots}
                size={44}
              />
            )}
          >
            {(Menu) => (
              <>
                {guide && (
                  <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => setDialog('guide')}>
                    How to do it
                  </Menu.Item>
                )}
                {!isOver && options.length > 0 && done < rows.length && (
                  <Menu.Item leftSection={<IconArrowsExchange size={16} />} onClick={() => setDialog('swap')}>
                    Swap exercise
                  </Menu.Item>
                )}
                {canUndoSwap(log, exercise) && (
                  <Menu.Item
                    leftSection={<IconArrowBackUp size={16} />}
                    onClick={() => store.change(withoutSwap(log, exercise.key))}
                  >
                    Undo swap
                  </Menu.Item>
                )}
                <Menu.Item leftSection={<IconBandage size={16} />} onClick={() => setDialog('pain')}>
                  Report pain
                </Menu.Item>
                <Menu.Item leftSection={<IconStack2 size={16} />} onClick={() => setDialog('plates')}>
                  Plates
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={16} />} disabled={rows.length === 0} onClick={removeLast}>
                  Remove last set
                </Menu.Item>
              </>
            )}
          </LateMenu>
        )}
      </Group>
      {exercise.swappedFrom && <Muted>Instead of {exercise.swappedFrom}</Muted>}
      <Muted>{isOver ? 'Swapped. These sets stay.' : setsText(exercise.sets, units, maxOf(exercise, previous))}</Muted>
      {exercise.notes && <Muted>{exercise.notes}</Muted>}
      {pains.map(({ id, part, level }) => (
        <Group key={id} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" c="red">
            Pain, for your coach: {PAIN_PART_LABELS[part].toLowerCase()}, {level}
          </Text>
          {!readOnly && (
            <Button variant="subtle" color="gray" mih={44} onClick={() => store.change(withdrawFlag(log, id))}>
              Withdraw
            </Button>
          )}
        </Group>
      ))}
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
      {!readOnly && !isOver && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          onClick={() => store.change(addSet(log, exercise, rows))}
        >
          Add set
        </Button>
      )}
      {dialog === 'swap' && (
        <SwapDialog
          exercise={exercise}
          options={options}
          done={done}
          onChoose={(option) => {
            const changed = swapTo(log, exercise.key, option);
            store.change(changed);
            setDialog(null);
            focusActions(changed.head.exercises.find(({ replaces }) => replaces === exercise.key)?.key);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'guide' && guide && (
        <GuideDialog name={exercise.name} guide={guide} onClose={() => setDialog(null)} />
      )}
      {dialog === 'pain' && (
        <PainDialog
          exerciseKey={exercise.key}
          onSave={(flag) => store.change(addPain(log, flag))}
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

/** The exercise that opened the dialog may be gone, so the focus goes to the one that took its place. */
function focusActions(exerciseKey: string | undefined): void {
  if (exerciseKey === undefined) return;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-actions="${exerciseKey}"]`)?.focus());
}

/** Scrolls the next set into view, for the other exercise of a superset. */
function focusNext(setId: string | undefined): void {
  if (setId === undefined) return;
  requestAnimationFrame(() => {
    const row = document.getElementById(`set-${setId}`);
    row?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  });
}

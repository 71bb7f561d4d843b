import { UnstyledButton } from '@mantine/core';
import { kgToLb, lbToKg, type UnitSystem, weightUnit } from '@stridewell/contract/units';
import type { LoggedSet } from '@stridewell/contract/workouts/workouts';
import { WORKOUT_BOUNDS } from '@stridewell/contract/workouts/workouts.rules';
import { IconCheck } from '@tabler/icons-react';
import { NumberInput } from '../../ui/number-input.tsx';
import { EffortChoice } from './effort-choice.tsx';
import classes from './workout-player.module.css';
import { measureOf, type SetRow as Row } from './workouts.editing.ts';
import { loadNumber, setFigures } from './workouts.wording.ts';

type SetRowProps = {
  row: Row;
  number: number;
  exerciseName: string;
  units: UnitSystem;
  isNext: boolean;
  readOnly: boolean;
  onChange: (change: Partial<Omit<LoggedSet, 'id' | 'exerciseKey' | 'changedAt'>>) => void;
};

const asNumber = (value: number | string): number | null => (typeof value === 'number' ? value : null);

/** One set: the last time, what was done, how hard it was, and the tap that ends it. */
export function SetRow({ row, number, exerciseName, units, isNext, readOnly, onChange }: SetRowProps) {
  const { target, logged, previous, suggested } = row;
  const isDone = logged?.done ?? false;
  const measure = measureOf(target);
  const name = target?.kind === 'warm_up' ? 'W' : String(number);
  const label = `${exerciseName}, set ${number}`;
  const weight = logged?.weightKg ?? null;
  const shownWeight = weight === null ? '' : loadNumber(weight, units);
  const hint = suggested.weightKg === null ? '' : String(loadNumber(suggested.weightKg, units));
  const figure = measure === 'reps' ? 'reps' : measure === 'time' ? 'seconds' : 'metres';
  return (
    <li className={classes.set} data-done={isDone || undefined} data-next={isNext || undefined} id={`set-${row.id}`}>
      <span className={classes.setName}>{name}</span>
      <span className={classes.previous}>{previous ? setFigures(previous, units) : '–'}</span>
      {measure === 'reps' ? (
        <NumberInput
          hideControls
          inputMode="decimal"
          size="md"
          aria-label={`${label}: weight in ${weightUnit(units)}`}
          placeholder={hint || weightUnit(units)}
          min={0}
          max={Math.floor(units === 'imperial' ? kgToLb(WORKOUT_BOUNDS.weightKg) : WORKOUT_BOUNDS.weightKg)}
          clampBehavior="strict"
          decimalScale={2}
          allowNegative={false}
          disabled={readOnly}
          classNames={{ input: classes.number }}
          value={shownWeight}
          onChange={(value) => {
            const typed = asNumber(value);
            const kg = typed === null ? null : Math.round((units === 'imperial' ? lbToKg(typed) : typed) * 100) / 100;
            if (kg !== weight) onChange({ weightKg: kg });
          }}
        />
      ) : (
        <span />
      )}
      <NumberInput
        hideControls
        inputMode="numeric"
        size="md"
        aria-label={`${label}: ${figure}`}
        placeholder={String(suggested[figure] ?? (measure === 'reps' ? 'reps' : measure === 'time' ? 'sec' : 'm'))}
        min={0}
        max={WORKOUT_BOUNDS[figure]}
        clampBehavior="strict"
        allowDecimal={measure === 'distance'}
        allowNegative={false}
        disabled={readOnly}
        classNames={{ input: classes.number }}
        value={logged?.[figure] ?? ''}
        onChange={(value) => {
          const typed = asNumber(value);
          if (typed !== (logged?.[figure] ?? null)) onChange({ [figure]: typed });
        }}
      />
      {measure === 'reps' && target?.kind !== 'warm_up' ? (
        <EffortChoice
          label={label}
          rir={logged?.rir ?? null}
          planned={suggested.rir}
          readOnly={readOnly}
          onChange={(rir) => onChange({ rir })}
        />
      ) : (
        <span />
      )}
      <UnstyledButton
        className={classes.check}
        aria-pressed={isDone}
        aria-label={isDone ? `${label}: done` : `${label}: mark as done`}
        disabled={readOnly}
        onClick={() => onChange({ done: !isDone })}
      >
        <IconCheck size={20} stroke={2.5} aria-hidden />
      </UnstyledButton>
    </li>
  );
}

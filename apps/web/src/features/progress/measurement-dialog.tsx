import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type Measurement, type MeasurementValues, measurementValues } from '@stridewell/contract/progress/progress';
import {
  isDoubtfulWeight,
  MEASUREMENT_KINDS,
  MEASUREMENT_LABELS,
  type MeasurementKind,
  measurementBounds,
  measurementForDisplay,
  measurementFromInput,
  measurementUnit,
} from '@stridewell/contract/progress/progress.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { weightLabel } from '../../lib/format.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { WeightDoubt } from '../../shared/weight-doubt.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type MeasurementEntry, measuredOn } from './progress.queries.ts';
import classes from './progress-tables.module.css';

export type FieldValues = Partial<Record<MeasurementKind, number | string>>;
type MeasurementDialogProps = {
  by: 'coach' | 'client';
  day: string;
  /** Shows all fields from the start instead of the weight alone. */
  all: boolean;
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
  /** Typed values that could not be saved, with the reason. */
  initialValues: FieldValues | undefined;
  problem: string | undefined;
  onSave: (entry: MeasurementEntry, typed: FieldValues, all: boolean) => void;
  onClose: () => void;
};

const EARLIEST_DAY = '1900-01-01';
const TAPES = MEASUREMENT_KINDS.filter((kind) => kind !== 'weight');

/** Adds, changes and deletes the measurements of one day. */
export function MeasurementDialog(props: MeasurementDialogProps) {
  const { by, measurements, today, units, problem, onSave, onClose } = props;
  const [day, setDay] = useState(props.day);
  const [typed, setTyped] = useState<FieldValues>(props.initialValues ?? {});
  const [expanded, setExpanded] = useState(props.all);
  const [problems, setProblems] = useState<Record<string, string>>({});
  /** The weight in kg that the person was asked about. */
  const [asked, setAsked] = useState<number | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const onDay = measuredOn(measurements, day);
  const stored = new Map(onDay.map(({ kind, value }) => [kind, value]));
  const isFromCoach = (kind: MeasurementKind) =>
    by === 'client' && onDay.some((one) => one.kind === kind && one.source === 'coach');
  const all = expanded || onDay.some(({ kind }) => kind !== 'weight');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Record<string, string> =
      day >= EARLIEST_DAY && day <= today ? {} : { day: 'Please choose today or an earlier date' };
    const values: MeasurementValues = {};
    for (const kind of MEASUREMENT_KINDS) {
      const value = typed[kind];
      if (value === undefined || isFromCoach(kind)) continue;
      if (value === '') {
        if (stored.has(kind)) values[kind] = null;
        continue;
      }
      const amount = measurementFromInput(kind, Number(value), units);
      if (!measurementValues.safeParse({ [kind]: amount }).success) found[kind] = boundsText(kind, units);
      else values[kind] = amount;
    }
    const isNothing = Object.keys(values).length === 0;
    if (isNothing && stored.size === 0 && Object.keys(found).length === 0) {
      found[all ? 'waist' : 'weight'] = all ? 'Please enter at least one value' : 'Please enter your weight';
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return focusProblem();
    if (isNothing) return onClose();
    const { weight } = values;
    if (weight != null && weight !== asked && isDoubtfulWeight(weight, weightBefore(measurements, day))) {
      return setAsked(weight);
    }
    onSave({ day, values }, typed, all);
  };
  const field = (kind: MeasurementKind) => {
    const value = stored.get(kind);
    const label = `${MEASUREMENT_LABELS[kind]}, ${measurementUnit(kind, units)}`;
    return (
      <NumberInput
        key={kind}
        label={label}
        size="md"
        hideControls
        inputMode="decimal"
        decimalScale={1}
        allowNegative={false}
        value={typed[kind] ?? (value === undefined ? '' : measurementForDisplay(kind, value, units))}
        error={problems[kind]}
        description={
          isFromCoach(kind)
            ? 'Measured by your coach'
            : value !== undefined &&
              typed[kind] !== undefined &&
              `Replaces ${measurementForDisplay(kind, value, units)}`
        }
        {...(isFromCoach(kind) && { readOnly: true, variant: 'filled' })}
        onChange={(next) => {
          setTyped((before) => ({ ...before, [kind]: next }));
          setProblems(({ [kind]: _corrected, ...others }) => others);
          if (kind === 'weight') setAsked(null);
        }}
        {...(kind === 'weight' && !props.all && { 'data-autofocus': true, classNames: { input: classes.big ?? '' } })}
      />
    );
  };
  const title = stored.size > 0 ? 'Edit measurements' : props.all ? 'Add measurements' : 'Log weight';
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form ref={element} onSubmit={submit} noValidate className={classes.entry}>
        <Stack gap="md">
          <ProblemAlert text={problem && `Nothing was saved. ${problem}`} />
          {field('weight')}
          <TextInput
            label="Date"
            type="date"
            size="md"
            max={today}
            required
            value={day}
            error={problems.day}
            // Keeps the typed values: they are meant for the new day.
            onChange={({ currentTarget: { value } }) => setDay(value)}
          />
          {all ? (
            <>
              <Muted>Clear a field to delete its value.</Muted>
              <SimpleGrid cols={2} spacing="sm">
                {TAPES.map(field)}
              </SimpleGrid>
            </>
          ) : (
            <Button
              variant="subtle"
              size="md"
              justify="flex-start"
              px={0}
              leftSection={<IconPlus size={18} stroke={1.75} />}
              onClick={() => setExpanded(true)}
              style={{ alignSelf: 'flex-start' }}
            >
              Add waist, hips and more
            </Button>
          )}
          {asked !== null && (
            <WeightDoubt kg={asked} beforeKg={weightBefore(measurements, day) ?? asked} units={units} />
          )}
          <DialogActions
            cancelLabel="Cancel"
            onCancel={onClose}
            label={asked === null ? 'Save' : `Save ${weightLabel(asked, units)}`}
            busy={false}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** The weight in kg that is closest in time, before the day where there is one. */
function weightBefore(measurements: readonly Measurement[], day: string): number | undefined {
  const weights = measurements.filter((one) => one.kind === 'weight' && one.day !== day);
  return (weights.findLast((one) => one.day < day) ?? weights[0])?.value;
}

function boundsText(kind: MeasurementKind, units: UnitSystem): string {
  const { min, max } = measurementBounds(kind);
  const [least, most] = [min, max].map((value) => measurementForDisplay(kind, value, units));
  return `Please enter ${least} to ${most} ${measurementUnit(kind, units)}`;
}

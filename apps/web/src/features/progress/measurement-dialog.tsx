import { Alert, Button, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { type Measurement, type MeasurementValues, measurementValues } from '@stridewell/contract/progress';
import {
  MEASUREMENT_KINDS,
  MEASUREMENT_LABELS,
  type MeasurementKind,
  measurementBounds,
  measurementForDisplay,
  measurementFromInput,
  measurementUnit,
} from '@stridewell/contract/progress.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { type Entry, measuredOn } from './progress.queries.ts';
import classes from './progress-panel.module.css';

export type Typed = Partial<Record<MeasurementKind, number | string>>;
type MeasurementDialogProps = {
  by: 'coach' | 'client';
  day: string;
  /** Asks for everything from the start, and not for the weight first. */
  all: boolean;
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
  /** What was typed before, and why it was not saved. */
  begun: Typed | undefined;
  problem: string | undefined;
  onSave: (entry: Entry, typed: Typed, all: boolean) => void;
  onClose: () => void;
};

const EVERY_DAY_BEFORE = '1900-01-01';
const TAPES = MEASUREMENT_KINDS.filter((kind) => kind !== 'weight');

/** What was measured on one day: filled in, changed, or emptied to take it away. */
export function MeasurementDialog(props: MeasurementDialogProps) {
  const { by, measurements, today, units, problem, onSave, onClose } = props;
  const [day, setDay] = useState(props.day);
  const [typed, setTyped] = useState<Typed>(props.begun ?? {});
  const [wanted, setWanted] = useState(props.all);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const onDay = measuredOn(measurements, day);
  const stored = new Map(onDay.map(({ kind, value }) => [kind, value]));
  const isTheirs = (kind: MeasurementKind) =>
    by === 'client' && onDay.some((one) => one.kind === kind && one.source === 'coach');
  const all = wanted || onDay.some(({ kind }) => kind !== 'weight');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Record<string, string> =
      day >= EVERY_DAY_BEFORE && day <= today ? {} : { day: 'Please choose today or a day before' };
    const values: MeasurementValues = {};
    for (const kind of MEASUREMENT_KINDS) {
      const value = typed[kind];
      if (value === undefined || isTheirs(kind)) continue;
      if (value === '') {
        if (stored.has(kind)) values[kind] = null;
        continue;
      }
      const amount = measurementFromInput(kind, Number(value), units);
      if (!measurementValues.safeParse({ [kind]: amount }).success) found[kind] = boundsWords(kind, units);
      else values[kind] = amount;
    }
    const isNothing = Object.keys(values).length === 0;
    if (isNothing && stored.size === 0 && Object.keys(found).length === 0) {
      found[all ? 'waist' : 'weight'] = all ? 'Please enter at least one value' : 'Please enter your weight';
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return focusProblem();
    if (isNothing) return onClose();
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
        allowedDecimalSeparators={['.', ',']}
        value={typed[kind] ?? (value === undefined ? '' : measurementForDisplay(kind, value, units))}
        error={problems[kind]}
        description={
          isTheirs(kind)
            ? 'Measured by your coach'
            : value !== undefined &&
              typed[kind] !== undefined &&
              `Replaces ${measurementForDisplay(kind, value, units)}`
        }
        {...(isTheirs(kind) && { readOnly: true, variant: 'filled' })}
        onChange={(next) => {
          setTyped((before) => ({ ...before, [kind]: next }));
          setProblems(({ [kind]: _corrected, ...others }) => others);
        }}
        {...(kind === 'weight' && !props.all && { 'data-autofocus': true, classNames: { input: classes.big ?? '' } })}
      />
    );
  };
  const title = stored.size > 0 ? 'Edit measurements' : props.all ? 'Add measurements' : 'Log weight';
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}>
      <form ref={element} onSubmit={submit} noValidate className={classes.entry}>
        <Stack gap="md">
          {problem && (
            <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
              Nothing was saved. {problem}
            </Alert>
          )}
          {field('weight')}
          <TextInput
            label="Day"
            type="date"
            size="md"
            max={today}
            required
            value={day}
            error={problems.day}
            // What was typed before a day was chosen is meant for it.
            onChange={({ currentTarget: { value } }) => setDay(value)}
          />
          {all ? (
            <>
              <Text size="sm" c="dimmed">
                Fill in what was measured. Empty a field to take its value away.
              </Text>
              <div className={classes.fields}>{TAPES.map(field)}</div>
            </>
          ) : (
            <Button
              variant="subtle"
              size="md"
              justify="flex-start"
              px={0}
              leftSection={<IconPlus size={18} stroke={1.75} />}
              onClick={() => setWanted(true)}
              className={classes.more}
            >
              Add waist, hips and more
            </Button>
          )}
          <div className={classes.actions}>
            <Button size="md" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button size="md" type="submit">
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}

function boundsWords(kind: MeasurementKind, units: UnitSystem): string {
  const { min, max } = measurementBounds(kind);
  const [least, most] = [min, max].map((value) => measurementForDisplay(kind, value, units));
  return `Please enter ${least} to ${most} ${measurementUnit(kind, units)}`;
}

import { Alert, Button, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
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
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { useSaveMeasurements } from './progress.queries.ts';
import classes from './progress-panel.module.css';

type Typed = Partial<Record<MeasurementKind, number | string>>;
type MeasurementDialogProps = {
  coachId: string;
  clientId: string;
  day: string;
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
  onDay: (day: string) => void;
  onClose: () => void;
};

const EVERY_DAY_BEFORE = '1900-01-01';

/** What was measured on one day: filled in, changed, or emptied to take it away. */
export function MeasurementDialog(props: MeasurementDialogProps) {
  const { coachId, clientId, day, measurements, today, units, onDay, onClose } = props;
  const [typed, setTyped] = useState<Typed>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useSaveMeasurements(coachId, clientId);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const stored = new Map(
    measurements.filter((one) => one.day === day && one.source !== 'check_in').map(({ kind, value }) => [kind, value]),
  );
  const shownOf = (kind: MeasurementKind): number | string => {
    const value = stored.get(kind);
    return typed[kind] ?? (value === undefined ? '' : measurementForDisplay(kind, value, units));
  };
  const move = (value: string) => {
    // Another day has other values; what was typed for this one would hide them.
    setTyped({});
    onDay(value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Record<string, string> =
      day >= EVERY_DAY_BEFORE && day <= today ? {} : { day: 'Please choose today or a day before' };
    const values: MeasurementValues = {};
    for (const kind of MEASUREMENT_KINDS) {
      const value = typed[kind];
      if (value === undefined) continue;
      if (value === '') {
        if (stored.has(kind)) values[kind] = null;
        continue;
      }
      const amount = measurementFromInput(kind, Number(value), units);
      if (!measurementValues.safeParse({ [kind]: amount }).success) found[kind] = boundsWords(kind, units);
      else values[kind] = amount;
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return focusProblem();
    if (Object.keys(values).length === 0) return onClose();
    save.mutate(
      { day, values },
      {
        onSuccess() {
          toast.success('Measurements saved');
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={stored.size > 0 ? 'Edit measurements' : 'Add measurements'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'none' } }}
      radius="lg"
    >
      <form ref={element} onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Day"
            type="date"
            max={today}
            required
            value={day}
            error={problems.day}
            onChange={({ currentTarget: { value } }) => move(value)}
          />
          <Text size="sm" c="dimmed">
            Fill in what you measured. Empty a field to take its value away.
          </Text>
          <div className={classes.fields}>
            {MEASUREMENT_KINDS.map((kind) => (
              <NumberInput
                key={kind}
                label={`${MEASUREMENT_LABELS[kind]}, ${measurementUnit(kind, units)}`}
                size="md"
                hideControls
                inputMode="decimal"
                decimalScale={1}
                allowNegative={false}
                value={shownOf(kind)}
                error={problems[kind]}
                onChange={(value) => setTyped((before) => ({ ...before, [kind]: value }))}
              />
            ))}
          </div>
          {save.error && (
            <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
              Nothing was saved. {messageOf(save.error, 'Please try again.')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
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

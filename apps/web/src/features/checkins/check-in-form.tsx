import { Alert, Button, Input, NumberInput, SegmentedControl, Slider, Stack, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { checkInAnswers } from '@stridewell/contract/checkins';
import { CHECK_IN_BOUNDS } from '@stridewell/contract/checkins.rules';
import { type UnitSystem, weightFromInput, weightUnit } from '@stridewell/contract/units';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { useSubmitCheckIn } from './checkins.queries.ts';

type Values = { weight: number | string; adherence: number; energy: string; sleepHours: number | string; note: string };

/** What a person typed, in the units of the contract; an empty field is an answer not given. */
const toAnswers = (values: Values, units: UnitSystem) => ({
  weightKg: values.weight === '' ? null : weightFromInput(Number(values.weight), units),
  adherence: values.adherence,
  energy: Number(values.energy),
  sleepHours: values.sleepHours === '' ? null : Number(values.sleepHours),
  note: values.note,
});

const validateAnswers = schemaResolver(checkInAnswers, { sync: true });

/** The client's check-in. Nothing typed is lost when sending fails, and sending twice stores it once. */
export function CheckInForm({ units, onSent }: { units: UnitSystem; onSent: () => void }) {
  const [id] = useState(newId);
  const submitCheckIn = useSubmitCheckIn();
  const form = useForm<Values>({
    initialValues: { weight: '', adherence: 80, energy: '3', sleepHours: '', note: '' },
    validate: (values) => {
      const { weightKg, ...errors } = validateAnswers(toAnswers(values, units));
      return { ...errors, weight: weightKg };
    },
  });
  const unit = weightUnit(units);
  const submit = form.onSubmit((values) => {
    submitCheckIn.mutate({ id, ...checkInAnswers.parse(toAnswers(values, units)) }, { onSuccess: onSent });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <NumberInput
          label={`Weight in ${unit}`}
          description="In the morning, before breakfast, if you can"
          size="md"
          decimalScale={1}
          hideControls
          inputMode="decimal"
          {...form.getInputProps('weight')}
        />
        <Input.Wrapper
          label={`How much of the plan did you do? ${form.values.adherence}%`}
          labelElement="div"
          size="md"
        >
          <Slider
            mt="xs"
            mb="lg"
            size="lg"
            step={5}
            min={CHECK_IN_BOUNDS.adherence.min}
            max={CHECK_IN_BOUNDS.adherence.max}
            label={null}
            thumbLabel="Adherence in percent"
            marks={[
              { value: 0, label: 'Nothing' },
              { value: 50, label: 'Half' },
              { value: 100, label: 'All' },
            ]}
            {...form.getInputProps('adherence')}
          />
        </Input.Wrapper>
        <Input.Wrapper label="Energy" description="1 is worn out, 5 is full of it" labelElement="div" size="md">
          <SegmentedControl
            mt={6}
            fullWidth
            size="md"
            aria-label="Energy"
            data={['1', '2', '3', '4', '5']}
            {...form.getInputProps('energy')}
          />
        </Input.Wrapper>
        <NumberInput
          label="Sleep, hours a night"
          size="md"
          step={0.25}
          hideControls
          inputMode="decimal"
          {...form.getInputProps('sleepHours')}
        />
        <Textarea
          label="Anything your coach should know?"
          size="md"
          autosize
          minRows={3}
          maxLength={CHECK_IN_BOUNDS.note.max}
          {...form.getInputProps('note')}
        />
        {submitCheckIn.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            Your check-in was not sent, and nothing you typed is lost. {submitCheckIn.error.message}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={submitCheckIn.isPending}>
          Send check-in
        </Button>
      </Stack>
    </form>
  );
}

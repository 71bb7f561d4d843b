import { Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import type { SessionType } from '@stridewell/contract/calendar/calendar';
import type { Availability } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { zoneName } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import {
  type AvailabilityForm,
  availabilityOf,
  formOfAvailability,
  problemOf,
  usualWeek,
} from './calendar.availability.ts';
import { availabilityQuery, useSaveAvailability, useSaveSessionType } from './calendar.queries.ts';
import { WeekHours } from './week-hours.tsx';

type StepProps = { onSaved: () => void; onSkip: () => void; onBack: () => void };

/** The step that sets the weekly hours and the first type of session that clients can book. */
export function AvailabilityStep({ coachId, ...step }: StepProps & { coachId: string }) {
  const { data, isError, error, refetch } = useQuery(availabilityQuery(coachId));
  if (data) return <HoursForm coachId={coachId} {...data} {...step} />;
  return (
    <Stack mt="lg">
      {isError ? (
        <LoadError title="Your week could not be loaded" error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton h={420} radius="lg" aria-busy="true" aria-label="Your week is loading" />
      )}
      <StepActions onBack={step.onBack} onNext={step.onSkip} label="Skip" />
    </Stack>
  );
}

type HoursFormProps = StepProps & {
  coachId: string;
  availability: Availability;
  types: readonly SessionType[];
  timeZone: string;
};

function HoursForm({ coachId, availability, types, timeZone, onSaved, onSkip, onBack }: HoursFormProps) {
  const [{ form, typeId, name, minutes }, setTyped] = useStepState(availability, () => {
    const known = formOfAvailability(availability);
    return {
      form: known.hours.length > 0 ? known : { ...known, hours: usualWeek() },
      // The same id for every try, so that a lost answer creates no second type.
      typeId: newId(),
      name: 'Training session',
      minutes: 60 as number | string,
    };
  });
  const change = (to: Partial<{ name: string; minutes: number | string; form: AvailabilityForm }>) =>
    setTyped((before) => ({ ...before, ...to }));
  const [problem, setProblem] = useState<string>();
  const save = useSaveAvailability(coachId);
  const saveType = useSaveSessionType(coachId);
  // Decided once: the type that this step adds must not remove its own fields.
  const [asksForType] = useState(!types.some(({ bookable }) => bookable));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const length = Number(minutes);
    const wrong =
      problemOf(form, availability) ??
      (form.hours.length === 0 ? 'Add hours on at least one day, or skip this for now.' : undefined) ??
      (asksForType && name.trim() === '' ? 'Give the session a name.' : undefined) ??
      (asksForType && !(Number.isInteger(length) && length >= 5 && length <= 1440)
        ? 'A session takes from 5 minutes to 24 hours.'
        : undefined);
    setProblem(wrong);
    if (wrong) return;
    const type = {
      id: typeId,
      name: name.trim(),
      minutes: length,
      location: '',
      meetingUrl: '',
      color: 'pine',
    } as const;
    save.mutate(availabilityOf(form, availability), {
      onSuccess: () =>
        asksForType
          ? saveType.mutate({ ...type, bufferBefore: 0, bufferAfter: 15, bookable: true }, { onSuccess: onSaved })
          : onSaved(),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack mt="lg" gap="lg">
        <ProblemAlert
          text={problem}
          error={save.error ?? saveType.error}
          fallback="Your week was not saved. Please try again."
        />
        <div>
          <WeekHours rows={form.hours} onChange={(hours) => change({ form: { ...form, hours } })} />
          <Muted mt="xs">Hours in {zoneName(timeZone)}. Clients see them in their own time zone.</Muted>
        </div>
        {asksForType && (
          <div>
            <Title order={2} size="h3" mb={4}>
              What they can book
            </Title>
            <Text c="dimmed" mb="sm">
              Start with one type of session. You add more types, breaks and days off in your calendar.
            </Text>
            <Group gap="sm" wrap="nowrap" align="flex-end">
              <TextInput
                flex={2}
                label="Session"
                maxLength={80}
                value={name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <NumberInput
                size="md"
                flex={1}
                label="Minutes"
                min={5}
                max={1440}
                step={5}
                value={minutes}
                onChange={(length) => change({ minutes: length })}
              />
            </Group>
          </div>
        )}
      </Stack>
      <StepActions onBack={onBack} onSkip={onSkip} saving={save.isPending || saveType.isPending} />
    </form>
  );
}

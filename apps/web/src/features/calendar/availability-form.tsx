import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type Availability, MAX_HORIZON_DAYS } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import {
  availabilityOf,
  type AvailabilityForm as Form,
  formOfAvailability,
  problemOf,
  type TimeOffRow,
} from './calendar.availability.ts';
import { useSaveAvailability } from './calendar.queries.ts';
import { WeekHours } from './week-hours.tsx';

const DAY = { type: 'date', flex: '0 1 168px', miw: 0 };
const STEPS = ['15', '30', '45', '60'];

/** Weekly hours, days off, and how early and how far ahead clients book. */
export function AvailabilityForm({ coachId, availability }: { coachId: string; availability: Availability }) {
  const [form, setForm] = useState(() => formOfAvailability(availability));
  const [problem, setProblem] = useState<string>();
  const save = useSaveAvailability(coachId);
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const setTimeOff = (key: string, change: Partial<TimeOffRow>) =>
    set({ timeOff: form.timeOff.map((row) => (row.key === key ? { ...row, ...change } : row)) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(form, availability);
    setProblem(wrong);
    if (wrong) return;
    save.mutate(availabilityOf(form, availability), {
      onSuccess: () => toast.success('Availability saved', 'New bookings follow these hours.'),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SectionCard title="Weekly hours">
          <WeekHours rows={form.hours} onChange={(hours) => set({ hours })} />
        </SectionCard>
        <SectionCard
          title="Time off"
          aside={
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} />}
              onClick={() => set({ timeOff: [...form.timeOff, { key: newId(), from: '', to: '' }] })}
            >
              Add days off
            </Button>
          }
        >
          {form.timeOff.length === 0 ? (
            <Text c="dimmed">No days off planned. Days off leave existing sessions as they are.</Text>
          ) : (
            <Stack gap="xs">
              {form.timeOff.map(({ key, from, to }, index) => (
                <Group key={key} gap="xs" wrap="nowrap" align="flex-end">
                  <TextInput
                    {...DAY}
                    label="First day"
                    value={from}
                    onChange={({ currentTarget: { value } }) => setTimeOff(key, { from: value })}
                  />
                  <TextInput
                    {...DAY}
                    label="Last day"
                    value={to}
                    min={from}
                    onChange={({ currentTarget: { value } }) => setTimeOff(key, { to: value })}
                  />
                  <IconButton
                    size={36}
                    label={`Remove time off ${index + 1}`}
                    icon={IconTrash}
                    onClick={() => set({ timeOff: form.timeOff.filter((row) => row.key !== key) })}
                  />
                </Group>
              ))}
            </Stack>
          )}
        </SectionCard>
        <SectionCard title="How clients book">
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" style={{ alignItems: 'end' }}>
            <NumberInput
              size="md"
              label="Minimum notice (hours)"
              description="Clients cannot book, move or cancel later than that."
              min={0}
              max={336}
              clampBehavior="strict"
              value={form.noticeHours}
              onChange={(noticeHours) => set({ noticeHours })}
            />
            <NumberInput
              size="md"
              label="Days ahead"
              description="How far ahead clients can book."
              min={1}
              max={MAX_HORIZON_DAYS}
              allowDecimal={false}
              clampBehavior="strict"
              value={form.horizonDays}
              onChange={(horizonDays) => set({ horizonDays })}
            />
            <Select
              size="md"
              label="Start times every"
              description="Minutes between two start times."
              data={STEPS.includes(form.stepMinutes) ? STEPS : [...STEPS, form.stepMinutes]}
              allowDeselect={false}
              value={form.stepMinutes}
              onChange={(stepMinutes) => set({ stepMinutes: stepMinutes ?? '30' })}
            />
          </SimpleGrid>
        </SectionCard>
        <ProblemAlert text={problem} error={save.error} fallback="Nothing was saved. Please try again." />
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save availability
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

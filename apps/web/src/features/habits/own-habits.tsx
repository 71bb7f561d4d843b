import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ClientHabit } from '@stridewell/contract/habits/habits';
import { habitWeek, isHabitDone } from '@stridewell/contract/habits/habits.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { useStore } from '../../lib/store.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DoneIcon } from '../../ui/done-icon.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { habitOutbox, saveHabitDay, withPendingDays } from './habits.outbox.ts';
import { clientHabitsQuery, type RelationshipIds } from './habits.queries.ts';
import { goalText, weekText } from './habits.wording.ts';

type OwnHabitsProps = { userId: string; relationship: RelationshipIds; readOnly: boolean };

/** Today's habits, each done with one tap, also without a connection. Nothing for a client without habits. */
export function OwnHabits({ userId, relationship, readOnly }: OwnHabitsProps) {
  const { coachId, clientId } = relationship;
  const { data } = useQuery(clientHabitsQuery(relationship));
  const { items } = useStore(habitOutbox(userId));
  // Not that of the answer, which the device may have kept from an earlier day.
  const today = dayInZone(new Date(serverNow()), useTimeZone());
  if (!data || data.habits.length === 0) return null;
  const habits = withPendingDays(data.habits, items, relationship);
  const refused = items.findLast(({ problem, content }) => problem !== null && content.coachId === coachId);
  return (
    <SectionCard title="Habits today">
      <Stack gap="md">
        <ProblemAlert text={refused?.problem?.message} title={`${refused?.content.name} was not saved`} />
        {habits.map((habit) => (
          <OwnHabit
            key={habit.id}
            habit={habit}
            today={today}
            readOnly={readOnly}
            onSave={(value) => {
              const { id: habitId, name, unit, goal } = habit;
              saveHabitDay(userId, { coachId, clientId, habitId, name, unit, goal, day: today, value });
            }}
          />
        ))}
      </Stack>
    </SectionCard>
  );
}

type OwnHabitProps = {
  habit: ClientHabit;
  today: string;
  readOnly: boolean;
  onSave: (value: number | null) => void;
};

function OwnHabit({ habit, today, readOnly, onSave }: OwnHabitProps) {
  const { name, goal, unit } = habit;
  const value = habit.days.find(({ day }) => day === today)?.value ?? null;
  const done = isHabitDone(habit, value);
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="center">
      <UnstyledButton
        role="checkbox"
        aria-checked={done}
        flex={1}
        miw={0}
        mih={44}
        disabled={readOnly}
        onClick={() => onSave(done ? null : (goal ?? 1))}
      >
        <Group gap="sm" wrap="nowrap">
          <Box component="span" display="flex" aria-hidden>
            <DoneIcon done={done} size={28} />
          </Box>
          <Box component="span" miw={0}>
            <Text span fw={600}>
              {name}
            </Text>
            <Muted span display="block">
              {goal === null
                ? weekText(habitWeek(habit, today))
                : `${goalText(habit)}, ${weekText(habitWeek(habit, today))}`}
            </Muted>
          </Box>
        </Group>
      </UnstyledButton>
      {goal !== null && (
        <Amount key={value} name={name} unit={unit} value={value} readOnly={readOnly} onSave={onSave} />
      )}
    </Group>
  );
}

type AmountProps = {
  name: string;
  unit: string;
  value: number | null;
  readOnly: boolean;
  onSave: (value: number | null) => void;
};

/** How much it was, for a day that differs from the goal. */
function Amount({ name, unit, value, readOnly, onSave }: AmountProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '');
  const save = () => {
    const next = typeof typed === 'number' ? typed : null;
    if (next !== value) onSave(next);
  };
  return (
    <NumberInput
      aria-label={unit ? `${name} in ${unit}` : name}
      placeholder={unit}
      value={typed}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
      min={0}
      max={1_000_000}
      decimalScale={2}
      thousandSeparator=","
      hideControls
      disabled={readOnly}
      w={112}
      size="md"
    />
  );
}

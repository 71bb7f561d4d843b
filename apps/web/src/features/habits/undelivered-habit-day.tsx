import { Text } from '@mantine/core';
import { isHabitDone } from '@stridewell/contract/habits/habits.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { OutboxItem } from '../../device/outbox.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { endedText, UnsentCard } from '../../shared/unsent-card.tsx';
import { habitOutbox } from './habits.outbox.ts';
import type { PendingHabitDay } from './habits.queries.ts';
import { amountText } from './habits.wording.ts';

/** Like "Walk: 9,000 steps" or "Stretch: done". */
function habitDayText({ name, unit, goal, value }: PendingHabitDay): string {
  if (value === null) return `${name}: cleared`;
  if (goal !== null) return `${name}: ${amountText({ unit }, value)}`;
  return `${name}: ${isHabitDone({ goal }, value) ? 'done' : 'not done'}`;
}

type UndeliveredHabitDayCardProps = {
  userId: string;
  item: OutboxItem<PendingHabitDay>;
  /** Whether the coaching continues. */
  isOpen: boolean;
};

/** A day of a habit that cannot be delivered. */
export function UndeliveredHabitDayCard({
  userId,
  item: { id, content, problem },
  isOpen,
}: UndeliveredHabitDayCardProps) {
  const today = dayInZone(new Date(serverNow()), useTimeZone());
  const outbox = habitOutbox(userId);
  const text = habitDayText(content);
  const canRetry = isOpen && problem?.code !== 'DAY_NOT_OPEN';
  return (
    <UnsentCard
      title="Habit tick"
      when={relativeDayLabel(content.day, today)}
      reason={(isOpen && problem?.message) || endedText(null, 'habit tick')}
      copied={text}
      onRetry={canRetry ? () => outbox.retry(id) : null}
      onDiscard={() => outbox.discard(id)}
    >
      <Text>{text}</Text>
    </UnsentCard>
  );
}

import type { ClientHabit } from '@stridewell/contract/habits/habits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keepAnswer, withOfflineAnswer } from '../../device/offline-answers.ts';
import type { OutboxItem } from '../../device/outbox.ts';
import { refresh } from '../../lib/changes.ts';
import { codeOf } from '../../lib/errors.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** The two sides of a coaching. */
export type RelationshipIds = { coachId: string; clientId: string };

/** A day of a habit that the server does not have yet, with the words of the habit, which it may withhold later. */
export type PendingHabitDay = RelationshipIds &
  Pick<ClientHabit, 'name' | 'unit' | 'goal'> & { habitId: string; day: string; value: number | null };

/** The habits of a client. The client reads them without a connection as well. */
export function clientHabitsQuery({ coachId, clientId }: RelationshipIds) {
  const options = orpc.habits.listClientHabits.queryOptions({ input: { coachId, clientId } });
  return queryOptions({ ...options, queryFn: withOfflineAnswer(options.queryFn) });
}

type HabitDayChange = Pick<PendingHabitDay, 'habitId' | 'day' | 'value'>;

/** The habits with one day of one of them set or cleared. */
export const withHabitDay = (habits: readonly ClientHabit[], { habitId, day, value }: HabitDayChange): ClientHabit[] =>
  habits.map((habit) => {
    if (habit.id !== habitId) return habit;
    const others = habit.days.filter((one) => one.day !== day);
    const days = value === null ? others : [...others, { day, value }].sort((a, b) => (a.day < b.day ? -1 : 1));
    return { ...habit, days };
  });

/** Sends one day of a habit in the session of its person. */
export async function deliverHabitDay(
  client: QueryClient,
  userId: string,
  { content }: OutboxItem<PendingHabitDay>,
  signal: AbortSignal,
): Promise<void> {
  const { coachId, habitId, day, value } = content;
  try {
    await rpc.habits.saveOwnHabitDay({ coachId, habitId, day, value }, { signal, context: { userId } });
  } catch (error) {
    if (codeOf(error) === 'HABIT_STOPPED') void refresh(client, [orpc.habits.key()]);
    throw error;
  }
  const { queryKey } = clientHabitsQuery(content);
  // Before the outbox drops the day, so that the tick does not flicker.
  const shown = client.setQueryData(
    queryKey,
    (listed) => listed && { ...listed, habits: withHabitDay(listed.habits, content) },
  );
  if (shown) keepAnswer(queryKey, shown);
  void refresh(client, [orpc.habits.key()]);
}

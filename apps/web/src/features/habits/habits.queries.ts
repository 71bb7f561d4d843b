import type { ClientHabit } from '@stridewell/contract/habits/habits';
import type { HabitDay } from '@stridewell/contract/habits/habits.rules';
import { useOptimisticChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const clientHabitsQuery = (relationship: { coachId: string; clientId: string }) =>
  orpc.habits.listClientHabits.queryOptions({ input: relationship });

type Change = { habitId: string; day: string; value: number | null };
type Listed = { today: string; habits: ClientHabit[] };

const withDay = (days: readonly HabitDay[], { day, value }: Change): HabitDay[] => {
  const others = days.filter((one) => one.day !== day);
  if (value === null) return others;
  return [...others, { day, value }].sort((a, b) => (a.day < b.day ? -1 : 1));
};

/** Sets a day of a habit. It shows at once. */
export const useSaveHabitDay = (relationship: { coachId: string; clientId: string }) =>
  useOptimisticChange<Change, unknown, Listed>({
    send: (change) => rpc.habits.saveOwnHabitDay({ coachId: relationship.coachId, ...change }),
    queryKey: clientHabitsQuery(relationship).queryKey,
    show: ({ today, habits }, change) => ({
      today,
      habits: habits.map((habit) =>
        habit.id === change.habitId ? { ...habit, days: withDay(habit.days, change) } : habit,
      ),
    }),
    changedKeys: [orpc.habits.key()],
  });

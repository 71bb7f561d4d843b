import type { OutboxItem } from '../../device/outbox.ts';
import { useStore } from '../../lib/store.ts';
import { habitOutbox } from './habits.outbox.ts';
import type { PendingHabitDay } from './habits.queries.ts';

/** A client's habit days that cannot be delivered: the server refused them, or their coaching has ended. */
export function useUndeliveredHabitDays(
  userId: string,
  openCoachIds: readonly string[],
): OutboxItem<PendingHabitDay>[] {
  const { items } = useStore(habitOutbox(userId));
  return items.filter(({ problem, content }) => problem !== null || !openCoachIds.includes(content.coachId));
}

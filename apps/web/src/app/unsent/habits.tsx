import { useUndeliveredHabitDays } from '../../features/habits/habits.undelivered.ts';
import { UndeliveredHabitDayCard } from '../../features/habits/undelivered-habit-day.tsx';
import { openCoachesOf } from '../sending/unsent.ts';
import { type UnsentPartProps, useCounted } from './part.ts';

export default function UnsentHabits({ session, onCount }: UnsentPartProps) {
  const { id: userId } = session.user;
  const coachIds = openCoachesOf(session);
  const days = useUndeliveredHabitDays(userId, coachIds);
  useCounted(days.length, onCount);
  return days.map((item) => (
    <UndeliveredHabitDayCard
      key={item.id}
      userId={userId}
      item={item}
      isOpen={coachIds.includes(item.content.coachId)}
    />
  ));
}

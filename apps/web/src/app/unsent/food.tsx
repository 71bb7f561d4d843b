import { useUnsentFoodDays } from '../../features/foodlogs/foodlogs.unsent.ts';
import { UnsentFoodDayCard } from '../../features/foodlogs/unsent-food-day.tsx';
import { openCoachesOf } from '../sending/unsent.ts';
import { type UnsentPartProps, useCounted } from './part.ts';

export default function UnsentFood({ session, onCount }: UnsentPartProps) {
  const days = useUnsentFoodDays(session.user.id, openCoachesOf(session));
  useCounted(days.length, onCount);
  return days.map((day) => <UnsentFoodDayCard key={day.log.id} day={day} />);
}

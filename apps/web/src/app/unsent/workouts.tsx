import { UnsentWorkoutCard } from '../../features/workouts/unsent-workout.tsx';
import { useUnsentWorkouts } from '../../features/workouts/workouts.unsent.ts';
import { openCoachesOf } from '../sending/unsent.ts';
import { type UnsentPartProps, useCounted } from './part.ts';

export default function UnsentWorkouts({ session, onCount }: UnsentPartProps) {
  const workouts = useUnsentWorkouts(session.user.id, openCoachesOf(session));
  useCounted(workouts.length, onCount);
  return workouts.map((workout) => (
    <UnsentWorkoutCard key={workout.log.id} workout={workout} units={session.user.unitSystem} />
  ));
}

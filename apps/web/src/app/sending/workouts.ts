import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendWorkout } from '../../features/workouts/workouts.queries.ts';
import { workoutStore } from '../../features/workouts/workouts.store.ts';
import { useUnsentWorkouts as useWorkouts } from '../../features/workouts/workouts.unsent.ts';
import { NONE, openCoachesOf, type SendingProps, type Unsent, useReport, whileSignedIn } from './unsent.ts';

/** The person's workouts that the server does not have. */
export function useUnsentWorkouts(session: CurrentSession): Unsent {
  const workouts = useWorkouts(session.user.id, openCoachesOf(session));
  const moving = workouts.filter(({ problem }) => problem === null).length;
  return {
    moving: { ...NONE, workouts: moving },
    left: { ...NONE, workouts: workouts.length - moving },
    all: { ...NONE, workouts: workouts.length },
    waiting: workouts.some(({ isWaiting }) => isWaiting),
    full: false,
  };
}

/** Sends a client's workouts, and stops with their session. */
export default function SendWorkouts({ session, onChange }: SendingProps) {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isViewing = session.viewingUntil !== null;
  const coaches = [...new Set(openCoachesOf(session))].sort().join(' ');
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing || coaches === '') return;
    return whileSignedIn(
      userId,
      coaches.split(' ').map((coachId) => workoutStore(userId, coachId).start(sendWorkout(queries, userId, coachId))),
    );
  }, [queries, userId, isViewing, coaches]);
  useReport('workouts', useUnsentWorkouts(session), onChange);
  return null;
}

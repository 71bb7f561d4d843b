import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendFoodDay } from '../../features/foodlogs/foodlogs.queries.ts';
import { startFoodLog } from '../../features/foodlogs/foodlogs.store.ts';
import { useUnsentFoodDays } from '../../features/foodlogs/foodlogs.unsent.ts';
import { holdUploads } from './files.ts';
import { NONE, openCoachesOf, type SendingProps, type Unsent, useReport, whileSignedIn } from './unsent.ts';

/** The days of the person's food log that the server does not have. */
export function useUnsentFood(session: CurrentSession): Unsent {
  const days = useUnsentFoodDays(session.user.id, openCoachesOf(session));
  const moving = days.filter(({ problem }) => problem === null).length;
  return {
    moving: { ...NONE, foodDays: moving },
    left: { ...NONE, foodDays: days.length - moving },
    all: { ...NONE, foodDays: days.length },
    waiting: days.some(({ isWaiting }) => isWaiting),
    full: false,
  };
}

/** Sends a client's food logs, and stops with their session. */
export default function SendFood({ session, onChange }: SendingProps) {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isViewing = session.viewingUntil !== null;
  const blindCoachId = session.client?.numbersOff ? session.client.coachId : null;
  const coaches = [...new Set(openCoachesOf(session))].sort().join(' ');
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing || coaches === '') return;
    return whileSignedIn(userId, [
      holdUploads(userId),
      ...coaches
        .split(' ')
        .map((coachId) =>
          startFoodLog(userId, coachId, coachId === blindCoachId, sendFoodDay(queries, userId, coachId)),
        ),
    ]);
  }, [queries, userId, isViewing, coaches, blindCoachId]);
  useReport('food', useUnsentFood(session), onChange);
  return null;
}

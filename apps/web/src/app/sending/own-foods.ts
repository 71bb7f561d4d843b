import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendOwnFood } from '../../features/foodlogs/foodlogs.own-food-sending.ts';
import { ownFoodStore } from '../../features/foodlogs/foodlogs.own-foods.ts';
import { useUnsentOwnFoods } from '../../features/foodlogs/foodlogs.unsent-foods.ts';
import { NONE, openCoachesOf, type SendingProps, type Unsent, useReport, whileSignedIn } from './unsent.ts';

/** The person's own foods that the server does not have. */
export function useUnsentFoods(session: CurrentSession): Unsent {
  const foods = useUnsentOwnFoods(session.user.id, openCoachesOf(session));
  const moving = foods.filter(({ problem }) => problem === null).length;
  return {
    moving: { ...NONE, ownFoods: moving },
    left: { ...NONE, ownFoods: foods.length - moving },
    all: { ...NONE, ownFoods: foods.length },
    waiting: foods.some(({ isWaiting }) => isWaiting),
    full: false,
  };
}

/** Sends the person's own foods, and stops with their session. Days that have one send it before themselves. */
export default function SendOwnFoods({ session, onChange }: SendingProps) {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isViewing = session.viewingUntil !== null;
  const coaches = openCoachesOf(session).sort().join(' ');
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing || coaches === '') return;
    return whileSignedIn(
      userId,
      coaches.split(' ').map((coachId) => ownFoodStore(userId, coachId).start(sendOwnFood(queries, userId, coachId))),
    );
  }, [queries, userId, isViewing, coaches]);
  useReport('own-foods', useUnsentFoods(session), onChange);
  return null;
}

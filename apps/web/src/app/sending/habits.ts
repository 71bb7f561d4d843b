import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { habitOutbox } from '../../features/habits/habits.outbox.ts';
import { deliverHabitDay } from '../../features/habits/habits.queries.ts';
import { useUndeliveredHabitDays } from '../../features/habits/habits.undelivered.ts';
import { useStore } from '../../lib/store.ts';
import { askWhoOnRefusal, ENDED } from './delivery.ts';
import { NONE, openCoachesOf, type SendingProps, type Unsent, useReport, whileSignedIn } from './unsent.ts';

/** The person's habit days that the server does not have. */
export function useUnsentHabits(session: CurrentSession): Unsent {
  const { id: userId } = session.user;
  const { items, waiting, full } = useStore(habitOutbox(userId));
  const left = useUndeliveredHabitDays(userId, openCoachesOf(session));
  return {
    moving: { ...NONE, habitDays: items.filter(({ problem }) => problem === null).length },
    left: { ...NONE, habitDays: left.length },
    all: { ...NONE, habitDays: items.length },
    waiting,
    full,
  };
}

/** Sends a client's habit days, and stops with their session. */
export default function SendHabits({ session, onChange }: SendingProps) {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isClient = session.role === 'Client';
  const isViewing = session.viewingUntil !== null;
  const coaches = openCoachesOf(session).sort().join(' ');
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing || !isClient) return;
    const outbox = habitOutbox(userId);
    const open = new Set(coaches.split(' '));
    outbox.refuse(({ content }) => !open.has(content.coachId), ENDED);
    return whileSignedIn(userId, [
      outbox.start((item, signal) => askWhoOnRefusal(deliverHabitDay(queries, userId, item, signal))),
    ]);
  }, [queries, userId, isClient, isViewing, coaches]);
  useReport('habits', useUnsentHabits(session), onChange);
  return null;
}

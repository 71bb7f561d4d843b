import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useMemo } from 'react';
import type { OutboxItem } from '../../device/outbox.ts';
import { type UndeliveredCheckIn, useUndeliveredCheckIns } from '../../features/checkins/checkins.undelivered.ts';
import type { PendingHabitDay } from '../../features/habits/habits.outbox.ts';
import { useUndeliveredHabitDays } from '../../features/habits/habits.undelivered.ts';
import type { PendingMessage } from '../../features/messages/messages.outbox.ts';
import { useUndeliveredMessages } from '../../features/messages/messages.undelivered.ts';
import { openCoachesOf, openPlacesOf } from '../sending/unsent.ts';

export type LeftBehind = {
  checkIns: UndeliveredCheckIn[];
  messages: OutboxItem<PendingMessage>[];
  habitDays: OutboxItem<PendingHabitDay>[];
};

/** Entries of a client that cannot be sent. Only the page of unsent entries shows them. */
export function useLeftBehind(session: CurrentSession): LeftBehind {
  const isClient = session.role === 'Client';
  const open = useMemo(() => openPlacesOf(session), [session]);
  const { id: userId } = session.user;
  return {
    checkIns: useUndeliveredCheckIns(userId, isClient, open, session.client?.coachId),
    messages: useUndeliveredMessages(userId, isClient, open, session.client?.coachId),
    habitDays: useUndeliveredHabitDays(userId, openCoachesOf(session)),
  };
}

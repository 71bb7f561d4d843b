import { isFormerClient } from '@stridewell/contract/clients.rules';
import type { CurrentSession } from '@stridewell/contract/identity';
import { useMemo } from 'react';
import { type LeftCheckIn, useLeftCheckIns } from '../../features/checkins/checkins.left.ts';
import { useLeftLetters } from '../../features/messages/messages.left.ts';
import type { Letter } from '../../features/messages/messages.outbox.ts';
import type { OutboxItem } from '../../lib/outbox.ts';

/** The relationships that a client writes in: those that have not ended. */
export const openPlacesOf = ({ coachings }: CurrentSession) =>
  coachings.filter(({ status }) => !isFormerClient(status)).map(({ coachId, clientId }) => ({ coachId, clientId }));

export type LeftBehind = { checkIns: LeftCheckIn[]; letters: OutboxItem<Letter>[] };

/** What a client wrote and cannot send. Only the page of unsent entries shows it. */
export function useLeftBehind(session: CurrentSession): LeftBehind {
  const isClient = session.role === 'Client';
  const open = useMemo(() => openPlacesOf(session), [session]);
  const { id: userId } = session.user;
  return {
    checkIns: useLeftCheckIns(userId, isClient, open, session.client?.coachId),
    letters: useLeftLetters(userId, isClient, open, session.client?.coachId),
  };
}

import { isFormerClient } from '@stridewell/contract/clients.rules';
import type { CurrentSession } from '@stridewell/contract/identity';
import { type LeftCheckIn, useLeftCheckIns } from '../../features/checkins/checkins.left.ts';
import { useLeftLetters } from '../../features/messages/messages.left.ts';
import type { Letter } from '../../features/messages/messages.outbox.ts';
import type { Item } from '../../lib/outbox.ts';

/** The relationship that a client writes in; null without a coach, and once the coaching has ended. */
export const openPlaceOf = ({ client }: CurrentSession) =>
  client && !isFormerClient(client.status) ? { coachId: client.coachId, clientId: client.clientId } : null;

export type LeftBehind = { checkIns: LeftCheckIn[]; letters: Item<Letter>[] };

/** What a client wrote and cannot send as things are. No page of the portal but one shows it. */
export function useLeftBehind(session: CurrentSession): LeftBehind {
  const isClient = session.role === 'Client';
  const place = openPlaceOf(session);
  const { id: userId } = session.user;
  return {
    checkIns: useLeftCheckIns(userId, isClient, place),
    letters: useLeftLetters(userId, isClient, place),
  };
}

import type { CurrentSession } from '@stridewell/contract/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { checkInDraftOf, checkInOutbox, laneOf } from '../../features/checkins/checkins.outbox.ts';
import { deliverCheckIn, saveDraft } from '../../features/checkins/checkins.queries.ts';
import { messageOutbox } from '../../features/messages/messages.outbox.ts';
import { deliverMessage } from '../../features/messages/messages.queries.ts';
import { uploads } from '../../lib/file-upload.ts';
import { sessionStore } from '../session.ts';

/** Sends what this person left here, on whichever page the app was opened, and nothing once they are not signed in. */
export function useOutboxes({ user: { id: userId }, client: relationship }: CurrentSession): void {
  const queries = useQueryClient();
  const { coachId, clientId } = relationship ?? {};
  useEffect(() => {
    const stops = [
      uploads.start(userId),
      messageOutbox(userId).start((item, signal) => deliverMessage(queries, userId, item, signal)),
    ];
    if (coachId && clientId) {
      const place = { coachId, clientId };
      const keeper = checkInDraftOf(userId, place);
      stops.push(
        keeper.start({ save: saveDraft(userId) }),
        // What was written to a former coach is not for the next one.
        checkInOutbox(userId).start(
          ({ content }, signal) => deliverCheckIn(queries, userId, keeper, content, signal),
          laneOf(place),
        ),
      );
    }
    const stop = () => {
      for (const each of stops) each();
    };
    // At once, and not with the next rendering: the next person's cookie may be here before it.
    const unfollow = sessionStore.subscribe(() => {
      if (sessionStore.getSnapshot().session?.user.id !== userId) stop();
    });
    return () => {
      unfollow();
      stop();
    };
  }, [queries, userId, coachId, clientId]);
}

export type Unsent = {
  /** On their way: of each kind, how many. */
  moving: { messages: number; checkIns: number };
  /** With what the server refused. */
  all: { messages: number; checkIns: number };
  /** The server was not reached; it is tried again by itself. */
  waiting: boolean;
  /** This device has no room: some of it is in the page alone. */
  full: boolean;
};

/** What this person has sent and the server does not have yet. */
export function useUnsent({ user: { id: userId }, client: relationship }: CurrentSession): Unsent {
  const [messages, checkIns] = [messageOutbox(userId), checkInOutbox(userId)];
  const written = useSyncExternalStore(messages.subscribe, messages.getSnapshot);
  const answered = useSyncExternalStore(checkIns.subscribe, checkIns.getSnapshot);
  const own = answered.items.filter(({ lane }) => relationship && lane === laneOf(relationship));
  const isMoving = ({ problem }: { problem: unknown }) => problem === null;
  return {
    moving: { messages: written.items.filter(isMoving).length, checkIns: own.filter(isMoving).length },
    all: { messages: written.items.length, checkIns: own.length },
    waiting: written.waiting || answered.waiting,
    full: written.full || answered.full,
  };
}

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);

/** As people say it: 1 check-in and 2 messages. Empty for nothing. */
export const unsentWords = ({ messages, checkIns }: Unsent['all']): string =>
  [...counted(checkIns, 'check-in'), ...counted(messages, 'message')].join(' and ');

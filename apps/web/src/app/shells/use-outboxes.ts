import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { uploads } from '../../device/file-upload.ts';
import {
  checkInOutbox,
  draftStoreIn,
  laneOf,
  listDraftStores,
  photoIdsOf,
} from '../../features/checkins/checkins.outbox.ts';
import { saveCheckInDraft, submitCheckIn } from '../../features/checkins/checkins.queries.ts';
import { sendFoodDay } from '../../features/foodlogs/foodlogs.queries.ts';
import { foodLogStoresOf, startFoodLog } from '../../features/foodlogs/foodlogs.store.ts';
import { useUnsentFoodDays } from '../../features/foodlogs/foodlogs.unsent.ts';
import { messageOutbox } from '../../features/messages/messages.outbox.ts';
import { deliverMessage } from '../../features/messages/messages.queries.ts';
import { sendWorkout } from '../../features/workouts/workouts.queries.ts';
import { workoutStore } from '../../features/workouts/workouts.store.ts';
import { useUnsentWorkouts } from '../../features/workouts/workouts.unsent.ts';
import { codeOf, isTemporary } from '../../lib/errors.ts';
import { listText } from '../../lib/format.ts';
import { subscribe } from '../../lib/realtime.ts';
import { sessionStore } from '../session.ts';
import { openPlacesOf, useLeftBehind } from './use-left-behind.ts';

const ENDED = { message: 'Your coaching had ended.', fields: {} };

/** A refusal may mean that the coaching has ended, so the session is loaded again. */
async function askWhoOnRefusal(delivery: Promise<void>): Promise<void> {
  try {
    await delivery;
  } catch (error) {
    if (!isTemporary(error) && codeOf(error) !== 'UNAUTHORIZED') void sessionStore.apply('USER_UPDATED', false);
    throw error;
  }
}

/** Files that unsent items still need. */
const filesOf = (userId: string): Set<string> => {
  const answers = [
    ...checkInOutbox(userId)
      .getSnapshot()
      .items.map(({ content }) => content.answers),
    ...listDraftStores(userId).map((store) => store.getSnapshot().draft?.answers ?? {}),
  ];
  const messages = messageOutbox(userId).getSnapshot().items;
  const photos = foodLogStoresOf(userId, []).flatMap(({ store }) =>
    [...store.getSnapshot().logs.values()].flatMap(({ log, pending }) =>
      pending ? log.entries.flatMap(({ fileId }) => fileId ?? []) : [],
    ),
  );
  return new Set([
    ...photos,
    ...answers.flatMap(photoIdsOf),
    ...messages.flatMap(({ content }) => content.attachments.map(({ id }) => id)),
  ]);
};

/** Sends the person's stored items on every page, and stops with their session. */
export function useOutboxes(session: CurrentSession): void {
  const queries = useQueryClient();
  const { id: userId } = session.user;
  const isClient = session.role === 'Client';
  const isViewing = session.viewingUntil !== null;
  const blindLane = session.client?.numbersOff ? laneOf(session.client) : null;
  const lanes = openPlacesOf(session).map(laneOf).sort().join(' ');
  const blindCoachId = session.client?.numbersOff ? session.client.coachId : null;
  useEffect(() => {
    // Entries that the viewed person left on this device are theirs to send.
    if (isViewing) return;
    const messages = messageOutbox(userId);
    const checkIns = checkInOutbox(userId);
    const open = lanes === '' ? [] : lanes.split(' ');
    const draftStores = open.map((lane) => draftStoreIn(userId, lane));
    if (blindLane) draftStoreIn(userId, blindLane).forgetHidden();
    if (isClient) {
      const isOpen = new Set([...open, ...draftStores.map(({ relationship }) => relationship.clientId)]);
      messages.refuse(({ lane }) => !isOpen.has(lane), ENDED);
      checkIns.refuse(({ lane }) => !isOpen.has(lane), ENDED);
    }
    const stops = [
      uploads.start(userId, (id) => filesOf(userId).has(id)),
      messages.start((item, signal) => askWhoOnRefusal(deliverMessage(queries, userId, item, signal))),
    ];
    for (const store of draftStores)
      stops.push(store.start({ save: saveCheckInDraft(userId, store.relationship.coachId) }));
    if (isClient) {
      stops.push(
        checkIns.start(({ lane, content }, signal) =>
          askWhoOnRefusal(submitCheckIn(queries, userId, draftStoreIn(userId, lane), content, signal)),
        ),
      );
      // Last, because a workout that arrives later is merged all the same, while a check-in may be due.
      const coaches = new Set(draftStores.map(({ relationship }) => relationship.coachId));
      for (const coachId of coaches)
        stops.push(
          workoutStore(userId, coachId).start(sendWorkout(queries, userId, coachId)),
          startFoodLog(userId, coachId, coachId === blindCoachId, sendFoodDay(queries, userId, coachId)),
        );
    }
    const stop = () => {
      for (const each of stops) each();
    };
    // At once, not with the next render: the next person's cookie may arrive earlier.
    const unfollow = sessionStore.subscribe(() => {
      if (sessionStore.getSnapshot().session?.user.id !== userId) stop();
    });
    return () => {
      unfollow();
      stop();
    };
  }, [queries, userId, isClient, isViewing, lanes, blindLane, blindCoachId]);
}

/**
 * Reloads a client's session when the coach ends or resumes the coaching, which changes what the client may send, and
 * when numbers are hidden or shown.
 */
export function useLiveSession({ user: { id: userId }, role }: CurrentSession): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs a new connection.
  useEffect(() => {
    if (role !== 'Client') return;
    // The first event reports the connection. The session was loaded just before.
    let isFirst = true;
    return subscribe(['notification', 'numbers'], ({ event }) => {
      if (event === 'notification' || event === 'numbers' || !isFirst) void sessionStore.apply('USER_UPDATED', false);
      isFirst = false;
    });
  }, [role, userId]);
}

type Counted = { messages: number; checkIns: number; drafts: number; workouts: number; foodDays: number };

export type Unsent = {
  /** On their way: of each kind, how many. */
  moving: Counted;
  /** Items that cannot be sent. */
  left: Counted;
  /** All of them that are on this device and nowhere else, with what the server refused. */
  all: Counted;
  /** The server cannot be reached. The outbox tries again automatically. */
  waiting: boolean;
  /** The storage is full: some items are in the memory of this page only. */
  full: boolean;
};

/** The coaches that a client logs workouts for. */
const openCoachesOf = (session: CurrentSession): string[] =>
  session.role === 'Client' ? openPlacesOf(session).map(({ coachId }) => coachId) : [];

/** The person's items that the server does not have, with those that cannot be sent. */
export function useUnsent(session: CurrentSession): Unsent {
  const { id: userId } = session.user;
  const [messages, checkIns] = [messageOutbox(userId), checkInOutbox(userId)];
  const written = useSyncExternalStore(messages.subscribe, messages.getSnapshot);
  const answered = useSyncExternalStore(checkIns.subscribe, checkIns.getSnapshot);
  const left = useLeftBehind(session);
  const workouts = useUnsentWorkouts(userId, openCoachesOf(session));
  const foodDays = useUnsentFoodDays(userId, openCoachesOf(session));
  const isMoving = ({ problem }: { problem: unknown }) => problem === null;
  const drafts = left.checkIns.filter(({ isDraft }) => isDraft);
  return {
    moving: {
      messages: written.items.filter(isMoving).length,
      checkIns: answered.items.filter(isMoving).length,
      drafts: 0,
      workouts: workouts.filter(isMoving).length,
      foodDays: foodDays.filter(isMoving).length,
    },
    left: {
      messages: left.messages.length,
      checkIns: left.checkIns.length - drafts.length,
      drafts: drafts.length,
      workouts: workouts.filter((one) => !isMoving(one)).length,
      foodDays: foodDays.filter((one) => !isMoving(one)).length,
    },
    all: {
      messages: written.items.length,
      checkIns: answered.items.length,
      drafts: drafts.filter(({ onlyHere }) => onlyHere).length,
      workouts: workouts.length,
      foodDays: foodDays.length,
    },
    waiting: written.waiting || answered.waiting || [...workouts, ...foodDays].some(({ isWaiting }) => isWaiting),
    full: written.full || answered.full,
  };
}

export const sumOf = ({ messages, checkIns, drafts, workouts, foodDays }: Counted): number =>
  messages + checkIns + drafts + workouts + foodDays;

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);

/** As people say it: 1 check-in and 2 messages. Empty for nothing. */
export const unsentWords = ({ messages, checkIns, drafts, workouts, foodDays }: Counted): string =>
  listText([
    ...counted(workouts, 'workout'),
    ...counted(foodDays, 'food log'),
    ...counted(checkIns, 'check-in'),
    ...counted(drafts, 'check-in draft'),
    ...counted(messages, 'message'),
  ]);

import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useEffect } from 'react';
import type { UnsentKind } from '../../device/keys.ts';
import { listText } from '../../lib/format.ts';
import { sessionStore } from '../session.ts';

type Counted = {
  messages: number;
  checkIns: number;
  drafts: number;
  workouts: number;
  foodDays: number;
  habitDays: number;
  ownFoods: number;
};

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

/** A part that sends one kind of entry. It shows nothing and reports what is not sent. */
export type SendingProps = { session: CurrentSession; onChange: (kind: UnsentKind, unsent: Unsent) => void };

export const NONE: Counted = {
  messages: 0,
  checkIns: 0,
  drafts: 0,
  workouts: 0,
  foodDays: 0,
  habitDays: 0,
  ownFoods: 0,
};
export const NOTHING: Unsent = { moving: NONE, left: NONE, all: NONE, waiting: false, full: false };

const added = (one: Counted, other: Counted): Counted => ({
  messages: one.messages + other.messages,
  checkIns: one.checkIns + other.checkIns,
  drafts: one.drafts + other.drafts,
  workouts: one.workouts + other.workouts,
  foodDays: one.foodDays + other.foodDays,
  habitDays: one.habitDays + other.habitDays,
  ownFoods: one.ownFoods + other.ownFoods,
});

export const addUnsent = (one: Unsent, other: Unsent): Unsent => ({
  moving: added(one.moving, other.moving),
  left: added(one.left, other.left),
  all: added(one.all, other.all),
  waiting: one.waiting || other.waiting,
  full: one.full || other.full,
});

export const sumOf = ({ messages, checkIns, drafts, workouts, foodDays, habitDays, ownFoods }: Counted): number =>
  messages + checkIns + drafts + workouts + foodDays + habitDays + ownFoods;

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);

/** As people say it: 1 check-in and 2 messages. Empty for nothing. */
export const unsentWords = ({ messages, checkIns, drafts, workouts, foodDays, habitDays, ownFoods }: Counted): string =>
  listText([
    ...counted(workouts, 'workout'),
    ...counted(foodDays, 'food log'),
    ...counted(ownFoods, 'food'),
    ...counted(habitDays, 'habit tick'),
    ...counted(checkIns, 'check-in'),
    ...counted(drafts, 'check-in draft'),
    ...counted(messages, 'message'),
  ]);

/** The relationships that a client writes in: those that have not ended. */
export const openPlacesOf = ({ coachings }: CurrentSession) =>
  coachings.filter(({ status }) => !isFormerClient(status)).map(({ coachId, clientId }) => ({ coachId, clientId }));

/** The server has a copy of the drafts for a former coach, which cannot be sent. */
export const hasFormerCoach = ({ role, coachings }: CurrentSession): boolean =>
  role === 'Client' && coachings.some(({ status }) => isFormerClient(status));

/** The coaches that a client logs workouts, food and habits for. */
export const openCoachesOf = (session: CurrentSession): string[] =>
  session.role === 'Client' ? openPlacesOf(session).map(({ coachId }) => coachId) : [];

export function useReport(kind: UnsentKind, unsent: Unsent, onChange: SendingProps['onChange']): void {
  // Compared as text, because each render counts again.
  const text = JSON.stringify(unsent);
  useEffect(() => onChange(kind, JSON.parse(text)), [kind, text, onChange]);
}

/**
 * Calls all `stops` with the returned function, or as soon as the person's session ends: the cookie of the next person
 * may arrive before the next render.
 */
export function whileSignedIn(userId: string, stops: readonly (() => void)[]): () => void {
  const stop = () => {
    for (const each of stops) each();
  };
  const unfollow = sessionStore.subscribe(() => {
    if (sessionStore.getSnapshot().session?.user.id !== userId) stop();
  });
  return () => {
    unfollow();
    stop();
  };
}

import { deviceStorage } from './storage.ts';

/*
 * The keys of a person's entries on this device. They name the person, so that the next person on a shared device does
 * not find them. Devices hold entries of earlier builds: changing a key loses the entries that still wait.
 */

/** Each item has its own key, so that tabs cannot overwrite each other. */
export const outboxPrefix = (userId: string, kind: string): string => `stridewell.outbox.${userId}.${kind}.`;

/** Before the lane of each draft. */
export const checkInDraftPrefix = (userId: string): string => `stridewell.check-in.${userId}.`;

/** Before the coach and the id of each workout. */
export const workoutPrefix = (userId: string): string => `stridewell.workout.${userId}.`;

/** Before the coach and the day of each food log. While numbers are off, the device keeps none. */
export const foodPrefix = (userId: string, numbersOff: boolean): string =>
  `stridewell.food${numbersOff ? '-plain' : ''}.${userId}.`;

/** Before the coach and the id of each food of the client's own. */
export const ownFoodPrefix = (userId: string): string => `stridewell.own-food.${userId}.`;

/** The clients that a coach opened recently. */
export const recentKey = (userId: string): string => `stridewell.recent.${userId}`;

/** How the coach's list of clients looks on this device. */
export const CLIENTS_VIEW_KEY = 'stridewell.clients.view';

/** The person who turned on push notifications in this browser, and the time of the last renewal. */
export const PUSH_KEY = 'stridewell.push';

/** Without a person, because no two people edit things with the same id. */
export const BACKUP_PREFIX = 'stridewell.backup.';

/** The rest of each key on this device that starts with `prefix`. */
export const namesUnder = (prefix: string): string[] =>
  deviceStorage.keys(prefix).map((key) => key.slice(prefix.length));

const isPending = (key: string): boolean => deviceStorage.readText(key)?.includes('"pending":true') ?? false;

/** Deletes the logs under a prefix that the server has. */
export function forgetSent(prefix: string): void {
  for (const key of deviceStorage.keys(prefix)) if (!isPending(key)) deviceStorage.remove(key);
}

/** Kinds of entries that a device keeps until the server has them, in the order of sending. Files are stored elsewhere. */
export const UNSENT_KINDS = ['files', 'messages', 'check-ins', 'workouts', 'own-foods', 'food', 'habits'] as const;
export type UnsentKind = (typeof UNSENT_KINDS)[number];

/** Before the keys of a person's entries of a kind. */
export function unsentPrefixes(userId: string, kind: UnsentKind): string[] {
  if (kind === 'files') return [];
  if (kind === 'workouts') return [workoutPrefix(userId)];
  if (kind === 'own-foods') return [ownFoodPrefix(userId)];
  if (kind === 'food') return [foodPrefix(userId, false), foodPrefix(userId, true)];
  return [outboxPrefix(userId, kind), ...(kind === 'check-ins' ? [checkInDraftPrefix(userId)] : [])];
}

const entriesOf = (userId: string, kind: UnsentKind): string[] =>
  unsentPrefixes(userId, kind).flatMap((prefix) => deviceStorage.keys(prefix));

/**
 * Whether the code that sends this kind has work on the device. Workouts and food logs stay after the server has them,
 * and food logs are also deleted when numbers are hidden.
 */
export function waits(userId: string, kind: UnsentKind): boolean {
  const keys = entriesOf(userId, kind);
  return kind === 'workouts' ? keys.some(isPending) : keys.length > 0;
}

/** Whether an entry of the person that the server does not have contains a file. */
export const isFileUsed = (userId: string, fileId: string): boolean =>
  UNSENT_KINDS.some((kind) =>
    entriesOf(userId, kind).some(
      (key) => deviceStorage.readText(key)?.includes(fileId) && (kind !== 'food' || isPending(key)),
    ),
  );

/**
 * Runs when a person has left this tab, so that the next one on this device cannot see what was theirs. What the server
 * does not have waits until they are back. Check-in drafts are deleted before, once the server has them.
 */
export function clearPerson(userId: string): void {
  for (const key of [recentKey(userId), ...deviceStorage.keys(BACKUP_PREFIX)]) deviceStorage.remove(key);
  const merged = ['workouts', 'own-foods', 'food'] as const;
  for (const prefix of merged.flatMap((kind) => unsentPrefixes(userId, kind))) forgetSent(prefix);
}

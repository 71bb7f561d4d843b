import type { EventType } from '@stridewell/contract/events';
import { FOLLOWED, FOLLOWED_DAYS, type Followed, STAYED_DAYS } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';

const DAY_MS = 86_400_000;

/** Events that are an act of the client. A visit is none: it has its day. */
export const ACT_OF_EVENT = {
  'message.sent': 'message',
  'workout.completed': 'workout',
  'checkin.submitted': 'checkIn',
} as const satisfies { [Type in EventType]?: Followed };

export type Act = { clientId: string; kind: Followed; at: Date };

/** The client's acts within two weeks after an instant. */
export function followedOf(acts: readonly Act[], clientId: string, after: Date): Followed[] {
  const until = new Date(after.getTime() + FOLLOWED_DAYS * DAY_MS);
  const done = new Set(
    acts.filter((act) => act.clientId === clientId && act.at > after && act.at <= until).map(({ kind }) => kind),
  );
  return FOLLOWED.filter((kind) => done.has(kind));
}

/** Whether a client did not leave within four weeks after a day. */
export const hasStayed = (
  leavings: readonly { clientId: string; day: string }[],
  clientId: string,
  day: string,
): boolean =>
  !leavings.some((one) => one.clientId === clientId && one.day > day && one.day <= addDays(day, STAYED_DAYS));

import { MESSAGE_MAX } from './messages.rules.ts';

/** Stands for the recipient's first name in a group message. */
export const FIRST_NAME = '{first name}';

const firstNameOf = (fullName: string): string => fullName.trim().split(/\s+/u)[0] ?? '';

/** The copy of a group message for one recipient. */
export const fillIn = (body: string, fullName: string): string =>
  // A function, because a replacement text would interpret dollar signs.
  body.replaceAll(FIRST_NAME, () => firstNameOf(fullName));

/** Length of the longest copy of a group message. No copy may exceed MESSAGE_MAX. */
export const longestCopy = (body: string, fullNames: readonly string[]): number =>
  Math.max(body.trim().length, ...fullNames.map((fullName) => fillIn(body, fullName).trim().length));

export const isTooLong = (body: string, fullNames: readonly string[]): boolean =>
  longestCopy(body, fullNames) > MESSAGE_MAX;

/** Above the client limit of the largest plan, and few enough to be sent within minutes. */
export const BROADCAST_MAX = 500;
export const BROADCAST_PAGE = 20;

/** Outcome of a group message for one client. */
export const BROADCAST_OUTCOMES = ['pending', 'sent', 'not_covered', 'not_joined', 'closed'] as const;
export type BroadcastOutcome = (typeof BROADCAST_OUTCOMES)[number];

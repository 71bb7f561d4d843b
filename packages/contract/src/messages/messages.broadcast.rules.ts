import { MESSAGE_MAX } from './messages.rules.ts';

/** Placeholder for the recipient's first name in a group message. */
export const FIRST_NAME_PLACEHOLDER = '{first name}';

const firstNameOf = (fullName: string): string => fullName.trim().split(/\s+/u)[0] ?? '';

/** Group message with the recipient's first name. */
export const personalizeMessage = (body: string, fullName: string): string =>
  // A replacement function, because `replaceAll` interprets dollar signs in a string.
  body.replaceAll(FIRST_NAME_PLACEHOLDER, () => firstNameOf(fullName));

/** Length of the longest copy of a group message. No copy may exceed MESSAGE_MAX. */
export const longestCopyLength = (body: string, fullNames: readonly string[]): number =>
  Math.max(body.trim().length, ...fullNames.map((fullName) => personalizeMessage(body, fullName).trim().length));

export const isBroadcastTooLong = (body: string, fullNames: readonly string[]): boolean =>
  longestCopyLength(body, fullNames) > MESSAGE_MAX;

/** Above the cap of the largest plan, and few enough to send within minutes. */
export const BROADCAST_MAX = 500;
export const BROADCAST_PAGE = 20;

/** Outcome of a group message for one client. */
export const BROADCAST_OUTCOMES = ['pending', 'sent', 'not_covered', 'not_joined', 'closed'] as const;
export type BroadcastOutcome = (typeof BROADCAST_OUTCOMES)[number];

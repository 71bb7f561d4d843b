import { dayInZone } from '@stridewell/contract/time';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { dayInSentence, onDayInSentence } from '../../lib/format.ts';

/** The text for a failed call of billing. An unavailable payment service has its own message. */
export const billingMessage = (error: unknown, fallback: string): string =>
  error instanceof Error && codeOf(error) === 'PAYMENT_UNAVAILABLE' && error.message
    ? error.message
    : messageOf(error, fallback);

/** A day inside a sentence: `today`, `tomorrow`, or `Tue, Oct 14`. */
export const dayWords = (instant: string, timeZone: string, now = new Date()): string =>
  dayInSentence(dayInZone(new Date(instant), timeZone), dayInZone(now, timeZone));

/** A day with its preposition: `on Tue, Oct 14`, but `today`. */
export const onDay = (instant: string, timeZone: string, now = new Date()): string =>
  onDayInSentence(dayInZone(new Date(instant), timeZone), dayInZone(now, timeZone));

const STATUS_WORDS: Record<string, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment failed',
  unpaid: 'Unpaid',
  canceled: 'Ended',
  incomplete: 'Waiting for the first payment',
  incomplete_expired: 'Never started',
  paused: 'Paused',
};

export const statusWords = (status: string): string => STATUS_WORDS[status] ?? 'Unknown';

/** Says what happens to the clients above a plan's cap. */
export const overCapWords = (overCap: number, clientCap: number): string =>
  `Nothing is deleted. You have ${overCap} more ${overCap === 1 ? 'client' : 'clients'} than the ${clientCap} this plan is for: the newest become read-only until enough are archived or the plan covers them.`;

import { dayInZone } from '@stridewell/contract/time';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { dayInSentence } from '../../lib/format.ts';

/** What a person may read about a failed call of billing. That the payment service is away has words of its own. */
export const billingMessage = (error: unknown, otherwise: string): string =>
  error instanceof Error && codeOf(error) === 'PAYMENT_UNAVAILABLE' && error.message
    ? error.message
    : messageOf(error, otherwise);

/** A day inside of a sentence: `today`, `tomorrow`, or `Tue 14 Oct`. */
export const dayWords = (instant: string, timeZone: string, now = new Date()): string =>
  dayInSentence(dayInZone(new Date(instant), timeZone), dayInZone(now, timeZone));

/** Before a day that may be a word: `on Tue 14 Oct`, but `today`. */
export function onDay(instant: string, timeZone: string, now = new Date()): string {
  const words = dayWords(instant, timeZone, now);
  return /^[a-z]/.test(words) ? words : `on ${words}`;
}

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

/** What the cap of a plan means for those above it. */
export const overCapWords = (overCap: number, clientCap: number): string =>
  `Nothing is deleted. You have ${overCap} more ${overCap === 1 ? 'client' : 'clients'} than the ${clientCap} this plan is for: the newest become read-only until enough are archived or the plan covers them.`;

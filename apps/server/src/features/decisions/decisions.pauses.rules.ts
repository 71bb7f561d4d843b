import { amountLabel } from '@stridewell/contract/money/money.amounts.rules';
import type { Pause } from '@stridewell/contract/people.rules';
import type { KnownReasonDays } from '@stridewell/contract/retention/retention';
import type { KnownReason } from '@stridewell/contract/retention/retention.rules';
import { dayLabel, daysBetween } from '@stridewell/contract/time';

/** How far ahead a payment is looked at, in days: the next one of a monthly subscription always counts. */
export const PAUSE_AHEAD_DAYS = 31;
/** Days that an absence lasts at least from today on. A client with a cold trains again next week. */
const LEAST_DAYS = 7;

/** Reasons that keep a client from training. A client who talked with the coach is not away. */
const ABSENCES: Readonly<Partial<Record<KnownReason, string>>> = { ill: 'Ill', traveling: 'Traveling' };

type ComingPayment = {
  name: string;
  amountCents: number;
  currency: string;
  dueOn: string;
  isPaused: boolean;
  pauses: readonly Pause[];
};

/**
 * Why a payment that falls due should be paused: the client cannot take part on its due day, because the coaching is
 * paused, or because the client is ill or traveling for another week at least.
 * @returns `since`, which tells one absence from the next; undefined for a payment that stays
 */
export function pauseOf(
  { name, amountCents, currency, dueOn, isPaused, pauses }: ComingPayment,
  known: KnownReasonDays | undefined,
  today: string,
): { since: string; facts: string[] } | undefined {
  const due = dueOn === today ? 'today' : `on ${dayLabel(dueOn, today)}`;
  const payment = `The next payment of ${amountLabel(amountCents, currency)} for “${name}” is due ${due}.`;
  if (isPaused) {
    const from = pauses.at(-1)?.from;
    if (from === undefined) return { since: 'paused', facts: ['The coaching is paused.', payment] };
    const since = from === today ? 'today' : dayLabel(from, today);
    return { since: from, facts: [`The coaching has been paused since ${since}.`, payment] };
  }
  const absence = known && ABSENCES[known.reason];
  if (!absence || known.untilDay < dueOn || daysBetween(today, known.untilDay) < LEAST_DAYS) return undefined;
  return {
    since: `${known.reason}-${known.fromDay}`,
    facts: [`${absence} until ${dayLabel(known.untilDay, today)}, as you noted.`, payment],
  };
}

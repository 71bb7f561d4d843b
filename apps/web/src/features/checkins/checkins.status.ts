import type { CheckInStatus } from '@stridewell/contract/checkins.rules';
import { FIGURES } from '@stridewell/contract/figures.rules';
import { dayInZone, daysBetween } from '@stridewell/contract/time';
import { countLabel, dayInSentence } from '../../lib/format.ts';

/** What is due, or when the next check-in is. The same words for a client on every screen of the coach. */
export function checkInStatusText({ state, dueDay, nextDay }: CheckInStatus, today: string): string {
  if (state === 'due') return 'Check-in due today';
  if (state === 'overdue') return `Check-in overdue since ${dayInSentence(dueDay, today)}`;
  if (state === 'paused' || nextDay === null) return 'Check-ins paused';
  return `${FIGURES.nextCheckIn} ${dayInSentence(nextDay, today)}`;
}

/** How long a check-in has waited for its review, like `waiting 2 days`. */
export function waitText(submittedAt: string, today: string, timeZone: string): string {
  const days = daysBetween(dayInZone(new Date(submittedAt), timeZone), today);
  return days < 1 ? 'sent today' : `waiting ${countLabel(days, 'day')}`;
}

import type { CheckInStatus } from '@stridewell/contract/checkins.rules';
import { FIGURES, type WeightFigures } from '@stridewell/contract/clients.figures.rules';
import { dayInZone, daysBetween } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { countLabel, dayInSentence, weightChangeLabel, weightLabel } from './format.ts';

// The figures of a client in words, the same on every screen.

/** What is due, or when the next check-in is. */
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

/** The weight change with its name, like `−3.6 kg since the start`; null while the only weigh-in is the start. */
export function weightChangeText({ changeKg }: WeightFigures, units: UnitSystem): string | null {
  if (changeKg === null) return null;
  return `${weightChangeLabel(changeKg, units) ?? 'No change'} ${FIGURES.weightChange}`;
}

/** The distance to the goal weight with its name, like `6.0 kg to go`. */
export function toGoText({ toGoKg }: NonNullable<WeightFigures['goal']>, units: UnitSystem): string {
  return toGoKg === 0 ? 'Reached' : `${weightLabel(toGoKg, units)} ${FIGURES.toGo}`;
}

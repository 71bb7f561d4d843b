import type { CheckInStatus } from '@stridewell/contract/checkins/checkins.rules';
import { FIGURES, STANDING_LABELS, type WeightFigures } from '@stridewell/contract/clients/clients.figures.rules';
import type { EngagementPart } from '@stridewell/contract/clients/clients.labels.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { ReportedWorkouts, WorkoutAdherence } from '@stridewell/contract/workouts/workouts.adherence.rules';
import {
  countLabel,
  dayInSentence,
  dayParts,
  numberText,
  onDayInSentence,
  weightChangeLabel,
  weightLabel,
} from '../lib/format.ts';

// The figures of a client in words, the same on every screen.

/** A percentage, like `82%`; a dash where there is nothing to count. */
export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);

/** The client's own answer with its name, like `Plan followed (self-reported) 85%`. */
export const planFollowedText = (percent: number): string => `${FIGURES.planFollowed} ${percent}%`;

/** Items of the Client Health Score. */
export const HEALTH_PART_NAMES: Readonly<Record<EngagementPart, string>> = {
  workouts: 'Workouts',
  check_ins: 'Check-ins',
  nutrition: 'Nutrition and habits',
  plan_answer: 'Answer about the plan',
  weigh_ins: 'Weigh-ins',
  visits: 'Visits to the portal',
};

/** Check-ins in a row, like `27-check-in streak`. */
export const streakText = (streak: number): string => `${streak}-check-in streak`;

/** Missed check-ins, like `3 check-ins missed`. */
export const missedText = (missed: number): string =>
  missed === 1 ? STANDING_LABELS.missed : `${missed} check-ins missed`;

/** The one thing to say about check-ins: what was missed, else what is due, else when the next one is. */
export function checkInStatusText({ state, dueDay, nextDay, missed }: CheckInStatus, today: string): string {
  if (missed > 0 && state !== 'paused') return missedText(missed);
  if (state === 'due') return 'Check-in due today';
  if (state === 'overdue') return `Check-in overdue since ${dayInSentence(dueDay, today)}`;
  if (state === 'paused' || nextDay === null) return 'Check-ins paused';
  return `${FIGURES.nextCheckIn} ${onDayInSentence(nextDay, today)}`;
}

/** Workouts done, like `9 of 12 in the last four weeks`. */
export const workoutCountText = ({ done, due }: WorkoutAdherence): string => `${done} of ${due} in the last four weeks`;

/** Workouts that a check-in tells about, like `3 of 4 workouts done from Nov 16 to Nov 22`. */
export function reportedWorkoutsText({ from, to, done, due }: ReportedWorkouts): string {
  const count = `${done} of ${countLabel(due, 'workout')} done`;
  return from === to
    ? `${count} on ${dayParts(from).date}`
    : `${count} from ${dayParts(from).date} to ${dayParts(to).date}`;
}

/** A length of time in its largest unit, like `40 minutes` or `2.5 hours`. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return countLabel(minutes, 'minute');
  const hours = Math.round(seconds / 360) / 10;
  if (hours < 48) return `${numberText(hours)} ${hours === 1 ? 'hour' : 'hours'}`;
  const days = Math.round(seconds / 8640) / 10;
  return `${numberText(days)} ${days === 1 ? 'day' : 'days'}`;
}

const HOUR_MS = 3_600_000;

/** How long a check-in has waited for its review, like `Waiting 2 days`. */
export function waitText(submittedAt: string, nowMs: number): string {
  const hours = (nowMs - Date.parse(submittedAt)) / HOUR_MS;
  if (hours < 1) return 'Just sent';
  const [amount, unit] = hours < 24 ? [hours, 'hour'] : [hours / 24, 'day'];
  return `Waiting ${countLabel(Math.floor(amount), unit)}`;
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

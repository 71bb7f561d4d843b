import type { InteractionFigures } from '@stridewell/contract/reports/reports';
import { REPORT_DAYS, REPORT_FIGURES, type ReportFigure } from '@stridewell/contract/reports/reports.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import { median } from 'simple-statistics';

type Period = { from: string; to: string };

/** The days to count: those of the chosen period up to today, and as many before them. */
export function reportPeriods(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): { period: Period; before: Period; days: number } {
  const last = to === undefined || to > today ? today : to;
  const first = from ?? addDays(last, 1 - REPORT_DAYS);
  // A period that has not started keeps its days, and nothing happened in it.
  const period = last < first ? { from: first, to: to ?? first } : { from: first, to: last };
  const days = daysBetween(period.from, period.to) + 1;
  return { period, before: { from: addDays(period.from, -days), to: addDays(period.from, -1) }, days };
}

/** Counts of one client in a period, and the waits that the medians come from, in seconds. */
export type Interactions = {
  counts: Record<Exclude<ReportFigure, 'coachReplySeconds' | 'clientReplySeconds' | 'reviewSeconds'>, number>;
  coachReplies: readonly number[];
  clientReplies: readonly number[];
  reviews: readonly number[];
};

const medianOf = (values: readonly number[]) => (values.length > 0 ? Math.round(median([...values])) : null);

/** Adds up counts, and takes medians over all waits rather than over medians. */
export function figuresOf(members: readonly Interactions[]): InteractionFigures {
  const sum = (key: keyof Interactions['counts']) => members.reduce((total, { counts }) => total + counts[key], 0);
  return {
    messagesSent: sum('messagesSent'),
    messagesReceived: sum('messagesReceived'),
    coachReplySeconds: medianOf(members.flatMap(({ coachReplies }) => coachReplies)),
    clientReplySeconds: medianOf(members.flatMap(({ clientReplies }) => clientReplies)),
    checkInsSent: sum('checkInsSent'),
    checkInsReviewed: sum('checkInsReviewed'),
    reviewSeconds: medianOf(members.flatMap(({ reviews }) => reviews)),
    sessionsHeld: sum('sessionsHeld'),
    sessionsMissed: sum('sessionsMissed'),
    sessionsCanceled: sum('sessionsCanceled'),
    workoutsDone: sum('workoutsDone'),
    workoutsPlanned: sum('workoutsPlanned'),
    activeDays: sum('activeDays'),
    visitDays: sum('visitDays'),
  };
}

/** Whether nothing happened and nothing was planned. */
export const isEmptyPeriod = (figures: InteractionFigures): boolean => REPORT_FIGURES.every(({ key }) => !figures[key]);

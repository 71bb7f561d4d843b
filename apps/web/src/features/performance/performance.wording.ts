import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import type { ComparedHabit, TopQuarter } from '@stridewell/contract/performance/performance.compare.rules';
import type { DoneCount, GoalKind, PerformanceWeeks } from '@stridewell/contract/performance/performance.rules';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { countLabel, numberText } from '../../lib/format.ts';
import { durationText } from '../../shared/figure-text.ts';

type PeriodWords = { label: string; last: string; before: string; within: string };

export const PERIOD_WORDS: Record<PerformanceWeeks, PeriodWords> = {
  4: { label: '4 weeks', last: 'the last 4 weeks', before: 'the previous 4 weeks', within: 'in 4 weeks' },
  12: { label: '12 weeks', last: 'the last 12 weeks', before: 'the previous 12 weeks', within: 'in 12 weeks' },
  26: { label: '6 months', last: 'the last 6 months', before: 'the previous 6 months', within: 'in 6 months' },
  52: { label: '1 year', last: 'the last year', before: 'the previous year', within: 'in a year' },
};

/** The weight change of a period: that of four weeks is the one of other screens. */
export const weightChangeName = (weeks: PerformanceWeeks): string =>
  `Weight, ${weeks === 4 ? FIGURES.fourWeekChange : `${weeks}-week change`}`;

/** Figures that the chart can show. */
export const TREND_FIGURES = ['workouts', 'checkIns', 'onTrack'] as const;
export type TrendFigure = (typeof TREND_FIGURES)[number];

export const TREND_LABELS: Record<TrendFigure, string> = {
  workouts: FIGURES.workouts,
  checkIns: 'Check-ins sent',
  onTrack: FIGURES.onTrack,
};

/** Short enough to stand side by side on a phone. */
export const TREND_CHOICES: Record<TrendFigure, string> = {
  workouts: 'Workouts',
  checkIns: 'Check-ins',
  onTrack: FIGURES.onTrack,
};

/** The change of a client's share, like `+8 points`; empty where there is none. */
export function pointsText(now: DoneCount, before: DoneCount): string {
  const [percent, earlier] = [workoutPercent(now), workoutPercent(before)];
  if (percent === null || earlier === null || percent === earlier) return '';
  return `${percent > earlier ? '+' : '−'}${countLabel(Math.abs(percent - earlier), 'point')}`;
}

type Compared = { now: number | null; before: number | null };

/** The change of a share, like `up 5 points vs. the previous 4 weeks` or `down 27 points in 4 weeks`; null without both. */
export function changeText({ now, before }: Compared, tail: string): string | null {
  if (now === null || before === null) return null;
  if (now === before) return `unchanged ${tail}`;
  return `${now > before ? 'up' : 'down'} ${countLabel(Math.abs(now - before), 'point')} ${tail}`;
}

/** The sentence above the chart. */
export function headlineText(figure: TrendFigure, report: PerformanceReport): string {
  const { last, before, within } = PERIOD_WORDS[report.weeks];
  const shares = report[figure];
  if (figure === 'onTrack') {
    if (shares.now === null) return 'No active clients yet.';
    const change = changeText(shares, within);
    return `${shares.now}% of your clients are on track today${change ? `, ${change}` : ''}.`;
  }
  const what = figure === 'workouts' ? 'workouts' : 'check-ins';
  if (shares.now === null) return `No ${what} were due in ${last}.`;
  const change = changeText(shares, `vs. ${before}`);
  const verb = figure === 'workouts' ? 'did' : 'sent';
  return `On average, clients ${verb} ${shares.now}% of their ${what} in ${last}${change ? `, ${change}` : ''}.`;
}

export const GOAL_LABELS: Record<GoalKind, string> = {
  lose: 'Lose weight',
  gain: 'Gain weight',
  keep: 'Keep weight',
  none: 'No goal weight',
};

const oneDecimal = (value: number) => numberText(Math.round(value * 10) / 10);

type HabitWords = { name: string; valueText: (value: number) => string };

export const HABIT_WORDS: Record<ComparedHabit, HabitWords> = {
  checkIns: { name: 'Check-ins sent', valueText: (value) => `${Math.round(value)}%` },
  messages: { name: 'Messages to you', valueText: (value) => `${oneDecimal(value)} a week` },
  replyHours: { name: 'Your median reply time', valueText: (value) => durationText(value * 3600) },
  sessions: { name: 'Sessions with you', valueText: (value) => `${oneDecimal(value)} in 4 weeks` },
  planned: { name: 'Workouts planned', valueText: (value) => `${oneDecimal(value)} a week` },
  sleepHours: { name: 'Sleep', valueText: (value) => `${oneDecimal(value)} hours a night` },
};

/** Finding of the comparison with the top quarter, in a sentence. */
export function topQuarterText(found: TopQuarter, last: string): string {
  if (found.state === 'too_few') {
    return `Needs ${countLabel(found.missing, 'more client')} with workouts in ${last}.`;
  }
  const { topClients, otherClients } = found;
  if (found.state === 'alike') {
    return `No significant differences between the ${countLabel(topClients, 'client')} who did most of their workouts and the other ${otherClients}.`;
  }
  return `Medians of the ${countLabel(topClients, 'client')} who did most of their workouts and of the other ${otherClients}. A difference does not prove a cause.`;
}

/** How likely a difference as large is by chance alone, like `p = 0.012`. */
export const chanceText = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

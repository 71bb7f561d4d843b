import { FIGURES } from '@stridewell/contract/clients.figures.rules';
import type { PerformanceReport } from '@stridewell/contract/performance';
import type { ComparedHabit, TopQuarter } from '@stridewell/contract/performance.compare.rules';
import type { DoneCount, GoalKind, PerformanceWeeks } from '@stridewell/contract/performance.rules';
import { workoutPercent } from '@stridewell/contract/workouts.adherence.rules';
import { countLabel, numberText } from '../../lib/format.ts';

type PeriodWords = { label: string; last: string; before: string; ago: string };

export const PERIOD_WORDS: Record<PerformanceWeeks, PeriodWords> = {
  4: { label: '4 weeks', last: 'the last 4 weeks', before: 'the 4 weeks before', ago: '4 weeks ago' },
  12: { label: '12 weeks', last: 'the last 12 weeks', before: 'the 12 weeks before', ago: '12 weeks ago' },
  26: { label: 'Half a year', last: 'the last half year', before: 'the half year before', ago: 'half a year ago' },
  52: { label: 'A year', last: 'the last year', before: 'the year before', ago: 'a year ago' },
};

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

/** A share, like `82%`; a dash where nothing was due. */
export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);

/** The change of a client's share, like `+8 points`; empty where there is none. */
export function pointsText(now: DoneCount, before: DoneCount): string {
  const [percent, earlier] = [workoutPercent(now), workoutPercent(before)];
  if (percent === null || earlier === null || percent === earlier) return '';
  return `${percent > earlier ? '+' : '−'}${countLabel(Math.abs(percent - earlier), 'point')}`;
}

type Compared = { now: number | null; before: number | null };

/** The change of a share, like `5 points more than in the 4 weeks before`; null without both. */
export function changeText({ now, before }: Compared, than: string): string | null {
  if (now === null || before === null) return null;
  if (now === before) return `the same as ${than}`;
  return `${countLabel(Math.abs(now - before), 'point')} ${now > before ? 'more' : 'less'} than ${than}`;
}

/** The sentence above the chart. */
export function headlineText(figure: TrendFigure, report: PerformanceReport): string {
  const { last, before, ago } = PERIOD_WORDS[report.weeks];
  const shares = report[figure];
  if (figure === 'onTrack') {
    const change = changeText(shares, ago);
    return `${percentText(shares.now)} of your clients are on track today${change ? `, ${change}` : ''}.`;
  }
  const what = figure === 'workouts' ? 'workouts' : 'check-ins';
  if (shares.now === null) return `No ${what} were due in ${last}.`;
  const change = changeText(shares, `in ${before}`);
  const verb = figure === 'workouts' ? 'did' : 'sent';
  return `On average, clients ${verb} ${shares.now}% of their ${what} in ${last}${change ? `, ${change}` : ''}.`;
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
  replyHours: { name: 'Your usual time to a reply', valueText: (value) => durationText(value * 3600) },
  sessions: { name: 'Sessions with you', valueText: (value) => `${oneDecimal(value)} in 4 weeks` },
  planned: { name: 'Workouts planned', valueText: (value) => `${oneDecimal(value)} a week` },
  sleepHours: { name: 'Sleep', valueText: (value) => `${oneDecimal(value)} hours a night` },
};

/** What the comparison of the top quarter found, in a sentence. */
export function topQuarterText(found: TopQuarter, last: string): string {
  if (found.state === 'too_few') {
    const clients = `${countLabel(found.missing, 'more client')} with workouts in ${last}`;
    return `The comparison needs ${clients}. With fewer, a difference would say little.`;
  }
  const { topClients, otherClients } = found;
  if (found.state === 'alike') {
    return `The ${countLabel(topClients, 'client')} who did most of their workouts differ from the other ${otherClients} in nothing that chance could not explain.`;
  }
  return `The ${countLabel(topClients, 'client')} who did most of their workouts, compared with the other ${otherClients}. The figures are medians. A difference is no proof of a cause.`;
}

/** How likely chance alone makes a difference as large, like `p = 0.012`. */
export const chanceText = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

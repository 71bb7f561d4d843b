import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import type { PredictionFigures } from './retention.figures.rules.ts';
import type { HoldOutFigures, ModelFigures } from './retention.training.rules.ts';

const LINES: readonly [name: string, figure: keyof PredictionFigures][] = [
  ['AUC', 'auc'],
  ['PR-AUC', 'prAuc'],
  ['Brier score', 'brier'],
  ['Brier skill', 'brierSkill'],
  ['Calibration error', 'ece'],
  ['Lift of the highest tenth', 'lift10'],
  ['Share found in the highest fifth', 'recall20'],
];

const figureText = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

/** Figures for a terminal, a line each. */
export const figureLines = (figures: PredictionFigures): string[] =>
  LINES.map(([name, figure]) => `${name}: ${figureText(figures[figure])}`);

const WARNING_LINES: readonly [name: string, figure: (figures: HoldOutFigures) => string][] = [
  ['AUC with the last week hidden', ({ hiddenWeekAuc }) => figureText(hiddenWeekAuc)],
  ['Share warned about a week before', ({ warned }) => figureText(warned)],
  ['Median days of warning', ({ leadDays }) => `${leadDays ?? '–'}`],
];

/** The figures of a training or an evaluation, each beside those of the baseline. */
export function modelLines({
  model,
  silence,
  priorAuc,
  weeks,
  clients,
  coaches,
  left,
  levels,
}: ModelFigures): string[] {
  return [
    `Weeks: ${weeks} of ${clients} clients of ${coaches} coaches; ${left} clients left. Tested on ${model.n}.`,
    'In brackets: days since the last visit or activity alone.',
    ...LINES.map(([name, figure]) => `${name}: ${figureText(model[figure])} (${figureText(silence[figure])})`),
    ...WARNING_LINES.map(([name, figure]) => `${name}: ${figure(model)} (${figure(silence)})`),
    `AUC of the shipped prior: ${figureText(priorAuc)}`,
    ...RISK_LEVELS.map((level) => {
      const { weeks: shown, share } = levels[level];
      return `${level}: ${shown} weeks, ${(100 * share).toFixed(1)} % left within four`;
    }),
  ];
}

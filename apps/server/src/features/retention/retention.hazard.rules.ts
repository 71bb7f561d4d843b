import type { RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { type Calibration, calibrate, chanceOf } from './retention.calibration.rules.ts';
import { type Encoding, encode, learnEncoding, type Table } from './retention.columns.rules.ts';
import { FEATURE_COLUMNS, type PersonWeek } from './retention.features.rules.ts';
import { figuresOf, type PredictionFigures } from './retention.figures.rules.ts';
import { riskLevelOf } from './retention.levels.rules.ts';
import { fitLogistic, type LogisticFit, scoreRows } from './retention.logistic.rules.ts';
import { priorChances } from './retention.prior.rules.ts';
import { lastQuarter, timeSplit } from './retention.split.rules.ts';

/** Chance of leaving in a week by a discrete-time hazard, and how it becomes the chance of the next four weeks. */
export type HazardModel = { encoding: Encoding; fit: LogisticFit; calibration: Calibration };

/** Penalty of the coefficients. Columns have deviation 1, so one value suits all. */
const L2 = 1;
/** Fewer clients who left say nothing [science.md A]. */
export const MIN_LABELS = 200;

const tableOf = (rows: readonly PersonWeek[]): Table<PersonWeek> => ({
  rows,
  columns: FEATURE_COLUMNS,
  cellOf: ({ features }, column) => features[column as keyof typeof features] ?? null,
});

const labelsOf = (rows: readonly PersonWeek[], isEvent: (row: PersonWeek) => boolean): Uint8Array =>
  Uint8Array.from(rows, (row) => (isEvent(row) ? 1 : 0));

/**
 * Fits the weekly hazard on person-weeks, and calibrates its score to the next four weeks on later ones.
 * @throws RangeError when either has only one label
 */
export function fitHazard(rows: readonly PersonWeek[], calibrateOn: readonly PersonWeek[]): HazardModel {
  const table = tableOf(rows);
  const encoding = learnEncoding(table);
  const leftInWeek = labelsOf(rows, (row) => row.leftInWeek);
  const fit = fitLogistic(encode(table, encoding), leftInWeek, { l2: L2 });
  const scores = scoreRows(encode(tableOf(calibrateOn), encoding), fit);
  const calibration = calibrate(
    scores,
    labelsOf(calibrateOn, (row) => row.leftInMonth),
  );
  return { encoding, fit, calibration };
}

/** The chance of each client to leave within four weeks, from 0 to 1. */
export const monthlyChances = (rows: readonly PersonWeek[], { encoding, fit, calibration }: HazardModel): number[] =>
  [...scoreRows(encode(tableOf(rows), encoding), fit)].map((score) => chanceOf(score, calibration));

export type HazardEvaluation = PredictionFigures & {
  /** AUC of the days since the last log-in: a model has to beat it. */
  baselineAuc: number;
  /** AUC of the shipped prior, which was not fitted to this history. */
  priorAuc: number;
  /** Clients who left, each once. */
  left: number;
  /** Tested weeks by the level of the model's chance, and the share of them whose client left within four weeks. */
  levels: Record<RiskLevel, { weeks: number; share: number }>;
};

function levelsOf(chances: readonly number[], labels: readonly number[]): HazardEvaluation['levels'] {
  const ofLevel = (level: RiskLevel) => {
    const some = labels.filter((_, index) => riskLevelOf(chances[index] ?? 0, null) === level);
    const left = some.reduce((sum, label) => sum + label, 0);
    return { weeks: some.length, share: left / Math.max(1, some.length) };
  };
  return {
    'High Risk': ofLevel('High Risk'),
    'Moderate Risk': ofLevel('Moderate Risk'),
    'On Track': ofLevel('On Track'),
  };
}

/**
 * Tests on later weeks of clients who took no part in the fit.
 * @returns null with fewer than `MIN_LABELS` clients who left, or when a part has only one label
 */
export function evaluateHazard(rows: readonly PersonWeek[], seed: string): HazardEvaluation | null {
  const left = new Set(rows.filter(({ leftInWeek }) => leftInWeek).map(({ clientId }) => clientId)).size;
  if (left < MIN_LABELS) return null;
  const splitRows = rows.map(({ clientId, day, leftInMonth }) => ({
    label: leftInMonth ? 1 : 0,
    group: clientId,
    time: Date.parse(day),
  }));
  const split = timeSplit(splitRows, lastQuarter(splitRows), seed);
  const part = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
  const [learned, later, tested] = [part(split.fit), part(split.calibrate), part(split.test)];
  const hasBoth = (some: readonly PersonWeek[], isEvent: (row: PersonWeek) => boolean) =>
    some.some(isEvent) && !some.every(isEvent);
  const isMixed = [later, tested].every((some) => hasBoth(some, ({ leftInMonth }) => leftInMonth));
  if (!isMixed || !hasBoth(learned, ({ leftInWeek }) => leftInWeek)) return null;
  const labels = tested.map(({ leftInMonth }) => (leftInMonth ? 1 : 0));
  const chances = monthlyChances(tested, fitHazard(learned, later));
  const silence = tested.map(({ features }) => 1 - 1 / (1 + (features.loginDaysAgo ?? 0)));
  const prior = priorChances(tested.map(({ features }) => features));
  const [baselineAuc, priorAuc] = [figuresOf(silence, labels).auc, figuresOf(prior, labels).auc];
  return { ...figuresOf(chances, labels), baselineAuc, priorAuc, left, levels: levelsOf(chances, labels) };
}

import type { RiskReason } from '@stridewell/contract/retention/retention.rules';
import { encode, type Part } from './retention.columns.rules.ts';
import { FEATURE_COLUMNS, type FeatureName, type Features } from './retention.features.rules.ts';
import { probabilityOf, scoreRows } from './retention.logistic.rules.ts';

type PriorTerm = Part & { column: RiskReason; coefficient: number };

/**
 * [K] Log-odds of leaving in a week for a usual client: about 1.5 percent. Gyms lose more, 63 % before the third month
 * (Sperandei 2016), but these clients have a coach.
 */
const INTERCEPT = -4.18;

/**
 * Used until an installation has fitted a model. Signs and order are those of the sources; sizes, means and
 * deviations are [K] and are only good enough for a level, never for a percentage.
 */
const TERMS: readonly PriorTerm[] = [
  // Days without attendance lead the list of Sobreiro 2021; two weeks' inactivity that of Pedersen 2019.
  { column: 'silentDays', kind: 'number', mean: 4, deviation: 5, coefficient: 0.5 },
  { column: 'silentDays', kind: 'hinge', from: 14, mean: 0.5, deviation: 2, coefficient: 0.2 },
  // Less than one's usual frequency: `min(delta, 0)` of science.md A, AUC .976 to .991 on gym data.
  { column: 'fall', kind: 'number', mean: 0.4, deviation: 0.8, coefficient: 0.35 },
  // 63 % of those who quit do so before the third month (Sperandei 2016).
  { column: 'firstQuarter', kind: 'number', mean: 0.4, deviation: 0.49, coefficient: 0.25 },
  // Daily log counts alone reach F1 .87 at day 7 (CHI 2024); check-ins are the logs that are due here.
  { column: 'checkInShare', kind: 'number', mean: 0.75, deviation: 0.25, coefficient: -0.3 },
  // Number of the coach's advices (Pedersen 2019).
  { column: 'contacts28', kind: 'number', mean: 5, deviation: 4, coefficient: -0.2 },
];

const ENCODING = { parts: TERMS };
const FIT = { intercept: INTERCEPT, coefficients: TERMS.map(({ coefficient }) => coefficient), iterations: 0 };

const matrixOf = (rows: readonly Features[]) =>
  encode({ rows, columns: FEATURE_COLUMNS, cellOf: (row, column) => row[column as FeatureName] }, ENCODING);

/** The prior's chance of each client to leave within four weeks. Not measured here, so no screen shows the number. */
export const priorChances = (rows: readonly Features[]): number[] =>
  [...scoreRows(matrixOf(rows), FIT)].map((score) => 1 - (1 - probabilityOf(score)) ** 4);

const MOST_REASONS = 3;
/** A smaller share of the log-odds explains nothing. */
const MIN_SHARE = 0.1;

/** The features that raise a client's risk most, the strongest first. */
export function priorReasons(features: Features): RiskReason[] {
  const { values } = matrixOf([features]);
  const shares = new Map<RiskReason, number>();
  for (const [index, { column, coefficient }] of TERMS.entries()) {
    shares.set(column, (shares.get(column) ?? 0) + coefficient * (values[index] ?? 0));
  }
  return [...shares]
    .filter(([, share]) => share >= MIN_SHARE)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_REASONS)
    .map(([column]) => column);
}

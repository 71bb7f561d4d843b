import { CURVE_WEEKS, RISK_REASONS, type RiskReason } from '@stridewell/contract/retention/retention.rules';
import { encode } from './retention.columns.rules.ts';

import { countBins, type FeatureBins } from './retention.drift.rules.ts';
import { FEATURE_COLUMNS, type FeatureName, type Features, MONTH, QUARTER } from './retention.features.rules.ts';
import { chancesOfClients, type StoredModel } from './retention.hazard.rules.ts';
import { priorChances, priorReasons } from './retention.prior.rules.ts';

/** Turns features into what coaches see: by the shipped prior, or by a model of this platform. */
export type Scorer = {
  /** Null for the shipped prior. */
  version: number | null;
  /** Whether percentages are shown. Chances of a prior, and of a model that has drifted, only make levels. */
  isShown: boolean;
  chancesOf: (rows: readonly Features[]) => number[];
  /** The facts that raise the risk, the strongest first. */
  reasonsOf: (features: Features) => RiskReason[];
  /** The chance to have left after each of the next weeks, if the client stays as they are. */
  curveOf: (features: Features) => number[];
  /** Null for the shipped prior, which has no slice to compare with. */
  binsOf: (rows: readonly Features[]) => FeatureBins | null;
};

const MOST_REASONS = 3;
/** [K] A smaller share of the log-odds explains nothing. */
const MIN_SHARE = 0.1;
/** The chance of a calibration covers four weeks. */
const CALIBRATED_WEEKS = 4;

/**
 * Features that mostly say the same. A fit may give one of them the opposite sign of the others, so only their sum is a
 * reason, named after the strongest.
 */
const GROUPS: Partial<Record<FeatureName, string>> = {
  silentDays: 'silence',
  loginDaysAgo: 'silence',
  workoutDaysAgo: 'silence',
  checkInDaysAgo: 'silence',
  messageDaysAgo: 'silence',
  activeDays7: 'silence',
  streakWeeks: 'silence',
  activeDays28: 'fall',
  messages28: 'messages',
  replyDelay: 'messages',
  logTenure: 'tenure',
  firstMonth: 'tenure',
  firstQuarter: 'tenure',
};

const isReason = (name: string): name is RiskReason => RISK_REASONS.some((reason) => reason === name);

/** The fact behind a reason; null where it is missing. */
export function factOf(features: Features, reason: RiskReason): number | null {
  if (reason !== 'tenureDays') return features[reason];
  return features.logTenure === null ? null : Math.round(Math.expm1(features.logTenure));
}

/** Whether a fact can be said as a reason: “in their first month” is none for a client of half a year. */
const isTold = (features: Features, reason: RiskReason): boolean => {
  const fact = factOf(features, reason);
  return fact !== null && (fact !== 0 || !['firstMonth', 'firstQuarter', 'fall'].includes(reason));
};

function modelReasons(features: Features, { encoding, fit }: StoredModel): RiskReason[] {
  const { values } = encode(tableOf([features]), encoding);
  const groups = new Map<string, { sum: number; columns: Map<string, number> }>();
  for (const [index, { column }] of encoding.parts.entries()) {
    const share = (fit.coefficients[index] ?? 0) * (values[index] ?? 0);
    const name = GROUPS[column as FeatureName] ?? column;
    const group = groups.get(name) ?? { sum: 0, columns: new Map<string, number>() };
    group.sum += share;
    group.columns.set(column, (group.columns.get(column) ?? 0) + share);
    groups.set(name, group);
  }
  return [...groups.values()]
    .filter(({ sum }) => sum >= MIN_SHARE)
    .sort((one, other) => other.sum - one.sum)
    .flatMap(({ columns }) => {
      const told = [...columns]
        .sort(([, one], [, other]) => other - one)
        .map(([column]) => (column === 'logTenure' ? 'tenureDays' : column))
        .filter(isReason);
      return told.find((reason) => isTold(features, reason)) ?? [];
    })
    .slice(0, MOST_REASONS);
}

const tableOf = (rows: readonly Features[]) => ({
  rows,
  columns: FEATURE_COLUMNS,
  cellOf: (row: Features, column: string) => row[column as FeatureName] ?? null,
});

/** The client some weeks later who is as active as now. */
function laterFeatures(features: Features, weeks: number): Features {
  if (features.logTenure === null) return features;
  const tenure = Math.expm1(features.logTenure) + 7 * weeks;
  return Object.assign({}, features, {
    logTenure: Math.log1p(tenure),
    firstMonth: tenure <= MONTH ? 1 : 0,
    firstQuarter: tenure <= QUARTER ? 1 : 0,
  });
}

/** A fitted model with the offset of the coach. */
export function modelScorer(
  { version, model, isShown }: { version: number; model: StoredModel; isShown: boolean },
  offset: number,
): Scorer {
  const chancesOf = (rows: readonly Features[]) => chancesOfClients(rows, model, offset);
  return {
    version,
    isShown,
    chancesOf,
    reasonsOf: (features) => modelReasons(features, model),
    curveOf(features) {
      const spans = Array.from({ length: CURVE_WEEKS / CALIBRATED_WEEKS }, (_, span) =>
        laterFeatures(features, span * CALIBRATED_WEEKS),
      );
      const weekly = chancesOf(spans).map((chance) => (1 - chance) ** (1 / CALIBRATED_WEEKS));
      let staying = 1;
      return Array.from({ length: CURVE_WEEKS }, (_, week) => {
        staying *= weekly[Math.floor(week / CALIBRATED_WEEKS)] ?? 1;
        return 1 - staying;
      });
    },
    binsOf: (rows) => countBins(rows, model.slices),
  };
}

/** The shipped prior, until a model is measured here. */
export const PRIOR_SCORER: Scorer = {
  version: null,
  isShown: false,
  chancesOf: priorChances,
  reasonsOf: priorReasons,
  curveOf: () => [],
  binsOf: () => null,
};

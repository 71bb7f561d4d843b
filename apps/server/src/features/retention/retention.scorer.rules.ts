import { CURVE_WEEKS, type RiskReason } from '@stridewell/contract/retention/retention.rules';
import { countBins, type FeatureBins } from './retention.drift.rules.ts';
import { type Features, MONTH, QUARTER } from './retention.features.rules.ts';
import { chancesOfClients, type StoredModel } from './retention.hazard.rules.ts';
import { priorChances, priorReasons } from './retention.prior.rules.ts';
import { modelReasons } from './retention.reasons.rules.ts';

/** Turns features into what coaches see: by the shipped prior, or by a model of this platform. */
export type Scorer = {
  /** Null for the shipped prior. */
  version: number | null;
  /** Whether percentages are shown. Chances of a prior, and of a model that has drifted, only make levels. */
  isShown: boolean;
  chancesOf: (rows: readonly Features[]) => number[];
  /** Facts that are worse than usual and raise the risk, the strongest first. */
  reasonsOf: (features: Features) => RiskReason[];
  /** The chance to have left after each of the next weeks, if the client stays as they are. */
  curveOf: (features: Features) => number[];
  /** Null for the shipped prior, which has no slice to compare with. */
  binsOf: (rows: readonly Features[]) => FeatureBins | null;
};

/** The chance of a calibration covers four weeks. */
const CALIBRATED_WEEKS = 4;

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

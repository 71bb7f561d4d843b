import { clientsIn, type FeatureBins, type Slices, stabilityOf } from './retention.drift.rules.ts';
import { type Outcome, type Sums, sumBands, sumOutcomes } from './retention.outcomes.rules.ts';

/** [K] Differences between promise and outcome count from so many clients on. */
const MIN_CLIENTS = 100;
/** [K] Standard errors and ratio by which the promised number must miss, so that neither chance nor a trifle counts. */
const MAX_ERRORS = 3;
const MAX_RATIO = 1.5;
/** Above it a feature has changed a lot, by the convention of the index. */
const MAX_STABILITY = 0.25;
/** [K] With fewer clients the index is large by chance. */
const MIN_BINNED = 200;

/** How a model compares with what happened since it is in use. */
export type ModelWatch = {
  checkedAt: string;
  /** The whole platform, by band. */
  bands: Sums[];
  all: Sums;
  /** Features that are spread differently than in the fit, with their stability index. */
  moved: Record<string, number>;
  /** Why no percentage is shown; null while the model holds. */
  drift: 'calibration' | 'features' | null;
};

/** Whether more or fewer clients left than promised, beyond chance. */
function isMiscalibrated({ clients, left, promised, variance }: Sums): boolean {
  if (clients < MIN_CLIENTS) return false;
  const ratio = Math.max(left, 1) / Math.max(promised, 1);
  const isFar = ratio > MAX_RATIO || ratio < 1 / MAX_RATIO;
  return isFar && Math.abs(left - promised) > MAX_ERRORS * Math.sqrt(variance);
}

/**
 * Judges a model by calibration in the large and by the spread of its features.
 * @param outcomes of weeks that the model scored
 * @param bins of the last week that it scored
 */
export function judgeModel(
  { outcomes, bins, slices }: { outcomes: readonly Outcome[]; bins: FeatureBins; slices: Slices },
  now: Date,
): ModelWatch {
  const all = sumOutcomes(outcomes);
  const moved = clientsIn(bins) < MIN_BINNED ? [] : Object.entries(stabilityOf(bins, slices));
  const large = moved.filter(([, index]) => index > MAX_STABILITY);
  return {
    checkedAt: now.toISOString(),
    bands: sumBands(outcomes),
    all,
    moved: Object.fromEntries(large),
    drift: isMiscalibrated(all) ? 'calibration' : large.length > 0 ? 'features' : null,
  };
}

import { RISK_REASONS, type RiskReason } from '@stridewell/contract/retention/retention.rules';
import { encode } from './retention.columns.rules.ts';
import { FEATURE_COLUMNS, type FeatureName, type Features, QUARTER } from './retention.features.rules.ts';
import type { StoredModel } from './retention.hazard.rules.ts';

const MOST_REASONS = 3;
/** [K] A smaller share of the log-odds explains nothing. */
const MIN_SHARE = 0.1;

/**
 * [K] When a fact is bad in itself: `from` a value, or `below` one. Sides are those of the sources of the prior. A fit may
 * find a good fact among those who left, such as many contacts by the coach. It then raises the chance, but is no reason.
 */
const BAD: Readonly<Record<FeatureName, { from: number } | { below: number }>> = {
  silentDays: { from: 3 },
  loginDaysAgo: { from: 3 },
  workoutDaysAgo: { from: 7 },
  checkInDaysAgo: { from: 7 },
  messageDaysAgo: { from: 7 },
  activeDays7: { below: 3 },
  activeDays28: { below: 3 },
  fall: { from: 0.5 },
  streakWeeks: { below: 2 },
  checkInShare: { below: 0.8 },
  messages28: { below: 4 },
  contacts28: { below: 4 },
  replyDelay: { from: 0.1 },
  logTenure: { below: Math.log1p(QUARTER) },
  firstMonth: { from: 1 },
  firstQuarter: { from: 1 },
};

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
const reasonFor = (feature: FeatureName): RiskReason | null => {
  if (feature === 'logTenure') return 'tenureDays';
  return isReason(feature) ? feature : null;
};

/** The fact behind a reason; null where it is missing. */
export function factOf(features: Features, reason: RiskReason): number | null {
  if (reason !== 'tenureDays') return features[reason];
  return features.logTenure === null ? null : Math.round(Math.expm1(features.logTenure));
}

/** Whether a fact is bad in itself, and also worse than what is usual among the clients of the model. */
function isWorse(feature: FeatureName, value: number | null, usual: number): boolean {
  if (value === null) return false;
  const bad = BAD[feature];
  return 'from' in bad ? value >= bad.from && value > usual : value < bad.below && value < usual;
}

/** A feature's share of the log-odds beside that of a usual client. */
type Share = { feature: FeatureName; share: number; isWorse: boolean };

function sharesOf(features: Features, { encoding, fit }: StoredModel): Share[] {
  const table = {
    rows: [features],
    columns: FEATURE_COLUMNS,
    cellOf: (row: Features, column: string) => row[column as FeatureName] ?? null,
  };
  const { values } = encode(table, encoding);
  const shares = new Map<FeatureName, Share>();
  for (const [index, part] of encoding.parts.entries()) {
    const feature = part.column as FeatureName;
    const one = shares.get(feature) ?? { feature, share: 0, isWorse: false };
    one.share += (fit.coefficients[index] ?? 0) * (values[index] ?? 0);
    if (part.kind === 'number') one.isWorse = isWorse(feature, features[feature], part.mean);
    shares.set(feature, one);
  }
  return [...shares.values()];
}

/**
 * The facts that are worse than usual and raise the risk, the strongest first. A good fact never adds to a reason, but one
 * that lowers the risk weakens those that mostly say the same.
 */
export function modelReasons(features: Features, model: StoredModel): RiskReason[] {
  const counted = sharesOf(features, model).filter((one) => one.isWorse || one.share < 0);
  return [...Map.groupBy(counted, ({ feature }) => GROUPS[feature] ?? feature).values()]
    .map((shares) => ({ shares, sum: shares.reduce((sum, { share }) => sum + share, 0) }))
    .filter(({ sum }) => sum >= MIN_SHARE)
    .sort((one, other) => other.sum - one.sum)
    .flatMap(({ shares }) => {
      const named = shares
        .filter((one) => one.isWorse && one.share > 0)
        .sort((one, other) => other.share - one.share)
        .map(({ feature }) => reasonFor(feature));
      return named.find((reason) => reason !== null) ?? [];
    })
    .slice(0, MOST_REASONS);
}

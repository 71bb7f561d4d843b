import type { RiskAction, RiskLevel } from '@stridewell/contract/retention/retention.rules';

/** [K] Chance of leaving within four weeks from which a level holds. */
const RISK_THRESHOLDS = { high: 0.25, moderate: 0.1 } as const;
/** [K] A level ends below this share of its threshold, so that a chance near it does not change the badge each week. */
const KEEP_SHARE = 0.8;

/**
 * The level of a client.
 * @param before the level of the week before; null for the first one
 */
export function riskLevelOf(chance: number, before: RiskLevel | null): RiskLevel {
  const high = RISK_THRESHOLDS.high * (before === 'High Risk' ? KEEP_SHARE : 1);
  const moderate = RISK_THRESHOLDS.moderate * (before === null || before === 'On Track' ? 1 : KEEP_SHARE);
  if (chance >= high) return 'High Risk';
  return chance >= moderate ? 'Moderate Risk' : 'On Track';
}

export const isAtRisk = (level: RiskLevel): boolean => level !== 'On Track';

/** [K] Days of silence from which an action is due, the longest first [science.md A]. */
const ACTION_FROM: readonly [RiskAction, number][] = [
  ['call', 14],
  ['message', 7],
  ['nudge', 3],
];

/** The recommended action for a silent client; null for a client who is not silent. */
export const actionFor = (silentDays: number): RiskAction | null =>
  ACTION_FROM.find(([, from]) => silentDays >= from)?.[0] ?? null;

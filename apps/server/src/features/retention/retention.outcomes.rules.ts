import { bandOf, RISK_BANDS, RISK_LEVELS, type RiskLevel } from '@stridewell/contract/retention/retention.rules';

export type LevelCounts = Record<RiskLevel, number>;

/** The level and chance that a coach was shown, and whether the client left within the next four weeks. */
export type Shown = { level: RiskLevel; chance: number | null; left: boolean };

/** Clients of one level and band with what happened. Sums, so that those of several weeks add up. */
export type Outcome = {
  level: RiskLevel;
  /** Index of `RISK_BANDS`; null without a percentage. */
  band: number | null;
  clients: number;
  left: number;
  /** Sum of the chances, and of their variances. */
  promised: number;
  variance: number;
};

export const countLevels = (rows: readonly { level: RiskLevel }[]): LevelCounts => {
  const counts: LevelCounts = { 'High Risk': 0, 'Moderate Risk': 0, 'On Track': 0 };
  for (const { level } of rows) counts[level] += 1;
  return counts;
};

/** Counts what was shown by level and band, the highest level first. */
export function countOutcomes(shown: readonly Shown[]): Outcome[] {
  const counted = new Map<string, Outcome>();
  for (const { level, chance, left } of shown) {
    const band = chance === null ? null : bandOf(chance);
    const key = `${RISK_LEVELS.indexOf(level)} ${band}`;
    const outcome = counted.get(key) ?? { level, band, clients: 0, left: 0, promised: 0, variance: 0 };
    outcome.clients += 1;
    outcome.left += left ? 1 : 0;
    outcome.promised += chance ?? 0;
    outcome.variance += (chance ?? 0) * (1 - (chance ?? 0));
    counted.set(key, outcome);
  }
  return [...counted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, outcome]) => outcome);
}

/** Sums of clients, those who left, and what they were promised together. */
export type Sums = Pick<Outcome, 'clients' | 'left' | 'promised' | 'variance'>;

export const sumOutcomes = (outcomes: readonly Outcome[]): Sums => {
  const sums: Sums = { clients: 0, left: 0, promised: 0, variance: 0 };
  for (const { clients, left, promised, variance } of outcomes) {
    sums.clients += clients;
    sums.left += left;
    sums.promised += promised;
    sums.variance += variance;
  }
  return sums;
};

/** Sums for each band of `RISK_BANDS`. */
export const sumBands = (outcomes: readonly Outcome[]): Sums[] =>
  RISK_BANDS.map((_, band) => sumOutcomes(outcomes.filter((outcome) => outcome.band === band)));

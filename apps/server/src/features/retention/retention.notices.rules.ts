import type { ClientRisk } from '@stridewell/contract/retention/retention';
import { RISK_LEVELS, type RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';

/** A client's engagement score on a day. */
type DayScore = [day: string, score: number];

/** Points that the engagement score falls within `FALL_DAYS` for a notification [science.md A]. */
const FALL_POINTS = 20;
const FALL_DAYS = 14;

/** Level and scores of a client in the check of a day. */
export type Seen = { level: RiskLevel; day: string; scores: readonly DayScore[] };
export type Change = { kind: 'level'; level: RiskLevel } | { kind: 'score'; from: number; to: number };

/**
 * Compares a client with the check before, which is null at the first one: nothing has changed then. A level and a score
 * that fall together are one change. After a fall the scores start again, so that the coach hears of it once.
 */
export function changeOf(
  { level, engagement }: { level: RiskLevel; engagement: ClientRisk['engagement'] },
  before: Seen | null,
  today: string,
): { seen: Seen; change: Change | null } {
  const recent = (before?.scores ?? []).filter(([day]) => day >= addDays(today, -FALL_DAYS) && day < today);
  const highest = Math.max(...recent.map(([, score]) => score));
  const own: DayScore[] = engagement ? [[today, engagement.score]] : [];
  const hasFallen = engagement !== null && highest - engagement.score >= FALL_POINTS;
  const hasRisen = before !== null && RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf(before.level);
  const seen = { level, day: today, scores: hasFallen ? own : [...recent, ...own] };
  if (hasRisen) return { seen, change: { kind: 'level', level } };
  return { seen, change: hasFallen ? { kind: 'score', from: highest, to: engagement.score } : null };
}

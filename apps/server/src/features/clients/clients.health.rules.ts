import type { HealthItem } from '@stridewell/contract/clients/clients.health';
import {
  ENGAGEMENT_PARTS,
  type EngagementPart,
  type ScorePart,
  scoreOfParts,
} from '@stridewell/contract/clients/clients.labels.rules';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Whole numbers that add up to `total`, each next to its value: those that rounding changed most give way. */
function roundTogether(values: readonly number[], total: number): number[] {
  const rounded = values.map(Math.round);
  const missing = total - sum(rounded);
  const step = Math.sign(missing);
  const byError = values
    .map((value, index) => ({ index, error: step * (value - Math.round(value)) }))
    .sort((one, other) => other.error - one.error || one.index - other.index);
  const moved = new Set(byError.slice(0, Math.abs(missing)).map(({ index }) => index));
  return rounded.map((value, index) => value + (moved.has(index) ? step : 0));
}

/** The points of 100 that each part gives, and the most that it can give; zero for a part without anything due. */
function pointsOf(parts: readonly ScorePart[], order: readonly EngagementPart[]) {
  const total = sum(parts.map(({ weight }) => weight));
  return order.map((name) => {
    const { weight, share } = parts.find(({ part }) => part === name) ?? { weight: 0, share: 0 };
    return total === 0
      ? { points: 0, most: 0 }
      : { points: (100 * weight * share) / total, most: (100 * weight) / total };
  });
}

/**
 * The score item by item, beside a week ago. An item that had nothing due then, or has nothing due now, counts as zero on
 * that side, because the others take over its weight.
 * @param before empty without a score a week ago
 */
export function healthItems(now: readonly ScorePart[], before: readonly ScorePart[]): HealthItem[] {
  const names = ENGAGEMENT_PARTS.filter((name) => [...now, ...before].some(({ part }) => part === name));
  const [exact, earlier] = [pointsOf(now, names), pointsOf(before, names)];
  const score = scoreOfParts(now) ?? 0;
  const change = score - (scoreOfParts(before) ?? 0);
  const points = roundTogether(
    exact.map((item) => item.points),
    score,
  );
  const most = roundTogether(
    exact.map((item) => item.most),
    100,
  );
  const changes = roundTogether(
    exact.map((item, index) => item.points - (earlier[index]?.points ?? 0)),
    change,
  );
  return names.map((part, index) => {
    const due = now.find((one) => one.part === part);
    return {
      part,
      share: due ? Math.round(100 * due.share) : null,
      points: points[index] ?? 0,
      most: most[index] ?? 0,
      change: before.length === 0 ? null : (changes[index] ?? 0),
    };
  });
}

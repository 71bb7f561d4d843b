import { SIDELESS_SITES } from './checkins.forms.rules.ts';
import type { WeighIn } from './checkins.rules.ts';
import { addDays, daysBetween } from './time.ts';
import { type UnitSystem, weightForDisplay, weightFromInput, weightUnit } from './units.ts';

/** Weight in kg, circumferences in cm, body fat in percent. */
export const MEASUREMENT_KINDS = [
  'weight',
  'waist',
  'hips',
  'chest',
  'left_arm',
  'right_arm',
  'left_thigh',
  'right_thigh',
  'left_calf',
  'right_calf',
  'neck',
  'body_fat',
] as const;
export type MeasurementKind = (typeof MEASUREMENT_KINDS)[number];

/** Kinds for display. Check-ins of older forms also measure limbs without a side. */
export const DISPLAY_KINDS = [...MEASUREMENT_KINDS, ...SIDELESS_SITES] as const;
export type DisplayKind = (typeof DISPLAY_KINDS)[number];

export const MEASUREMENT_LABELS: Record<DisplayKind, string> = {
  weight: 'Weight',
  waist: 'Waist',
  hips: 'Hips',
  chest: 'Chest',
  left_arm: 'Left arm',
  right_arm: 'Right arm',
  left_thigh: 'Left thigh',
  right_thigh: 'Right thigh',
  left_calf: 'Left calf',
  right_calf: 'Right calf',
  neck: 'Neck',
  body_fat: 'Body fat',
  arm: 'Arm (no side)',
  thigh: 'Thigh (no side)',
  calf: 'Calf (no side)',
};

/** Bounds in kg, cm or percent. */
export function measurementBounds(kind: MeasurementKind): { min: number; max: number } {
  if (kind === 'weight') return { min: 20, max: 400 };
  return kind === 'body_fat' ? { min: 2, max: 75 } : { min: 10, max: 300 };
}

const CM_PER_INCH = 2.54;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

export function measurementUnit(kind: DisplayKind, units: UnitSystem): string {
  if (kind === 'weight') return weightUnit(units);
  if (kind === 'body_fat') return '%';
  return units === 'imperial' ? 'in' : 'cm';
}

/** Stored value in the user's units, with one decimal. */
export function measurementForDisplay(kind: DisplayKind, value: number, units: UnitSystem): number {
  if (kind === 'weight') return weightForDisplay(value, units);
  return round(kind !== 'body_fat' && units === 'imperial' ? value / CM_PER_INCH : value, 1);
}

/** Typed value in kg, cm or percent, with two decimals. */
export function measurementFromInput(kind: MeasurementKind, value: number, units: UnitSystem): number {
  if (kind === 'weight') return weightFromInput(value, units);
  return round(kind !== 'body_fat' && units === 'imperial' ? value * CM_PER_INCH : value, 2);
}

/** How much less a weigh-in counts for the trend with each day of distance. */
const TREND_DECAY = 0.9;

export type TrendPoint = WeighIn & { trendKg: number };

/**
 * Local linear regression: the trend of a day is the value of the least-squares line through all weigh-ins, each with
 * the weight 0.9^days of its distance. Smooths out water and meals, and does not lag behind a steady change.
 * `weighIns` ordered by day.
 */
export function weightTrend(weighIns: readonly WeighIn[]): TrendPoint[] {
  const [first] = weighIns;
  if (!first) return [];
  const points = weighIns.map(({ day, weightKg }) => ({ x: daysBetween(first.day, day), y: weightKg }));
  return weighIns.map((weighIn, index) => ({ ...weighIn, trendKg: lineAt(points[index]?.x ?? 0, points) }));
}

/** Value at `at` of the line that fits the points nearby best. */
function lineAt(at: number, points: readonly { x: number; y: number }[]): number {
  let [sum, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const x = point.x - at;
    const share = TREND_DECAY ** Math.abs(x);
    sum += share;
    sumX += share * x;
    sumY += share * point.y;
    sumXX += share * x * x;
    sumXY += share * x * point.y;
  }
  const spread = sum * sumXX - sumX * sumX;
  // All on one day: their mean.
  return spread <= 1e-9 * sum * sum ? sumY / sum : (sumXX * sumY - sumX * sumXY) / spread;
}

/** Least data for a rate; with less, chance outweighs the trend. [K] after science.md. */
export const RATE = { days: 28, minWeighIns: 4, minSpanDays: 14 } as const;

/** Two-sided 95 % quantiles of Student's t for 2 to 10 degrees of freedom; T_95_MANY approximates the rest. */
const T_95 = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228] as const;
const T_95_MANY = 2.1;

export type WeightRate = { kgPerWeek: number; plusMinusKg: number };

/**
 * Least-squares rate of the last four weeks with its 95 % interval; null with too little data. `weighIns` in any
 * order.
 */
export function weightRate(weighIns: readonly WeighIn[], today: string): WeightRate | null {
  const since = addDays(today, -RATE.days);
  const recent = weighIns.filter(({ day }) => day >= since && day <= today);
  const points = recent.map(({ day, weightKg }) => ({ x: daysBetween(since, day), y: weightKg }));
  const days = points.map(({ x }) => x);
  if (points.length < RATE.minWeighIns || Math.max(...days) - Math.min(...days) < RATE.minSpanDays) return null;
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
  const meanX = mean(days);
  const meanY = mean(points.map(({ y }) => y));
  const spread = points.reduce((total, { x }) => total + (x - meanX) ** 2, 0);
  const slope = points.reduce((total, { x, y }) => total + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((total, { x, y }) => total + (y - meanY - slope * (x - meanX)) ** 2, 0);
  const freedom = points.length - 2;
  const error = Math.sqrt(rest / freedom / spread);
  return { kgPerWeek: slope * 7, plusMinusKg: (T_95[freedom - 2] ?? T_95_MANY) * error * 7 };
}

export type MeasurementPoint = { day: string; value: number };

/** Newest value with its change since the first value and over four weeks. Null without values. */
export function measurementChange(points: readonly MeasurementPoint[], today: string) {
  const last = points.at(-1);
  const [first] = points;
  if (!last || !first) return null;
  const then = points.filter(({ day }) => day <= addDays(today, -RATE.days)).at(-1);
  return {
    last,
    sinceStart: points.length > 1 ? last.value - first.value : null,
    over4Weeks: then && then.day !== last.day ? last.value - then.value : null,
  };
}

export const PROGRESS_RANGES = ['4w', '3m', '1y', 'all'] as const;
export type ProgressRange = (typeof PROGRESS_RANGES)[number];
const RANGE_DAYS: Record<ProgressRange, number | null> = { '4w': 28, '3m': 91, '1y': 365, all: null };

export function inRange<Point extends { day: string }>(
  points: readonly Point[],
  range: ProgressRange,
  today: string,
): Point[] {
  const days = RANGE_DAYS[range];
  return days === null ? [...points] : points.filter(({ day }) => day >= addDays(today, -days));
}

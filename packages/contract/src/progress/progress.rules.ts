import { SIDELESS_SITES } from '../checkins/checkins.forms.rules.ts';
import { type WeighIn, weightSlopeKgPerDay } from '../checkins/checkins.rules.ts';
import { addDays, daysBetween } from '../time.ts';
import { type UnitSystem, weightForDisplay, weightFromInput, weightUnit } from '../units.ts';

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

/** Whether a client whose numbers are off does not see this kind. Circumferences stay. */
export const isHiddenKind = (kind: DisplayKind): boolean => kind === 'weight' || kind === 'body_fat';

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

/** Days of the 4-week change and of the weekly rate. */
export const FOUR_WEEKS = 28;
/** The weigh-in before the period belongs to its trend, so that weekly ones span all of it. */
const LEAD_DAYS = 7;
/** Least data for a trend; with less, chance outweighs it. [K] after science.md. */
export const RATE = { minWeighIns: 4, minSpanDays: 14 } as const;

/** Least-squares line through weigh-ins: its slope in kg a day, and the days from the first weigh-in to the last. */
export type WeightSlope = { count: number; spanDays: number; slopeKgPerDay: number | null };

/** Days up to the newest weigh-in whose weigh-ins make the trend of a period of `days`. */
export const trendDays = (days: number): number => days + LEAD_DAYS;

/** The weigh-ins behind the trend of `days`, which end with the newest one. `weighIns` in any order. */
function trendWindow(weighIns: readonly WeighIn[], days: number): WeighIn[] {
  const last = weighIns
    .map(({ day }) => day)
    .sort()
    .at(-1);
  return last === undefined ? [] : weighIns.filter(({ day }) => day > addDays(last, -trendDays(days)));
}

/** The slope behind the figures of a period. `weighIns` in any order, one a day. */
export function weightSlope(weighIns: readonly WeighIn[], days = FOUR_WEEKS): WeightSlope {
  const window = trendWindow(weighIns, days);
  const sorted = window.map(({ day }) => day).sort();
  const [first] = sorted;
  const last = sorted.at(-1);
  const spanDays = first && last ? daysBetween(first, last) : 0;
  return { count: window.length, spanDays, slopeKgPerDay: weightSlopeKgPerDay(window) };
}

/** Two decimals, as weights are stored; never -0. */
const grams = (kg: number) => Math.round(kg * 100) / 100 || 0;

const isTrend = ({ count, spanDays }: WeightSlope) => count >= RATE.minWeighIns && spanDays >= RATE.minSpanDays;

/** Change in kg along the trend within a period of `days`; null with too few weigh-ins. */
export const trendChangeKg = (slope: WeightSlope, days: number): number | null =>
  slope.slopeKgPerDay !== null && isTrend(slope) ? grams(slope.slopeKgPerDay * Math.min(days, slope.spanDays)) : null;

/** Kg a week along the trend; null with too few weigh-ins. */
export const trendRateKg = (slope: WeightSlope): number | null =>
  slope.slopeKgPerDay !== null && isTrend(slope) ? grams(slope.slopeKgPerDay * 7) : null;

/** Two-sided 95 % quantiles of Student's t for 2 to 10 degrees of freedom; T_95_MANY approximates the rest. */
const T_95 = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228] as const;
const T_95_MANY = 2.1;

/**
 * Half the width of the 95 % interval around the weekly rate, in kg; null with too few weigh-ins. `weighIns` in any
 * order.
 */
export function ratePlusMinusKg(weighIns: readonly WeighIn[]): number | null {
  const window = trendWindow(weighIns, FOUR_WEEKS);
  const slope = weightSlope(window);
  const [start] = window;
  if (!start || slope.slopeKgPerDay === null || !isTrend(slope)) return null;
  const points = window.map(({ day, weightKg }) => ({ x: daysBetween(start.day, day), y: weightKg }));
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const kgPerDay = slope.slopeKgPerDay;
  const spread = points.reduce((total, { x }) => total + (x - meanX) ** 2, 0);
  const rest = points.reduce((total, { x, y }) => total + (y - meanY - kgPerDay * (x - meanX)) ** 2, 0);
  const freedom = points.length - 2;
  return (T_95[freedom - 2] ?? T_95_MANY) * Math.sqrt(rest / freedom / spread) * 7;
}

export type MeasurementPoint = { day: string; value: number };

/**
 * Newest value with its change since the first value and over four weeks. Weight has separate figures. Null without
 * values.
 */
export function measurementChange(points: readonly MeasurementPoint[], today: string) {
  const last = points.at(-1);
  const [first] = points;
  if (!last || !first) return null;
  const then = points.filter(({ day }) => day <= addDays(today, -FOUR_WEEKS)).at(-1);
  return {
    last,
    sinceStart: points.length > 1 ? last.value - first.value : null,
    over4Weeks: then && then.day !== last.day ? last.value - then.value : null,
  };
}

/** Weights that differ from the one before by more than this share are asked about, such as lb typed as kg [K]. */
const DOUBTED_SHARE = 0.2;

/** Whether a weight is more likely a slip than a change since the weight before; never without one. */
export const isDoubtfulWeight = (kg: number, beforeKg: number | null | undefined): boolean =>
  beforeKg != null && Math.abs(kg - beforeKg) > beforeKg * DOUBTED_SHARE;

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

import { daysBetween } from '@stridewell/contract/time';
import { errorFunction } from 'simple-statistics';
import { DAY_STATUSES, type DayStatus, type EnergyDay, type JudgedDay, judgeDays } from './targets.days.rules.ts';
import { type Filter, loosenWeight, markLag, passDay, startFilter, type Water, weigh } from './targets.filter.rules.ts';

/** How water may behave. The weigh-ins of a client decide how much each one counts [R]. */
const WATERS: readonly Water[] = [0, 0.3, 0.6, 0.8].flatMap((rho) => [0.4, 0.7, 1].map((sd) => ({ rho, sd })));
/** Spread of the intake of a day in kcal: with a complete log, and without one [K]. */
const LOG_SPREAD = 150;
const GUESS_SPREAD = 400;
/** Days whose mean intake stands in for a day without a complete log. */
const EXPECTED_DAYS = 28;
/** Days of the rate of change. */
const RATE_DAYS = 28;
/** The first days of a new diet move water, not tissue: their weigh-ins are left out [K, science C]. */
const NEW_DIET_DAYS = 7;
/** Spread in kg of the water that a new diet moves for good [K]. */
const NEW_DIET_KG = 1.5;
/** So many days in a row without a complete log end an estimate: what was eaten in them is unknown [K]. */
const GAP_DAYS = 14;
/** 95 % of a normal distribution lie within so many standard deviations. */
const Z_95 = 1.96;
/** A rate within this share of body weight a week is a plateau [K, science C]. */
const PLATEAU_SHARE = 0.0015;
/**
 * Probability from which a plateau is reported [R]. At .8, 53 % of simulated plateaus were found within 42 days; at .65
 * it is 81 %, with an alarm for fewer than 1 % of the people who lose .4 kg a week.
 */
const PLATEAU_PROBABILITY = 0.65;

export type EstimateOptions = {
  /** Expenditure by the formulas, in kcal a day. */
  formulaKcal: number;
  /** The day to look at; the last one by default. Later days play no part, so every past estimate can be repeated. */
  until?: string;
  /** First days of new diets. */
  dietStarts?: readonly string[];
};

/** A value with its 95 % interval and standard deviation. */
type Uncertain = { value: number; low: number; high: number; sd: number };

/** Expenditure as the client logs it: intake that is never logged is missing here as well [science C]. */
export type ExpenditureEstimate = {
  day: string;
  kcal: Uncertain;
  weightKg: Uncertain;
  /** Kg a week over the last 28 days; null before there are that many. */
  rateKg: Uncertain | null;
  /** Probability that the weight is stable: the rate is within 0.15 % of body weight a week. Null with the rate. */
  plateau: number | null;
  /** Days used, by status, and their weigh-ins. `leftOut`: days of the first week of a diet. */
  used: Record<DayStatus, number> & { days: number; weighIns: number; guessed: number; leftOut: number };
  /** Mean intake in kcal of the complete and fasted days among the last 28. */
  intakeKcal: number;
  /** The gap in the log after which the estimate started again. Reviews of earlier releases have none. */
  gap?: LogGap | null;
};

/** Days without a complete log, from the first to the last one. */
export type LogGap = { from: string; to: string };

const isComplete = ({ status }: JudgedDay): boolean => status === 'complete' || status === 'fasted';

const meanIntake = (days: readonly JudgedDay[]): number | null => {
  const known = days.filter(isComplete);
  return known.length === 0 ? null : known.reduce((sum, { intakeKcal }) => sum + intakeKcal, 0) / known.length;
};

/** Intake of each day in kcal with its spread. A day without a complete log has the mean of four weeks, or more. */
function intakesOf(days: readonly JudgedDay[], formulaKcal: number): { kcal: number; spread: number }[] {
  return days.map((day, index) => {
    if (isComplete(day)) return { kcal: day.intakeKcal, spread: LOG_SPREAD };
    const end = Math.max(index, EXPECTED_DAYS);
    const expected = meanIntake(days.slice(Math.max(0, end - EXPECTED_DAYS), end)) ?? formulaKcal;
    return { kcal: Math.max(expected, day.intakeKcal), spread: GUESS_SPREAD };
  });
}

/** The days since the last gap in the log. A gap that has not ended leaves none. */
function sinceGap(days: readonly JudgedDay[]): { gap: LogGap | null; days: readonly JudgedDay[] } {
  const complete = days.flatMap((day, index) => (isComplete(day) ? [index] : []));
  const ends = [...complete.slice(1), days.length];
  const last = complete.findLastIndex((index, at) => (ends[at] ?? 0) - index > GAP_DAYS);
  const [before, end] = [complete[last], ends[last]];
  const from = before !== undefined && days[before + 1]?.day;
  const to = end !== undefined && days[end - 1]?.day;
  return from && to ? { gap: { from, to }, days: days.slice(end) } : { gap: null, days };
}

export type UsedDays = {
  gap: LogGap | null;
  days: readonly JudgedDay[];
  /** The first of them; null without any. */
  since: string | null;
  /** Indexes of the days after the first week of a diet. */
  settled: ReadonlySet<number>;
  used: ExpenditureEstimate['used'];
};

/** The days that an estimate on the last one of these uses, and the gap in the log before them. */
export function usedDays(days: readonly EnergyDay[], dietStarts: readonly string[] = []): UsedDays {
  const { gap, days: judged } = sinceGap(judgeDays(days));
  const [first] = judged;
  const starts = first ? dietStarts.map((day) => daysBetween(first.day, day)) : [];
  const isNewDiet = (index: number) => starts.some((start) => index >= start && index < start + NEW_DIET_DAYS);
  const usable = judged.map((day, index) => (isNewDiet(index) ? { ...day, weightKg: null } : day));
  const kept = usable.filter((_, index) => !isNewDiet(index));
  return {
    gap,
    days: usable,
    since: first?.day ?? null,
    settled: new Set(starts.map((start) => start + NEW_DIET_DAYS)),
    used: usedOf(kept, usable.length - kept.length),
  };
}

type Run = { filters: Filter[]; shares: number[] };

/**
 * Runs a filter for each kind of water, and weighs them by how well they predicted the weigh-ins.
 * @param settled indexes of the days after the first week of a diet
 */
function run(days: readonly JudgedDay[], formulaKcal: number, settled: ReadonlySet<number>): Run {
  const first = days.find(({ weightKg }) => weightKg !== null)?.weightKg ?? 0;
  const intakes = intakesOf(days, formulaKcal);
  const filters = WATERS.map((water) => {
    const filter = startFilter(water, formulaKcal, first);
    for (const [index, { weightKg }] of days.entries()) {
      if (index === days.length - 1 - RATE_DAYS) markLag(filter);
      if (settled.has(index)) loosenWeight(filter, NEW_DIET_KG);
      if (weightKg !== null) weigh(filter, weightKg);
      const intake = intakes[index];
      if (intake && index < days.length - 1) passDay(filter, intake.kcal, intake.spread);
    }
    return filter;
  });
  const best = Math.max(...filters.map(({ logLikelihood }) => logLikelihood));
  const weights = filters.map(({ logLikelihood }) => Math.exp(logLikelihood - best));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { filters, shares: weights.map((weight) => weight / total) };
}

/** The mean of all filters, with the spread within and between them. */
function mix({ filters, shares }: Run, read: (filter: Filter) => [mean: number, variance: number]): Uncertain {
  let [mean, square] = [0, 0];
  for (const [index, filter] of filters.entries()) {
    const [value, variance] = read(filter);
    const share = shares[index] ?? 0;
    mean += share * value;
    square += share * (variance + value * value);
  }
  const sd = Math.sqrt(Math.max(0, square - mean * mean));
  return { value: mean, low: mean - Z_95 * sd, high: mean + Z_95 * sd, sd };
}

const WEEKS = RATE_DAYS / 7;
const rateOf = ({ weight, lag, ww, lw, ll }: Filter): [number, number] => [
  (weight - lag) / WEEKS,
  Math.max(0, ww - 2 * lw + ll) / WEEKS ** 2,
];

const below = (z: number): number => 0.5 * (1 + errorFunction(z / Math.SQRT2));

function plateauOf({ filters, shares }: Run): number {
  return filters.reduce((sum, filter, index) => {
    const [rate, variance] = rateOf(filter);
    const [limit, sd] = [PLATEAU_SHARE * filter.weight, Math.sqrt(variance)];
    return sum + (shares[index] ?? 0) * (below((limit - rate) / sd) - below((-limit - rate) / sd));
  }, 0);
}

function usedOf(days: readonly JudgedDay[], leftOut: number): ExpenditureEstimate['used'] {
  const count = (test: (day: JudgedDay) => boolean) => days.filter(test).length;
  const byStatus = DAY_STATUSES.map((status) => [status, count((day) => day.status === status)]);
  return {
    ...(Object.fromEntries(byStatus) as Record<DayStatus, number>),
    days: days.length,
    weighIns: count(({ weightKg }) => weightKg !== null),
    guessed: count(({ isGuessed }) => isGuessed),
    leftOut,
  };
}

/**
 * Estimates expenditure on a day from weigh-ins and logged intake with a Kalman filter [R, science C]. Depends on nothing
 * but the days up to `until`.
 * @param days one entry a day, in any order; kcal and kg
 * @returns null without a weigh-in or a day whose log is complete, and in a gap of the log
 */
export function estimateExpenditure(
  days: readonly EnergyDay[],
  { formulaKcal, until, dietStarts = [] }: EstimateOptions,
): ExpenditureEstimate | null {
  const {
    gap,
    days: usable,
    settled,
    used,
  } = usedDays(
    days.filter(({ day }) => until === undefined || day <= until),
    dietStarts,
  );
  const last = usable.at(-1);
  const intakeKcal = meanIntake(usable.slice(-EXPECTED_DAYS));
  if (!last || intakeKcal === null || usable.every(({ weightKg }) => weightKg === null)) return null;
  const result = run(usable, formulaKcal, settled);
  const hasRate = usable.length > RATE_DAYS;
  return {
    day: last.day,
    kcal: mix(result, ({ energy, ee }) => [energy, ee]),
    weightKg: mix(result, ({ weight, ww }) => [weight, ww]),
    rateKg: hasRate ? mix(result, rateOf) : null,
    plateau: hasRate ? plateauOf(result) : null,
    used,
    intakeKcal,
    gap,
  };
}

/** Whether the weight has been stable for four weeks. */
export const isPlateau = ({ plateau }: ExpenditureEstimate): boolean => (plateau ?? 0) >= PLATEAU_PROBABILITY;

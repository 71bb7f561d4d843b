import { addDays, daysBetween } from '@stridewell/contract/time';
import { median } from 'simple-statistics';

export const DAY_STATUSES = ['complete', 'partial', 'unlogged', 'fasted'] as const;
/** How much of a day's food is logged. */
export type DayStatus = (typeof DAY_STATUSES)[number];

/** A day of one client. `status` is what the client tapped; null to guess it from the energy that was logged. */
export type EnergyDay = {
  day: string;
  intakeKcal: number | null;
  status: DayStatus | null;
  weightKg: number | null;
};

export type JudgedDay = {
  day: string;
  intakeKcal: number;
  status: DayStatus;
  isGuessed: boolean;
  weightKg: number | null;
};

/** A day below this share of the median of `MEDIAN_DAYS` counts as partial [R, science C]. */
const PARTIAL_SHARE = 0.6;
const MEDIAN_DAYS = 28;

/** All days from the first to the last one, in order. Missing days are unlogged. */
function everyDay(days: readonly EnergyDay[]): EnergyDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const sorted = [...known.keys()].sort();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => {
    const day = addDays(first, index);
    return known.get(day) ?? { day, intakeKcal: null, status: null, weightKg: null };
  });
}

const isLogged = ({ status, intakeKcal }: EnergyDay): boolean =>
  (intakeKcal ?? 0) > 0 && (status === null || status === 'complete');

/** The median energy of the logged days among the 28 before index `end`; null without one. */
function usualEnergy(days: readonly EnergyDay[], end: number): number | null {
  const logged = days.slice(Math.max(0, end - MEDIAN_DAYS), end).filter(isLogged);
  return logged.length === 0 ? null : median(logged.map(({ intakeKcal }) => intakeKcal ?? 0));
}

/** The usual energy of each day: of the 28 days up to it, and of the first four weeks for a day in them. */
function usualEnergies(days: readonly EnergyDay[]): (number | null)[] {
  const first = usualEnergy(days, MEDIAN_DAYS);
  return days.map((_, index) => (index < MEDIAN_DAYS ? first : usualEnergy(days, index + 1)));
}

/** A day without a log cannot be complete, whatever was tapped. */
function statusOf({ intakeKcal, status }: EnergyDay, usual: number | null): DayStatus {
  if (status === 'fasted' || (status !== null && intakeKcal !== null)) return status;
  if (intakeKcal === null || intakeKcal === 0) return 'unlogged';
  return usual !== null && intakeKcal < PARTIAL_SHARE * usual ? 'partial' : 'complete';
}

/**
 * Gives each day from the first to the last its status: what the client tapped, or a guess. A day without a log is
 * unlogged, and one with less than 60 % of the usual energy is partial.
 * @param days one entry a day, in any order
 */
export function judgeDays(days: readonly EnergyDay[]): JudgedDay[] {
  const all = everyDay(days);
  const usual = usualEnergies(all);
  return all.map((one, index) => ({
    day: one.day,
    status: statusOf(one, usual[index] ?? null),
    isGuessed: one.status === null,
    intakeKcal: one.status === 'fasted' ? 0 : (one.intakeKcal ?? 0),
    weightKg: one.weightKg,
  }));
}

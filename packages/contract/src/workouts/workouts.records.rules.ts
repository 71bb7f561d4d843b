import { nameWords } from '../exercises/exercises.rules.ts';
import type { LoggedSet } from './workouts.ts';

/** More reps than this say too little about strength [K, science B]. Reps in reserve count as reps. */
const ONE_REP_MAX_REPS = 10;

/** Older workouts say little about what a person lifts now [K]. */
export const RECENT_MAX_DAYS = 84;

type Lift = Pick<LoggedSet, 'weightKg' | 'reps' | 'rir'>;

/**
 * Estimated one-rep max in kg: the average of Epley and Brzycki with the reps in reserve [K, science B]. A single without
 * any in reserve is the maximum itself. Null without load or reps, and above ten reps.
 */
export function oneRepMaxKg({ weightKg, reps, rir }: Lift): number | null {
  if (!weightKg || !reps) return null;
  const possible = reps + (rir ?? 0);
  if (possible > ONE_REP_MAX_REPS) return null;
  if (possible <= 1) return weightKg;
  const epley = weightKg * (1 + possible / 30);
  const brzycki = (36 * weightKg) / (37 - possible);
  return (epley + brzycki) / 2;
}

type Performed = Pick<LoggedSet, 'done' | 'deleted' | 'kind'>;

/** Sets that count as training: done, and no warm-up. */
export const isPerformed = ({ done, deleted, kind }: Performed): boolean => done && !deleted && kind !== 'warm_up';

/** Number and volume in kg of the sets that count. Volume is the sum of load times reps, to the gram. */
export function figuresOf(sets: readonly (Performed & Lift)[]): { sets: number; volumeKg: number } {
  const counted = sets.filter(isPerformed);
  const volume = counted.reduce((sum, { weightKg, reps }) => sum + (weightKg ?? 0) * (reps ?? 0), 0);
  return { sets: counted.length, volumeKg: Math.round(volume * 1000) / 1000 };
}

/** Identifies an exercise through its history: its id in the library, or else the words of its name. */
export const exerciseRef = ({ exerciseId, name }: { exerciseId: string | null; name: string }): string =>
  exerciseId ?? nameWords(name);

/** In kg; null where no set allows it. */
export type Best = { oneRepMaxKg: number | null; weightKg: number | null };

const highest = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : null;
};

/** A load that was lifted at least once, in kg. */
const liftedKg = ({ weightKg, reps }: Lift): number | null => (weightKg && reps !== 0 ? weightKg : null);

/** The best of the sets that count. */
export function bestOf(sets: readonly (Performed & Lift)[]): Best {
  const counted = sets.filter(isPerformed);
  return { oneRepMaxKg: highest(counted.map(oneRepMaxKg)), weightKg: highest(counted.map(liftedKg)) };
}

/** The best set of an exercise that beats every earlier one. In kg; a value is null where it is no record. */
export type ExerciseRecord = { exercise: string; setId: string } & Best;

type ReferredSet = Performed & Lift & { id: string; exercise: string };

const beats = (value: number | null, before: number | null): number | null =>
  value !== null && before !== null && value > before ? value : null;

/**
 * The personal records of a workout, at most one for each exercise: by estimated one-rep max, or else by load. The first
 * workout with an exercise has none, because there is nothing to beat.
 * @param sets name their exercise as `exerciseRef` does
 * @param before the best of all earlier workouts by exercise
 */
export function recordsIn(sets: readonly ReferredSet[], before: ReadonlyMap<string, Best>): ExerciseRecord[] {
  const records = new Map<string, ExerciseRecord>();
  for (const set of sets.filter(isPerformed)) {
    const earlier = before.get(set.exercise);
    if (!earlier) continue;
    const record = {
      exercise: set.exercise,
      setId: set.id,
      oneRepMaxKg: beats(oneRepMaxKg(set), earlier.oneRepMaxKg),
      weightKg: beats(liftedKg(set), earlier.weightKg),
    };
    if (record.oneRepMaxKg === null && record.weightKg === null) continue;
    const known = records.get(set.exercise);
    if (!known || isBetter(record, known)) records.set(set.exercise, record);
  }
  return [...records.values()];
}

const isBetter = (one: Best, other: Best): boolean => {
  const difference = (one.oneRepMaxKg ?? 0) - (other.oneRepMaxKg ?? 0);
  return difference === 0 ? (one.weightKg ?? 0) > (other.weightKg ?? 0) : difference > 0;
};

/** The best sets of an exercise in one workout. `startedAt`: milliseconds since 1970. */
export type WorkoutBest = Best & { logId: string; exercise: string; startedAt: number };

/**
 * How many exercises of each workout have a personal record, as `recordsIn` finds them: they beat all workouts that were
 * started earlier. Workouts without a record are left out.
 */
export function countRecords(bests: readonly WorkoutBest[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of Map.groupBy(bests, ({ exercise }) => exercise).values()) {
    const starts = [...Map.groupBy(list, ({ startedAt }) => startedAt)].sort(([a], [b]) => a - b);
    let before: Best = { oneRepMaxKg: null, weightKg: null };
    for (const [, sameStart] of starts) {
      for (const { logId, oneRepMaxKg, weightKg } of sameStart) {
        const isRecord = beats(oneRepMaxKg, before.oneRepMaxKg) !== null || beats(weightKg, before.weightKg) !== null;
        if (isRecord) counts.set(logId, (counts.get(logId) ?? 0) + 1);
      }
      before = {
        oneRepMaxKg: highest([before.oneRepMaxKg, ...sameStart.map((one) => one.oneRepMaxKg)]),
        weightKg: highest([before.weightKg, ...sameStart.map((one) => one.weightKg)]),
      };
    }
  }
  return counts;
}

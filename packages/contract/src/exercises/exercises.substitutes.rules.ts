import { type Loading, loadingOf } from './exercises.loading.rules.ts';
import {
  type Contraindication,
  compareNames,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
  type ExerciseLevel,
  type Pattern,
} from './exercises.rules.ts';
import { rankAmongStaples } from './exercises.staples.rules.ts';
import type { Exercise } from './exercises.ts';

/** The client's limits. `level` is the highest that fits; `excluded` are exercises the client does not want. */
export type ExerciseLimits = {
  equipment: readonly ExerciseEquipment[];
  contraindications: readonly Contraindication[];
  level: ExerciseLevel;
  excluded: readonly string[];
};

export const LIMITS = ['contraindicated', 'unavailable_equipment', 'above_level', 'excluded'] as const;
export type Limit = (typeof LIMITS)[number];

/** Limits that an exercise breaks. None for an exercise that suits the client. */
export function brokenLimits(exercise: Exercise, limits: ExerciseLimits): Limit[] {
  const isBroken: Record<Limit, boolean> = {
    contraindicated: exercise.contraindications.some((complaint) => limits.contraindications.includes(complaint)),
    unavailable_equipment: exercise.equipment.some((item) => !limits.equipment.includes(item)),
    above_level: EXERCISE_LEVELS.indexOf(exercise.level) > EXERCISE_LEVELS.indexOf(limits.level),
    excluded: limits.excluded.includes(exercise.id),
  };
  return LIMITS.filter((limit) => isBroken[limit]);
}

/** Points of what two exercises share, and of each step of load that a replacement falls short [K, science B]. */
const POINTS = { pattern: 3, mechanic: 2, force: 1, shortfall: -2 } as const;

/** How far a replacement falls short of the load of an exercise. Body weight is best replaced by body weight. */
const LOAD_SHORTFALL: Record<Loading, Record<Loading, number>> = {
  free: { free: 0, limited: 1, none: 2 },
  limited: { free: 0, limited: 0, none: 1 },
  none: { free: 1, limited: 1, none: 0 },
};

const similarity = (exercise: Exercise, other: Exercise): number =>
  (exercise.pattern === other.pattern ? POINTS.pattern : 0) +
  (exercise.mechanic === other.mechanic ? POINTS.mechanic : 0) +
  (exercise.force === other.force ? POINTS.force : 0) +
  LOAD_SHORTFALL[loadingOf(exercise)][loadingOf(other)] * POINTS.shortfall;

const countShared = (one: Exercise, other: Exercise): number =>
  one.primary.filter((muscle) => other.primary.includes(muscle)).length;

/** Patterns that train something else than muscle, so that they replace only their like. */
const SPECIAL: readonly Pattern[] = ['conditioning', 'mobility', 'jump', 'olympic', 'carry'];

const isOfAKind = (one: Exercise, other: Exercise): boolean =>
  one.pattern === other.pattern || ![one, other].some(({ pattern }) => SPECIAL.includes(pattern));

const levelsApart = (one: Exercise, other: Exercise): number =>
  Math.abs(EXERCISE_LEVELS.indexOf(one.level) - EXERCISE_LEVELS.indexOf(other.level));

/**
 * Exercises that can replace one, the most similar first [K, science B]. All suit the client and share the first muscle
 * of the exercise. Of equal points, the staples of coaches come first, then shared muscles and level; the name decides last.
 */
export function substitutesFor(exercise: Exercise, library: readonly Exercise[], limits: ExerciseLimits): Exercise[] {
  const [muscle] = exercise.primary;
  const rank = (one: Exercise) => rankAmongStaples(one, exercise, limits.level) ?? Number.MAX_SAFE_INTEGER;
  return library
    .filter((one) => one.id !== exercise.id && !one.hidden && one.measure === exercise.measure)
    .filter((one) => muscle !== undefined && one.primary.includes(muscle) && isOfAKind(exercise, one))
    .filter((one) => brokenLimits(one, limits).length === 0)
    .sort(
      (a, b) =>
        similarity(exercise, b) - similarity(exercise, a) ||
        rank(a) - rank(b) ||
        countShared(exercise, b) - countShared(exercise, a) ||
        levelsApart(exercise, a) - levelsApart(exercise, b) ||
        compareNames(a.name, b.name),
    );
}

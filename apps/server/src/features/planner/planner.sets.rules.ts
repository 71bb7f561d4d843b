import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { isHardBodyweight, loadingOf } from '@stridewell/contract/exercises/exercises.loading.rules';
import type { ExerciseLevel } from '@stridewell/contract/exercises/exercises.rules';
import type { ProgramGoal } from '@stridewell/contract/planner/planner.rules';
import type { SetEffort, SetLoad, SetTarget } from '@stridewell/contract/programs/programs';
import { newSet } from '@stridewell/contract/programs/programs.create.rules';
import {
  CAREFUL_RESERVE,
  CAREFUL_WITH,
  CORE_DOSE,
  type Dose,
  EXPLOSIVE_DOSE,
  type GenerationProfile,
  GOAL_RULES,
  type Reserve,
  type Role,
  SHORT_MINUTES,
  SUPERSET_MINUTES,
} from './planner.goals.content.ts';

/**
 * An exercise in its place, with its number of working sets. `minutes` of conditioning, `easy` on a day of recovery.
 */
export type Chosen = { exercise: Exercise; role: Role; sets: number; minutes?: number; easy?: boolean };

export const isCareful = ({ contraindications }: Pick<GenerationProfile, 'contraindications'>): boolean =>
  CAREFUL_WITH.some((condition) => contraindications.includes(condition));

/** The goal for sets and reps. Heart complaints and pregnancy rule out heavy and explosive training. */
export const trainedGoal = (profile: GenerationProfile): ProgramGoal =>
  isCareful(profile) && (profile.goal === 'strength' || profile.goal === 'power') ? 'general' : profile.goal;

/** Reps in reserve over a phase; null when speed decides. Beginners keep one more for general fitness [K]. */
export function reserveOf(profile: GenerationProfile): Reserve | null {
  const goal = trainedGoal(profile);
  const { reserve } = GOAL_RULES[goal];
  if (!reserve) return null;
  if (isCareful(profile)) return { first: CAREFUL_RESERVE, last: CAREFUL_RESERVE };
  return goal === 'general' && profile.level === 'Beginner' ? { first: 4, last: 2 } : reserve;
}

/** Goals with heavy or fast sets, which need a steady stance and full rest. */
export const needsFullRest = (profile: GenerationProfile): boolean =>
  ['strength', 'power'].includes(trainedGoal(profile));

/** Whether sets cannot be heavy, because they use a single joint, one side or little load. */
function isLight(exercise: Exercise, profile: GenerationProfile): boolean {
  const isLoaded = loadingOf(exercise) === 'free' || isHardBodyweight(exercise);
  return exercise.mechanic === 'isolation' || (needsFullRest(profile) && (exercise.unilateral || !isLoaded));
}

/** The dose of an exercise. Light ones get that of accessories, whatever their role. */
export function doseOf({ exercise, role }: Pick<Chosen, 'exercise' | 'role'>, profile: GenerationProfile): Dose {
  const rules = GOAL_RULES[trainedGoal(profile)];
  if (role === 'explosive') return EXPLOSIVE_DOSE;
  if (role === 'core' || role === 'conditioning') return CORE_DOSE;
  if (role === 'accessory' || isLight(exercise, profile)) return rules.accessory;
  return rules[role];
}

const HOLD_SECONDS: Record<ExerciseLevel, string> = {
  Beginner: '20-30 sec',
  Intermediate: '30-45 sec',
  Advanced: '45-60 sec',
};
const CARRY = '30 m';
/** Reps of slow core work such as dead bugs, one side at a time. */
const SLOW_REPS = '8-10';
/** Reps without adjustable weights: many, or few if the movement itself is heavy [K]. */
const BODYWEIGHT_REPS = '10-15';
const HARD_BODYWEIGHT_REPS = '5-8';

function countedReps({ exercise, role }: Pick<Chosen, 'exercise' | 'role'>, profile: GenerationProfile): string {
  const dose = doseOf({ exercise, role }, profile);
  if (exercise.pattern === 'mobility') return SLOW_REPS;
  if (isHardBodyweight(exercise)) return HARD_BODYWEIGHT_REPS;
  if (role === 'explosive' || trainedGoal(profile) === 'endurance') return dose.reps;
  if (exercise.pattern === 'core') return exercise.force === 'static' ? SLOW_REPS : CORE_DOSE.reps;
  if (loadingOf(exercise) === 'free') return dose.reps;
  return role === 'accessory' ? dose.reps : BODYWEIGHT_REPS;
}

/** Reps as text: seconds for holds, metres for carries, and per side for one-sided exercises. */
function repsFor(chosen: Pick<Chosen, 'exercise' | 'role' | 'minutes'>, profile: GenerationProfile): string {
  const { exercise, minutes } = chosen;
  if (minutes !== undefined) return `${minutes} min`;
  const amounts = { time: HOLD_SECONDS[profile.level], distance: CARRY, reps: '' };
  const amount = amounts[exercise.measure] || countedReps(chosen, profile);
  return exercise.unilateral ? `${amount} each side` : amount;
}

/** Percentage of the maximum, if that is known. */
function loadFor({ exercise, role }: Chosen, profile: GenerationProfile): SetLoad | null {
  const { percent } = doseOf({ exercise, role }, profile);
  if (percent === null || exercise.measure !== 'reps' || loadingOf(exercise) !== 'free') return null;
  return profile.maxima[exercise.id] === undefined ? null : { unit: 'percent', value: percent };
}

/** Conditioning is moderate. On a recovery day and for a careful client, talking stays easy [K]. */
const CONDITIONING_RPE = 6;
const EASY_RPE = 4;

function effortFor({ exercise, role, easy }: Chosen, profile: GenerationProfile): SetEffort | null {
  if (role === 'conditioning') return { scale: 'rpe', value: easy || isCareful(profile) ? EASY_RPE : CONDITIONING_RPE };
  const reserve = reserveOf(profile);
  if (!reserve || role === 'explosive' || role === 'core' || exercise.measure !== 'reps') return null;
  return { scale: 'rir', value: reserve.first };
}

/** Down under control, up as fast as possible: the intent builds power [V, science B]. */
const FAST_TEMPO = '2-0-X-0';

/** Whether a lift has the heavy or fast sets of its goal. */
const isHeavy = ({ exercise, role }: Pick<Chosen, 'exercise' | 'role'>, profile: GenerationProfile): boolean =>
  needsFullRest(profile) && (role === 'main' || role === 'assistance') && !isLight(exercise, profile);

/** Seconds of rest in short workouts, the low end of 60 to 120 s [K]. */
const SHORT_REST = 60;

function restFor(chosen: Chosen, profile: GenerationProfile): number {
  if (chosen.role === 'conditioning') return 0;
  const { rest } = doseOf(chosen, profile);
  return profile.minutes <= SHORT_MINUTES && !needsFullRest(profile) ? Math.min(rest, SHORT_REST) : rest;
}

/** The working sets of an exercise as one line. */
export function workingSets(chosen: Chosen, profile: GenerationProfile): SetTarget {
  const { exercise, sets } = chosen;
  const isFast = trainedGoal(profile) === 'power' && isHeavy(chosen, profile);
  return newSet({
    count: sets,
    reps: repsFor(chosen, profile),
    load: loadFor(chosen, profile),
    effort: effortFor(chosen, profile),
    tempo: isFast && exercise.measure === 'reps' ? FAST_TEMPO : null,
    rest: restFor(chosen, profile),
  });
}

const WARM_UP_REPS = '5';
const WARM_UP_REST = 45;

/**
 * Warm-up sets of a weighted lift: two before the first of the day, one before the others, and more before heavy ones
 * [K]. Short workouts have one set before the first lift.
 */
export function warmUpSets({ exercise, role }: Chosen, isFirst: boolean, profile: GenerationProfile): SetTarget[] {
  const isLift = role === 'main' && exercise.mechanic === 'compound';
  if (!isLift || loadingOf(exercise) !== 'free') return [];
  const isShort = profile.minutes <= SUPERSET_MINUTES;
  if (!isFirst && isShort) return [];
  const count = (isFirst && !isShort ? 2 : 1) + (isHeavy({ exercise, role }, profile) ? 1 : 0);
  return [newSet({ count, reps: WARM_UP_REPS, kind: 'warm_up', rest: WARM_UP_REST })];
}

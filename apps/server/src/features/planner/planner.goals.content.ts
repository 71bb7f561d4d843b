import type { ExerciseLevel, Muscle, Pattern } from '@stridewell/contract/exercises/exercises.rules';
import type { ExerciseLimits } from '@stridewell/contract/exercises/exercises.substitutes.rules';
import type { ProgramGoal } from '@stridewell/contract/planner/planner.rules';
import { PULLS, PUSHES } from '@stridewell/contract/programs/programs.volume.rules';

/** Input of a generated program, within `GENERATION_BOUNDS`. */
export type GenerationProfile = ExerciseLimits & {
  goal: ProgramGoal;
  daysPerWeek: number;
  /** Length of a workout. */
  minutes: number;
  weeks: number;
  /** Exercises to prefer if they fit. */
  preferred: readonly string[];
  /** Known one-repetition maxima in kilograms, by exercise. */
  maxima: Readonly<Record<string, number>>;
  /** Recent weekly sets. Muscles without an entry start without a ramp. */
  recentSets: Partial<Readonly<Record<Muscle, number>>>;
};

/** Roles of exercises in a workout, in the order in which a client does them. */
export const ROLES = ['explosive', 'main', 'assistance', 'accessory', 'core', 'conditioning'] as const;
export type Role = (typeof ROLES)[number];

/** Sets of one role. `rest` is in seconds; `percent` is of a known one-rep maximum. */
export type Dose = { reps: string; rest: number; sets: number; mostSets: number; percent: number | null };

/** Repetitions in reserve in the first and the last week of a phase. */
export type Reserve = { first: number; last: number };

type GoalRules = {
  main: Dose;
  assistance: Dose;
  accessory: Dose;
  reserve: Reserve | null;
  /** Highest percentage of the maximum in a phase. */
  mostPercent: number;
  /** Conditioning as a share of the workout, up to a number of minutes. */
  conditioning: { share: number; minutes: number } | null;
};

const GENERAL_ACCESSORY: Dose = { reps: '10-12', rest: 60, sets: 2, mostSets: 3, percent: null };

/**
 * Reps, percentages, reps in reserve, rest and sets by goal, within the table of science B: [V] for reps and for the
 * rest of strength, [K] for the others. Accessories for strength and power follow the general row, because single
 * joints tolerate heavy loads poorly [K].
 */
export const GOAL_RULES: Record<ProgramGoal, GoalRules> = {
  general: {
    main: { reps: '8-12', rest: 90, sets: 3, mostSets: 3, percent: 65 },
    assistance: { reps: '8-12', rest: 90, sets: 3, mostSets: 3, percent: 65 },
    accessory: GENERAL_ACCESSORY,
    reserve: { first: 3, last: 2 },
    mostPercent: 70,
    conditioning: null,
  },
  strength: {
    main: { reps: '3-5', rest: 180, sets: 3, mostSets: 3, percent: 80 },
    assistance: { reps: '4-6', rest: 180, sets: 3, mostSets: 3, percent: 80 },
    accessory: { ...GENERAL_ACCESSORY, reps: '8-12', rest: 90 },
    reserve: { first: 3, last: 1 },
    mostPercent: 87.5,
    conditioning: null,
  },
  muscle: {
    main: { reps: '6-10', rest: 120, sets: 3, mostSets: 4, percent: 70 },
    assistance: { reps: '8-12', rest: 90, sets: 3, mostSets: 4, percent: 67.5 },
    accessory: { reps: '10-15', rest: 60, sets: 3, mostSets: 4, percent: 60 },
    reserve: { first: 3, last: 1 },
    mostPercent: 77.5,
    conditioning: null,
  },
  fat_loss: {
    main: { reps: '8-12', rest: 90, sets: 3, mostSets: 3, percent: 65 },
    assistance: { reps: '8-12', rest: 60, sets: 3, mostSets: 3, percent: 65 },
    accessory: { reps: '12-15', rest: 60, sets: 2, mostSets: 3, percent: null },
    reserve: { first: 3, last: 2 },
    mostPercent: 70,
    conditioning: { share: 0.2, minutes: 15 },
  },
  power: {
    main: { reps: '3-5', rest: 150, sets: 3, mostSets: 3, percent: 50 },
    assistance: { reps: '3-5', rest: 120, sets: 3, mostSets: 3, percent: 50 },
    accessory: { ...GENERAL_ACCESSORY, reps: '8-12' },
    reserve: null,
    mostPercent: 60,
    conditioning: null,
  },
  endurance: {
    main: { reps: '15-20', rest: 60, sets: 3, mostSets: 3, percent: 50 },
    assistance: { reps: '15-20', rest: 45, sets: 3, mostSets: 3, percent: 50 },
    accessory: { reps: '15-25', rest: 30, sets: 2, mostSets: 3, percent: null },
    reserve: { first: 3, last: 1 },
    mostPercent: 57.5,
    conditioning: { share: 0.25, minutes: 20 },
  },
};

/** Jumps and Olympic lifts: few repetitions, full rest [K, power row]. */
export const EXPLOSIVE_DOSE: Dose = { reps: '3-5', rest: 120, sets: 3, mostSets: 3, percent: null };
export const CORE_DOSE: Dose = { reps: '10-15', rest: 45, sets: 2, mostSets: 3, percent: null };

/** Weekly sets of a large muscle [K for novices and intermediates, V for advanced, science B]. */
export const WEEKLY_SETS: Record<ExerciseLevel, { min: number; max: number }> = {
  Beginner: { min: 6, max: 10 },
  Intermediate: { min: 10, max: 16 },
  Advanced: { min: 12, max: 20 },
};

/** More exercises in a workout are hard to follow [K]. */
export const MOST_EXERCISES: Record<ExerciseLevel, number> = { Beginner: 7, Intermediate: 8, Advanced: 9 };

/** Muscles whose weekly volume the engine plans. Smaller muscles are trained along with them. */
export const LARGE_MUSCLES = ['quads', 'hamstrings', 'chest', 'upper_back', 'lats'] as const satisfies Muscle[];

export const LARGE_PATTERNS = ['squat', 'hinge', 'push', 'pull'] as const;
export type LargePattern = (typeof LARGE_PATTERNS)[number];

/** Movements that each week has [K, science B]. A lunge counts as a squat. */
export const PATTERNS_OF: Record<LargePattern, readonly Pattern[]> = {
  squat: ['squat', 'lunge'],
  hinge: ['hinge'],
  push: PUSHES,
  pull: PULLS,
};
export const LARGE_PATTERN_LABELS: Record<LargePattern, string> = {
  squat: 'squat or lunge',
  hinge: 'hinge',
  push: 'pushing',
  pull: 'pulling',
};

/** The large pattern of an exercise; undefined for other patterns. */
export const largePatternOf = ({ pattern }: { pattern: Pattern }): LargePattern | undefined =>
  LARGE_PATTERNS.find((large) => PATTERNS_OF[large].includes(pattern));

/** Large patterns that no given exercise has. */
export const missingPatterns = (exercises: readonly { pattern: Pattern }[]): LargePattern[] =>
  LARGE_PATTERNS.filter((large) => !exercises.some((exercise) => largePatternOf(exercise) === large));

/** Weeks after which a phase ends with a deload, by level [K]: 4 to 8. */
export const CYCLE_WEEKS: Record<ExerciseLevel, number> = { Beginner: 6, Intermediate: 5, Advanced: 4 };

/** Workouts of up to this length start from two sets and rest briefly, so that more movements fit. */
export const SHORT_MINUTES = 30;

/** Workouts of up to this length pair exercises that do not compete, which halves the rest [V, science B]. */
export const SUPERSET_MINUTES = 45;

/** Complaints with which loads stay moderate, with at least `CAREFUL_RESERVE` reps in reserve [K]. */
export const CAREFUL_WITH = ['heart', 'pregnancy'] as const;
export const CAREFUL_RESERVE = 3;

import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { isHardBodyweight, loadingOf } from '@stridewell/contract/exercises/exercises.loading.rules';
import { EXERCISE_LEVELS, type ExerciseEquipment, type Muscle } from '@stridewell/contract/exercises/exercises.rules';
import { stapleRank } from '@stridewell/contract/exercises/exercises.staples.rules';
import { brokenLimits, substitutesFor } from '@stridewell/contract/exercises/exercises.substitutes.rules';
import { type GenerationProfile, type Role, SHORT_MINUTES } from './planner.goals.content.ts';
import type { Slot, Want } from './planner.splits.content.ts';

/** Exercises to choose from. `suitable` respects the client's limits; `library` has all exercises the coach shows. */
export type Choices = {
  profile: GenerationProfile;
  library: readonly Exercise[];
  suitable: readonly Exercise[];
  /** Suitable exercises of the kind that a slot wants. */
  answering: (want: Want) => readonly Exercise[];
  /** Exercises that can replace one, best first. */
  substitutes: (exercise: Exercise) => readonly Exercise[];
  /** Breaks near-ties, from 0 to 1, always the same for the same seed. */
  tieBreak: (exerciseId: string) => number;
};

/** Useful equipment, but not a coach's first choice. */
const UNUSUAL: readonly ExerciseEquipment[] = ['stability_ball', 'medicine_ball', 'smith_machine', 'rings'];

/** FNV-1a with a final mix: a small, stable hash, so that a seed gives the same program on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Caches results by name, because days and phases repeat the same lookups. */
function onceEach<Asked, Value>(nameOf: (asked: Asked) => string, find: (asked: Asked) => Value) {
  const known = new Map<string, Value>();
  return (asked: Asked): Value => {
    const name = nameOf(asked);
    const value = known.get(name) ?? find(asked);
    known.set(name, value);
    return value;
  };
}

export function openChoices(profile: GenerationProfile, library: readonly Exercise[], seed: number): Choices {
  const visible = library.filter(({ hidden }) => !hidden);
  const suitable = visible.filter((exercise) => brokenLimits(exercise, profile).length === 0);
  return {
    profile,
    library: visible,
    suitable,
    answering: onceEach(wantName, (want) => suitable.filter((exercise) => answers(exercise, want))),
    substitutes: onceEach(
      ({ id }) => id,
      (exercise) => substitutesFor(exercise, suitable, profile),
    ),
    tieBreak: (exerciseId) => hash(`${seed} ${exerciseId}`) / 0xffff_ffff,
  };
}

const wantName = (want: Want): string => ('pattern' in want ? want.pattern : want.muscle);

/** Whether an exercise is steady cardio: measured in time, or a walk, which needs no equipment. */
const isSteady = ({ id, measure }: Exercise): boolean => measure === 'time' || id === 'brisk-walk';

/** Whether an exercise is of the kind that a slot wants. Upright rows and rear delt drills are no back exercises. */
export function answers(exercise: Exercise, want: Want): boolean {
  const { pattern, primary, mechanic, measure } = exercise;
  if ('muscle' in want) {
    const isSmall = pattern === 'isolation' || (want.muscle === 'rear_delts' && pattern === 'horizontal_pull');
    return isSmall && primary[0] === want.muscle && measure === 'reps';
  }
  if (pattern !== want.pattern) return false;
  if (pattern === 'conditioning') return isSteady(exercise);
  if (pattern === 'core' || pattern === 'carry' || pattern === 'mobility') return true;
  if (mechanic !== 'compound' || measure !== 'reps') return false;
  if (pattern === 'vertical_pull') return primary.includes('lats');
  return pattern !== 'horizontal_pull' || !primary.includes('rear_delts');
}

/** Context of a choice: the exercises that the week and the day already have. */
export type Placement = {
  slot: Slot;
  /** How often each exercise is in the week. */
  used: ReadonlyMap<string, number>;
  today: readonly Exercise[];
  /** Whether a muscle still lacks sets this week. */
  lacks: (muscle: Muscle) => boolean;
};

/** Weights for scoring suitable exercises for a place. Only the order of the scores matters [K]. */
const WEIGHTS = {
  preferred: 30,
  /** For the first staple; each further one is worth less. */
  staple: 9,
  stapleStep: 0.5,
  /** For each time an exercise is already in the week. Small exercises may repeat more than lifts. */
  usedLift: -5,
  usedSmall: -2.5,
  /** Has the same first muscle and equipment as another exercise of the day. */
  sameKit: -1.5,
  /** Trains a muscle that still lacks sets. */
  lacking: 2,
  unusual: -2,
  oneSidedMain: -1.5,
  /** One side at a time takes too long when time is short. */
  slowSides: -2,
  /** For each level below the client's, except with a barbell, which no one outgrows. */
  levelBelow: -0.8,
  tieBreak: 0.6,
  loading: { free: 1, limited: -0.5, none: -3 },
  /** An exercise for few reps does not suit an endurance goal. */
  hardForEndurance: -6,
  /** Trained clients soon outgrow exercises without weights. */
  unloadedTrained: -7,
  /** For each earlier want of the slot. */
  laterWant: -6.5,
  /** Pulls from the floor tire the whole body, so they come first in a workout or not. */
  floorPull: -6,
} as const;

const isLift = (role: Role): boolean => role === 'main' || role === 'assistance';

const FLOOR_PULLS: readonly string[] = ['deadlift', 'sumo-deadlift'];

function basicScore(exercise: Exercise, want: Want, { slot: { role } }: Placement, { profile }: Choices): number {
  const rank = stapleRank(exercise.id, wantName(want), profile.level);
  const staple = rank === null ? 0 : Math.max(WEIGHTS.staple - rank * WEIGHTS.stapleStep, 1);
  const below = EXERCISE_LEVELS.indexOf(profile.level) - EXERCISE_LEVELS.indexOf(exercise.level);
  const isTrunk = role === 'core' || role === 'conditioning';
  return (
    staple +
    (profile.preferred.includes(exercise.id) ? WEIGHTS.preferred : 0) +
    (isTrunk ? 0 : WEIGHTS.loading[loadingOf(exercise)]) +
    (!isTrunk && profile.level !== 'Beginner' && loadingOf(exercise) === 'none' ? WEIGHTS.unloadedTrained : 0) +
    (isLift(role) && !exercise.equipment.includes('barbell') ? below * WEIGHTS.levelBelow : 0) +
    (role !== 'main' && FLOOR_PULLS.includes(exercise.id) ? WEIGHTS.floorPull : 0) +
    (exercise.equipment.some((item) => UNUSUAL.includes(item)) ? WEIGHTS.unusual : 0) +
    (profile.goal === 'endurance' && isHardBodyweight(exercise) ? WEIGHTS.hardForEndurance : 0) +
    (exercise.unilateral && role === 'main' ? WEIGHTS.oneSidedMain : 0) +
    (exercise.unilateral && profile.minutes <= SHORT_MINUTES ? WEIGHTS.slowSides : 0)
  );
}

const sharesKit = (one: Exercise, other: Exercise): boolean =>
  one.primary[0] === other.primary[0] && one.equipment.join() === other.equipment.join();

function score(exercise: Exercise, want: Want, placement: Placement, choices: Choices): number {
  const [first] = exercise.primary;
  return (
    basicScore(exercise, want, placement, choices) +
    placement.slot.wants.indexOf(want) * WEIGHTS.laterWant +
    (placement.used.get(exercise.id) ?? 0) * (isLift(placement.slot.role) ? WEIGHTS.usedLift : WEIGHTS.usedSmall) +
    (placement.today.some((other) => sharesKit(exercise, other)) ? WEIGHTS.sameKit : 0) +
    (first && placement.lacks(first) ? WEIGHTS.lacking : 0) +
    choices.tieBreak(exercise.id) * WEIGHTS.tieBreak
  );
}

/** Whether an exercise repeats another small one of the day for the same muscle, such as a second curl. */
const isRepetitive = (exercise: Exercise, today: readonly Exercise[]): boolean =>
  exercise.mechanic === 'isolation' &&
  exercise.pattern !== 'core' &&
  today.some((other) => other.mechanic === 'isolation' && other.primary[0] === exercise.primary[0]);

/** An exercise for a place, with the slot's want that it fulfils. */
export type Candidate = { exercise: Exercise; want: Want };

/** Suitable exercises for a place in a day, best first. */
export function rankFor(placement: Placement, choices: Choices): Candidate[] {
  const seen = new Set(placement.today.map(({ id }) => id));
  return placement.slot.wants
    .flatMap((want) => choices.answering(want).map((exercise) => ({ exercise, want })))
    .filter(({ exercise }) => {
      const isNew = !seen.has(exercise.id) && !isRepetitive(exercise, placement.today);
      seen.add(exercise.id);
      return isNew;
    })
    .map(({ exercise, want }) => ({ exercise, want, points: score(exercise, want, placement, choices) }))
    .sort((a, b) => b.points - a.points || (a.exercise.id < b.exercise.id ? -1 : 1));
}

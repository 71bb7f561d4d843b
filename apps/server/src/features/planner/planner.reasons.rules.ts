import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { loadingOf } from '@stridewell/contract/exercises/exercises.loading.rules';
import {
  CONTRAINDICATION_LABELS,
  type Contraindication,
  EXERCISE_EQUIPMENT_LABELS,
  MUSCLE_LABELS,
  PATTERN_LABELS,
} from '@stridewell/contract/exercises/exercises.rules';
import { brokenLimits, type Limit } from '@stridewell/contract/exercises/exercises.substitutes.rules';
import { PROGRAM_GOAL_LABELS } from '@stridewell/contract/planner/planner.rules';
import {
  type GenerationProfile,
  LARGE_PATTERN_LABELS,
  type LargePattern,
  PATTERNS_OF,
  WEEKLY_SETS,
} from './planner.goals.content.ts';
import type { PlannedDay, PlannedExercise } from './planner.planning.rules.ts';
import { answers, type Choices } from './planner.selection.rules.ts';
import { isCareful, reserveOf, trainedGoal } from './planner.sets.rules.ts';
import type { Want } from './planner.splits.content.ts';

/** Explains a program to the coach in short sentences. */
export type Reasons = {
  split: string;
  sets: string;
  progression: string;
  /** By exercise id. */
  exercises: Record<string, string>;
  /** Kinds of exercise that were left out. */
  skipped: string[];
};

const wantLabel = (want: Want): string =>
  ('pattern' in want ? PATTERN_LABELS[want.pattern] : MUSCLE_LABELS[want.muscle]).toLowerCase();

export const listOf = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('');

/** Why an exercise suits a complaint that rules out others of its kind. Makes no promises for systemic conditions. */
const SUITS: Partial<Record<Contraindication, string>> = {
  shoulder: 'shoulder-friendly',
  elbow: 'elbow-friendly',
  wrist: 'wrist-friendly',
  neck: 'neck-friendly',
  low_back: 'low-back-friendly',
  hip: 'hip-friendly',
  knee: 'knee-friendly',
  ankle: 'ankle-friendly',
  balance: 'needs little balance',
};

/** Purpose of the exercise in the program. */
function purposeOf({ exercise, role, want }: PlannedExercise): string {
  const direct = MUSCLE_LABELS[exercise.primary[0] ?? 'abs'].toLowerCase();
  if (role === 'conditioning') return 'steady conditioning';
  if (exercise.pattern === 'mobility') return 'easy mobility';
  if (role === 'explosive') return 'explosive work while the client is fresh';
  if (exercise.pattern === 'carry') return 'loaded carry for trunk and grip';
  if (role === 'core') return `trunk work for the ${direct}`;
  if (exercise.mechanic === 'isolation' || 'muscle' in want) return `direct work for the ${direct}`;
  const pattern = `${PATTERN_LABELS[exercise.pattern].toLowerCase()} pattern`;
  return role === 'main' ? `${pattern} as a main lift` : `${pattern} for more weekly sets`;
}

/** Complaints of the client that rule out other exercises of the same kind. */
function sparedBy({ want }: PlannedExercise, { profile, library }: Choices): Contraindication[] {
  const others = library.filter((one) => answers(one, want));
  return profile.contraindications.filter((complaint) =>
    others.some(({ contraindications }) => contraindications.includes(complaint)),
  );
}

/** Why this exercise and not another of its kind: at most two facts. */
function meritsOf(planned: PlannedExercise, choices: Choices): string[] {
  const { exercise } = planned;
  const facts = [
    choices.profile.preferred.includes(exercise.id) && 'familiar',
    ...sparedBy(planned, choices).map((complaint) => SUITS[complaint] ?? false),
    exercise.equipment.length === 0 && 'needs no equipment',
    choices.profile.level === 'Beginner' && planned.role === 'main' && 'simple to learn',
    loadingOf(exercise) === 'free' && planned.role === 'main' && 'easy to load in small steps',
    exercise.unilateral && 'trains each side on its own',
    exercise.equipment.length > 0 &&
      `uses the ${listOf(exercise.equipment.map((item) => EXERCISE_EQUIPMENT_LABELS[item].toLowerCase()))}`,
  ];
  return facts.filter((fact) => fact !== false).slice(0, 2);
}

function exerciseReason(planned: PlannedExercise, choices: Choices): string {
  const facts = [purposeOf(planned), ...meritsOf(planned, choices)].join(', ');
  return `${facts.charAt(0).toUpperCase()}${facts.slice(1)}.`;
}

/** Limits in words. */
function limitTexts(exercise: Exercise, profile: GenerationProfile): string[] {
  const complaints = profile.contraindications.filter((one) => exercise.contraindications.includes(one));
  const texts: Record<Limit, string[]> = {
    contraindicated: complaints.map((one) => CONTRAINDICATION_LABELS[one].toLowerCase()),
    unavailable_equipment: ['the available equipment'],
    above_level: [`the level ${profile.level}`],
    excluded: ['the excluded exercises'],
  };
  return brokenLimits(exercise, profile).flatMap((limit) => texts[limit]);
}

/** Why no exercise suits: the limits that rule out the closest one. */
function causeOf(candidates: readonly Exercise[], profile: GenerationProfile): string {
  const [closest] = candidates.map((exercise) => limitTexts(exercise, profile)).sort((a, b) => a.length - b.length);
  return closest ? `none is suitable with ${listOf(closest)}` : 'the library has none';
}

function skippedReason(want: Want, { library, profile }: Choices): string {
  const cause = causeOf(
    library.filter((exercise) => answers(exercise, want)),
    profile,
  );
  return `No ${wantLabel(want)}: ${cause}.`;
}

/** Why a week lacks a large pattern: no exercise suits the client, or there is no time. */
function gapReason(large: LargePattern, { answering, library, profile }: Choices): string {
  const wants = PATTERNS_OF[large].map((pattern) => ({ pattern }));
  const label = LARGE_PATTERN_LABELS[large];
  if (!wants.some((want) => answering(want).length > 0)) {
    const candidates = library.filter((exercise) => wants.some((want) => answers(exercise, want)));
    return `No ${label}: ${causeOf(candidates, profile)}.`;
  }
  const { daysPerWeek, minutes } = profile;
  const [workouts, leave] = daysPerWeek === 1 ? ['one workout', 'leaves'] : [`${daysPerWeek} workouts`, 'leave'];
  return `No ${label}: ${workouts} of ${minutes} minutes a week ${leave} no room for it. Add a day or some minutes.`;
}

/** Explains what the weeks lack. `missing` are kinds without an exercise. Those of a gap are explained only once. */
export function skippedReasons(
  { gaps, missing }: { gaps: readonly LargePattern[]; missing: readonly Want[] },
  choices: Choices,
): string[] {
  const isSaid = (want: Want) => 'pattern' in want && gaps.some((gap) => PATTERNS_OF[gap].includes(want.pattern));
  const others = missing.filter((want) => !isSaid(want)).map((want) => skippedReason(want, choices));
  return [...new Set([...gaps.map((gap) => gapReason(gap, choices)), ...others])];
}

export function exerciseReasons(days: readonly PlannedDay[], choices: Choices): Record<string, string> {
  const planned = days.flatMap(({ exercises }) => exercises).reverse();
  // In reverse, because the first place of an exercise in the week explains it.
  return Object.fromEntries(planned.map((one) => [one.exercise.id, exerciseReason(one, choices)]));
}

export function setsReason(profile: GenerationProfile): string {
  const { min, max } = WEEKLY_SETS[profile.level];
  const goal = trainedGoal(profile);
  const range = `Reps and rest follow the goal: ${PROGRAM_GOAL_LABELS[goal].toLowerCase()}. The weeks aim for ${min} to ${max} sets for each large muscle, as ${profile.level} clients need, within ${profile.minutes} minutes.`;
  if (!isCareful(profile)) return range;
  const careful = 'Loads stay moderate, with at least 3 repetitions in reserve, because of the health limits.';
  return goal === profile.goal ? `${range} ${careful}` : `${range} ${careful} Heavy and explosive sets can wait.`;
}

export function progressionReason(profile: GenerationProfile, step: { rir: number }, deloads: number): string {
  const reserve = reserveOf(profile);
  const effort =
    reserve && step.rir > 0
      ? `Each phase starts with ${reserve.first} repetitions in reserve and goes down by ${step.rir} a week.`
      : 'The effort stays the same from week to week.';
  const overload =
    'After two workouts above the target reps, add 2.5% for the upper body or 5% for the lower body. After two misses, take 5 to 10% off.';
  const rest = deloads > 0 ? ' A deload week halves the sets before the next phase.' : '';
  return `${effort} ${overload}${rest}`;
}

import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { Muscle } from '@stridewell/contract/exercises/exercises.rules';
import type { ProgramExercise, Workout } from '@stridewell/contract/programs/programs';
import { workoutSeconds } from '@stridewell/contract/programs/programs.volume.rules';
import { type GenerationProfile, ROLES, SHORT_MINUTES, SUPERSET_MINUTES } from './planner.goals.content.ts';
import type { Choices } from './planner.selection.rules.ts';
import { type Chosen, isCareful, needsFullRest, warmUpSets, workingSets } from './planner.sets.rules.ts';

/** Muscles in the order of a workout: large before small [V, science B]. */
const SIZES: readonly (readonly Muscle[])[] = [
  ['quads', 'hamstrings', 'glutes', 'chest', 'upper_back', 'lats', 'lower_back'],
  ['front_delts', 'side_delts', 'rear_delts', 'traps', 'adductors', 'abductors'],
];
const sizeOf = ({ primary }: Exercise): number => {
  const [first] = primary;
  const size = SIZES.findIndex((muscles) => first !== undefined && muscles.includes(first));
  return size === -1 ? SIZES.length : size;
};

/** Explosive first, then multi-joint, large before small; core and conditioning last. */
function inOrder<C extends Chosen>(chosen: readonly C[]): C[] {
  const rank = ({ role, exercise }: C) =>
    ROLES.indexOf(role) * 10 +
    (role === 'accessory' || exercise.mechanic === 'isolation' ? sizeOf(exercise) : 0) +
    (role === 'assistance' && exercise.mechanic === 'isolation' ? 5 : 0);
  return [...chosen].sort((a, b) => rank(a) - rank(b));
}

const LOWER: readonly Muscle[] = ['quads', 'hamstrings', 'glutes', 'adductors', 'abductors', 'calves', 'lower_back'];

/** Whether exercises tire each other: they share muscles, or both use the legs. */
function competes({ exercise: one }: Chosen, { exercise: other }: Chosen): boolean {
  const muscles = [...one.primary, ...one.secondary];
  const isShared = one.primary.some((muscle) => [...other.primary, ...other.secondary].includes(muscle));
  const isLegs = [one, other].every(({ primary }) => primary.some((muscle) => LOWER.includes(muscle)));
  return isShared || isLegs || other.primary.some((muscle) => muscles.includes(muscle));
}

const canPair = ({ role, exercise }: Chosen, profile: GenerationProfile): boolean => {
  if (exercise.pattern === 'mobility') return false;
  if (role === 'explosive' || role === 'conditioning') return false;
  // In a short workout, more movements matter more than full rest [K, science B].
  const isShort = profile.minutes <= SHORT_MINUTES;
  return isShort || !needsFullRest(profile) || role === 'accessory' || role === 'core';
};

/**
 * Pairs exercises for supersets when time is short, each with the first that does not compete. A careful client rests
 * fully.
 */
function pairUp<C extends Chosen>(ordered: readonly C[], profile: GenerationProfile): C[][] {
  if (profile.minutes > SUPERSET_MINUTES || isCareful(profile)) return ordered.map((one) => [one]);
  const left = [...ordered];
  const blocks: C[][] = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const leader = first;
    const partner = canPair(leader, profile)
      ? left.findIndex((other) => canPair(other, profile) && !competes(leader, other))
      : -1;
    blocks.push(partner === -1 ? [leader] : [leader, ...left.splice(partner, 1)]);
  }
  return blocks;
}

/** A, B, C and so on. */
export const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

/** Most alternatives of an exercise. */
const ALTERNATIVES = 2;

type KeyOf = (chosen: Chosen) => string;

/** The exercises of a day in order, with pairs for supersets. */
function blocksOf(chosen: readonly Chosen[], profile: GenerationProfile, keyOf: KeyOf): ProgramExercise[] {
  const ordered = inOrder(chosen);
  const firstLift = ordered.find(({ role }) => role === 'main');
  let pairs = 0;
  return pairUp(ordered, profile).flatMap((block) => {
    const group = block.length > 1 ? letterOf(pairs++) : '';
    return block.map((one) => ({
      key: keyOf(one),
      exerciseId: one.exercise.id,
      name: one.exercise.name,
      group,
      sets: [...warmUpSets(one, one === firstLift, profile), workingSets(one, profile)],
      notes: '',
      alternatives: [],
    }));
  });
}

/** Estimated seconds of a day [K, science B]. */
export const secondsOf = (chosen: readonly Chosen[], profile: GenerationProfile): number =>
  workoutSeconds({ exercises: blocksOf(chosen, profile, ({ exercise }) => exercise.id), groups: [] });

const WARM_UP_NOTES =
  'Warm up for five minutes: easy cardio, then slow repetitions of the first exercises without weight. Stop a set when the technique slips.';
const CAREFUL_NOTES = ' Breathe out with each effort and stop with dizziness, pain or breathlessness.';

const RECOVERY_NOTES = 'Easy movement to recover. Talking stays easy all the time.';

const isRecovery = (chosen: readonly Chosen[]): boolean => chosen.some(({ easy }) => easy);

/** The workout of a day, with the warm-up in its notes and alternatives that suit the client. */
export function buildWorkout(
  chosen: readonly Chosen[],
  { profile, substitutes }: Pick<Choices, 'profile' | 'substitutes'>,
  newKey: () => string,
): Workout {
  const today = new Set(chosen.map(({ exercise }) => exercise.id));
  const facts = new Map(chosen.map(({ exercise }) => [exercise.id, exercise]));
  const exercises = blocksOf(chosen, profile, newKey).map((one) => {
    const exercise = facts.get(one.exerciseId ?? '');
    const others = exercise ? substitutes(exercise).filter(({ id }) => !today.has(id)) : [];
    return { ...one, alternatives: others.slice(0, ALTERNATIVES).map(({ id }) => id) };
  });
  const letters = [...new Set(exercises.map(({ group }) => group).filter(Boolean))];
  return {
    name: '',
    duration: null,
    notes: (isRecovery(chosen) ? RECOVERY_NOTES : WARM_UP_NOTES) + (isCareful(profile) ? CAREFUL_NOTES : ''),
    exercises,
    groups: letters.map((letter) => ({ letter, format: 'superset', minutes: null, rest: null })),
  };
}

import { LARGE_PATTERNS, type LargePattern, missingPatterns, PATTERNS_OF } from './planner.goals.content.ts';
import {
  countUses,
  fitsTime,
  isOnlyOfPattern,
  LEAST_SETS,
  type PlannedDay,
  type PlannedExercise,
  recoversFrom,
  roomForSets,
  setsByMuscle,
  TRIES,
} from './planner.planning.rules.ts';
import { type Choices, rankFor } from './planner.selection.rules.ts';
import type { Slot, Split } from './planner.splits.content.ts';

/** Large patterns that a week lacks. */
export const gapsOf = (days: readonly PlannedDay[]): LargePattern[] =>
  missingPatterns(days.flatMap(({ exercises }) => exercises.map(({ exercise }) => exercise)));

const slotFor = (large: LargePattern): Slot => ({
  role: 'assistance',
  wants: PATTERNS_OF[large].map((pattern) => ({ pattern })),
});

const fewerSets = (exercises: readonly PlannedExercise[]): PlannedExercise[] =>
  exercises.map((one) => ({ ...one, sets: Math.min(one.sets, LEAST_SETS) }));

/** Order of removal: small exercises first, then lifts whose pattern the week also has elsewhere, conditioning last. */
const GIVES_WAY: Readonly<Record<PlannedExercise['role'], number>> = {
  core: 0,
  accessory: 1,
  assistance: 2,
  main: 3,
  explosive: 4,
  conditioning: 5,
};

/** The next exercise of a day to remove; undefined when the week needs all of them. */
const nextToGo = (exercises: readonly PlannedExercise[], others: readonly PlannedDay[]): PlannedExercise | undefined =>
  exercises
    .filter((one) => !isOnlyOfPattern(one, [...others, { exercises: [...exercises] }]))
    .toSorted((a, b) => GIVES_WAY[a.role] - GIVES_WAY[b.role])[0];

type Way = { day: PlannedDay; exercises: PlannedExercise[]; removed: number };

/** The best exercise of a pattern that fits beside the given ones. */
function findFor(
  large: LargePattern,
  day: PlannedDay,
  days: readonly PlannedDay[],
  choices: Choices,
): PlannedExercise | undefined {
  const { profile } = choices;
  const slot = slotFor(large);
  const placement = {
    slot,
    used: countUses(days),
    today: day.exercises.map(({ exercise }) => exercise),
    lacks: () => false,
  };
  const room = roomForSets(day, setsByMuscle(days), { days, profile, phase: 0 }, true);
  return rankFor(placement, choices)
    .slice(0, TRIES)
    .map(({ exercise, want }): PlannedExercise => ({ exercise, want, role: slot.role, sets: LEAST_SETS }))
    .find(
      (planned) =>
        recoversFrom(planned.exercise, planned.sets, room) && fitsTime([...day.exercises, planned], profile, false),
    );
}

/** Adds a pattern to a day, removing as little as possible. */
function makeRoom(
  large: LargePattern,
  day: PlannedDay,
  days: readonly PlannedDay[],
  choices: Choices,
): Way | undefined {
  const others = days.filter((one) => one !== day);
  let [exercises, removed] = [day.exercises, 0];
  for (;;) {
    const changed = { ...day, exercises };
    const found = findFor(large, changed, [...others, changed], choices);
    if (found) return { day, exercises: [...exercises, found], removed };
    if (exercises === day.exercises) {
      exercises = fewerSets(exercises);
      continue;
    }
    const spare = nextToGo(exercises, others);
    if (!spare) return undefined;
    exercises = exercises.filter((one) => one !== spare);
    removed += 1;
  }
}

/**
 * Gives each week a squat, a hinge, a push and a pull if the client can do them: preferably on the days that the split
 * assigns, beside the existing exercises or in place of ones that the week also has elsewhere [K, science B].
 */
export function coverPatterns(days: readonly PlannedDay[], split: Split, choices: Choices): void {
  const asksFor = (index: number, large: LargePattern): boolean =>
    (split.days[index]?.slots ?? []).some(({ wants }) =>
      wants.some((want) => 'pattern' in want && PATTERNS_OF[large].includes(want.pattern)),
    );
  for (const large of LARGE_PATTERNS.filter((one) => gapsOf(days).includes(one))) {
    const ways = days.flatMap((day, index) =>
      asksFor(index, large) ? (makeRoom(large, day, days, choices) ?? []) : [],
    );
    const [best] = ways.toSorted((a, b) => a.removed - b.removed);
    if (best) best.day.exercises = best.exercises;
  }
}

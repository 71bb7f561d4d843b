import type { Exercise } from '@stridewell/contract/exercises/exercises';
import {
  CONTRAINDICATION_LABELS,
  MUSCLE_LABELS,
  MUSCLES,
  type Muscle,
} from '@stridewell/contract/exercises/exercises.rules';
import { brokenLimits, type Limit } from '@stridewell/contract/exercises/exercises.substitutes.rules';
import type {
  Program,
  ProgramDay,
  ProgramExercise,
  ProgramWeek,
  SetTarget,
} from '@stridewell/contract/programs/programs';
import { isWorkingSet, weeksOf } from '@stridewell/contract/programs/programs.rules';
import {
  pushAndPull,
  TRAINING_RULES,
  weeklyVolume,
  workoutMinutes,
  workoutSeconds,
} from '@stridewell/contract/programs/programs.volume.rules';
import { dayTitle } from '@stridewell/contract/programs/programs.wording.rules';
import { type GenerationProfile, LARGE_PATTERN_LABELS, missingPatterns } from './planner.goals.content.ts';

export const HARD_CODES = [
  'wrong_days',
  'wrong_weeks',
  'empty_day',
  'unknown_exercise',
  'contraindicated',
  'unavailable_equipment',
  'above_level',
  'excluded',
  'repeated_exercise',
  'week_volume',
  'session_volume',
  'duration',
  'load_above_max',
  'load_jump',
] as const;
export const WARNING_CODES = [
  'missing_pattern',
  'low_volume',
  'push_pull',
  'no_rest_day',
  'ramp',
  'unknown_max',
  'no_deload',
] as const;

/** A violation of a rule of science D. A program with a hard one cannot be used unchanged. */
export type Violation = {
  code: (typeof HARD_CODES)[number] | (typeof WARNING_CODES)[number];
  hard: boolean;
  text: string;
  week?: number;
  dayKey?: string;
  exerciseId?: string;
  muscle?: Muscle;
};

type Place = Omit<Violation, 'code' | 'hard' | 'text'>;

const hard = (code: (typeof HARD_CODES)[number], text: string, place: Place = {}): Violation => ({
  code,
  hard: true,
  text,
  ...place,
});
const warning = (code: (typeof WARNING_CODES)[number], text: string, place: Place = {}): Violation => ({
  code,
  hard: false,
  text,
  ...place,
});

/** Largest growth of a load from one week to the next [K, science D 4]. */
const MOST_LOAD_JUMP = 1.1;

/** Shared data for the checks of one week. */
type Review = {
  profile: GenerationProfile;
  find: (exerciseId: string) => Exercise | undefined;
  week: ProgramWeek;
  number: number;
  volume: ReturnType<typeof weeklyVolume>;
};

const LIMIT_TEXTS: Record<Limit, (exercise: Exercise, profile: GenerationProfile) => string> = {
  contraindicated: ({ name, contraindications }, profile) => {
    const found = contraindications.filter((one) => profile.contraindications.includes(one));
    return `${name} is unsuitable with ${found.map((one) => CONTRAINDICATION_LABELS[one].toLowerCase()).join(', ')}.`;
  },
  unavailable_equipment: ({ name }) => `${name} needs equipment that the client does not have.`,
  above_level: ({ name, level }, profile) => `${name} is for ${level} clients; this client is ${profile.level}.`,
  excluded: ({ name }) => `${name} is excluded for this client.`,
};

function limitViolations(exercise: ProgramExercise, { find, profile, number }: Review, dayKey: string): Violation[] {
  const facts = exercise.exerciseId === null ? undefined : find(exercise.exerciseId);
  const place = { week: number, dayKey, ...(exercise.exerciseId === null ? {} : { exerciseId: exercise.exerciseId }) };
  if (!facts) return [hard('unknown_exercise', `${exercise.name} is not in the exercise library.`, place)];
  return brokenLimits(facts, profile).map((limit) => hard(limit, LIMIT_TEXTS[limit](facts, profile), place));
}

const MAX_PERCENT = 100;

function loadViolations(exercise: ProgramExercise, { profile, number }: Review, dayKey: string): Violation[] {
  const { exerciseId } = exercise;
  if (exerciseId === null) return [];
  const max = profile.maxima[exerciseId];
  const place = { week: number, dayKey, exerciseId };
  return exercise.sets.flatMap(({ load }): Violation[] => {
    if (!load) return [];
    const isAbove = load.unit === 'percent' ? load.value > MAX_PERCENT : max !== undefined && load.value > max;
    if (isAbove) return [hard('load_above_max', `${exercise.name} is heavier than its one-repetition maximum.`, place)];
    if (load.unit === 'kg' || max !== undefined) return [];
    return [warning('unknown_max', `${exercise.name} has a percentage, but its maximum is unknown.`, place)];
  });
}

function dayViolations(day: ProgramDay, review: Review): Violation[] {
  const { profile, number: week } = review;
  const place = { week, dayKey: day.key };
  const { exercises } = day.workout;
  if (exercises.length === 0) return [hard('empty_day', `${dayTitle(day)} in week ${week} has no exercises.`, place)];
  const ids = exercises.flatMap(({ exerciseId }) => exerciseId ?? []);
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  const isLong = workoutSeconds(day.workout) > profile.minutes * 60 * TRAINING_RULES.mostDuration;
  const duration = `${dayTitle(day)} in week ${week} takes about ${workoutMinutes(day.workout)} minutes, not ${profile.minutes}.`;
  return [
    ...exercises.flatMap((exercise) => limitViolations(exercise, review, day.key)),
    ...exercises.flatMap((exercise) => loadViolations(exercise, review, day.key)),
    ...repeated.map((exerciseId) =>
      hard('repeated_exercise', `${dayTitle(day)} in week ${week} has one exercise twice.`, { ...place, exerciseId }),
    ),
    ...(isLong ? [hard('duration', duration, place)] : []),
  ];
}

const countText = (sets: number): string => `${sets} ${sets === 1 ? 'set' : 'sets'}`;

/**
 * Muscles trained directly in the week. Excludes core work and carries, which serve stability, so few sets are fine.
 */
const directMuscles = ({ week, find }: Review): Set<Muscle> =>
  new Set(
    week.days.flatMap(({ workout }) =>
      workout.exercises.flatMap(({ exerciseId }) => {
        const facts = exerciseId === null ? undefined : find(exerciseId);
        return facts && facts.pattern !== 'core' && facts.pattern !== 'carry' ? facts.primary.slice(0, 1) : [];
      }),
    ),
  );

function volumeViolations(review: Review): Violation[] {
  const { mostWeeklySets, mostSessionSets, leastWeeklySets } = TRAINING_RULES;
  const { week, number } = review;
  const { muscleSets, sessions } = review.volume;
  const direct = directMuscles(review);
  const byWeek = [...muscleSets].flatMap(([muscle, sets]): Violation[] => {
    const text = `${MUSCLE_LABELS[muscle]}: ${countText(sets)} in week ${number}`;
    const place = { week: number, muscle };
    if (sets > mostWeeklySets) return [hard('week_volume', `${text}, more than ${mostWeeklySets}.`, place)];
    const isLow = sets < leastWeeklySets && direct.has(muscle) && !week.deload;
    return isLow ? [warning('low_volume', `${text}, fewer than ${leastWeeklySets}.`, place)] : [];
  });
  const bySession = [...sessions].flatMap(([dayKey, volume]) =>
    [...volume].flatMap(([muscle, sets]): Violation[] => {
      if (sets <= mostSessionSets) return [];
      const text = `${MUSCLE_LABELS[muscle]}: ${countText(sets)} in one workout of week ${number}, more than ${mostSessionSets}.`;
      return [hard('session_volume', text, { week: number, dayKey, muscle })];
    }),
  );
  return [...byWeek, ...bySession];
}

/** Counts days with sets for a muscle. A day with only easy cardio and mobility counts as rest. */
const countTrainingDays = ({ volume }: Review): number =>
  [...volume.sessions.values()].filter((volume) => volume.size > 0).length;

function weekWarnings(review: Review): Violation[] {
  const { week, number, find } = review;
  const { push, pull } = pushAndPull(week, find);
  const { leastPushPull, mostPushPull, leastWeeklySets } = TRAINING_RULES;
  // Excludes deloads: rounding half sets up can unbalance a week that is light anyway.
  const isUneven =
    !week.deload && push + pull >= leastWeeklySets && (push < pull * leastPushPull || push > pull * mostPushPull);
  const done = week.days.flatMap(({ workout }) =>
    workout.exercises.flatMap(({ exerciseId }) => (exerciseId === null ? [] : (find(exerciseId) ?? []))),
  );
  return [
    ...missingPatterns(done).map((large) =>
      warning('missing_pattern', `Week ${number} has no ${LARGE_PATTERN_LABELS[large]}.`, { week: number }),
    ),
    ...(isUneven
      ? [
          warning('push_pull', `Week ${number} has ${countText(push)} of pushing and ${pull} of pulling.`, {
            week: number,
          }),
        ]
      : []),
    ...(countTrainingDays(review) > 6
      ? [warning('no_rest_day', `Week ${number} has no rest day.`, { week: number })]
      : []),
  ];
}

function rampWarnings(review: Review, before: ReadonlyMap<Muscle, number>): Violation[] {
  const { number, volume } = review;
  return [...volume.muscleSets].flatMap(([muscle, sets]): Violation[] => {
    const then = before.get(muscle);
    if (then === undefined || sets - then <= TRAINING_RULES.mostAddedSets) return [];
    const text = `${MUSCLE_LABELS[muscle]}: ${countText(sets)} in week ${number} after ${then}.`;
    return [warning('ramp', text, { week: number, muscle })];
  });
}

const heaviest = (sets: readonly SetTarget[], unit: 'kg' | 'percent'): number =>
  Math.max(0, ...sets.filter(isWorkingSet).map(({ load }) => (load?.unit === unit ? load.value : 0)));

/** Loads that grow too much from the previous week. Matches days by order and exercises by id. */
function jumpViolations({ week, number }: Review, before: ProgramWeek): Violation[] {
  return week.days.flatMap((day, index) =>
    day.workout.exercises.flatMap((exercise): Violation[] => {
      const earlier = before.days[index]?.workout.exercises.find(
        ({ exerciseId }) => exerciseId === exercise.exerciseId,
      );
      if (!earlier || exercise.exerciseId === null) return [];
      const jumps = (['kg', 'percent'] as const).some((unit) => {
        const then = heaviest(earlier.sets, unit);
        return then > 0 && heaviest(exercise.sets, unit) > then * MOST_LOAD_JUMP;
      });
      if (!jumps) return [];
      const place = { week: number, dayKey: day.key, exerciseId: exercise.exerciseId };
      return [hard('load_jump', `${exercise.name} grows by more than 10% in week ${number}.`, place)];
    }),
  );
}

/** One warning for each run of weeks without a deload that is too long. */
function deloadWarnings(program: Program): Violation[] {
  let last = 0;
  return weeksOf(program).flatMap(({ week, number }): Violation[] => {
    if (week.deload) last = number;
    if (number - last !== TRAINING_RULES.weeksToDeload + 1) return [];
    return [warning('no_deload', `Weeks ${last + 1} to ${number} have no deload.`, { week: number })];
  });
}

function shapeViolations(program: Program, { weeks, daysPerWeek }: GenerationProfile): Violation[] {
  const all = weeksOf(program);
  const wrong = all.filter(({ week }) => week.days.length !== daysPerWeek);
  const text = `The program has ${all.length} weeks, not ${weeks}.`;
  return [
    ...(all.length === weeks ? [] : [hard('wrong_weeks', text)]),
    ...wrong.map(({ week, number }) =>
      hard('wrong_days', `Week ${number} has ${week.days.length} days, not ${daysPerWeek}.`, { week: number }),
    ),
  ];
}

/**
 * Checks a program against a client's profile and the rules of science D. Trusts neither engine nor model: recomputes
 * all figures from the program and the library.
 */
export function validateProgram(
  program: Program,
  profile: GenerationProfile,
  library: readonly Exercise[],
): Violation[] {
  const byId = new Map(library.filter(({ hidden }) => !hidden).map((exercise) => [exercise.id, exercise]));
  const find = (exerciseId: string) => byId.get(exerciseId);
  const weeks = weeksOf(program);
  const recent = new Map(
    MUSCLES.flatMap((muscle): [Muscle, number][] => {
      const sets = profile.recentSets[muscle];
      return sets === undefined ? [] : [[muscle, sets]];
    }),
  );
  const reviews = weeks.map(
    ({ week, number }): Review => ({
      profile,
      find,
      week,
      number,
      volume: weeklyVolume(week, find),
    }),
  );
  const byWeek = reviews.flatMap((review, index) => {
    const { week } = review;
    const earlier = reviews[index - 1];
    const before = earlier?.week;
    const ramp = earlier?.volume.muscleSets ?? recent;
    // After a deload, loads are compared with the week before it.
    const full = reviews.slice(0, index).findLast((one) => !one.week.deload)?.week;
    return [
      ...week.days.flatMap((day) => dayViolations(day, review)),
      ...volumeViolations(review),
      ...weekWarnings(review),
      ...(before?.deload ? [] : rampWarnings(review, ramp)),
      ...(full ? jumpViolations(review, full) : []),
    ];
  });
  return [...shapeViolations(program, profile), ...byWeek, ...deloadWarnings(program)];
}

import {
  type AdjustmentChange,
  keepsRules,
  NO_CHANGE,
} from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  changeableDays,
  type PlannedDay,
  type ReportedPain,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { namesText, weekdayName } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import {
  type Contraindication,
  EXERCISE_EQUIPMENT,
  EXERCISE_LEVELS,
} from '@stridewell/contract/exercises/exercises.rules';
import { type ExerciseLimits, substitutesFor } from '@stridewell/contract/exercises/exercises.substitutes.rules';
import type { ProgramDay, ProgramExercise } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { daysBetween } from '@stridewell/contract/time';
import { exerciseRef } from '@stridewell/contract/workouts/workouts.records.rules';
import { PAIN_LEVELS, type PainPart } from '@stridewell/contract/workouts/workouts.rules';

/**
 * Complaints that exclude exercises [K, science B]. A part without a complaint excludes only the exercise that hurt.
 */
const COMPLAINTS: Record<PainPart, readonly Contraindication[]> = {
  neck: ['neck'],
  shoulder: ['shoulder'],
  chest: ['heart'],
  upper_back: [],
  elbow: ['elbow'],
  wrist: ['wrist'],
  low_back: ['low_back'],
  hip: ['hip'],
  knee: ['knee'],
  ankle: ['ankle'],
  other: [],
};

/** Chest pain may come from the heart, so at any level the coach decides [K, science C]. */
const isGrave = ({ part, level }: ReportedPain): boolean => level === 'severe' || part === 'chest';

type Flag = ReportedPain & { day: string };

const rankOf = ({ level }: ReportedPain): number => PAIN_LEVELS.indexOf(level);

/**
 * The flags that count today, latest first. A flag replaces an earlier one of the same part, unless that was worse:
 * milder pain does not end severe pain.
 */
function countingFlags({ workouts, today }: AdjustmentFacts): Flag[] {
  const flags = workouts
    .flatMap(({ pains, day }) => pains.map((pain) => ({ ...pain, day })))
    .filter(({ day }) => day <= today && daysBetween(day, today) < ADJUSTMENT_RULES.daysAhead)
    .toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? 1 : -1) : a.day < b.day ? 1 : -1));
  return flags.filter((flag, index) =>
    flags.slice(0, index).every((later) => later.part !== flag.part || rankOf(later) < rankOf(flag)),
  );
}

/** The coming days that a flag affects. Mild pain affects only the next sessions, including those done since. */
function concernedDays(flag: Flag, planned: readonly PlannedDay[], today: string): PlannedDay[] {
  const open = changeableDays(planned, today).filter(
    ({ day }) => daysBetween(flag.day, day) <= ADJUSTMENT_RULES.daysAhead,
  );
  if (flag.level !== 'mild' || isGrave(flag)) return open;
  const since = planned.filter(
    ({ status, doneOn }) => (status === 'done' || status === 'started') && doneOn > flag.day,
  );
  return open.slice(0, Math.max(0, ADJUSTMENT_RULES.mildSessions - since.length));
}

/** Limits for replacements: equipment that the program already uses, and none of the complaints. */
function limitsOf({ followed }: AdjustmentFacts, flags: readonly Flag[], find: Find): ExerciseLimits {
  const used = weeksOf(followed.program)
    .flatMap(({ week }) => week.days.flatMap(({ workout }) => workout.exercises))
    .flatMap(({ exerciseId }) => (exerciseId === null ? [] : (find(exerciseId) ?? [])));
  const levels = used.map(({ level }) => EXERCISE_LEVELS.indexOf(level));
  return {
    equipment: EXERCISE_EQUIPMENT.filter(
      (item) => item === 'mat' || used.some(({ equipment }) => equipment.includes(item)),
    ),
    contraindications: [...new Set(flags.flatMap(({ part }) => COMPLAINTS[part]))],
    level: EXERCISE_LEVELS[Math.max(0, ...levels)] ?? EXERCISE_LEVELS[0],
    excluded: flags.flatMap(({ exercise }) => exercise ?? []),
  };
}

type Find = (id: string) => Exercise | undefined;

/** Whether an exercise strains the painful part, or is the one that hurt. */
function isAffected(exercise: ProgramExercise, { part, exercise: hurting }: Flag, find: Find): boolean {
  if (exerciseRef(exercise) === hurting) return true;
  const complaints = exercise.exerciseId === null ? [] : (find(exercise.exerciseId)?.contraindications ?? []);
  return complaints.some((complaint) => COMPLAINTS[part].includes(complaint));
}

/** Whether an exercise strains a part for which the client reported pain in the last days. */
export const isHurting = (exercise: ProgramExercise, facts: AdjustmentFacts, find: Find): boolean =>
  countingFlags(facts).some((flag) => isAffected(exercise, flag, find));

/** Loads belong to the exercise, so a replacement starts without one. */
const replaced = (exercise: ProgramExercise, by: Exercise): ProgramExercise => ({
  ...exercise,
  exerciseId: by.id,
  name: by.name,
  sets: exercise.sets.map((set) => ({ ...set, load: null })),
  alternatives: [],
});

const withoutExercise = (day: ProgramDay, key: string): ProgramDay => {
  const exercises = day.workout.exercises.filter((one) => one.key !== key);
  const groups = day.workout.groups.filter(({ letter }) => exercises.some(({ group }) => group === letter));
  return { ...day, workout: { ...day.workout, exercises, groups } };
};

const withReplaced = (day: ProgramDay, next: ProgramExercise): ProgramDay => ({
  ...day,
  workout: { ...day.workout, exercises: day.workout.exercises.map((one) => (one.key === next.key ? next : one)) },
});

type Swapping = {
  /** Whether the pain rules out an exercise. */
  isConcerned: (exercise: ProgramExercise) => boolean;
  limits: ExerciseLimits;
  find: Find;
  library: readonly Exercise[];
  isAllowed: (day: ProgramDay) => boolean;
};

/** Replaces painful exercises of a day, or drops them without a substitute. Undefined when no exercise is left. */
function safeDay(day: ProgramDay, { isConcerned, limits, find, library, isAllowed }: Swapping): ProgramDay | undefined {
  let safe = day;
  for (const exercise of day.workout.exercises.filter(isConcerned)) {
    const present = safe.workout.exercises.flatMap(({ exerciseId }) => exerciseId ?? []);
    const facts = exercise.exerciseId === null ? undefined : find(exercise.exerciseId);
    const excluded = [...limits.excluded, ...present];
    const options = facts ? substitutesFor(facts, library, { ...limits, excluded }) : [];
    const swapped = options.map((one) => withReplaced(safe, replaced(exercise, one))).find(isAllowed);
    safe = swapped ?? withoutExercise(safe, exercise.key);
  }
  return safe.workout.exercises.length === 0 ? undefined : safe;
}

type Suggested = { kind: 'swap'; change: AdjustmentChange; reason: string; cause: string; held: string[] };

/**
 * Proposes replaced exercises on the coming days for each flag that counts. A worse flag of the same part takes
 * precedence, so that two proposals do not ask for the same change. Severe pain holds the next days until the coach has
 * decided. So does a day without any remaining exercise. Reasons do not name the part, because they outlive the log.
 */
export function adjustPain(facts: AdjustmentFacts, planned: readonly PlannedDay[], find: Find): Suggested[] {
  const flags = countingFlags(facts);
  const limits = limitsOf(facts, flags, find);
  const concerned = new Map(flags.map((flag) => [flag, concernedDays(flag, planned, facts.today)]));
  return flags.flatMap((flag): Suggested[] => {
    const coming = concerned.get(flag) ?? [];
    const worse = flags.filter((one) => one.part === flag.part && rankOf(one) > rankOf(flag));
    const unsafe: string[] = [];
    let change = NO_CHANGE;
    for (const place of coming) {
      const { content, dayKey } = place;
      const others = worse.filter((one) => concerned.get(one)?.includes(place));
      const isConcerned = (exercise: ProgramExercise) =>
        isAffected(exercise, flag, find) && !others.some((one) => isAffected(exercise, one, find));
      const isAllowed = (after: ProgramDay) =>
        keepsRules({ ...change, days: [...change.days, { before: content, after }] }, { facts, planned });
      const after = safeDay(content, { isConcerned, limits, find, library: facts.exercises, isAllowed });
      if (!after) unsafe.push(dayKey);
      else if (after !== content) change = { ...change, days: [...change.days, { before: content, after }] };
    }
    const held = isGrave(flag) ? coming.slice(0, 1).map(({ dayKey }) => dayKey) : [];
    const waiting = [...new Set([...held, ...change.days.map(({ after }) => after.key)])];
    const isHeld = held.length > 0 || unsafe.length > 0;
    if (change.days.length === 0 && !isHeld) return [];
    return [
      {
        kind: 'swap',
        change,
        reason: reasonOf(flag, change, { isHeld, sessions: coming.length }),
        cause: `pain:${flag.id}`,
        held: [...new Set([...(isGrave(flag) ? waiting : []), ...unsafe])],
      },
    ];
  });
}

type Extent = { isHeld: boolean; sessions: number };

function reasonOf(flag: Flag, { days }: AdjustmentChange, { isHeld, sessions }: Extent): string {
  const start = `${isGrave(flag) ? 'Serious pain' : 'Pain'} was reported on ${weekdayName(flag.day)}`;
  const names = [
    ...new Set(
      days.flatMap(({ before, after }) =>
        before.workout.exercises
          .filter(({ key, name }) => after.workout.exercises.find((one) => one.key === key)?.name !== name)
          .map(({ name }) => name),
      ),
    ),
  ];
  if (names.length === 0) return `${start}, so the next workout waits until the coach has decided.`;
  const what = names.length > 3 ? `${names.length} exercises` : namesText(names);
  const verb = names.length === 1 ? 'is' : 'are';
  const isShort = flag.level === 'mild' && !isGrave(flag);
  const extent = isShort
    ? `in the next ${sessions === 1 ? 'workout' : `${sessions} workouts`}`
    : `for ${ADJUSTMENT_RULES.daysAhead} days`;
  const swap = `${what} ${verb} replaced or removed ${extent}`;
  return isHeld ? `${start}, so the days wait for the coach, and ${swap}.` : `${start}, so ${swap}.`;
}

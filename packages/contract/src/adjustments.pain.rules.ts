import { type AdjustmentChange, keepsRules, NO_CHANGE } from './adjustments.changes.rules.ts';
import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  changeableDays,
  type PlannedDay,
  type ReportedPain,
} from './adjustments.rules.ts';
import { namesText, weekdayName } from './adjustments.wording.rules.ts';
import { type Contraindication, EXERCISE_EQUIPMENT, EXERCISE_LEVELS } from './exercises.rules.ts';
import { type ExerciseLimits, substitutesFor } from './exercises.substitutes.rules.ts';
import type { Exercise } from './exercises.ts';
import { weeksOf } from './programs.rules.ts';
import type { ProgramDay, ProgramExercise } from './programs.ts';
import { daysBetween } from './time.ts';
import { exerciseRef } from './workouts.records.rules.ts';
import type { PainPart } from './workouts.rules.ts';

/** Complaints with which exercises are left out [K, science B]. Parts without one rule out what hurt alone. */
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

/** Pain in the chest may be the heart, so no rule decides about it whatever its level [K, science C]. */
const isGrave = ({ part, level }: ReportedPain): boolean => level === 'severe' || part === 'chest';

type Flag = ReportedPain & { day: string };

/** The latest flag of each part within the days in which it counts. */
function latestFlags({ workouts, today }: AdjustmentFacts): Flag[] {
  const flags = workouts
    .flatMap(({ pains, day }) => pains.map((pain) => ({ ...pain, day })))
    .filter(({ day }) => day <= today && daysBetween(day, today) < ADJUSTMENT_RULES.daysAhead)
    .toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? 1 : -1) : a.day < b.day ? 1 : -1));
  return flags.filter(({ part }, index) => flags.findIndex((one) => one.part === part) === index);
}

/** What a replacement may be: with equipment that the program uses anyway, and for none of the complaints. */
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

/** Whether an exercise strains what hurts, or is what hurt. */
function isAffected(exercise: ProgramExercise, { part, exercise: hurting }: Flag, find: Find): boolean {
  if (exerciseRef(exercise) === hurting) return true;
  const complaints = exercise.exerciseId === null ? [] : (find(exercise.exerciseId)?.contraindications ?? []);
  return complaints.some((complaint) => COMPLAINTS[part].includes(complaint));
}

/** Whether an exercise strains what a client reported in the last days. */
export const isHurting = (exercise: ProgramExercise, facts: AdjustmentFacts, find: Find): boolean =>
  latestFlags(facts).some((flag) => isAffected(exercise, flag, find));

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
  flag: Flag;
  limits: ExerciseLimits;
  find: Find;
  library: readonly Exercise[];
  isAllowed: (day: ProgramDay) => boolean;
};

/** The day without what hurts: replaced where the library has something, else left out. Undefined when nothing is left. */
function safeDay(day: ProgramDay, { flag, limits, find, library, isAllowed }: Swapping): ProgramDay | undefined {
  let safe = day;
  for (const exercise of day.workout.exercises.filter((one) => isAffected(one, flag, find))) {
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
 * Replaced exercises of the coming days for each part that hurts. Severe pain holds the next days until the coach has
 * decided, and so does a day of which nothing would be left. Reasons do not name the part, because they outlive the log.
 */
export function adjustPain(facts: AdjustmentFacts, planned: readonly PlannedDay[], find: Find): Suggested[] {
  const flags = latestFlags(facts);
  const limits = limitsOf(facts, flags, find);
  const open = changeableDays(planned, facts.today);
  return flags.flatMap((flag): Suggested[] => {
    const coming = open.filter(({ day }) => daysBetween(flag.day, day) <= ADJUSTMENT_RULES.daysAhead);
    const unsafe: string[] = [];
    let change = NO_CHANGE;
    for (const { content, dayKey } of coming) {
      const isAllowed = (after: ProgramDay) =>
        keepsRules({ ...change, days: [...change.days, { before: content, after }] }, { facts, planned });
      const after = safeDay(content, { flag, limits, find, library: facts.exercises, isAllowed });
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
        reason: reasonOf(flag, change, isHeld),
        cause: `pain:${flag.id}`,
        held: [...new Set([...(isGrave(flag) ? waiting : []), ...unsafe])],
      },
    ];
  });
}

function reasonOf(flag: Flag, { days }: AdjustmentChange, isHeld: boolean): string {
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
  const swap = `${what} ${verb} replaced or left out for ${ADJUSTMENT_RULES.daysAhead} days`;
  return isHeld ? `${start}, so the days wait for the coach, and ${swap}.` : `${start}, so ${swap}.`;
}

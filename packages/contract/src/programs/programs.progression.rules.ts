import type { NewKey } from './programs.create.rules.ts';
import { repsOf } from './programs.reps.rules.ts';
import { isWorkingSet, PROGRAM_BOUNDS } from './programs.rules.ts';
import type {
  Program,
  ProgramDay,
  ProgramExercise,
  ProgramPhase,
  ProgramWeek,
  SetEffort,
  SetLoad,
  SetTarget,
} from './programs.ts';
import { TRAINING_RULES } from './programs.volume.rules.ts';

/** Loads that grow are rounded to this, the smallest plates of most gyms [K]. In kilograms. */
const LOAD_STEP_KG = 0.5;
/** Percents of the maximum are rounded to this in a deload. */
const PERCENT_STEP = 1;
/** Most reps that growth leads to; the contract refuses more. */
const MOST_REPS = 200;
const MOST_EFFORT = 10;
const LEAST_RPE = 1;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Both numbers of a range move. Times, distances and other texts stay. */
function moreReps(reps: string, added: number): string {
  if (added === 0 || repsOf(reps).kind !== 'reps') return reps;
  const text = reps.replaceAll(/\d+/g, (digits) => String(Math.min(Number(digits) + added, MOST_REPS)));
  return text.length <= PROGRAM_BOUNDS.reps ? text : reps;
}

/** `rir` repetitions fewer in reserve; a negative number leaves more. */
function harder(effort: SetEffort | null, rir: number): SetEffort | null {
  if (!effort || rir === 0) return effort;
  if (effort.scale === 'rir') return { scale: 'rir', value: clamp(effort.value - rir, 0, MOST_EFFORT) };
  return { scale: 'rpe', value: clamp(effort.value + rir, LEAST_RPE, MOST_EFFORT) };
}

/** Kilograms grow on the week before, percents of the maximum by points. */
function heavier(load: SetLoad | null, percent: number, steps: number): SetLoad | null {
  if (!load || percent === 0 || steps === 0) return load;
  if (load.unit === 'percent') {
    return { unit: 'percent', value: Math.min(load.value + percent * steps, PROGRAM_BOUNDS.percent) };
  }
  const grown = Math.round((load.value * (1 + percent / 100) ** steps) / LOAD_STEP_KG) * LOAD_STEP_KG;
  return { unit: 'kg', value: Math.min(Math.max(grown, load.value), PROGRAM_BOUNDS.loadKg) };
}

/** A working set after some weeks. `added` sets come on top. */
function progressSet(
  set: SetTarget,
  { reps, rir, percent }: Program['phases'][number]['progression'],
  steps: number,
): SetTarget {
  return {
    ...set,
    reps: moreReps(set.reps, reps * steps),
    effort: harder(set.effort, rir * steps),
    load: heavier(set.load, percent, steps),
  };
}

/** The line that gets added sets: the first of the working lines with the most sets. */
function mainLine(sets: readonly SetTarget[]): number {
  const counts = sets.map((set) => (isWorkingSet(set) ? set.count : 0));
  const most = Math.max(...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

function progressExercise({ sets }: ProgramExercise, { progression }: ProgramPhase, steps: number): SetTarget[] {
  const main = mainLine(sets);
  return sets.map((set, index) => {
    if (!isWorkingSet(set)) return set;
    const count = index === main ? Math.min(set.count + progression.sets * steps, PROGRAM_BOUNDS.sets) : set.count;
    return { ...progressSet(set, progression, steps), count };
  });
}

/** The load of a deload: a share of a load, in whole steps. Body weight stays. */
function lighterLoad(load: SetLoad | null): SetLoad | null {
  if (!load || load.value === 0) return load;
  const step = load.unit === 'percent' ? PERCENT_STEP : LOAD_STEP_KG;
  const steps = Math.floor((load.value * TRAINING_RULES.deloadLoad) / step);
  return { ...load, value: Math.min(load.value, Math.max(steps, 1) * step) };
}

/**
 * Days of a week as a deload [K, science B]: about half the sets, lighter loads and more repetitions in reserve. Rounding is
 * carried on through the week, so that the whole is halved: sets of three become two and one in turn. Warm-ups stay.
 */
export function deloadDays(days: readonly ProgramDay[]): ProgramDay[] {
  let [planned, given] = [0, 0];
  const lighter = (set: SetTarget): SetTarget => {
    if (!isWorkingSet(set)) return set;
    planned += set.count;
    const count = Math.max(1, Math.round(planned * TRAINING_RULES.deloadSets) - given);
    given += count;
    return { ...set, count, load: lighterLoad(set.load), effort: harder(set.effort, -TRAINING_RULES.deloadRir) };
  };
  return days.map((day) => {
    const exercises = day.workout.exercises.map((exercise) => ({ ...exercise, sets: exercise.sets.map(lighter) }));
    return { ...day, workout: { ...day.workout, exercises } };
  });
}

/** The part that stands at the same place under the same name keeps its key. */
const keyAt = (
  earlier: readonly { key: string; name: string }[] | undefined,
  name: string,
  index: number,
  newKey: NewKey,
) => {
  const found = earlier?.[index];
  return found?.name === name ? found.key : newKey();
};

type Fill = { phase: ProgramPhase; steps: number; newKey: NewKey };

function fillDay(
  day: ProgramDay,
  earlier: ProgramDay | undefined,
  key: string,
  { phase, steps, newKey }: Fill,
): ProgramDay {
  const exercises = day.workout.exercises.map((exercise, index) => {
    const exerciseKey = keyAt(earlier?.workout.exercises, exercise.name, index, newKey);
    return { ...exercise, key: exerciseKey, sets: progressExercise(exercise, phase, steps) };
  });
  return { ...day, key, workout: { ...day.workout, exercises } };
}

function fillWeek(week: ProgramWeek, first: ProgramWeek, fill: Fill): ProgramWeek {
  const days = first.days.map((day, index) => {
    const earlier = week.days[index]?.name === day.name ? week.days[index] : undefined;
    return fillDay(day, earlier, earlier?.key ?? fill.newKey(), fill);
  });
  return { ...week, days };
}

/**
 * Fills the weeks of a phase from its first week by its progression. A deload is the first week made lighter, so that it is
 * below the weeks before and after it, and growth waits for the week after it. Weeks keep their keys, and days and exercises theirs where name and place are the same, so that copies of
 * clients can still be merged.
 */
export function progressPhase(phase: ProgramPhase, newKey: NewKey): ProgramPhase {
  const [first, ...others] = phase.weeks;
  if (!first) return phase;
  let steps = 0;
  const filled = others.map((week) => {
    if (week.deload) return fillWeek(week, { ...first, days: deloadDays(first.days) }, { phase, steps: 0, newKey });
    steps += 1;
    return fillWeek(week, first, { phase, steps, newKey });
  });
  return { ...phase, weeks: [first, ...filled] };
}

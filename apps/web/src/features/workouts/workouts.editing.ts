import { stampAfter } from '@stridewell/contract/merge.rules';
import type { SetTarget } from '@stridewell/contract/programs/programs';
import { percentLoadKg, targetRir } from '@stridewell/contract/programs/programs.loads.rules';
import { repsOf } from '@stridewell/contract/programs/programs.reps.rules';
import { isSame } from '@stridewell/contract/programs/programs.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type {
  LoggedSet,
  PainFlag,
  PerformedExercise,
  PlannedWorkout,
  PreviousPerformance,
  WorkoutLog,
} from '@stridewell/contract/workouts/workouts';
import { changeHead, withdrawPain } from '@stridewell/contract/workouts/workouts.merge.rules';
import { exerciseRef, figuresOf } from '@stridewell/contract/workouts/workouts.records.rules';
import { plannedOf, plannedSetId } from '@stridewell/contract/workouts/workouts.rules';
import {
  isReplaced,
  lastSetBefore,
  placesBefore,
  shownExercises,
} from '@stridewell/contract/workouts/workouts.swaps.rules';
import { newId } from '../../lib/ids.ts';

/** Workout editing as pure functions, without screen and storage. */

/** The log of a planned workout before its first set. */
export function startWorkout(planned: PlannedWorkout, now = Date.now()): WorkoutLog {
  const at = new Date(now).toISOString();
  const { logId, day, name, weekNumber, workout } = planned;
  const plan = plannedOf(logId);
  return {
    id: logId,
    head: {
      clientProgramId: plan?.clientProgramId ?? null,
      dayKey: plan?.dayKey ?? null,
      weekNumber,
      day,
      name,
      groups: workout.groups,
      exercises: workout.exercises.map((exercise) => ({ ...exercise, swappedFrom: null })),
      startedAt: at,
      finishedAt: null,
      note: '',
      pains: [],
      deleted: false,
      changedAt: at,
    },
    sets: [],
  };
}

type HeadChange = Parameters<typeof changeHead>[1];

/** The workout with other parts of its head, changed now. */
export const withHead = (log: WorkoutLog, change: HeadChange, now = Date.now()): WorkoutLog => ({
  ...log,
  head: changeHead(log.head, change, now),
});

/** A pain flag has its own time, so the rest of the head keeps its. */
export const addPain = (log: WorkoutLog, flag: PainFlag): WorkoutLog => ({
  ...log,
  head: { ...log.head, pains: [...log.head.pains, flag] },
});

/** Withdraws a pain flag: the coach no longer sees it. */
export const withdrawFlag = (log: WorkoutLog, id: string, now = Date.now()): WorkoutLog => ({
  ...log,
  head: { ...log.head, pains: log.head.pains.map((flag) => (flag.id === id ? withdrawPain(flag, now) : flag)) },
});

/** Strength of a client: the estimated one-rep max in kg, and the units of their plates. */
type Strength = { maxKg: number | null; units: UnitSystem };

/** The estimated one-rep max of an exercise in kg; null while it is not known. */
export const maxOf = (exercise: PerformedExercise, previous: readonly PreviousPerformance[]): number | null =>
  // An answer that an older version kept on the device has none.
  previous.find((one) => exerciseRef(one) === exerciseRef(exercise))?.maxKg ?? null;

/** The unit a set is measured in. */
export type SetMeasure = 'reps' | 'time' | 'distance';

export function measureOf(target: SetTarget | null): SetMeasure {
  const kind = target ? repsOf(target.reps).kind : 'reps';
  return kind === 'time' || kind === 'distance' ? kind : 'reps';
}

type Figures = Pick<LoggedSet, 'weightKg' | 'reps' | 'seconds' | 'metres' | 'rir'>;
const NOTHING: Figures = { weightKg: null, reps: null, seconds: null, metres: null, rir: null };

/** One set of an exercise: planned, done or added. */
export type SetRow = {
  id: string;
  position: number;
  target: SetTarget | null;
  logged: LoggedSet | null;
  previous: Figures | null;
  /** Values of a set that is marked as done without typing. */
  suggested: Figures;
};

const targetsOf = ({ sets }: PerformedExercise): SetTarget[] =>
  sets.flatMap((target) => Array.from({ length: target.count }, () => target));

/** The figures of the last time for the same set, or for the last one of the same kind. */
function previousOf(previous: PreviousPerformance | undefined, index: number, kind: string): Figures | null {
  if (!previous) return null;
  const same = previous.sets.filter((set) => set.kind === kind);
  return previous.sets[index]?.kind === kind ? (previous.sets[index] ?? null) : (same.at(-1) ?? null);
}

/** The reps of the last time as long as they are within the target, else its least. */
function repsWithin({ min, max }: { min: number; max: number }, previous: Figures | null): number {
  const last = previous?.reps ?? min;
  return last >= min && last <= max ? last : min;
}

/** The planned load in kg; null where none is planned, or a percentage of a maximum that is not known. */
function plannedKg(load: SetTarget['load'], { maxKg, units }: Strength): number | null {
  if (!load || load.unit === 'kg') return load?.value ?? null;
  return maxKg === null ? null : percentLoadKg(load.value, maxKg, units);
}

function suggestionFor(target: SetTarget | null, previous: Figures | null, strength: Strength): Figures {
  const reps = target ? repsOf(target.reps) : null;
  const goal = reps && 'min' in reps ? reps.min : null;
  return {
    weightKg: plannedKg(target?.load ?? null, strength) ?? previous?.weightKg ?? null,
    reps: reps?.kind === 'reps' ? repsWithin(reps, previous) : (previous?.reps ?? null),
    seconds: reps?.kind === 'time' ? goal : (previous?.seconds ?? null),
    metres: reps?.kind === 'distance' ? goal : (previous?.metres ?? null),
    rir: targetRir(target?.effort ?? null),
  };
}

type Carried = { target: SetTarget | null; figures: Figures };

/** Values carried from the set above: its load where both have the same planned load; likewise its reps. */
function carriedTo(target: SetTarget | null, above: Carried | undefined): Figures {
  if (!above) return NOTHING;
  const isAlike = (name: 'load' | 'reps') =>
    !target || !above.target || isSame(target[name] ?? null, above.target[name] ?? null);
  const { weightKg, reps, seconds, metres } = above.figures;
  return {
    ...NOTHING,
    ...(isAlike('load') && { weightKg }),
    ...(isAlike('reps') && { reps, seconds, metres }),
  };
}

const CARRIED = ['weightKg', 'reps', 'seconds', 'metres'] as const;

/**
 * Suggests what was entered in the set above. A set that was done as suggested carries nothing on, so that the next one
 * still follows the plan and the last time.
 * @param first what was done before a swap
 */
function carryForward(rows: readonly SetRow[], first: Carried | undefined): SetRow[] {
  const above = new Map<string, Carried>(first ? [['normal', first]] : []);
  return rows.map((row) => {
    const { target, logged } = row;
    const kind = target?.kind ?? logged?.kind ?? 'normal';
    const carried = carriedTo(target, above.get(kind));
    const suggested = { ...row.suggested };
    const figures = { ...carried };
    for (const name of CARRIED) {
      suggested[name] = carried[name] ?? suggested[name];
      const entered = logged?.[name] ?? null;
      if (entered !== null && entered !== suggested[name]) figures[name] = entered;
    }
    above.set(kind, { target, figures });
    // A set that the client added has its own figures.
    return target ? { ...row, suggested } : row;
  });
}

/** Reps of the exercise that this one replaces. Its load says nothing about another exercise. */
function doneBefore(log: WorkoutLog, exercise: PerformedExercise): Carried | undefined {
  const last = lastSetBefore(log, exercise);
  return last && { target: last.target ?? null, figures: { ...last.set, weightKg: null, rir: null } };
}

/**
 * The sets of an exercise in order: those of the plan, then those the client added. Deleted ones are left out. An exercise
 * that was swapped keeps the sets that were done, and the other one has the rest.
 */
export function rowsOf(
  log: WorkoutLog,
  exercise: PerformedExercise,
  previous: readonly PreviousPerformance[],
  units: UnitSystem = 'metric',
): SetRow[] {
  const strength = { maxKg: maxOf(exercise, previous), units };
  const last = previous.find((one) => exerciseRef(one) === exerciseRef(exercise));
  const own = log.sets.filter(({ exerciseKey }) => exerciseKey === exercise.key);
  const targets = targetsOf(exercise);
  const planned = targets.map((target, position) => {
    const before = previousOf(last, position, target.kind);
    const id = plannedSetId(exercise.key, position);
    const logged = own.find((set) => set.id === id) ?? null;
    return { id, position, target, logged, previous: before, suggested: suggestionFor(target, before, strength) };
  });
  const ids = new Set(planned.map(({ id }) => id));
  const added = own
    .filter(({ id }) => !ids.has(id))
    .sort((a, b) => a.position - b.position)
    .map((logged) => {
      const before = previousOf(last, logged.position, logged.kind);
      return { id: logged.id, position: logged.position, target: null, logged, previous: before, suggested: logged };
    });
  const taken = placesBefore(log, exercise);
  const left = planned.filter(({ position, logged }) => logged?.done || !taken.has(position));
  const rows = [...left, ...added].filter(({ logged }) => !logged?.deleted);
  if (isReplaced(log, exercise)) return rows.filter(({ logged }) => logged?.done);
  return carryForward(rows, doneBefore(log, exercise));
}

/** Stores a set. What was typed stays when it is marked as done; what was not takes the suggestion. */
export function storeSet(
  log: WorkoutLog,
  exerciseKey: string,
  row: SetRow,
  change: Partial<Omit<LoggedSet, 'id' | 'exerciseKey' | 'changedAt'>>,
  now = Date.now(),
): WorkoutLog {
  const { id, position, logged, target, suggested } = row;
  const base: LoggedSet = logged ?? {
    id,
    exerciseKey,
    position,
    ...NOTHING,
    note: '',
    done: false,
    deleted: false,
    kind: target?.kind ?? 'normal',
    changedAt: new Date(now - 1).toISOString(),
  };
  const typed = { ...base, ...change };
  const measure = measureOf(target);
  const filled: Partial<Figures> = typed.done
    ? {
        weightKg: typed.weightKg ?? (measure === 'reps' ? suggested.weightKg : null),
        reps: typed.reps ?? (measure === 'reps' ? suggested.reps : null),
        seconds: typed.seconds ?? (measure === 'time' ? suggested.seconds : null),
        metres: typed.metres ?? (measure === 'distance' ? suggested.metres : null),
      }
    : {};
  const set = { ...typed, ...filled, changedAt: stampAfter(base.changedAt, now) };
  return { ...log, sets: [...log.sets.filter((one) => one.id !== id), set] };
}

/** A further set of an exercise, like its last one. */
export function addSet(
  log: WorkoutLog,
  exercise: PerformedExercise,
  rows: readonly SetRow[],
  now = Date.now(),
): WorkoutLog {
  const last = rows.at(-1);
  const from = last?.logged ?? { ...NOTHING, ...last?.suggested, kind: last?.target?.kind ?? ('normal' as const) };
  const set: LoggedSet = {
    id: newId(),
    exerciseKey: exercise.key,
    position: (last?.position ?? -1) + 1,
    kind: from.kind,
    weightKg: from.weightKg,
    reps: from.reps,
    seconds: from.seconds,
    metres: from.metres,
    rir: null,
    note: '',
    done: false,
    deleted: false,
    changedAt: new Date(now).toISOString(),
  };
  return { ...log, sets: [...log.sets, set] };
}

/** Exercises that are done together: one on its own, or the exercises of a group. */
export function blocksOf(log: WorkoutLog): PerformedExercise[][] {
  const blocks: PerformedExercise[][] = [];
  for (const exercise of shownExercises(log)) {
    const before = blocks.at(-1);
    if (exercise.group && before?.[0]?.group === exercise.group) before.push(exercise);
    else blocks.push([exercise]);
  }
  return blocks;
}

export type Step = { exerciseKey: string; setId: string };

/** The order of sets: round by round within a group. */
export function stepsOf(log: WorkoutLog, previous: readonly PreviousPerformance[]): Step[] {
  return blocksOf(log).flatMap((block) => {
    const rows = block.map((exercise) => ({ key: exercise.key, rows: rowsOf(log, exercise, previous) }));
    const rounds = Math.max(0, ...rows.flatMap((one) => one.rows.map(({ position }) => position + 1)));
    return Array.from({ length: rounds }, (_, round) =>
      rows.flatMap((one) =>
        one.rows.filter(({ position }) => position === round).map(({ id }) => ({ exerciseKey: one.key, setId: id })),
      ),
    ).flat();
  });
}

/** The next set that is not done, after the one just finished; then the first that was left out. */
export function nextStep(log: WorkoutLog, previous: readonly PreviousPerformance[], after?: string): Step | undefined {
  const steps = stepsOf(log, previous);
  const done = new Set(log.sets.filter((set) => set.done && !set.deleted).map(({ id }) => id));
  const from = after === undefined ? 0 : steps.findIndex(({ setId }) => setId === after) + 1;
  return [...steps.slice(from), ...steps.slice(0, from)].find(({ setId }) => !done.has(setId));
}

/** Number of sets that are done, and of all. */
export function progressOf(log: WorkoutLog, previous: readonly PreviousPerformance[]): { done: number; total: number } {
  const done = new Set(log.sets.filter((set) => set.done && !set.deleted).map(({ id }) => id));
  const steps = stepsOf(log, previous);
  return { done: steps.filter(({ setId }) => done.has(setId)).length, total: steps.length };
}

/** Seconds of rest where the coach leaves it open [K, science B: 60 to 120 s]. */
const USUAL_REST_S = 90;

/** Seconds to rest after a set: none before the next exercise of the same round. */
export function restAfter(log: WorkoutLog, row: SetRow, exercise: PerformedExercise): number {
  const block = blocksOf(log).find((one) => one.some(({ key }) => key === exercise.key)) ?? [exercise];
  const group = log.head.groups.find(({ letter }) => letter === exercise.group);
  if (block.length > 1 && block.at(-1)?.key !== exercise.key) return 0;
  if (group?.format === 'amrap' || group?.format === 'emom') return 0;
  return group?.rest ?? row.target?.rest ?? USUAL_REST_S;
}

/** Plates in kg or lb, largest first, of which a gym has many. */
const PLATES = { metric: [25, 20, 15, 10, 5, 2.5, 1.25], imperial: [45, 35, 25, 10, 5, 2.5] } as const;

/**
 * Plates for each side of a bar, largest first, for a weight in the unit of the plates. `missing` is what they cannot
 * make up.
 */
export function platesFor(
  weight: number,
  bar: number,
  units: keyof typeof PLATES,
): { plates: number[]; missing: number } {
  let left = Math.max(0, (weight - bar) / 2);
  const plates: number[] = [];
  for (const plate of PLATES[units]) {
    while (left >= plate - 1e-9) {
      plates.push(plate);
      left -= plate;
    }
  }
  return { plates, missing: Math.round(left * 200) / 100 };
}

/** Performance before a workout; the latest one may be the workout itself. */
export const before = (previous: readonly PreviousPerformance[], { head }: WorkoutLog): PreviousPerformance[] =>
  previous.filter(({ day }) => day < head.day);

/**
 * Difference in volume to the last time, in kg, over the exercises that were done both times. Null when there are none.
 */
export function volumeChangeKg({ head, sets }: WorkoutLog, previous: readonly PreviousPerformance[]): number | null {
  const changes = head.exercises.flatMap((exercise) => {
    const last = previous.find((one) => exerciseRef(one) === exerciseRef(exercise));
    const now = figuresOf(sets.filter(({ exerciseKey }) => exerciseKey === exercise.key));
    if (!last || now.sets === 0) return [];
    return [now.volumeKg - figuresOf(last.sets.map((set) => ({ ...set, done: true, deleted: false }))).volumeKg];
  });
  return changes.length > 0 ? changes.reduce((sum, change) => sum + change, 0) : null;
}

import { EXERCISE_EQUIPMENT_LABELS, nameWords } from '../exercises/exercises.rules.ts';
import { suggestExercises } from '../exercises/exercises.search.rules.ts';
import type { Exercise } from '../exercises/exercises.ts';
import { PROGRAM_BOUNDS } from '../programs/programs.rules.ts';
import type { SetTarget } from '../programs/programs.ts';
import { instantAtWallClock } from '../time.ts';
import {
  HISTORY_BOUNDS,
  type HistoryExercise,
  type HistoryMatch,
  type HistorySet,
  type HistoryWorkout,
} from './workouts.history.rules.ts';
import { type HistorySource, plannedSetId } from './workouts.rules.ts';
import type { LoggedSet, PerformedExercise, WorkoutLog } from './workouts.ts';

/** How workouts of another app become logs here. */

function repsText({ reps, seconds, metres }: HistorySet): string {
  if (reps !== null && reps > 0) return String(Math.min(reps, 200));
  if (seconds !== null && seconds > 0) return `${Math.max(1, Math.round(seconds))} sec`;
  if (metres !== null && metres > 0) return `${Math.max(1, Math.round(metres))} m`;
  return 'AMRAP';
}

/** The sets that were done, written as targets of a plan. Sets beyond its limits count as added. */
function targetsOf(sets: readonly HistorySet[]): SetTarget[] {
  const targets: SetTarget[] = [];
  for (const set of sets) {
    const [last, reps] = [targets.at(-1), repsText(set)];
    if (last && last.kind === set.kind && last.reps === reps && last.count < PROGRAM_BOUNDS.sets) last.count += 1;
    else if (targets.length === PROGRAM_BOUNDS.lines) break;
    else targets.push({ count: 1, reps, kind: set.kind, load: null, effort: null, tempo: null, rest: null });
  }
  return targets;
}

const keyOf = (index: number): string => `import${String(index).padStart(3, '0')}`;

const performed = ({ exerciseId, name, group, note, sets }: HistoryExercise, index: number): PerformedExercise => ({
  key: keyOf(index),
  exerciseId,
  name,
  group,
  sets: targetsOf(sets),
  notes: note,
  alternatives: [],
  swappedFrom: null,
});

/** A finished log of no program. Its day is that of the start where the client trained. */
export function historyLog(
  { startedAt, seconds, title, note, exercises }: HistoryWorkout,
  { id: logId, timeZone: zone, source }: { id: string; timeZone: string; source: HistorySource },
): WorkoutLog {
  const day = startedAt.slice(0, 10);
  const clock = Number(startedAt.slice(11, 13)) * 60 + Number(startedAt.slice(14, 16));
  const start = instantAtWallClock(day, clock, zone).getTime() + Number(startedAt.slice(17)) * 1000;
  const [at, end] = [start, start + (seconds ?? 0) * 1000].map((time) => new Date(time).toISOString());
  if (at === undefined || end === undefined) throw new Error('a workout has no start');
  const sets = exercises.flatMap((exercise, index) =>
    exercise.sets.map(
      (set, position): LoggedSet => ({
        ...set,
        id: plannedSetId(keyOf(index), position),
        exerciseKey: keyOf(index),
        position,
        note: '',
        done: true,
        deleted: false,
        changedAt: at,
      }),
    ),
  );
  return {
    id: logId,
    head: {
      clientProgramId: null,
      dayKey: null,
      weekNumber: null,
      day,
      name: title,
      importedFrom: source,
      exercises: exercises.map(performed),
      groups: [],
      startedAt: at,
      finishedAt: end,
      note,
      pains: [],
      deleted: false,
      changedAt: at,
      changes: { finish: at, note: at, exercises: at },
    },
    sets,
  };
}

/** The words of a name without plurals. */
const wordsOf = (name: string): string[] =>
  nameWords(name)
    .split(' ')
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

/**
 * Whether a name means an exercise for sure: its words in any order, and perhaps those of its equipment, which other apps
 * add. `Bench Press (Barbell)` is the bench press, and `Row (Dumbbell)` the dumbbell row.
 */
function isSameName({ name, equipment }: Exercise, words: readonly string[]): boolean {
  const own = wordsOf(name);
  const gear = equipment.flatMap((item) => wordsOf(EXERCISE_EQUIPMENT_LABELS[item]));
  const extra = words.filter((word) => !own.includes(word));
  return own.every((word) => words.includes(word)) && extra.every((word) => gear.includes(word));
}

/** `Lat Pulldown (Cable)` without the equipment, which the library may name differently. */
const withoutGear = (name: string): string => name.replaceAll(/\([^)]*\)/g, ' ').trim() || name;

/** Library exercises that a name in a history may refer to. Hidden exercises are left out. */
export function matchHistory(library: readonly Exercise[], name: string): HistoryMatch {
  const visible = library.filter(({ hidden }) => !hidden);
  const words = wordsOf(name);
  const sure = visible
    .filter((exercise) => isSameName(exercise, words))
    .sort((a, b) => wordsOf(b.name).length - wordsOf(a.name).length);
  const suggested = [name, withoutGear(name)].flatMap((typed) => suggestExercises(visible, typed, new Set()));
  const options = [...new Set([...sure, ...suggested])];
  return {
    name,
    isSure: sure.length > 0,
    options: options.slice(0, HISTORY_BOUNDS.options).map((one) => ({ exerciseId: one.id, name: one.name })),
  };
}

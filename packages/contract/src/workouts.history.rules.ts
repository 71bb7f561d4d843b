import { z } from 'zod';
import { COACH_PLAN_FULL } from './billing.rules.ts';
import { procedure } from './errors.ts';
import { EXERCISE_EQUIPMENT_LABELS, nameWords, suggestExercises } from './exercises.rules.ts';
import { type Exercise, exerciseId } from './exercises.ts';
import { id, line, timeZone } from './fields.ts';
import { PROGRAM_BOUNDS, SET_KINDS } from './programs.rules.ts';
import type { SetTarget } from './programs.ts';
import { text } from './programs.workout.rules.ts';
import { instantAtWallClock } from './time.ts';
import { HISTORY_SOURCES, type HistorySource, plannedSetId, WORKOUT_BOUNDS } from './workouts.rules.ts';
import type { LoggedSet, PerformedExercise, WorkoutLog } from './workouts.ts';

/** Workouts that were logged with another app, and how they become logs here. */

/**
 * Limits of an import. `rows` and `bytes` of a file; `sets` of one exercise; `perRequest`: workouts in one request;
 * `workouts`: of one client; `titles`: exercises that are looked up at once.
 */
export const HISTORY_BOUNDS = {
  rows: 100_000,
  bytes: 20_000_000,
  sets: 99,
  perRequest: 20,
  workouts: 6000,
  titles: 30,
  options: 5,
} as const;

const amount = (max: number) => z.number().min(0).max(max).nullable();

export const historySet = z.object({
  kind: z.enum(SET_KINDS),
  weightKg: amount(WORKOUT_BOUNDS.weightKg),
  reps: z.int().min(0).max(WORKOUT_BOUNDS.reps).nullable(),
  seconds: amount(WORKOUT_BOUNDS.seconds),
  metres: amount(WORKOUT_BOUNDS.metres),
  rir: amount(10),
});
export type HistorySet = z.infer<typeof historySet>;

export const historyExercise = z.object({
  /** In the library; null keeps the exercise under its name. */
  exerciseId: exerciseId.nullable(),
  name: line(PROGRAM_BOUNDS.name),
  group: z.string().regex(/^[A-Z]?$/),
  note: text(PROGRAM_BOUNDS.exerciseNotes),
  sets: z.array(historySet).min(1).max(HISTORY_BOUNDS.sets),
});
export type HistoryExercise = z.infer<typeof historyExercise>;

/** Whether a local time is in the calendar; February 31 is not. */
const isRealTime = (value: string): boolean => {
  const time = new Date(`${value}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
};

/** A local time, because files have no zone. Start and title name a workout, so a second import finds it again. */
export const historyWorkout = z.object({
  startedAt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    .refine((value) => value >= '1970' && value < '2200' && isRealTime(value), 'Please send a date that exists'),
  /** Of the whole workout; null where the file does not say. */
  seconds: z.int().min(0).max(86_400).nullable(),
  title: line(PROGRAM_BOUNDS.name),
  note: text(WORKOUT_BOUNDS.note),
  exercises: z
    .array(historyExercise)
    .min(1)
    .max(WORKOUT_BOUNDS.exercises)
    .refine((list) => list.reduce((sum, { sets }) => sum + sets.length, 0) <= WORKOUT_BOUNDS.sets),
});
export type HistoryWorkout = z.infer<typeof historyWorkout>;

export const historyInput = z.object({
  /** The coach it is for; another one than the current answers NOT_FOUND. */
  coachId: id.optional(),
  source: z.enum(HISTORY_SOURCES),
  /** In which the client trained. */
  timeZone,
  workouts: z.array(historyWorkout).min(1).max(HISTORY_BOUNDS.perRequest),
});

/** `isSure`: the first option has the same words as the name. */
export const historyMatch = z.object({
  name: z.string(),
  isSure: z.boolean(),
  options: z.array(z.object({ exerciseId, name: z.string() })),
});
export type HistoryMatch = z.infer<typeof historyMatch>;

/** What names a workout of a history, in whatever zone and from whatever app it is imported. */
export const historyName = ({ startedAt, title }: Pick<HistoryWorkout, 'startedAt' | 'title'>): string =>
  `${startedAt} ${title}`;

function repsText({ reps, seconds, metres }: HistorySet): string {
  if (reps !== null && reps > 0) return String(Math.min(reps, 200));
  if (seconds !== null && seconds > 0) return `${Math.max(1, Math.round(seconds))} sec`;
  if (metres !== null && metres > 0) return `${Math.max(1, Math.round(metres))} m`;
  return 'AMRAP';
}

/** What was done, as the targets of a plan would say it; sets that do not fit count as added ones. */
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
  ...{ key: keyOf(index), exerciseId, name, group, sets: targetsOf(sets), notes: note },
  ...{ alternatives: [], swappedFrom: null },
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
        ...{ id: plannedSetId(keyOf(index), position), exerciseKey: keyOf(index), position },
        ...{ note: '', done: true, deleted: false, changedAt: at },
      }),
    ),
  );
  return {
    id: logId,
    head: {
      ...{ clientProgramId: null, dayKey: null, weekNumber: null, day, name: title, importedFrom: source },
      ...{ exercises: exercises.map(performed), groups: [], startedAt: at, finishedAt: end, note, pains: [] },
      ...{ deleted: false, changedAt: at, changes: { finish: at, note: at, exercises: at } },
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

/** What the name of an exercise in a history may mean. Hidden exercises are left out. */
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

const HISTORY_FULL = `You can have up to ${HISTORY_BOUNDS.workouts.toLocaleString('en-US')} workouts. The rest was not imported.`;

export const history = {
  matchHistoryExercises: procedure
    .route({
      method: 'POST',
      path: '/workouts/own/history/exercises',
      tags: ['workouts'],
      summary: 'Exercises of the coach’s library that the names in a history may mean, the likeliest first',
    })
    .input(z.object({ names: z.array(line(PROGRAM_BOUNDS.name)).min(1).max(HISTORY_BOUNDS.titles) }))
    .output(z.object({ matches: z.array(historyMatch) })),
  importHistory: procedure
    .route({
      method: 'POST',
      path: '/workouts/own/history',
      tags: ['workouts'],
      summary: 'Add workouts of another app to those of the caller; those that are there already stay as they are',
    })
    .input(historyInput)
    .output(
      z.object({
        added: z.int(),
        /** Workouts that were imported before. */
        known: z.int(),
      }),
    )
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      HISTORY_FULL: { status: 409, message: HISTORY_FULL },
    }),
};

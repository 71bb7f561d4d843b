import { z } from 'zod';
import { exerciseId } from '../exercises/exercises.ts';
import { id, line, timeZone } from '../fields.ts';
import { PROGRAM_BOUNDS, SET_KINDS } from '../programs/programs.rules.ts';
import { text } from '../programs/programs.workout.rules.ts';
import { HISTORY_SOURCES, WORKOUT_BOUNDS } from './workouts.rules.ts';

/** Workouts that were logged with another app. */

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

/** Identifies a workout of a history, independent of time zone and app. */
export const historyName = ({ startedAt, title }: Pick<HistoryWorkout, 'startedAt' | 'title'>): string =>
  `${startedAt} ${title}`;

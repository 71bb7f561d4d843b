import { z } from 'zod';
import { exerciseId } from '../exercises/exercises.ts';
import { text as anyText, hasNoRepeats, line } from '../fields.ts';
import { repsProblem } from './programs.reps.rules.ts';
import {
  areGroupsTogether,
  GROUP_FORMATS,
  groupLetters,
  isTimed,
  PROGRAM_BOUNDS,
  SET_KINDS,
} from './programs.rules.ts';

/** Names a part of a program for as long as it exists. Made by the builder, unique within the program. */
export const key = z.string().regex(/^[a-z0-9]{6,24}$/);
/** Half characters are refused because JSON columns cannot store them. */
export const text = (max: number) =>
  anyText(max).refine((value) => value.isWellFormed(), 'Please remove control characters');
export const optionalLine = (max: number) => line(max).or(z.string().trim().length(0));
export const number = (min: number, max: number) =>
  z.number().min(min, `Please enter ${min} or more`).max(max, `Please enter ${max} or less`);
export const whole = (min: number, max: number) => number(min, max).int('Please enter a whole number');

/** In percent of the one-repetition maximum, or in kilograms. */
export const setLoad = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('percent'), value: number(1, PROGRAM_BOUNDS.percent) }),
  z.object({ unit: z.literal('kg'), value: number(0, PROGRAM_BOUNDS.loadKg) }),
]);

/** Repetitions in reserve, or rate of perceived exertion, in steps of a half. */
export const setEffort = z.discriminatedUnion('scale', [
  z.object({ scale: z.literal('rir'), value: number(0, 10).multipleOf(0.5) }),
  z.object({ scale: z.literal('rpe'), value: number(1, 10).multipleOf(0.5) }),
]);

/** `count` equal sets. `reps` is text: '8-10', 'Warm-up', '30 sec', '400 m', 'AMRAP'; `repsOf` reads it. */
export const setTarget = z.object({
  count: whole(1, PROGRAM_BOUNDS.sets),
  reps: line(PROGRAM_BOUNDS.reps).superRefine((value, context) => {
    const message = repsProblem(value);
    if (message) context.addIssue({ code: 'custom', message });
  }),
  kind: z.enum(SET_KINDS),
  load: setLoad.nullable(),
  effort: setEffort.nullable(),
  /** Seconds down, at the bottom, up and at the top, like '3-1-1-0'; X is as fast as possible. */
  tempo: z
    .string()
    .regex(/^[0-9X]-[0-9X]-[0-9X]-[0-9X]$/)
    .nullable(),
  /** Seconds after each set; null when the coach leaves it open. */
  rest: whole(0, PROGRAM_BOUNDS.rest).nullable(),
});

/** `exerciseId` is null for an exercise that is not in the library. `group` is a letter, or empty on its own. */
export const programExercise = z.object({
  key,
  exerciseId: exerciseId.nullable(),
  name: line(PROGRAM_BOUNDS.name),
  group: z.string().regex(/^[A-Z]?$/),
  sets: z.array(setTarget).min(1, 'Please add a set').max(PROGRAM_BOUNDS.lines),
  notes: text(PROGRAM_BOUNDS.exerciseNotes),
  /** Exercises of the library that the client may do instead. */
  alternatives: z.array(exerciseId).max(PROGRAM_BOUNDS.alternatives).refine(hasNoRepeats, 'Please choose each once'),
});

/** `minutes` belongs to AMRAP and EMOM alone. `rest`: seconds after each round. */
export const exerciseGroup = z
  .object({
    letter: z.string().regex(/^[A-Z]$/),
    format: z.enum(GROUP_FORMATS),
    minutes: whole(1, 120).nullable(),
    rest: whole(0, PROGRAM_BOUNDS.rest).nullable(),
  })
  .refine(({ format, minutes }) => isTimed(format) === (minutes !== null), 'Please enter the minutes');

/** A group without an entry in `groups` is a superset. */
export const workout = z
  .object({
    name: optionalLine(PROGRAM_BOUNDS.name),
    /** Minutes; null takes the estimate. */
    duration: whole(1, PROGRAM_BOUNDS.minutes).nullable(),
    notes: text(PROGRAM_BOUNDS.notes),
    exercises: z
      .array(programExercise)
      .max(PROGRAM_BOUNDS.exercises, `Please use at most ${PROGRAM_BOUNDS.exercises} exercises in a workout`),
    groups: z.array(exerciseGroup).max(26),
  })
  .refine(({ exercises }) => areGroupsTogether(exercises), 'Please keep the exercises of a group together')
  .refine(({ exercises, groups }) => {
    const letters = groupLetters(exercises);
    return hasNoRepeats(groups.map(({ letter }) => letter)) && groups.every(({ letter }) => letters.includes(letter));
  }, 'Please give every group an exercise');

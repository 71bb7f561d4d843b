import { z } from 'zod';
import { CONTRAINDICATIONS, EXERCISE_EQUIPMENT, EXERCISE_LEVELS } from '../exercises/exercises.rules.ts';
import { exerciseId, several } from '../exercises/exercises.ts';
import { whole } from '../programs/programs.workout.rules.ts';
import { GENERATION_BOUNDS, PROGRAM_GOALS } from './planner.rules.ts';

const within = ({ min, max }: { min: number; max: number }) => whole(min, max);

/** Input of a generated program. The same input gives the same program; another seed asks for another version. */
export const generationInput = z.object({
  goal: z.enum(PROGRAM_GOALS),
  level: z.enum(EXERCISE_LEVELS),
  daysPerWeek: within(GENERATION_BOUNDS.days),
  minutes: within(GENERATION_BOUNDS.minutes),
  weeks: within(GENERATION_BOUNDS.weeks),
  /** A mat is always available. */
  equipment: several(EXERCISE_EQUIPMENT),
  contraindications: several(CONTRAINDICATIONS),
  seed: whole(0, GENERATION_BOUNDS.seed),
});
export type GenerationInput = z.infer<typeof generationInput>;

/** Why a generated program is as it is, in sentences. `skipped`: kinds of exercise that were left out. */
export const generationReasons = z.object({
  split: z.string(),
  sets: z.string(),
  progression: z.string(),
  /** In the order of the program, each exercise once. */
  exercises: z.array(z.object({ exerciseId, name: z.string(), reason: z.string() })).max(GENERATION_BOUNDS.reasons),
  skipped: z.array(z.string()).max(GENERATION_BOUNDS.reasons),
});
export type GenerationReasons = z.infer<typeof generationReasons>;

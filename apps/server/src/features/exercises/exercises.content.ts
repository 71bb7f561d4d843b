import { exerciseFacts, exerciseId } from '@stridewell/contract/exercises/exercises';
import { z } from 'zod';
import content from './exercises.content.json' with { type: 'json' };

/** An exercise of the product. `id` is stored in programs and logs, so it never changes. The file leaves out defaults. */
const builtInExercise = exerciseFacts.extend({
  id: exerciseId,
  measure: exerciseFacts.shape.measure.default('reps'),
  unilateral: exerciseFacts.shape.unilateral.default(false),
  secondary: exerciseFacts.shape.secondary.default([]),
  equipment: exerciseFacts.shape.equipment.default([]),
  contraindications: exerciseFacts.shape.contraindications.default([]),
});
export type BuiltInExercise = z.infer<typeof builtInExercise>;

/** The exercises that every coach starts with. */
export const BUILT_IN_EXERCISES: readonly BuiltInExercise[] = z.array(builtInExercise).parse(content);

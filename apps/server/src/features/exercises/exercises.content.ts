import { exerciseFacts, exerciseId } from '@stridewell/contract/exercises/exercises';
import { z } from 'zod';
import content from './exercises.content.json' with { type: 'json' };

/** A built-in exercise. Programs and logs store its `id`, so it never changes. The file omits defaults. */
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

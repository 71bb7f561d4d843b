import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { exercisesProcedures } from './exercises.procedures.ts';
import { coachExercises, curatedExercises } from './exercises.table.ts';

export const exercises = defineFeature({
  name: 'exercises',
  exports: [
    exportOfTenant(coachExercises, {
      file: 'exercises',
      about: 'Own exercises, and changes of built-in ones.',
      coach: { but: ['version'] },
      client: 'Exercises are the work of the coach. Programs and workouts name them.',
    }),
    keepOut(curatedExercises, 'It belongs to the platform and is the same for everyone.'),
  ],
  procedures: { exercises: exercisesProcedures },
});

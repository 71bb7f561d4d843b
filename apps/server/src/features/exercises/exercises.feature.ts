import { defineFeature } from '../../core/feature.ts';
import { exerciseExports } from './exercises.copy.ts';
import { exercisesProcedures } from './exercises.procedures.ts';

export const exercises = defineFeature({
  name: 'exercises',
  exports: exerciseExports,
  procedures: { exercises: exercisesProcedures },
});

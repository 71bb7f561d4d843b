import { defineFeature } from '../../core/feature.ts';
import { exercisesProcedures } from './exercises.procedures.ts';

export const exercises = defineFeature({ name: 'exercises', procedures: { exercises: exercisesProcedures } });

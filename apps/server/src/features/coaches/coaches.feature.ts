import { defineFeature } from '../../core/feature.ts';
import { coachExports } from './coaches.copy.ts';
import { coachesProcedures } from './coaches.procedures.ts';

export const coaches = defineFeature({
  name: 'coaches',
  exports: coachExports,
  procedures: { coaches: coachesProcedures },
});

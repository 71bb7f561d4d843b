import { defineFeature } from '../../core/feature.ts';
import { coachesProcedures } from './coaches.procedures.ts';

export const coaches = defineFeature({
  name: 'coaches',
  procedures: { coaches: coachesProcedures },
});

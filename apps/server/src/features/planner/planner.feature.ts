import { defineFeature } from '../../core/feature.ts';
import { plannerProcedures } from './planner.procedures.ts';

export const planner = defineFeature({
  name: 'planner',
  procedures: { planner: plannerProcedures },
});

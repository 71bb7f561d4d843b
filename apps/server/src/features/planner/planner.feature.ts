import { defineFeature } from '../../core/feature.ts';
import { plannerExports } from './planner.copy.ts';
import { plannerProcedures } from './planner.procedures.ts';
import { approveChange, approveTemplate } from './planner.service.ts';
import { startHandlers } from './planner.start.service.ts';

export const planner = defineFeature({
  name: 'planner',
  exports: plannerExports,
  procedures: { planner: plannerProcedures },
  events: {
    handles: {
      ...startHandlers,
      'program.changed': { inTransaction: approveChange },
      'program.assigned': { inTransaction: approveTemplate },
    },
  },
});

import { defineFeature } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { registerPerformance } from './performance.http.ts';
import { getPerformance } from './performance.service.ts';

const performanceProcedures = {
  getPerformance: coachProcedure.performance.getPerformance.handler(({ context, input }) =>
    getPerformance(context.services, context, input.weeks),
  ),
};

export const performance = defineFeature({
  name: 'performance',
  procedures: { performance: performanceProcedures },
  http: registerPerformance,
});

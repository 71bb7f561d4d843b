import { coachProcedure } from '../../core/procedures.ts';
import { getPerformance } from './performance.service.ts';

const { performance } = coachProcedure;

export const performanceProcedures = {
  getPerformance: performance.getPerformance.handler(({ context, input }) =>
    getPerformance(context.services, context, input.weeks),
  ),
};

import { os } from '../../core/procedures.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import { getPerformance } from './performance.service.ts';

export const performanceProcedures = {
  getPerformance: os.performance.getPerformance.handler(async ({ context, input }) => {
    const coach = requireCoach(await context.findActor(), input.coachId);
    requireFeature(coach.actor, 'advanced_ai', context.services.now());
    return getPerformance(context.services, coach, input.weeks);
  }),
};

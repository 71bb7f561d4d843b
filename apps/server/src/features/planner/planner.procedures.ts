import { requireRate } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { listExercises } from '../exercises/exercises.service.ts';
import { generateProgram } from './planner.generation.service.ts';

/** Calls of one coach. */
const GENERATION_LIMIT: RateLimit = { windowSeconds: 60, max: 30 };

export const plannerProcedures = {
  generateProgram: os.planner.generateProgram.handler(async ({ context, input }) => {
    const { actor, coach, scope } = requireCoach(await context.actor(), input.coachId);
    const { db, limiter, now } = context.services;
    requireFeature(actor, 'ai', now());
    await requireRate(limiter, `generation:${coach.id}`, GENERATION_LIMIT);
    return generateProgram(input.profile, await db.readAtOnce(scope, listExercises));
  }),
};

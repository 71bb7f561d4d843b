import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, id } from '../fields.ts';
import { COMPARISONS, POOL_STATES } from './effects.rules.ts';

const difference = z.number().min(-1).max(1);

/** The effect of one comparison over all coaches of the pool. */
export const pooledEffect = z.object({
  comparison: z.enum(COMPARISONS),
  state: z.enum(POOL_STATES),
  clients: z.int(),
  coaches: z.int(),
  /** Shares of clients who were active again, the compared group taken from the other; null until the pool is wide enough. */
  interval: z.object({ estimate: difference, low: difference, high: difference }).nullable(),
  /** Null before the first count. */
  countedOn: computedDay.nullable(),
});
export type PooledEffect = z.infer<typeof pooledEffect>;

export const effectReport = z.object({
  /** Whether the counts of the coach are part of the next computation. */
  inPool: z.boolean(),
  effects: z.array(pooledEffect),
});
export type EffectReport = z.infer<typeof effectReport>;

const tags = ['effects'];
const ofPlan = { allow: 'coach', plan: 'retention_tracking' } as const;

export const effects = {
  getEffects: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/engagement/effects',
      tags,
      summary: 'Get what automatic messages and suggested times change, over all coaches of the pool',
    })
    .input(z.object({ coachId: id }))
    .output(effectReport),
  setEffectPool: procedure(ofPlan)
    .route({
      method: 'PUT',
      path: '/engagement/effects/pool',
      tags,
      summary: 'Leave the pool of effects, or join it again; repeating changes nothing',
    })
    .input(z.object({ coachId: id, inPool: z.boolean() }))
    .output(z.object({ inPool: z.boolean() })),
};

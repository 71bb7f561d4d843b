import { z } from 'zod';
import { procedure } from './errors.ts';
import { instant } from './fields.ts';

export const plan = z.enum(['base', 'plus', 'pro']);

export const planAccess = z.object({
  plan,
  included_clients: z.int(),
  is_demo: z.boolean(),
  stripe_customer_id: z.string().nullable(),
  subscription_status: z.string(),
  grace_until: instant.nullable(),
  in_grace_period: z.boolean(),
});

export const billing = {
  getPlanAccess: procedure
    .route({ method: 'GET', path: '/users', tags: ['billing'], summary: 'The plan record of the caller' })
    .output(planAccess),
  canAddMoreClients: procedure
    .route({
      method: 'POST',
      path: '/rpc/can_add_more_clients',
      tags: ['billing'],
      summary: 'Whether the calling coach has a free seat',
    })
    .output(z.boolean()),
};

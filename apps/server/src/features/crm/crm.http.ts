import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import type { CrmResult } from '@stridewell/contract/crm/crm.rules';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../core/services.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { CALLBACK_PATH, finishConnecting } from './crm.connect.service.ts';

const visit = z.object({ state: z.string().max(200), code: z.string().min(1).max(500).nullable().default(null) });

/** Registers the address at which HubSpot sends a coach back. The page that follows says the result. */
export function registerCrm(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);
  app.get(CALLBACK_PATH, async (request, reply) => {
    const actor = await readActor(request);
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (!actor) return reply.redirect('/auth');
    const { scope, coach } = requireCoach(actor, actor.userId);
    const query = visit.safeParse(request.query);
    const isAllowed = !actor.viewing && isFeatureAllowed(actor.plan, 'integrations', services.now());
    const result: CrmResult =
      query.success && isAllowed
        ? await finishConnecting(services, scope, { sessionId: actor.sessionId, ...query.data })
        : 'expired';
    return reply.redirect(`/coach/${coach.id}/integrations?hubspot=${result}`);
  });
}

import { isFeatureAllowed, lockReason, type PlanAccess } from '@stridewell/contract/billing/billing.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { requireSession } from '../app/guards.ts';

const PAGES = new Set(['client-onboarding', 'ai-planner', 'check-in', 'notifications', 'pipeline']);

/** Whether the plan never included drafted programs, so that the coach builds them by hand. */
const buildsByHand = (access: PlanAccess, now: Date): boolean =>
  !isFeatureAllowed(access, 'ai', now) && lockReason(access, now) === 'plan';

/** The short links of the dashboard's quick actions. */
export const Route = createFileRoute('/$coachId/$page')({
  beforeLoad: async (visit) => {
    const { coachId, page } = visit.params;
    if (!isUuid(coachId) || !PAGES.has(page)) throw notFound();
    const coach = `/coach/${coachId}`;
    const { plan } = await requireSession(visit);
    const href =
      page === 'ai-planner' && buildsByHand(plan, new Date()) ? `${coach}/programs?new=true` : `${coach}/${page}`;
    throw redirect({ href, replace: true });
  },
});

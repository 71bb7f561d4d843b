import { isUuid } from '@stridewell/contract/identity.rules';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

const PAGES = new Set(['client-onboarding', 'ai-planner', 'check-in', 'notifications', 'pipeline']);

/** The short links of the dashboard's quick actions. */
export const Route = createFileRoute('/$coachId/$page')({
  beforeLoad: ({ params: { coachId, page } }) => {
    if (!isUuid(coachId) || !PAGES.has(page)) throw notFound();
    throw redirect({ href: `/coach/${coachId}/${page}`, replace: true });
  },
});

import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';

/** The address without the coach's id, which the spec names. */
export const Route = createFileRoute('/engagement-dashboard')({
  beforeLoad: async (visit) => {
    const { user } = await requireAnyCoach(visit);
    throw redirect({ href: `/coach/${user.id}/engagement`, replace: true });
  },
});

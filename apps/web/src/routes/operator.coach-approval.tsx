import { COACH_STATUSES, type CoachStatus } from '@stridewell/contract/people.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { ApprovalPage } from '../features/operator/approval-page.tsx';
import { reviewedCoachesQuery } from '../features/operator/operator.queries.ts';

type ApprovalSearch = { status?: CoachStatus | undefined; coach?: string | undefined };

export const Route = createFileRoute('/operator/coach-approval')({
  validateSearch: ({ status, coach }: Record<string, unknown>): ApprovalSearch => ({
    status: COACH_STATUSES.find((one) => one === status),
    coach: typeof coach === 'string' ? coach : undefined,
  }),
  beforeLoad: requireOperator,
  loaderDeps: ({ search: { status } }) => ({ status }),
  loader: async ({ deps: { status = 'pending' } }) => {
    await queryClient.ensureInfiniteQueryData(reviewedCoachesQuery(status));
  },
  component: CoachApproval,
});

function CoachApproval() {
  const { status = 'pending', coach } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ApprovalPage
      status={status}
      coachId={coach}
      onStatus={(next) => void navigate({ search: { status: next === 'pending' ? undefined : next } })}
    />
  );
}

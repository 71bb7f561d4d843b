import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { overviewQuery } from '../features/operator/operator.queries.ts';
import { OperatorOverview } from '../features/operator/operator-overview.tsx';

export const Route = createFileRoute('/operator-dashboard')({
  beforeLoad: requireOperator,
  loader: async () => {
    await queryClient.ensureQueryData(overviewQuery());
  },
  component: OperatorOverview,
});

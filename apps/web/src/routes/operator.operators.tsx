import { createFileRoute, useRouter } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore } from '../app/session.ts';
import { teamQuery } from '../features/operator/operator.queries.ts';
import { TeamPage } from '../features/operator/team-page.tsx';

export const Route = createFileRoute('/operator/operators')({
  beforeLoad: requireOperator,
  loader: async () => {
    await queryClient.ensureQueryData(teamQuery());
  },
  component: Operators,
});

function Operators() {
  const router = useRouter();
  const leave = () =>
    void sessionStore.apply('USER_UPDATED').then(() => router.navigate({ to: '/operator-dashboard', replace: true }));
  return <TeamPage onOwnRole={leave} />;
}

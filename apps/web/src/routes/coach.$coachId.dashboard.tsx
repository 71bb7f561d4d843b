import { createFileRoute } from '@tanstack/react-router';
import { CoachDashboard } from '../app/coach-dashboard.tsx';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { coachDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { OperatorWelcome } from '../features/operator/operator-welcome.tsx';

export const Route = createFileRoute('/coach/$coachId/dashboard')({
  beforeLoad: requireCoach,
  loader: async ({ params }) => {
    // An operator has no such data; what they see here needs none.
    if (sessionStore.getSnapshot().session?.role === 'Operator') return;
    await queryClient.ensureQueryData(coachDashboardQuery(params.coachId));
  },
  component: DashboardPage,
});

function DashboardPage() {
  const { session } = useSession();
  const { coachId } = Route.useParams();
  if (session?.role === 'Operator') return <OperatorWelcome />;
  return <CoachDashboard coachId={coachId} firstName={session?.user.fullName.split(' ')[0] ?? ''} />;
}

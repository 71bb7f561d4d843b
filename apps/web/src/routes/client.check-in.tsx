import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { checkInFormQuery, ownCheckInsQuery } from '../features/checkins/checkins.queries.ts';
import { OwnCheckInPage } from '../features/checkins/own-check-in-page.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/check-in')({
  async beforeLoad(visit) {
    const session = await requireClient(visit);
    // The dashboard tells clients without a coach and former clients what to do.
    if (!session.client || isFormerClient(session.client.status)) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    // The form does not wait for the earlier check-ins.
    void queryClient.prefetchQuery(ownCheckInsQuery());
    await queryClient.ensureQueryData(checkInFormQuery());
  },
  pendingComponent: () => <PageSkeleton title="Check-in" width={560} heights={[560, 240]} />,
  component: CheckInPage,
});

function CheckInPage() {
  const navigate = useNavigate();
  const { session } = useSession();
  if (!session?.client) return null;
  return (
    <OwnCheckInPage
      userId={session.user.id}
      relationship={session.client}
      units={session.user.unitSystem}
      isBlind={session.client.numbersOff}
      onSent={() => void navigate({ to: '/client/dashboard' })}
    />
  );
}

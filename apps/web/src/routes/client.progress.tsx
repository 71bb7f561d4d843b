import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { OwnProgress } from '../features/progress/own-progress.tsx';
import { photosQuery, progressQuery } from '../features/progress/progress.queries.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/progress')({
  validateSearch: ({ log }: Record<string, unknown>): { log?: 'weight' } => (log === 'weight' ? { log } : {}),
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { relationship: client };
  },
  loader: async ({ context: { relationship } }) => {
    const { coachId, clientId } = relationship;
    // The page does not wait for the photos.
    void queryClient.prefetchInfiniteQuery(photosQuery(coachId, clientId));
    await queryClient.ensureQueryData(progressQuery(coachId, clientId));
  },
  pendingComponent: () => <PageSkeleton title="Your progress" width={680} heights={[480, 260, 320]} />,
  component: ProgressPage,
});

function ProgressPage() {
  const { relationship } = Route.useRouteContext();
  const { log } = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    // Removed from the address, so that a reload does not open the dialog again.
    if (log) void navigate({ search: {}, replace: true });
  }, [log, navigate]);
  const { session } = useSession();
  const { data } = useSuspenseQuery(progressQuery(relationship.coachId, relationship.clientId));
  return (
    <OwnProgress
      relationship={relationship}
      progress={data}
      units={session?.user.unitSystem ?? 'metric'}
      isBlind={relationship.numbersOff}
      logging={log === 'weight'}
    />
  );
}

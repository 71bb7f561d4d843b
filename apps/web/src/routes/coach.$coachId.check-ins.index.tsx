import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { unreviewedQuery } from '../features/checkins/checkins.queries.ts';
import { ReviewQueue } from '../features/checkins/review-queue.tsx';

export const Route = createFileRoute('/coach/$coachId/check-ins/')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(unreviewedQuery(coachId));
  },
  component: QueuePage,
});

function QueuePage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <ReviewQueue
      coachId={coachId}
      today={dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC')}
      units={session?.user.unitSystem ?? 'metric'}
    />
  );
}

import { isUuid } from '@stridewell/contract/identity.rules';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { reviewQuery, unreviewedQuery } from '../features/checkins/checkins.queries.ts';
import { ReviewScreen } from '../features/checkins/review-screen.tsx';
import { isNotFound } from '../lib/errors.ts';

export const Route = createFileRoute('/coach/$coachId/check-ins/$checkInId')({
  beforeLoad: (place) => requireCoach(place),
  loader: async ({ params: { coachId, checkInId } }) => {
    if (!isUuid(checkInId)) throw notFound();
    try {
      await Promise.all([
        queryClient.ensureQueryData(reviewQuery(coachId, checkInId)),
        queryClient.ensureQueryData(unreviewedQuery(coachId)),
      ]);
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  component: ReviewPage,
});

function ReviewPage() {
  const { coachId, checkInId } = Route.useParams();
  const { session } = useSession();
  const units = session?.user.unitSystem ?? 'metric';
  // One page to the router, another check-in to the reader.
  return <ReviewScreen key={checkInId} coachId={coachId} checkInId={checkInId} units={units} />;
}

import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { reviewQuery, unreviewedQuery } from '../features/checkins/checkins.queries.ts';
import { ReviewScreen } from '../features/checkins/review-screen.tsx';
import { late } from '../ui/late.tsx';

const FoodWeek = late(async () => (await import('../app/food-week.tsx')).FoodWeek);

export const Route = createFileRoute('/coach/$coachId/check-ins/$checkInId')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, checkInId } }) => {
    if (!isUuid(checkInId)) throw notFound();
    await loadOrNotFound(
      Promise.all([
        queryClient.ensureQueryData(reviewQuery(coachId, checkInId)),
        queryClient.ensureQueryData(unreviewedQuery(coachId)),
      ]),
    );
  },
  component: ReviewPage,
});

function ReviewPage() {
  const { coachId, checkInId } = Route.useParams();
  const { session } = useSession();
  const units = session?.user.unitSystem ?? 'metric';
  // The key resets the screen for each check-in.
  return (
    <ReviewScreen
      key={checkInId}
      coachId={coachId}
      checkInId={checkInId}
      units={units}
      beforeOf={({ clientId, day, firstName }) => (
        <FoodWeek coachId={coachId} clientId={clientId} before={day} firstName={firstName} />
      )}
    />
  );
}

import { Card, Stack, Text, Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { CoachDashboard } from '../app/coach-dashboard.tsx';
import { requireAnyCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { WalkthroughVideo } from '../components/walkthrough-video.tsx';
import { coachDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { product } from '../lib/product.ts';

export const Route = createFileRoute('/coach/pitch-loom')({
  async beforeLoad(visit) {
    const { user } = await requireAnyCoach(visit);
    return { coachId: user.id };
  },
  loader: ({ context }) => queryClient.ensureQueryData(coachDashboardQuery(context.coachId)),
  component: PitchPage,
});

/** A recorded walkthrough above the dashboard that it walks through. */
function PitchPage() {
  const { coachId } = Route.useRouteContext();
  const { session } = useSession();
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Title order={1}>A walk through {product.name}</Title>
        {product.walkthroughUrl ? (
          <WalkthroughVideo title={`A walk through ${product.name}`} src={product.walkthroughUrl} />
        ) : (
          <Card>
            <Text c="dimmed">There is no recording yet. The dashboard below is live: look around.</Text>
          </Card>
        )}
      </Stack>
      <section aria-label="Dashboard">
        <CoachDashboard coachId={coachId} firstName={session?.user.fullName.split(' ')[0] ?? ''} headingOrder={2} />
      </section>
    </Stack>
  );
}

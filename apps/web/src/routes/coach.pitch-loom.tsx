import { Stack, Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { CoachDashboard } from '../app/coach-dashboard.tsx';
import { requireAnyCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { coachDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { product } from '../lib/product.ts';
import { WalkthroughVideo } from '../ui/walkthrough-video.tsx';

export const Route = createFileRoute('/coach/pitch-loom')({
  async beforeLoad(visit) {
    const { user } = await requireAnyCoach(visit);
    return { coachId: user.id };
  },
  loader: ({ context }) => queryClient.ensureQueryData(coachDashboardQuery(context.coachId)),
  component: PitchPage,
});

/** The dashboard, below the recorded walkthrough where there is one. */
function PitchPage() {
  const { coachId } = Route.useRouteContext();
  const { session } = useSession();
  const firstName = session?.user.fullName.split(' ')[0] ?? '';
  if (!product.walkthroughUrl) return <CoachDashboard coachId={coachId} firstName={firstName} />;
  const title = `A walk through ${product.name}`;
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Title order={1}>{title}</Title>
        <WalkthroughVideo title={title} src={product.walkthroughUrl} />
      </Stack>
      <section aria-label="Dashboard">
        <CoachDashboard coachId={coachId} firstName={firstName} headingOrder={2} />
      </section>
    </Stack>
  );
}

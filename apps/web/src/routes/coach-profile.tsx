import { Box } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { type CoachAccount, CoachProfileForm } from '../features/coaches/coach-profile-form.tsx';
import { coachProfileQuery } from '../features/coaches/coaches.queries.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach-profile')({
  beforeLoad: async (visit) => ({ coachId: (await requireAnyCoach(visit)).user.id }),
  loader: async ({ context }) => {
    await queryClient.ensureQueryData(coachProfileQuery(context.coachId));
  },
  pendingComponent: () => <PageSkeleton title="Your profile" width={1100} heights={[160, 220, 420]} />,
  component: CoachProfilePage,
});

function CoachProfilePage() {
  const { session } = useSession();
  return session && <Profile coachId={session.user.id} account={session.user} />;
}

function Profile({ coachId, account }: { coachId: string; account: CoachAccount }) {
  const { data } = useSuspenseQuery(coachProfileQuery(coachId));
  return (
    <>
      <Box mb="lg" maw={1100} mx="auto">
        <PageHeader title="Your profile" lead="Your clients find it on your card. Empty fields are not shown." />
      </Box>
      <CoachProfileForm coach={data} account={account} />
    </>
  );
}

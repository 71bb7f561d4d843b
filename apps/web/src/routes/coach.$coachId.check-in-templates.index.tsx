import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { templatesQuery } from '../features/checkins/checkins.queries.ts';
import { TemplateList } from '../features/checkins/template-list.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/check-in-templates/')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(templatesQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Check-in forms" width={960} heights={[220, 320]} />,
  component: TemplatesPage,
});

function TemplatesPage() {
  const { coachId } = Route.useParams();
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <PageHeader
        title="Check-in forms"
        lead="Clients answer the default form, unless you choose another one on the client’s page."
      />
      <TemplateList coachId={coachId} />
    </Stack>
  );
}

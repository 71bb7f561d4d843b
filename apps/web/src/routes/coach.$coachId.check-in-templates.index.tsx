import { Stack, Text, Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { templatesQuery } from '../features/checkins/checkins.queries.ts';
import { TemplateList } from '../features/checkins/template-list.tsx';

export const Route = createFileRoute('/coach/$coachId/check-in-templates/')({
  beforeLoad: (place) => requireCoach(place),
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
      <Stack gap={4}>
        <Title order={1}>Check-in forms</Title>
        <Text c="dimmed">
          The default is asked of every client, unless you choose another one on the client’s page.
        </Text>
      </Stack>
      <TemplateList coachId={coachId} />
    </Stack>
  );
}

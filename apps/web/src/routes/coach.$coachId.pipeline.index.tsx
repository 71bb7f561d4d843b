import { Button, Stack } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { LeadForm } from '../features/pipeline/lead-form.tsx';
import { boardQuery, leadsQuery } from '../features/pipeline/pipeline.queries.ts';
import { readPipelineSearch } from '../features/pipeline/pipeline.search.ts';
import { PipelineBoard } from '../features/pipeline/pipeline-board.tsx';
import { PipelineList } from '../features/pipeline/pipeline-list.tsx';
import { PipelineToolbar } from '../features/pipeline/pipeline-toolbar.tsx';

export const Route = createFileRoute('/coach/$coachId/pipeline/')({
  validateSearch: readPipelineSearch,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId }, location }) => {
    const search = readPipelineSearch({ ...location.search });
    // The page shows its own error with a retry.
    if (search.view === 'list') await queryClient.prefetchInfiniteQuery(leadsQuery(coachId, search));
    else await queryClient.prefetchQuery(boardQuery(coachId, search.q ?? ''));
  },
  pendingComponent: () => <PageSkeleton title="Pipeline" width={1280} heights={[44, 420]} />,
  component: PipelinePage,
});

function PipelinePage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readPipelineSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const [adding, setAdding] = useState(false);
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readPipelineSearch(wanted), replace: true, resetScroll: false });
  const whenNone = (
    <EmptyState
      title="Your leads will be here"
      action={
        <Button variant="light" onClick={() => setAdding(true)}>
          Add your first lead
        </Button>
      }
    >
      Add people who may become clients, and move them from the first contact to the invitation.
    </EmptyState>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="Pipeline"
        lead="Everyone who may become a client, from the first contact to the invitation."
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
            New lead
          </Button>
        }
      />
      <PipelineToolbar search={search} onSearch={show} />
      {search.view === 'list' ? (
        <PipelineList coachId={coachId} search={search} whenNone={whenNone} />
      ) : (
        <PipelineBoard coachId={coachId} q={search.q ?? ''} whenNone={whenNone} />
      )}
      {adding && (
        <LeadForm
          coachId={coachId}
          lead={null}
          today={dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC')}
          onDone={() => setAdding(false)}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}

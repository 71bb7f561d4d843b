import { Button, Group, Stack } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { IconDots, IconDownload, IconFileImport, IconForms, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { useLiveLeads } from '../features/pipeline/pipeline.live.ts';
import { boardQuery, leadsFileUrl, leadsQuery } from '../features/pipeline/pipeline.queries.ts';
import { type PipelineSearch, readPipelineSearch } from '../features/pipeline/pipeline.search.ts';
import { PipelineBoard } from '../features/pipeline/pipeline-board.tsx';
import { PipelineList } from '../features/pipeline/pipeline-list.tsx';
import { PipelineToolbar } from '../features/pipeline/pipeline-toolbar.tsx';
import { unread } from '../lib/unread-search.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { late } from '../ui/late.tsx';
import { LateMenu } from '../ui/late-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const CaptureForm = late(async () => (await import('../features/pipeline/capture-form.tsx')).CaptureForm);
const LeadForm = late(async () => (await import('../features/pipeline/lead-form.tsx')).LeadForm);

const LeadImport = lazy(() => import('../features/pipeline/lead-import.tsx'));

export const Route = createFileRoute('/coach/$coachId/pipeline/')({
  validateSearch: unread<PipelineSearch>,
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
  const [capturing, setCapturing] = useState(false);
  const [importing, setImporting] = useState(false);
  useLiveLeads(session?.user.id ?? '');
  const today = dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC');
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readPipelineSearch(wanted), replace: true, resetScroll: false });
  const whenNone = (
    <EmptyState
      title="Your leads will appear here"
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
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconForms size={18} stroke={1.75} />}
              onClick={() => setCapturing(true)}
            >
              Lead form
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
              New lead
            </Button>
            <LateMenu
              position="bottom-end"
              withinPortal={false}
              target={(button) => <IconButton {...button} label="More about the pipeline" icon={IconDots} />}
            >
              {(Menu) => (
                <>
                  <Menu.Item
                    leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
                    onClick={() => setImporting(true)}
                  >
                    Import leads
                  </Menu.Item>
                  <Menu.Item
                    component="a"
                    href={leadsFileUrl(coachId)}
                    download
                    leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                  >
                    Download as CSV
                  </Menu.Item>
                </>
              )}
            </LateMenu>
          </Group>
        }
      />
      <PipelineToolbar search={search} onSearch={show} />
      {search.view === 'list' ? (
        <PipelineList coachId={coachId} search={search} whenNone={whenNone} />
      ) : (
        <PipelineBoard coachId={coachId} q={search.q ?? ''} whenNone={whenNone} />
      )}
      {importing && (
        <Suspense fallback={null}>
          <LeadImport coachId={coachId} today={today} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {capturing && (
        <CaptureForm coachId={coachId} coachName={session?.user.fullName ?? ''} onClose={() => setCapturing(false)} />
      )}
      {adding && (
        <LeadForm
          coachId={coachId}
          lead={null}
          today={today}
          onDone={() => setAdding(false)}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}

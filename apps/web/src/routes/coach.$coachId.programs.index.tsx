import { Button, Group, Stack } from '@mantine/core';
import { IconBarbell, IconFileImport, IconPlus, IconWand } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { NewProgramDialog } from '../features/programs/new-program-dialog.tsx';
import { ProgramList } from '../features/programs/program-list.tsx';
import { programsQuery } from '../features/programs/programs.queries.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const ProgramImport = lazy(() => import('../features/programs/program-import.tsx'));

export const Route = createFileRoute('/coach/$coachId/programs/')({
  validateSearch: (search: Record<string, unknown>): { new?: true } => (search.new === true ? { new: true } : {}),
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(programsQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Programs" width={960} heights={[320]} />,
  component: ProgramsPage,
});

function ProgramsPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  const { new: creating = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  const setCreating = (shown: boolean) => void navigate({ search: shown ? { new: true } : {}, replace: true });
  const [importing, setImporting] = useState(false);
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <PageHeader
        title="Programs"
        lead="Build a program once and assign it to any client."
        actions={
          <Group gap="sm">
            <Button
              component={Link}
              to={`/coach/${coachId}/exercises`}
              variant="default"
              leftSection={<IconBarbell size={18} stroke={1.75} />}
            >
              Exercises
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.75} />}
              onClick={() => setImporting(true)}
            >
              Import
            </Button>
            <Button
              component={Link}
              to={`/coach/${coachId}/ai-planner`}
              variant="default"
              leftSection={<IconWand size={18} stroke={1.75} />}
            >
              Draft program
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
              New program
            </Button>
          </Group>
        }
      />
      <ProgramList coachId={coachId} />
      {importing && (
        <Suspense fallback={null}>
          <ProgramImport
            coachId={coachId}
            units={session?.user.unitSystem ?? 'metric'}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
      {creating && <NewProgramDialog coachId={coachId} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

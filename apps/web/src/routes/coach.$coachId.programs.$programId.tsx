import { Anchor, Button, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { DraftProvenance } from '../features/planner/draft-provenance.tsx';
import { useCopyProgram } from '../features/programs/program-list.tsx';
import { ProgramOutline } from '../features/programs/program-outline.tsx';
import { programSchema } from '../features/programs/programs.editor.ts';
import { libraryQuery, programQuery } from '../features/programs/programs.queries.ts';
import { TemplateEditor } from '../features/programs/template-editor.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/programs/$programId')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, programId } }) => {
    await Promise.all([
      queryClient.ensureQueryData(programQuery(coachId, programId)),
      queryClient.ensureQueryData(libraryQuery(coachId)),
      programSchema.prepareFor(programId),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Program" width={1280} heights={[44, 520]} />,
  component: ProgramPage,
});

function ProgramPage() {
  const { coachId, programId } = Route.useParams();
  const { session } = useSession();
  const { data: stored } = useSuspenseQuery(programQuery(coachId, programId));
  const { data: library } = useSuspenseQuery(libraryQuery(coachId));
  const copy = useCopyProgram(coachId);
  const units = session?.user.unitSystem ?? 'metric';
  if (!stored.builtIn) {
    return (
      <TemplateEditor
        key={programId}
        coachId={coachId}
        stored={stored}
        library={library.exercises}
        units={units}
        origin={<DraftProvenance coachId={coachId} programId={programId} />}
      />
    );
  }
  const { program } = stored;
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <Stack gap={4}>
        <Anchor component={Link} to={`/coach/${coachId}/programs`} size="sm">
          Programs
        </Anchor>
        <PageHeader
          title={program.name}
          lead={program.description}
          actions={
            <Button
              leftSection={<IconCopy size={18} />}
              onClick={() => void copy({ id: programId, name: program.name, builtIn: true })}
            >
              Make a copy
            </Button>
          }
        />
      </Stack>
      <ProgramOutline program={program} units={units} />
    </Stack>
  );
}

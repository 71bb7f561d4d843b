import { Anchor, Button, Group, Stack } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { clientQuery } from '../features/clients/clients.queries.ts';
import { DraftProvenance } from '../features/planner/draft-provenance.tsx';
import { backupName, ClientProgramEditor } from '../features/programs/client-program-editor.tsx';
import { programSchema } from '../features/programs/programs.editor.ts';
import { clientProgramsQuery, libraryQuery } from '../features/programs/programs.queries.ts';
import type { rpc } from '../lib/rpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/program')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, clientId } }) => {
    if (!isUuid(clientId)) throw notFound();
    const [programs] = await Promise.all([
      queryClient.fetchQuery(clientProgramsQuery(coachId, clientId)),
      queryClient.ensureQueryData(clientQuery(coachId, clientId)),
      queryClient.ensureQueryData(libraryQuery(coachId)),
    ]);
    const { followed, draft } = editedOf(programs);
    if (followed) await programSchema.prepareFor(backupName(followed, draft));
  },
  pendingComponent: () => <PageSkeleton title="Program" width={1280} heights={[44, 520]} />,
  component: ClientProgramPage,
});

/** The program that is edited, and its unpublished changes. */
function editedOf({ current, next, draft }: Awaited<ReturnType<typeof rpc.programs.getClientPrograms>>) {
  const followed = current ?? next;
  return { followed, draft: draft && draft.clientProgramId === followed?.id ? draft : null };
}

function ClientProgramPage() {
  const { coachId, clientId } = Route.useParams();
  const { session } = useSession();
  const { data: programs } = useSuspenseQuery(clientProgramsQuery(coachId, clientId));
  const { data: client } = useSuspenseQuery(clientQuery(coachId, clientId));
  const { data: library } = useSuspenseQuery(libraryQuery(coachId));
  // Another draft starts in a new editor.
  const [round, setRound] = useState(0);
  const { followed, draft } = editedOf(programs);
  if (!followed) {
    return (
      <Stack gap="md" maw={680} mx="auto">
        <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} size="sm">
          {client.fullName}
        </Anchor>
        <EmptyState
          title={`${client.fullName} has no program`}
          action={
            <Group gap="sm" justify="center">
              <Button component={Link} to={`/coach/${coachId}/programs`}>
                Choose a program
              </Button>
              <Button
                renderRoot={(props) => (
                  <Link to="/coach/$coachId/ai-planner" params={{ coachId }} search={{ client: clientId }} {...props} />
                )}
                variant="default"
              >
                Draft a program
              </Button>
            </Group>
          }
        >
          Open one of your programs and assign it, or draft one from the client’s record.
        </EmptyState>
      </Stack>
    );
  }
  const isDrafted = draft !== null && draft.source !== 'coach';
  return (
    <ClientProgramEditor
      key={`${followed.id} ${round}`}
      coachId={coachId}
      clientName={client.fullName}
      current={followed}
      draft={draft}
      library={library.exercises}
      units={session?.user.unitSystem ?? 'metric'}
      today={programs.today}
      origin={isDrafted && <DraftProvenance coachId={coachId} programId={followed.id} />}
      onDone={() => setRound(round + 1)}
    />
  );
}

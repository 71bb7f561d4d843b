import { Stack } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { PlannerPage } from '../features/planner/planner-page.tsx';
import { AssignDialog } from '../features/programs/assign-dialog.tsx';
import { ProgramOutline } from '../features/programs/program-outline.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const PAGE = { title: 'Workout planner', what: 'Programs drafted by training rules, with a reason for every choice.' };

type PlannerSearch = { client?: string };

export const Route = createFileRoute('/coach/$coachId/ai-planner')({
  validateSearch: ({ client }: Record<string, unknown>): PlannerSearch =>
    typeof client === 'string' && isUuid(client) ? { client } : {},
  beforeLoad: (visit) => requireCoach(visit),
  component: AiPlannerPage,
});

function AiPlannerPage() {
  const { coachId } = Route.useParams();
  const { client } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature="ai" page={PAGE}>
      <Stack gap="lg">
        <PageHeader
          title={PAGE.title}
          lead="Draft a program from training principles, then make it yours in the builder."
        />
        <PlannerPage
          coachId={coachId}
          clientId={client}
          onClient={(clientId) => void navigate({ search: clientId ? { client: clientId } : {} })}
          outline={(program) => <ProgramOutline program={program} units={session?.user.unitSystem ?? 'metric'} brief />}
          assign={(programId, program, { clientId, name }, onClose) => (
            <AssignDialog
              coachId={coachId}
              programId={programId}
              program={program}
              onClose={onClose}
              first={{ clientId, name }}
            />
          )}
        />
      </Stack>
    </FeatureGate>
  );
}

import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { PageHeader } from '../components/page-header.tsx';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { ProgramGenerator } from '../features/planner/program-generator.tsx';
import { ProgramOutline } from '../features/programs/program-outline.tsx';

const PAGE = { title: 'Workout planner', what: 'Programs drafted by training rules, with a reason for every choice.' };

export const Route = createFileRoute('/coach/$coachId/ai-planner')({
  beforeLoad: (visit) => requireCoach(visit),
  component: PlannerPage,
});

function PlannerPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature="ai" page={PAGE}>
      <Stack gap="lg">
        <PageHeader
          title={PAGE.title}
          lead="Draft a program by the rules of training, then make it yours in the builder."
        />
        <ProgramGenerator
          coachId={coachId}
          outline={(program) => <ProgramOutline program={program} units={session?.user.unitSystem ?? 'metric'} brief />}
        />
      </Stack>
    </FeatureGate>
  );
}

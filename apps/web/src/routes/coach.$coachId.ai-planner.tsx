import { Stack } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { PlannerPage } from '../features/planner/planner-page.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { late } from '../ui/late.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';

const MealPlanner = late(async () => (await import('../features/planner/meal-planner.tsx')).MealPlanner);
const PlanOutline = late(async () => (await import('../features/meals/plan-outline.tsx')).PlanOutline);
const AssignDialog = late(async () => (await import('../features/programs/assign-dialog.tsx')).AssignDialog);
const ProgramOutline = late(async () => (await import('../features/programs/program-outline.tsx')).ProgramOutline);
const AssignMealPlan = late(async () => (await import('../features/meals/assign-dialog.tsx')).AssignDialog);

const PAGE = {
  title: 'Planner',
  what: 'Programs and meal plans drafted by rules, with a reason for every choice.',
};

const TABS = ['workouts', 'nutrition'] as const;
type Tab = (typeof TABS)[number];
const TAB_LABELS: Record<Tab, string> = { workouts: 'Workouts', nutrition: 'Nutrition' };

type PlannerSearch = { client?: string; tab?: Tab };

type Needed = PlanFeatureOf<'planner.getPlanner'>;

export const Route = createFileRoute('/coach/$coachId/ai-planner')({
  validateSearch: ({ client, tab }: Record<string, unknown>): PlannerSearch => ({
    ...(typeof client === 'string' && isUuid(client) && { client }),
    ...(tab === 'nutrition' && { tab }),
  }),
  beforeLoad: (visit) => requireCoach(visit),
  component: AiPlannerPage,
});

function AiPlannerPage() {
  const { coachId } = Route.useParams();
  const { client, tab = 'workouts' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const units = session?.user.unitSystem ?? 'metric';
  const choose = (next: PlannerSearch) => void navigate({ search: next });
  const withTab = (clientId: string | undefined): PlannerSearch => ({
    ...(clientId !== undefined && { client: clientId }),
    ...(tab === 'nutrition' && { tab }),
  });
  const onClient = (clientId: string | undefined) => choose(withTab(clientId));
  return (
    <FeatureGate access={session?.plan} feature={'ai' satisfies Needed} page={PAGE}>
      <Stack gap="lg">
        <PageHeader
          title={PAGE.title}
          lead="Draft a program or a meal plan from clear rules, then make it yours in the builder."
        />
        <PageTabs
          label="What to plan"
          tabs={TABS}
          labels={TAB_LABELS}
          tab={tab}
          onChange={(next) =>
            choose({ ...(client !== undefined && { client }), ...(next === 'nutrition' && { tab: next }) })
          }
        >
          {tab === 'nutrition' ? (
            <MealPlanner
              coachId={coachId}
              clientId={client}
              onClient={onClient}
              outline={(draft) => <PlanOutline stored={draft} units={units} />}
              assign={({ id, plan }, first, onClose) => (
                <AssignMealPlan coachId={coachId} planId={id} name={plan.name} first={first} onClose={onClose} />
              )}
            />
          ) : (
            <PlannerPage
              coachId={coachId}
              clientId={client}
              onClient={onClient}
              outline={(program) => <ProgramOutline program={program} units={units} brief />}
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
          )}
        </PageTabs>
      </Stack>
    </FeatureGate>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ScheduleInput } from '@stridewell/contract/checkins/checkins';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { ClientDetail } from '@stridewell/contract/clients/clients';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { listText } from '../../lib/format.ts';
import { checkInStatusText, HEALTH_PART_NAMES } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { type Plan, planQuery } from './checkins.queries.ts';

const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx'));

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

function everyText({ every }: Pick<ScheduleInput, 'every'>): string {
  if ('weekdays' in every) return listText(every.weekdays.map((weekday) => DAYS[weekday - 1] ?? ''));
  if (every.days === 1) return 'Every day';
  return every.days === 7 ? 'Every week' : `Every ${every.days} days`;
}

/** The form in use: the one chosen, else the coach's default, else the built-in one. */
function formNameOf({ templates, templateId }: Plan): string {
  const open = templates.filter(({ archived }) => !archived);
  return (
    (open.find(({ id }) => id === templateId) ?? open.find(({ isDefault }) => isDefault))?.name ?? BUILT_IN_FORM.name
  );
}

type CheckInPlanProps = {
  coachId: string;
  clientId: string;
  clientName: string;
  today: string;
  engagement: ClientDetail['engagement'];
};

/** The schedule and the form of a client's check-ins, with how many were sent. */
export function CheckInPlan(props: CheckInPlanProps) {
  const query = useQuery(planQuery(props.coachId, props.clientId));
  return (
    <QueryBoundary query={query} failed="The schedule could not be loaded" skeleton={48}>
      {(plan) => <PlanSummary {...props} plan={plan} />}
    </QueryBoundary>
  );
}

const healthText = (parts: NonNullable<ClientDetail['engagement']>['parts']): string =>
  listText(parts.map(({ part, share }) => `${HEALTH_PART_NAMES[part].toLowerCase()} ${share}%`));

function PlanSummary({ coachId, clientId, clientName, today, engagement, plan }: CheckInPlanProps & { plan: Plan }) {
  const [editing, dialog] = useDisclosure(false);
  const { schedule, status, adherence } = plan;
  if (!schedule) return null;
  return (
    <Stack gap="sm" mb="md">
      <Stack gap={2}>
        <Text fw={600}>
          {everyText(schedule)}, {formNameOf(plan)}
        </Text>
        <Muted>
          {[
            status && checkInStatusText(status, today),
            adherence.expected > 0 && `${adherence.done} of the last ${adherence.expected} done`,
            engagement && `Client Health Score ${engagement.score} of 100, ${engagement.label.toLowerCase()}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Muted>
        {engagement && <Muted>{`The score counts ${healthText(engagement.parts)}`}</Muted>}
      </Stack>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCalendarRepeat size={16} stroke={1.75} />}
          onClick={dialog.open}
        >
          Edit schedule
        </Button>
      </Group>
      <Suspense fallback={null}>
        {editing && (
          <ScheduleDialog
            coachId={coachId}
            clientId={clientId}
            clientName={clientName}
            plan={{ ...plan, schedule }}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </Stack>
  );
}

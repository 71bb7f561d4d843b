import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import { isUuid } from '@stridewell/contract/identity.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconMessage } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { SectionCard } from '../components/section-card.tsx';
import { CheckInList } from '../features/checkins/check-in-list.tsx';
import { CheckInPlan } from '../features/checkins/check-in-plan.tsx';
import { checkInsQuery, planQuery } from '../features/checkins/checkins.queries.ts';
import { WeightCard } from '../features/checkins/weight-card.tsx';
import { ClientBadge } from '../features/clients/client-badge.tsx';
import classes from '../features/clients/client-page.module.css';
import { clientQuery } from '../features/clients/clients.queries.ts';
import { ReadOnlyNotice } from '../features/clients/read-only-notice.tsx';
import { isNotFound } from '../lib/errors.ts';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/')({
  beforeLoad: (place) => requireCoach(place),
  loader: async ({ params: { coachId, clientId } }) => {
    if (!isUuid(clientId)) throw notFound();
    try {
      await Promise.all([
        queryClient.ensureQueryData(clientQuery(coachId, clientId)),
        queryClient.ensureQueryData(checkInsQuery(coachId, clientId)),
        queryClient.ensureQueryData(planQuery(coachId, clientId)),
      ]);
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  component: ClientPage,
});

const weightsOf = (checkIns: readonly CheckIn[]) =>
  checkIns.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }])).reverse();

function ClientPage() {
  const { coachId, clientId } = Route.useParams();
  const { session } = useSession();
  const { data: client } = useSuspenseQuery(clientQuery(coachId, clientId));
  const { data } = useSuspenseQuery(checkInsQuery(coachId, clientId));
  const units = session?.user.unitSystem ?? 'metric';
  const today = dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC');
  const since = client.status === 'invited' ? 'Invited' : 'Client since';
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Group gap="sm">
          <Title order={1}>{client.fullName}</Title>
          <ClientBadge client={client} />
          {client.userId && (
            <Button
              component={Link}
              to={`/coach/${coachId}/messages/${clientId}`}
              variant="light"
              size="compact-md"
              leftSection={<IconMessage size={16} stroke={1.75} />}
            >
              Message
            </Button>
          )}
        </Group>
        <Text c="dimmed">
          {client.email}, {since.toLowerCase()} {relativeDayLabel(client.clientSince, today)}
          {client.nextCheckInDay &&
            !client.readOnly &&
            `, next check-in ${relativeDayLabel(client.nextCheckInDay, today)}`}
        </Text>
      </Stack>
      {client.readOnly && (
        <ReadOnlyNotice>
          Your plan covers fewer clients than you have. You can both read everything, and check-ins can be sent again
          once there is room.
        </ReadOnlyNotice>
      )}
      <div className={classes.page}>
        <Stack gap="lg" className={classes.side}>
          {client.goal && (
            <Card>
              <Text size="sm" c="dimmed">
                Goal
              </Text>
              <Text size="lg">{client.goal}</Text>
            </Card>
          )}
          <WeightCard points={weightsOf(data.checkIns)} today={today} units={units} />
        </Stack>
        <SectionCard title="Check-ins">
          <CheckInPlan coachId={coachId} clientId={clientId} clientName={client.fullName} today={today} />
          {data.checkIns.length === 0 ? (
            <Text c="dimmed">
              {client.status === 'invited'
                ? `Check-ins will be here once ${client.fullName} has accepted the invitation.`
                : 'The first check-in will be here.'}
            </Text>
          ) : (
            <CheckInList coachId={coachId} checkIns={data.checkIns} forms={data.forms} today={today} units={units} />
          )}
        </SectionCard>
      </div>
    </Stack>
  );
}

import { Avatar, Button, Group, Stack, Text } from '@mantine/core';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import { timeOfDay } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { SectionCard } from '../../ui/section-card.tsx';

const sessionLabel = (instant: string, zone: string) => {
  const day = relativeDayLabel(dayInZone(new Date(instant), zone), dayInZone(new Date(), zone));
  return `Next session: ${day}, ${timeOfDay(instant, zone)}`;
};

/** The coach, the next session, and buttons to write and to book. A former coach has no buttons. */
export function OwnCoach({ dashboard, former }: { dashboard: ClientDashboard; former: boolean }) {
  const { coach, nextSession } = dashboard;
  const zone = useTimeZone();
  return (
    <SectionCard title={former ? 'Your former coach' : 'Your coach'}>
      <Group wrap="nowrap" gap="md" mb={former ? 0 : 'sm'}>
        <Avatar size={56} src={coach.photoUrl} alt="">
          {coach.initials}
        </Avatar>
        <Stack gap={0} miw={0}>
          <Text fw={600} fz={16}>
            {coach.fullName}
          </Text>
          {coach.headline && <Text c="dimmed">{coach.headline}</Text>}
        </Stack>
      </Group>
      {!former && (
        <>
          <Text>{nextSession ? sessionLabel(nextSession.sessionDate, zone) : 'No session booked.'}</Text>
          <Group mt="md" gap="sm" grow preventGrowOverflow={false}>
            <Button component={Link} to="/client/messages" variant="default" mih={44}>
              Message
            </Button>
            <Button component={Link} to="/client/book" variant="default" mih={44}>
              {nextSession ? 'Book or change a session' : 'Book a session'}
            </Button>
          </Group>
        </>
      )}
    </SectionCard>
  );
}

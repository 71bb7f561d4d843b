import { Button, Group, Stack, Text } from '@mantine/core';
import type { ClientRisk } from '@stridewell/contract/retention/retention';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLabel } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { badgesQuery } from './retention.queries.ts';
import { daysAgoText, usageText } from './retention.wording.ts';
import { RiskBadge } from './risk-badge.tsx';

/** The client with the highest risk. Nothing while none is at high risk; the engagement page shows a failure. */
export function RetentionAlert({ coachId }: { coachId: string }) {
  const { data } = useQuery(badgesQuery(coachId));
  const high = data?.clients.filter(({ level, knownReason }) => level === 'High Risk' && !knownReason) ?? [];
  const [first] = high;
  return first ? <Alert coachId={coachId} client={first} others={high.length - 1} /> : null;
}

type AlertProps = { coachId: string; client: ClientRisk; others: number };

function Alert({ coachId, client: { name, level, daysSince, usageChange }, others }: AlertProps) {
  return (
    <SectionCard title="Client Retention Alert">
      <Stack gap="xs" align="flex-start">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <RiskBadge level={level} />
        </Group>
        <Text size="sm">
          Last check-in: {daysSince.checkIn === null ? 'none yet' : daysAgoText(daysSince.checkIn).toLowerCase()}
        </Text>
        <Text size="sm">App use: {usageText(usageChange).toLowerCase()}</Text>
        {others > 0 && <Muted>{`${countLabel(others, 'more client')} at high risk`}</Muted>}
        <Button component={Link} to={`/coach/${coachId}/engagement`} variant="light">
          View Recommendation
        </Button>
      </Stack>
    </SectionCard>
  );
}

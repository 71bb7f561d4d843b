import { Anchor, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients';
import { ONBOARDING_PARTS } from '@stridewell/contract/records.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadError } from '../../components/load-error.tsx';
import { weightLabel } from '../../lib/format.ts';
import classes from './client-page.module.css';
import { ClientTimeline } from './client-timeline.tsx';
import { recordQuery } from './clients.queries.ts';

type ClientOverviewProps = {
  coachId: string;
  client: ClientDetail;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

/** What to know before the next conversation, and what happened so far. */
export function ClientOverview({ coachId, client, today, timeZone, units }: ClientOverviewProps) {
  const firstName = client.fullName.split(' ')[0] ?? client.fullName;
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <KnowCard coachId={coachId} client={client} today={today} units={units} />
      </div>
      <ClientTimeline
        coachId={coachId}
        clientId={client.clientId}
        firstName={firstName}
        today={today}
        timeZone={timeZone}
        units={units}
      />
    </div>
  );
}

const PART_LABELS = {
  goal: 'Goal',
  diet: 'Food',
  measurements: 'Measurements',
  photo: 'Photo',
  availability: 'Availability',
};

function KnowCard({ coachId, client, today, units }: Omit<ClientOverviewProps, 'timeZone'>) {
  const query = useQuery(recordQuery(coachId, client.clientId));
  if (query.isError) {
    return <LoadError title="The details could not be loaded" error={query.error} onRetry={() => query.refetch()} />;
  }
  if (query.isPending) return <Skeleton h={220} radius="lg" />;
  const { record, onboarding } = query.data;
  const done = ONBOARDING_PARTS.filter((part) => onboarding[part]).length;
  const facts = [
    ['Allergies', record.allergies.join(', ')],
    ['Restrictions', record.dietaryRestrictions.join(', ')],
    ['Injuries and limits', record.injuries],
  ].filter(([, text]) => text);
  return (
    <Card component="section" aria-label="Good to know">
      <Stack gap="md">
        <div>
          <Text size="sm" c="dimmed">
            Goal
          </Text>
          <Text size="lg" fw={550}>
            {client.goal ?? 'Not set yet'}
          </Text>
          {record.goalWeightKg !== null && (
            <Text size="sm" c="dimmed">
              {weightLabel(record.goalWeightKg, units)}
              {record.targetDay && ` by ${relativeDayLabel(record.targetDay, today)}`}
            </Text>
          )}
        </div>
        {facts.map(([name, text]) => (
          <div key={name}>
            <Text size="sm" c="dimmed">
              {name}
            </Text>
            <Text lineClamp={4} className={classes.fact}>
              {text}
            </Text>
          </div>
        ))}
        {done < ONBOARDING_PARTS.length && (
          <div>
            <Group justify="space-between" gap="xs" mb={6}>
              <Text size="sm" c="dimmed">
                Onboarding, {done} of {ONBOARDING_PARTS.length} parts
              </Text>
              <Anchor component={Link} to={`/coach/${coachId}/client/${client.clientId}/edit`} size="sm">
                Complete
              </Anchor>
            </Group>
            <ul className={classes.parts}>
              {ONBOARDING_PARTS.map((part) => (
                <li key={part} data-done={onboarding[part] || undefined}>
                  {onboarding[part] ? (
                    <IconCircleCheckFilled size={16} aria-label="Done:" />
                  ) : (
                    <IconCircle size={16} stroke={1.75} aria-label="Open:" />
                  )}
                  {PART_LABELS[part]}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    </Card>
  );
}

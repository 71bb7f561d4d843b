import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients';
import type { StoredRecord } from '@stridewell/contract/records';
import { ONBOARDING_PARTS } from '@stridewell/contract/records.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { dayInSentence, weightLabel } from '../../lib/format.ts';
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

/** The key facts about a client beside the timeline. */
export function ClientOverview({ coachId, client, today, timeZone, units }: ClientOverviewProps) {
  const firstName = client.fullName.split(' ')[0] ?? client.fullName;
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <QueryBoundary
          query={useQuery(recordQuery(coachId, client.clientId))}
          failed="The details could not be loaded"
          skeleton={220}
        >
          {(stored) => <KeyFacts {...{ coachId, client, today, units, stored }} />}
        </QueryBoundary>
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

type KeyFactsProps = Omit<ClientOverviewProps, 'timeZone'> & { stored: StoredRecord };

const PART_LABELS = {
  goal: 'Goal',
  diet: 'Food',
  measurements: 'Measurements',
  photo: 'Photo',
  availability: 'Availability',
};

function KeyFacts({ coachId, client, today, units, stored }: KeyFactsProps) {
  const { record, onboarding } = stored;
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
              {record.targetDay && ` by ${dayInSentence(record.targetDay, today)}`}
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

import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import type { StoredRecord } from '@stridewell/contract/records/records';
import { ONBOARDING_PARTS } from '@stridewell/contract/records/records.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayInSentence, weightLabel } from '../../lib/format.ts';
import { DoneIcon } from '../../ui/done-icon.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import type { ReaderContext } from './records.form.ts';
import { recordQuery } from './records.queries.ts';

type RecordSummaryProps = ReaderContext & { coachId: string; clientId: string; goal: string | null };

const PART_LABELS = {
  goal: 'Goal',
  diet: 'Food',
  measurements: 'Measurements',
  photo: 'Photo',
  availability: 'Availability',
};

/** The key facts about a client: goal, allergies, limits, and the open parts of the onboarding. */
export function RecordSummary(props: RecordSummaryProps) {
  return (
    <QueryBoundary
      query={useQuery(recordQuery(props.coachId, props.clientId))}
      failed="The details could not be loaded"
      skeleton={220}
    >
      {(stored) => <KeyFacts {...props} stored={stored} />}
    </QueryBoundary>
  );
}

function KeyFacts({ coachId, clientId, goal, today, units, stored }: RecordSummaryProps & { stored: StoredRecord }) {
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
          <Muted>Goal</Muted>
          <Text size="lg" fw={550} lineClamp={3}>
            {goal ?? 'Not set yet'}
          </Text>
          {record.goalWeightKg !== null && (
            <Muted>
              {weightLabel(record.goalWeightKg, units)}
              {record.targetDay && ` by ${dayInSentence(record.targetDay, today)}`}
            </Muted>
          )}
        </div>
        {facts.map(([name, text]) => (
          <div key={name}>
            <Muted>{name}</Muted>
            <Text lineClamp={4} style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          </div>
        ))}
        {done < ONBOARDING_PARTS.length && (
          <div>
            <Group justify="space-between" gap="xs" mb={6}>
              <Muted>
                Onboarding, {done} of {ONBOARDING_PARTS.length} parts
              </Muted>
              <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}/edit`} size="sm">
                Complete
              </Anchor>
            </Group>
            <Group component="ul" gap="6px 14px" fz="sm">
              {ONBOARDING_PARTS.map((part) => (
                <Group key={part} component="li" gap={5}>
                  <DoneIcon done={onboarding[part]} size={16} />
                  {PART_LABELS[part]}
                </Group>
              ))}
            </Group>
          </div>
        )}
      </Stack>
    </Card>
  );
}

import { Badge, Group, Stack, Text } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import {
  FINDING_LEVELS,
  type FindingLevel,
  type HealthAnswer,
  healthFindings,
  scoffFindings,
  textFindings,
  weightFindings,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconAlertTriangle, IconMessageQuestion, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { onboardingQuery, type Relationship } from './onboarding.queries.ts';

const LEVELS: Record<FindingLevel, { label: string; color: string; Icon: typeof IconShieldCheck }> = {
  refer: { label: 'Refer first', color: 'red', Icon: IconAlertTriangle },
  care: { label: 'Take care', color: 'yellow', Icon: IconShieldCheck },
  ask: { label: 'Ask', color: 'gray', Icon: IconMessageQuestion },
};

const detailsOf = ({ details }: HealthAnswer) => details;

type HealthSummaryProps = { relationship: Relationship; timeZone: string };

/** The findings in the health answers for the coach, the most serious first. */
export function HealthSummary({ relationship, timeZone }: HealthSummaryProps) {
  return (
    <QueryBoundary
      query={useQuery(onboardingQuery(relationship))}
      failed="The health answers could not be loaded"
      loading="Loading the health answers"
      skeleton={140}
    >
      {(state) => <Findings state={state} timeZone={timeZone} />}
    </QueryBoundary>
  );
}

function Findings({ state, timeZone }: { state: OnboardingState; timeZone: string }) {
  const { health, consent, record, today } = state;
  const day = (at: string) => relativeDayLabel(dayInZone(new Date(at), timeZone), today);
  const written = [record.goal, record.diet, record.injuries, ...Object.values(health?.answers ?? {}).map(detailsOf)];
  const findings = [
    ...textFindings(written),
    ...weightFindings(record),
    ...(health ? [...scoffFindings(health.scoff), ...healthFindings(health.answers)] : []),
  ].sort((one, other) => FINDING_LEVELS.indexOf(one.level) - FINDING_LEVELS.indexOf(other.level));
  return (
    <SectionCard title="Health">
      <Stack gap="md">
        {consent?.withdrawnAt && (
          <Text>The client withdrew consent {day(consent.withdrawnAt)}, and the health answers are deleted.</Text>
        )}
        {!health && !consent?.withdrawnAt && <Text c="dimmed">The health questions are not answered yet.</Text>}
        {health && findings.length === 0 && <Text>No to every question. No medical clearance needed.</Text>}
        {findings.length > 0 && (
          <Stack component="ul" gap="md">
            {findings.map(({ label, level, advice, details }) => {
              const { label: name, color, Icon } = LEVELS[level];
              return (
                <li key={label + details}>
                  <Group gap="xs" mb={4}>
                    <Text fw={600}>{label}</Text>
                    <Badge color={color} leftSection={<Icon size={13} stroke={2} />}>
                      {name}
                    </Badge>
                  </Group>
                  <Text>{advice}</Text>
                  {details && <Text c="dimmed">In their words: {details}</Text>}
                </li>
              );
            })}
          </Stack>
        )}
        {health && (
          <Muted>
            {health.answeredBy === 'client'
              ? `Answered ${day(health.answeredAt)}`
              : `Answered together ${day(health.answeredAt)}, ${
                  health.confirmedAt ? `confirmed ${day(health.confirmedAt)}` : 'not confirmed by the client yet'
                }`}
          </Muted>
        )}
      </Stack>
    </SectionCard>
  );
}

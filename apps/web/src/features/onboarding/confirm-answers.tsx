import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import {
  CLEARANCE_LABELS,
  HEALTH_QUESTIONS,
  HEALTH_TOPICS,
  SCOFF_ITEMS,
  SCOFF_QUESTIONS,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { OnboardingStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type Relationship, useConfirmOnboarding } from './onboarding.queries.ts';

const SAID = { yes: 'Yes', no: 'No', unsaid: 'Preferred not to say' };
type ConfirmAnswersProps = {
  relationship: Relationship;
  state: OnboardingState;
  arrived: boolean;
  onChange: (step: OnboardingStep) => void;
};

/** The answers that the coach filled in with the client, for the client to confirm. */
export function ConfirmAnswers({ relationship, state, arrived, onChange }: ConfirmAnswersProps) {
  const confirm = useConfirmOnboarding(relationship);
  const { consent, health, coachName } = state;
  const heading = useHeadingFocus('confirm', arrived);
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <PageHeader
        title="Is this right?"
        lead={`${coachName} filled this in with you. Please check it and confirm.`}
        headingRef={heading}
      />
      <ProblemAlert error={confirm.error} />
      {consent && consent.withdrawnAt === null && (
        <Text>
          You agreed that we store your answers, including those on health, and that {coachName} can see them to plan
          your training.
        </Text>
      )}
      {health && (
        <Card component="section" aria-label="Your health answers">
          <Stack component="ul" gap="md">
            {HEALTH_TOPICS.map((topic) => {
              const { said, details, cleared } = health.answers[topic];
              return (
                <li key={topic}>
                  <Muted>{HEALTH_QUESTIONS[topic].question}</Muted>
                  <Text fw={550}>
                    {SAID[said]}
                    {cleared && `. Doctor: ${CLEARANCE_LABELS[cleared]}`}
                  </Text>
                  {details && <Text>{details}</Text>}
                </li>
              );
            })}
            {health.scoff &&
              SCOFF_ITEMS.map((item) => (
                <li key={item}>
                  <Muted>{SCOFF_QUESTIONS[item]}</Muted>
                  <Text fw={550}>{health.scoff && SAID[health.scoff[item]]}</Text>
                </li>
              ))}
          </Stack>
        </Card>
      )}
      <Group>
        <Button
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ consentId: consent?.id ?? null, healthId: health?.id ?? null })}
        >
          Yes, this is right
        </Button>
        <Button variant="default" onClick={() => onChange('start')}>
          Change it
        </Button>
      </Group>
    </Stack>
  );
}

import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding';
import { CLEARANCE_LABELS, HEALTH_QUESTIONS, HEALTH_TOPICS } from '@stridewell/contract/onboarding.health.rules';
import type { OnboardingStep } from '@stridewell/contract/onboarding.steps.rules';
import { useHeadingFocus } from '../../components/heading-focus.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import layout from '../../components/step-layout.module.css';
import { messageOf } from '../../lib/errors.ts';
import classes from './onboarding.module.css';
import { type Place, useConfirmOnboarding } from './onboarding.queries.ts';

const SAID = { yes: 'Yes', no: 'No', unsaid: 'Rather not said' };
type ConfirmAnswersProps = {
  place: Place;
  state: OnboardingState;
  arrived: boolean;
  onChange: (step: OnboardingStep) => void;
};

/** What the coach filled in with the client, for the client to say that it is right. */
export function ConfirmAnswers({ place, state, arrived, onChange }: ConfirmAnswersProps) {
  const confirm = useConfirmOnboarding(place);
  const { consent, health, coachName } = state;
  const heading = useHeadingFocus('confirm', arrived);
  return (
    <Stack gap="lg" className={layout.layout}>
      <div>
        <Title order={1} ref={heading} tabIndex={-1}>
          Is this right?
        </Title>
        <Text c="dimmed" mt={6}>
          {coachName} wrote this down together with you. It counts once you say so.
        </Text>
      </div>
      <ProblemAlert text={confirm.error && messageOf(confirm.error, 'Nothing was changed. Please try again.')} />
      {consent && consent.withdrawnAt === null && (
        <Text>
          You agreed that your answers are stored, those on health included, and that {coachName} sees them to plan your
          training.
        </Text>
      )}
      {health && (
        <Card component="section" aria-label="Your health answers">
          <ul className={classes.findings}>
            {HEALTH_TOPICS.map((topic) => {
              const { said, details, cleared } = health.answers[topic];
              return (
                <li key={topic}>
                  <Text size="sm" c="dimmed">
                    {HEALTH_QUESTIONS[topic].question}
                  </Text>
                  <Text fw={550}>
                    {SAID[said]}
                    {cleared && `. Doctor: ${CLEARANCE_LABELS[cleared]}`}
                  </Text>
                  {details && <Text>{details}</Text>}
                </li>
              );
            })}
          </ul>
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

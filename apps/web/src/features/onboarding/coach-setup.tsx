import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { SETUP_STEPS, SETUP_TITLES, type SetupStep, stepFrom } from '@stridewell/contract/onboarding.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { StepActions } from '../../components/step-actions.tsx';
import { StepLayout } from '../../components/step-layout.tsx';
import { InviteStep } from './invite-step.tsx';
import { setupQuery, useSaveSetup } from './onboarding.queries.ts';
import { SetupTasks } from './setup-tasks.tsx';

type Ways = { onSaved: () => void; onSkip: () => void; onBack: () => void };
type CoachSetupProps = {
  coachId: string;
  /** The steps that belong to other features. */
  steps: Record<'profile' | 'photo' | 'specialities' | 'certifications' | 'template', (ways: Ways) => ReactNode>;
};

const NAMES = SETUP_STEPS.map((step) => SETUP_TITLES[step]);
const LEADS: Record<SetupStep, string> = {
  profile: 'Your clients see it on your card. You can change it at any time.',
  photo: 'People train better with somebody they know by sight.',
  specialities: 'What you help with, and in which languages.',
  certifications: 'What you learned, and where.',
  availability: 'When clients can book you is set in your calendar.',
  template: 'What your clients tell you every week.',
  invite: 'They get a mail with a link to join you.',
  done: 'You are ready to coach.',
};

/** Everything a new coach may set up; every step can be left for later and is found again. */
export function CoachSetup({ coachId, steps }: CoachSetupProps) {
  const { data: setup } = useSuspenseQuery(setupQuery(coachId));
  const [step, setStep] = useState(setup.step);
  const save = useSaveSetup(coachId);
  const show = (next: SetupStep) => {
    setStep(next);
    // Where it goes on is kept in passing; a lost answer costs nobody more than a step.
    save.mutate({ step: next });
  };
  const on = () => show(stepFrom(SETUP_STEPS, step, 1));
  const ways: Ways = { onSaved: on, onSkip: on, onBack: () => show(stepFrom(SETUP_STEPS, step, -1)) };
  const contents: Record<SetupStep, () => ReactNode> = {
    profile: () => <Stack mt="lg">{steps.profile(ways)}</Stack>,
    photo: () => <Stack mt="lg">{steps.photo(ways)}</Stack>,
    specialities: () => <Stack mt="lg">{steps.specialities(ways)}</Stack>,
    certifications: () => <Stack mt="lg">{steps.certifications(ways)}</Stack>,
    template: () => steps.template(ways),
    availability: () => (
      <>
        <Text mt="lg">
          Open your{' '}
          <Anchor component={Link} to={`/coach/${coachId}/calendar`} underline="always">
            calendar
          </Anchor>{' '}
          to see your week. You come back here from your dashboard.
        </Text>
        <StepActions onBack={ways.onBack} onNext={on} />
      </>
    ),
    invite: () => <InviteStep coachId={coachId} onDone={on} onSkip={on} onBack={ways.onBack} />,
    done: () => (
      <Stack mt="lg">
        <SetupTasks setup={setup} />
        <Group>
          <Button component={Link} to={`/coach/${coachId}/dashboard`}>
            Go to your dashboard
          </Button>
          <Button variant="default" onClick={ways.onBack}>
            Back
          </Button>
        </Group>
      </Stack>
    ),
  };
  return (
    <StepLayout title={SETUP_TITLES[step]} lead={LEADS[step]} number={SETUP_STEPS.indexOf(step) + 1} steps={NAMES}>
      {contents[step]()}
    </StepLayout>
  );
}

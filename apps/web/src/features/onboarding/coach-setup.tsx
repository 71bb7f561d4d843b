import { Button, Group, Stack } from '@mantine/core';
import {
  adjacentStep,
  isSetUp,
  SETUP_STEPS,
  SETUP_TITLES,
  type SetupStep,
} from '@stridewell/contract/onboarding/onboarding.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { StepLayout } from '../../ui/step-layout.tsx';
import { useForgetSteps } from '../../ui/step-memory.ts';
import { InviteStep } from './invite-step.tsx';
import { setupQuery, useSaveCoachSetup } from './onboarding.queries.ts';
import { SetupTasks } from './setup-tasks.tsx';

type StepCallbacks = { onSaved: () => void; onSkip: () => void; onBack: () => void };
type CoachSetupProps = {
  coachId: string;
  /** The step in the address. An unknown one counts as none. */
  wanted: string | undefined;
  onStep: (step: SetupStep) => void;
  /** Shown above every step. */
  notice?: ReactNode;
  /** Why the coach cannot invite clients yet. */
  closed?: string | undefined;
  /** Steps that other features provide. */
  steps: Record<
    'profile' | 'photo' | 'specialities' | 'certifications' | 'availability' | 'template',
    (callbacks: StepCallbacks) => ReactNode
  >;
};

const NAMES = SETUP_STEPS.map((step) => SETUP_TITLES[step]);
const LEADS: Record<SetupStep, string> = {
  profile: 'Your clients see it on your card. You can change it at any time.',
  photo: 'Clients open up more to a coach whose face they know.',
  specialities: 'What you help with, and in which languages.',
  certifications: 'Your certifications, and who issued them.',
  availability: 'Clients can book any free time within these hours.',
  template: 'What your clients tell you every week.',
  invite: 'They get an email with a link to join you.',
  done: 'You are ready to coach.',
};
const LATER = 'You can finish this later. The open tasks are on your dashboard.';

/** The setup of a new coach. Every step can be skipped and done later. */
export function CoachSetup({ coachId, wanted, onStep, notice, closed, steps }: CoachSetupProps) {
  const { data: setup } = useSuspenseQuery(setupQuery(coachId));
  // The first step of this visit, where the browser's back button ends.
  const [first] = useState(setup.step);
  const step = SETUP_STEPS.find((name) => name === wanted) ?? first;
  const save = useSaveCoachSetup(coachId);
  const show = (next: SetupStep) => {
    onStep(next);
    // Saved in the background. A lost answer costs one step at most.
    save.mutate({ step: next });
  };
  const path = ['setup', coachId];
  const forget = useForgetSteps(path);
  const goToNext = () => show(adjacentStep(SETUP_STEPS, step, 1));
  const onSaved = () => {
    forget(step);
    goToNext();
  };
  const callbacks: StepCallbacks = {
    onSaved,
    onSkip: goToNext,
    onBack: () => show(adjacentStep(SETUP_STEPS, step, -1)),
  };
  const contents: Record<SetupStep, () => ReactNode> = {
    profile: () => <Stack mt="lg">{steps.profile(callbacks)}</Stack>,
    photo: () => <Stack mt="lg">{steps.photo(callbacks)}</Stack>,
    specialities: () => <Stack mt="lg">{steps.specialities(callbacks)}</Stack>,
    certifications: () => <Stack mt="lg">{steps.certifications(callbacks)}</Stack>,
    template: () => steps.template(callbacks),
    availability: () => steps.availability(callbacks),
    invite: () => (
      <InviteStep coachId={coachId} closed={closed} onDone={onSaved} onSkip={goToNext} onBack={callbacks.onBack} />
    ),
    done: () => (
      <Stack mt="lg">
        <SetupTasks setup={setup} />
        <Group>
          <Button component={Link} to={`/coach/${coachId}/dashboard`}>
            Go to your dashboard
          </Button>
          <Button variant="default" onClick={callbacks.onBack}>
            Back
          </Button>
        </Group>
      </Stack>
    ),
  };
  const open = step === 'done' && !isSetUp(setup);
  return (
    <StepLayout
      title={open ? 'Almost there' : SETUP_TITLES[step]}
      lead={open ? LATER : LEADS[step]}
      number={SETUP_STEPS.indexOf(step) + 1}
      steps={NAMES}
      path={path}
      step={step}
    >
      {notice}
      {contents[step]()}
    </StepLayout>
  );
}

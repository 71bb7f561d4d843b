import { Button, Group, Stack } from '@mantine/core';
import {
  adjacentStep,
  isSetUp,
  SETUP_STEPS,
  SETUP_TITLES,
  type SetupStep,
} from '@stridewell/contract/onboarding.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { StepLayout } from '../../components/step-layout.tsx';
import { useForgetTyped } from '../../components/step-memory.ts';
import { InviteStep } from './invite-step.tsx';
import { setupQuery, useSaveSetup } from './onboarding.queries.ts';
import { SetupTasks } from './setup-tasks.tsx';

type Ways = { onSaved: () => void; onSkip: () => void; onBack: () => void };
type CoachSetupProps = {
  coachId: string;
  /** The step that the address names; unknown ones are like none. */
  wanted: string | undefined;
  onStep: (step: SetupStep) => void;
  /** What has to be said above every step. */
  notice?: ReactNode;
  /** Why nobody can be invited yet. */
  closed?: string | undefined;
  /** The steps that belong to other features. */
  steps: Record<
    'profile' | 'photo' | 'specialities' | 'certifications' | 'availability' | 'template',
    (ways: Ways) => ReactNode
  >;
};

const NAMES = SETUP_STEPS.map((step) => SETUP_TITLES[step]);
const LEADS: Record<SetupStep, string> = {
  profile: 'Your clients see it on your card. You can change it at any time.',
  photo: 'People train better with somebody they know by sight.',
  specialities: 'What you help with, and in which languages.',
  certifications: 'What you learned, and where.',
  availability: 'They choose a time in these hours and never one that is taken.',
  template: 'What your clients tell you every week.',
  invite: 'They get a mail with a link to join you.',
  done: 'You are ready to coach.',
};
const LATER = 'What is open can wait. You find it on your dashboard.';

/** Everything a new coach may set up; every step can be left for later and is found again. */
export function CoachSetup({ coachId, wanted, onStep, notice, closed, steps }: CoachSetupProps) {
  const { data: setup } = useSuspenseQuery(setupQuery(coachId));
  // Where this visit began: the way back in the browser ends there, wherever it has gone on since.
  const [first] = useState(setup.step);
  const step = SETUP_STEPS.find((name) => name === wanted) ?? first;
  const save = useSaveSetup(coachId);
  const show = (next: SetupStep) => {
    onStep(next);
    // Where it goes on is kept in passing; a lost answer costs nobody more than a step.
    save.mutate({ step: next });
  };
  const way = ['setup', coachId];
  const forget = useForgetTyped(way);
  const on = () => show(adjacentStep(SETUP_STEPS, step, 1));
  const onSaved = () => {
    forget(step);
    on();
  };
  const ways: Ways = { onSaved, onSkip: on, onBack: () => show(adjacentStep(SETUP_STEPS, step, -1)) };
  const contents: Record<SetupStep, () => ReactNode> = {
    profile: () => <Stack mt="lg">{steps.profile(ways)}</Stack>,
    photo: () => <Stack mt="lg">{steps.photo(ways)}</Stack>,
    specialities: () => <Stack mt="lg">{steps.specialities(ways)}</Stack>,
    certifications: () => <Stack mt="lg">{steps.certifications(ways)}</Stack>,
    template: () => steps.template(ways),
    availability: () => steps.availability(ways),
    invite: () => <InviteStep coachId={coachId} closed={closed} onDone={onSaved} onSkip={on} onBack={ways.onBack} />,
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
  const open = step === 'done' && !isSetUp(setup);
  return (
    <StepLayout
      title={open ? 'Almost there' : SETUP_TITLES[step]}
      lead={open ? LATER : LEADS[step]}
      number={SETUP_STEPS.indexOf(step) + 1}
      steps={NAMES}
      way={way}
      step={step}
    >
      {notice}
      {contents[step]()}
    </StepLayout>
  );
}

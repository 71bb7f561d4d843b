import { Anchor, Stack } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { adjacentStep, missingSteps, STEP_TITLES } from '@stridewell/contract/onboarding/onboarding.rules';
import { ONBOARDING_STEPS, type OnboardingStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { StepLayout } from '../../ui/step-layout.tsx';
import { useForgetSteps } from '../../ui/step-memory.ts';
import { ConfirmAnswers } from './confirm-answers.tsx';
import { HealthStep } from './health-step.tsx';
import { NoConsent } from './no-consent.tsx';
import { onboardingQuery, type Relationship, useFinishOnboarding, useSaveOnboarding } from './onboarding.queries.ts';
import { OnboardingDone } from './onboarding-done.tsx';
import { OnboardingParts, PART_LABELS } from './onboarding-parts.tsx';
import { OnboardingPhoto } from './onboarding-photo.tsx';
import { StartStep } from './start-step.tsx';

/** The props of a step that edits fields of the record. */
export type FieldsProps = {
  record: ClientRecord;
  today: string;
  saving: boolean;
  onSave: (fields: Partial<ClientRecord>) => void;
  onSkip: () => void;
  onBack: () => void;
};
type RecordPart = Extract<OnboardingStep, 'goal' | 'diet' | 'measurements' | 'availability'>;
export type FieldsOf = Record<RecordPart, (props: FieldsProps) => ReactNode>;

type ClientOnboardingProps = {
  relationship: Relationship;
  /** True when the coach fills in the answers with the client. */
  together: boolean;
  fields: FieldsOf;
  /** The page after the last step. */
  home: { to: string; label: string };
  /** The step in the address, so that the browser's back button leads to the previous step. */
  at: OnboardingStep | undefined;
  /** True after another view of the same page. */
  arrived?: boolean;
  /** Null for the overview at the end. */
  onMove: (step: OnboardingStep | null) => void;
};

const NAMES = ONBOARDING_STEPS.map((step) => STEP_TITLES[step]);

const isAgreed = ({ consent }: OnboardingState): boolean => consent !== null && consent.withdrawnAt === null;

const missingOf = (state: OnboardingState): OnboardingStep[] =>
  missingSteps(
    { dateOfBirth: state.record.dateOfBirth, consent: isAgreed(state), health: state.health !== null },
    state.today,
  );

const leadOf = (step: OnboardingStep, state: OnboardingState, together: boolean): string => {
  const { coachName, fullName } = state;
  const who = together ? fullName : coachName;
  const leads: Record<OnboardingStep, string> = {
    start: together
      ? `You fill this in together with ${who}. It takes about five minutes, and every step is saved.`
      : `${who} plans better with a few answers. It takes about five minutes, and every step is saved.`,
    health: 'So your training is safe. About one in three people answers yes to something here.',
    goal: 'In your own words. What should be different in a few months?',
    diet: "What you like, what you avoid, and what you can't eat.",
    measurements: "A starting point to compare against later. Skip anything you don't know.",
    photo: together ? 'A face to go with the name.' : `So that ${who} knows you when you meet.`,
    availability: 'When you can train in a typical week, and with which equipment.',
    review: 'Check your answers. You can change them later.',
  };
  if (step === 'review' && missingOf(state).length > 0) {
    return 'Consent and health answers are needed to plan safely. Everything else can wait.';
  }
  return leads[step];
};

/** The steps of the onboarding, and the overview after the last one. */
export function ClientOnboarding({
  relationship,
  together,
  fields,
  home,
  at,
  arrived = false,
  onMove: moveTo,
}: ClientOnboardingProps) {
  // A step that is still being saved must not fetch back a person who has left.
  const leaving = useRef(false);
  const onMove = (step: OnboardingStep | null) => {
    if (!leaving.current) moveTo(step);
  };
  const { data: state } = useSuspenseQuery(onboardingQuery(relationship));
  // The visit starts at the saved step. Later saves must not move the start.
  const [entry] = useState(state.step);
  const step = at ?? (state.completed ? null : entry);
  const save = useSaveOnboarding(relationship);
  const finish = useFinishOnboarding(relationship);
  const path = ['onboarding', relationship.coachId, relationship.clientId];
  const forget = useForgetSteps(path);
  const open = !together && [state.consent, state.health].some((one) => one !== null && one.confirmedAt === null);
  const view = step ?? (open ? 'confirm' : 'done');
  const [shown, setShown] = useState({ view, moved: arrived });
  if (shown.view !== view) setShown({ view, moved: true });
  if (step === null) {
    if (open)
      return <ConfirmAnswers relationship={relationship} state={state} arrived={shown.moved} onChange={onMove} />;
    return (
      <OnboardingDone
        arrived={shown.moved}
        onWithdrawn={() => forget()}
        relationship={relationship}
        state={state}
        together={together}
        home={home}
        onChange={onMove}
      />
    );
  }
  const problem = save.error ?? finish.error;
  const clear = () => {
    save.reset();
    finish.reset();
  };
  const show = (next: OnboardingStep | null) => {
    clear();
    onMove(next);
  };
  // After the end people change one answer at a time.
  const single = state.completed && !open;
  const next = adjacentStep(ONBOARDING_STEPS, step, 1);
  const onBack = () => show(single ? null : adjacentStep(ONBOARDING_STEPS, step, -1));
  const saveStep = (answers?: Omit<Parameters<typeof save.mutate>[0], 'step'>) =>
    save.mutate(
      { step: single ? 'review' : next, ...answers },
      {
        onSuccess() {
          // A skipped step keeps what was typed.
          if (answers) forget(step);
          onMove(single ? null : next);
        },
      },
    );
  const [missing] = missingOf(state);
  const shared = { saving: save.isPending, onBack };
  const part = (name: RecordPart) => (
    <Stack mt="lg" key={name}>
      {fields[name]({
        ...shared,
        record: state.record,
        today: state.today,
        onSave: (record) => saveStep({ record }),
        onSkip: () => saveStep(),
      })}
    </Stack>
  );
  const steps: Record<OnboardingStep, () => ReactNode> = {
    start: () => <StartStep {...shared} state={state} together={together} home={home} onSave={saveStep} />,
    health: () =>
      isAgreed(state) ? (
        <HealthStep {...shared} health={state.health} together={together} onSave={(health) => saveStep({ health })} />
      ) : (
        <NoConsent
          {...shared}
          state={state}
          together={together}
          onAgree={() => show('start')}
          onSkip={() => saveStep()}
        />
      ),
    goal: () => part('goal'),
    diet: () => part('diet'),
    measurements: () => part('measurements'),
    photo: () => (
      <OnboardingPhoto
        {...shared}
        relationship={relationship}
        state={state}
        together={together}
        onSave={(photoId) => saveStep({ photoId })}
        onSkip={() => saveStep()}
      />
    ),
    availability: () => part('availability'),
    review: () => (
      <>
        <Stack mt="lg">
          <OnboardingParts state={state} together={together} onChange={show} />
        </Stack>
        <StepActions
          onBack={onBack}
          label={missing ? `Add ${PART_LABELS[missing].toLowerCase()}` : 'Finish'}
          saving={finish.isPending}
          onNext={() =>
            missing
              ? show(missing)
              : finish.mutate(undefined, {
                  onSuccess() {
                    forget();
                    onMove(null);
                  },
                })
          }
        />
      </>
    ),
  };
  return (
    <StepLayout
      title={step === 'review' && missing ? 'Almost there' : STEP_TITLES[step]}
      lead={leadOf(step, state, together)}
      aside={
        <Anchor
          component={Link}
          to={home.to}
          size="sm"
          fw={550}
          onClick={() => {
            leaving.current = true;
          }}
        >
          Finish later
        </Anchor>
      }
      number={ONBOARDING_STEPS.indexOf(step) + 1}
      steps={NAMES}
      single={single}
      arrived={shown.moved}
      path={path}
      step={step}
    >
      <ProblemAlert mt="md" error={problem} fallback="This step was not saved. What you entered is still here." />
      {steps[step]()}
    </StepLayout>
  );
}

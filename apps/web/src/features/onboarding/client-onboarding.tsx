import { Stack } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding';
import { adjacentStep, missingSteps, STEP_TITLES } from '@stridewell/contract/onboarding.rules';
import { ONBOARDING_STEPS, type OnboardingStep } from '@stridewell/contract/onboarding.steps.rules';
import type { ClientRecord } from '@stridewell/contract/records.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { StepActions } from '../../components/step-actions.tsx';
import { StepLayout } from '../../components/step-layout.tsx';
import { useForgetTyped } from '../../components/step-memory.ts';
import { messageOf } from '../../lib/errors.ts';
import { ConfirmAnswers } from './confirm-answers.tsx';
import { HealthStep } from './health-step.tsx';
import { NoConsent } from './no-consent.tsx';
import { onboardingQuery, type Place, useFinishOnboarding, useSaveOnboarding } from './onboarding.queries.ts';
import { OnboardingDone } from './onboarding-done.tsx';
import { OnboardingParts, PART_LABELS } from './onboarding-parts.tsx';
import { OnboardingPhoto } from './onboarding-photo.tsx';
import { StartStep } from './start-step.tsx';

/** What a step of the record gets to show its fields. */
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
  place: Place;
  /** Whether the coach fills it in with the client. */
  together: boolean;
  fields: FieldsOf;
  /** Where to go from the end. */
  home: { to: string; label: string };
  /** The step that the address names, so that the browser's way back leads to the one before. */
  at: OnboardingStep | undefined;
  /** Whether another view of the same page led here. */
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
      ? `You fill this in together with ${who}. It takes about five minutes, and every step is kept.`
      : `${who} plans better with a few answers. It takes about five minutes, and every step is kept.`,
    health: 'So that training helps and does no harm. About one in three people says yes to something here.',
    goal: 'In your own words. What should be different in a few months?',
    diet: 'What you like, what you leave out, and what you must not eat.',
    measurements: 'A starting point to compare with later. Leave out what you do not know.',
    photo: together ? 'A face to the name.' : `So that ${who} knows you when you meet.`,
    availability: 'When you could train in a usual week, and with what.',
    review: 'Have a look at what is here. You can change all of it later.',
  };
  if (step === 'review' && missingOf(state).length > 0) {
    return 'Consent and health answers are needed to plan safely. Everything else can wait.';
  }
  return leads[step];
};

/** The onboarding, from the first question to its end, and what is shown of it afterwards. */
export function ClientOnboarding({
  place,
  together,
  fields,
  home,
  at,
  arrived = false,
  onMove,
}: ClientOnboardingProps) {
  const { data: state } = useSuspenseQuery(onboardingQuery(place));
  // Where it was left stays the beginning of this visit, however far it gets.
  const [entry] = useState(state.step);
  const step = at ?? (state.completed ? null : entry);
  const save = useSaveOnboarding(place);
  const finish = useFinishOnboarding(place);
  const way = ['onboarding', place.coachId, place.clientId];
  const forget = useForgetTyped(way);
  const open = !together && [state.consent, state.health].some((one) => one !== null && one.confirmedAt === null);
  const view = step ?? (open ? 'confirm' : 'done');
  const [shown, setShown] = useState({ view, moved: arrived });
  if (shown.view !== view) setShown({ view, moved: true });
  if (step === null) {
    if (open) return <ConfirmAnswers place={place} state={state} arrived={shown.moved} onChange={onMove} />;
    return (
      <OnboardingDone
        arrived={shown.moved}
        onWithdrawn={() => forget()}
        place={place}
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
  // Who changes one answer afterwards has seen the others.
  const single = state.completed && !open;
  const next = adjacentStep(ONBOARDING_STEPS, step, 1);
  const onBack = () => show(single ? null : adjacentStep(ONBOARDING_STEPS, step, -1));
  const keep = (told?: Omit<Parameters<typeof save.mutate>[0], 'step'>) =>
    save.mutate(
      { step: single ? 'review' : next, ...told },
      {
        onSuccess() {
          // Who skips a step finds what they had begun there.
          if (told) forget(step);
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
        onSave: (record) => keep({ record }),
        onSkip: () => keep(),
      })}
    </Stack>
  );
  const steps: Record<OnboardingStep, () => ReactNode> = {
    start: () => <StartStep {...shared} state={state} together={together} home={home} onSave={keep} />,
    health: () =>
      isAgreed(state) ? (
        <HealthStep {...shared} health={state.health} together={together} onSave={(health) => keep({ health })} />
      ) : (
        <NoConsent {...shared} state={state} together={together} onAgree={() => show('start')} onSkip={() => keep()} />
      ),
    goal: () => part('goal'),
    diet: () => part('diet'),
    measurements: () => part('measurements'),
    photo: () => (
      <OnboardingPhoto
        {...shared}
        place={place}
        state={state}
        together={together}
        onSave={(photoId) => keep({ photoId })}
        onSkip={() => keep()}
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
      number={ONBOARDING_STEPS.indexOf(step) + 1}
      steps={NAMES}
      single={single}
      arrived={shown.moved}
      way={way}
      step={step}
    >
      {problem && (
        <Stack mt="md">
          <ProblemAlert text={messageOf(problem, 'This step was not saved. What you entered is still here.')} />
        </Stack>
      )}
      {steps[step]()}
    </StepLayout>
  );
}

import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OnboardingState } from '@stridewell/contract/onboarding';
import type { OnboardingStep } from '@stridewell/contract/onboarding.steps.rules';
import { Link } from '@tanstack/react-router';
import { useHeadingFocus } from '../../components/heading-focus.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import layout from '../../components/step-layout.module.css';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { type Place, useWithdrawConsent } from './onboarding.queries.ts';
import { OnboardingParts } from './onboarding-parts.tsx';

type OnboardingDoneProps = {
  place: Place;
  state: OnboardingState;
  together: boolean;
  arrived: boolean;
  home: { to: string; label: string };
  onChange: (step: OnboardingStep) => void;
  onWithdrawn: () => void;
};

type Words = { title: string; text: string };

function wordsForClient({ coachName, consent }: OnboardingState, ready: boolean): Words {
  if (consent?.withdrawnAt) {
    return {
      title: 'Your consent is taken back',
      text: `No health answers are stored, and ${coachName} sees none. Agree again whenever you want.`,
    };
  }
  return ready
    ? { title: 'You are ready', text: `${coachName} has everything to plan your training.` }
    : {
        title: 'Something is still open',
        text: `${coachName} needs your consent and your health answers to plan safely.`,
      };
}

function wordsForCoach({ fullName, accepted, consent, health }: OnboardingState, ready: boolean): Words {
  if (consent?.withdrawnAt) {
    return {
      title: `${fullName} took back the consent`,
      text: 'No health answers are stored. Only they can agree again, when they sign in.',
    };
  }
  if (!ready) {
    return {
      title: 'Something is still open',
      text: `You need the consent and the health answers of ${fullName} to plan safely.`,
    };
  }
  const title = `${fullName} is ready`;
  if (consent?.confirmedAt && health?.confirmedAt) return { title, text: 'They confirmed consent and health answers.' };
  return {
    title,
    text: `They are asked to confirm health answers and consent ${accepted ? 'at their next sign-in' : 'when they join'}. Until then both count as written down by you.`,
  };
}

/** Everything told, to change, and the way to take the consent back. */
export function OnboardingDone({ place, state, together, arrived, home, onChange, onWithdrawn }: OnboardingDoneProps) {
  const agreed = state.consent !== null && state.consent.withdrawnAt === null;
  const heading = useHeadingFocus(agreed ? 'agreed' : 'not agreed', arrived);
  const ready = agreed && state.health !== null;
  const { title, text } = together ? wordsForCoach(state, ready) : wordsForClient(state, ready);
  return (
    <Stack gap="lg" className={layout.layout}>
      <div>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed" mt={6}>
          {text}
        </Text>
      </div>
      <Group>
        <Button component={Link} to={home.to}>
          {home.label}
        </Button>
      </Group>
      <OnboardingParts state={state} together={together} onChange={onChange} />
      {!together && agreed && <WithdrawCard place={place} coachName={state.coachName} onWithdrawn={onWithdrawn} />}
    </Stack>
  );
}

type WithdrawCardProps = { place: Place; coachName: string; onWithdrawn: () => void };

function WithdrawCard({ place, coachName, onWithdrawn }: WithdrawCardProps) {
  const [opened, dialog] = useDisclosure(false);
  const withdraw = useWithdrawConsent(place);
  return (
    <SectionCard title="Your consent">
      <Text mb="md">You agreed that your answers are stored and seen by {coachName}. You can take that back.</Text>
      <Group>
        <Button variant="light" color="red" onClick={dialog.open}>
          Take back consent
        </Button>
      </Group>
      <Modal opened={opened} onClose={dialog.close} title="Take back your consent?">
        <Stack gap="md">
          <ProblemAlert text={withdraw.error && messageOf(withdraw.error, 'Nothing was changed. Please try again.')} />
          <Text>
            Your health answers are deleted at once and {coachName} no longer sees them. Training goes on more
            carefully, or not at all, until you agree again.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              Keep it
            </Button>
            <Button
              color="red"
              loading={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(undefined, {
                  onSuccess() {
                    dialog.close();
                    onWithdrawn();
                    toast.success('Consent taken back', 'Your health answers are deleted.');
                  },
                })
              }
            >
              Take back
            </Button>
          </Group>
        </Stack>
      </Modal>
    </SectionCard>
  );
}

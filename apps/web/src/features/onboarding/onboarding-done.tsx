import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import type { OnboardingStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { Link } from '@tanstack/react-router';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { type Relationship, useWithdrawConsent } from './onboarding.queries.ts';
import { OnboardingParts } from './onboarding-parts.tsx';

type OnboardingDoneProps = {
  relationship: Relationship;
  state: OnboardingState;
  together: boolean;
  arrived: boolean;
  home: { to: string; label: string };
  onChange: (step: OnboardingStep) => void;
  onWithdrawn: () => void;
};

type Summary = { title: string; text: string };

function clientSummary({ coachName, consent }: OnboardingState, ready: boolean): Summary {
  if (consent?.withdrawnAt) {
    return {
      title: 'You withdrew your consent',
      text: `No health answers are stored, and ${coachName} sees none. Agree again whenever you want.`,
    };
  }
  return ready
    ? { title: 'You are ready', text: `${coachName} has everything to plan your training.` }
    : {
        title: 'Something is still missing',
        text: `${coachName} needs your consent and your health answers to plan safely.`,
      };
}

function coachSummary({ fullName, accepted, consent, health }: OnboardingState, ready: boolean): Summary {
  if (consent?.withdrawnAt) {
    return {
      title: `${fullName} withdrew consent`,
      text: 'No health answers are stored. Only they can agree again, when they sign in.',
    };
  }
  if (!ready) {
    return {
      title: 'Something is still missing',
      text: `You need ${fullName}’s consent and health answers to plan safely.`,
    };
  }
  const title = `${fullName} is ready`;
  if (consent?.confirmedAt && health?.confirmedAt) return { title, text: 'They confirmed consent and health answers.' };
  return {
    title,
    text: `They are asked to confirm health answers and consent ${accepted ? 'at their next sign-in' : 'when they join'}. Until then, both are recorded as entered by you.`,
  };
}

/** The overview of all answers, where clients change them or withdraw their consent. */
export function OnboardingDone({
  relationship,
  state,
  together,
  arrived,
  home,
  onChange,
  onWithdrawn,
}: OnboardingDoneProps) {
  const agreed = state.consent !== null && state.consent.withdrawnAt === null;
  const heading = useHeadingFocus(agreed ? 'agreed' : 'not agreed', arrived);
  const ready = agreed && state.health !== null;
  const { title, text } = together ? coachSummary(state, ready) : clientSummary(state, ready);
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <PageHeader title={title} lead={text} headingRef={heading} />
      <Group>
        <Button component={Link} to={home.to}>
          {home.label}
        </Button>
      </Group>
      <OnboardingParts state={state} together={together} onChange={onChange} />
      {!together && agreed && (
        <WithdrawCard relationship={relationship} coachName={state.coachName} onWithdrawn={onWithdrawn} />
      )}
    </Stack>
  );
}

type WithdrawCardProps = { relationship: Relationship; coachName: string; onWithdrawn: () => void };

function WithdrawCard({ relationship, coachName, onWithdrawn }: WithdrawCardProps) {
  const [opened, dialog] = useDisclosure(false);
  const withdraw = useWithdrawConsent(relationship);
  const confirm = () =>
    withdraw.mutate(undefined, {
      onSuccess() {
        dialog.close();
        onWithdrawn();
        toast.success('Consent withdrawn', 'Your health answers and pain flags are deleted.');
      },
    });
  return (
    <SectionCard title="Your consent">
      <Text mb="md">You agreed that your answers are stored and seen by {coachName}. You can withdraw it.</Text>
      <Group>
        <Button variant="light" color="red" onClick={dialog.open}>
          Withdraw consent
        </Button>
      </Group>
      <ConfirmDialog
        opened={opened}
        title="Withdraw your consent?"
        confirmLabel="Withdraw consent"
        cancelLabel="Keep it"
        action={withdraw}
        onConfirm={confirm}
        onClose={dialog.close}
      >
        <Text>
          Your health answers and the pain flags of your workouts are deleted at once, and {coachName} no longer sees
          them. Until you agree again, training continues with more care, or stops.
        </Text>
      </ConfirmDialog>
    </SectionCard>
  );
}

import { Anchor, Button, Card, Checkbox, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { CONSENT_VERSION, isAdult, MINIMUM_AGE } from '@stridewell/contract/onboarding/onboarding.rules';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { Muted } from '../../ui/muted.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';

type StartInput = { record: { dateOfBirth: string }; consent?: { id: string; version: typeof CONSENT_VERSION } };
type StartStepProps = {
  state: OnboardingState;
  together: boolean;
  saving: boolean;
  /** The page for people who are too young. */
  home: { to: string; label: string };
  onSave: (input: StartInput) => void;
};

/** The date of birth and the consent, which the health questions need. */
export function StartStep({ state, together, saving, home, onSave }: StartStepProps) {
  const given = state.consent !== null && state.consent.withdrawnAt === null;
  // Only the client can agree again after withdrawing the consent.
  const withdrawn = together && state.consent !== null && state.consent.withdrawnAt !== null;
  const stored = { dateOfBirth: state.record.dateOfBirth ?? '', agreed: given };
  // The same id for every try, so that a lost answer stores no second consent.
  const [typed, setTyped] = useStepState(stored, () => ({ ...stored, id: newId() }));
  const { dateOfBirth, agreed, id } = typed;
  const [tried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const known = dateOfBirth >= '1900-01-01' && dateOfBirth <= state.today;
  const adult = known && isAdult(dateOfBirth, state.today);
  // People who return to this step have stored another date before.
  const nothing = state.record.dateOfBirth === null ? 'Nothing you entered was saved.' : 'This date was not saved.';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!adult || !(agreed || withdrawn)) return focusProblem();
    onSave({ record: { dateOfBirth }, ...(!given && !withdrawn && { consent: { id, version: CONSENT_VERSION } }) });
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg" mt="lg">
        <TextInput
          label="Date of birth"
          description={`Clients must be ${MINIMUM_AGE} or over`}
          type="date"
          max={state.today}
          autoComplete="bday"
          required
          value={dateOfBirth}
          onChange={(event) => setTyped({ ...typed, dateOfBirth: event.currentTarget.value })}
          error={tried && !known ? 'Please enter your date of birth' : undefined}
        />
        {known && !adult ? (
          <Card role="alert">
            <Title order={2} size="h3" mb={6}>
              We have to stop here for now
            </Title>
            <Text>
              {together
                ? `${state.fullName} needs to be ${MINIMUM_AGE} to be coached here. ${nothing} You can begin when they are.`
                : `You need to be ${MINIMUM_AGE} to be coached here. ${nothing} Talk to ${state.coachName} about where you can train until then, and come back when you are ${MINIMUM_AGE}.`}
            </Text>
            <Group mt="md">
              <Button component={Link} to={home.to} variant="default">
                {home.label}
              </Button>
            </Group>
          </Card>
        ) : (
          <>
            <Card component="section" aria-label="What we store, and who can see it">
              <Title order={2} size="h3" mb="xs">
                What we store, and who can see it
              </Title>
              <List spacing={6}>
                <List.Item>Your answers here: goal, food, measurements, photo, week and health</List.Item>
                <List.Item>{state.coachName} sees them to plan your training. No other coach or client does</List.Item>
                <List.Item>You can change them, and withdraw this consent, whenever you want</List.Item>
              </List>
              <Muted mt="sm">
                If you withdraw it, your health answers and pain flags are deleted. More in the{' '}
                <Anchor href="/privacy-policy" target="_blank" underline="always">
                  privacy policy
                </Anchor>
                .
              </Muted>
            </Card>
            {withdrawn ? (
              <Text>
                {state.fullName} withdrew their consent, so health questions are hidden. Only they can give it again,
                after signing in.
              </Text>
            ) : (
              <Checkbox
                label={
                  together
                    ? `${state.fullName} agrees that this is stored, including health answers. They confirm it at their next sign-in.`
                    : 'I agree that this is stored, including my health answers.'
                }
                checked={agreed}
                disabled={given}
                aria-invalid={tried && !agreed}
                onChange={(event) => setTyped({ ...typed, agreed: event.currentTarget.checked })}
                error={
                  tried && !agreed ? "Without it we can't ask about health, and coaching would not be safe" : undefined
                }
              />
            )}
          </>
        )}
      </Stack>
      {!(known && !adult) && <StepActions saving={saving} />}
    </form>
  );
}

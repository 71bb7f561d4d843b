import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { takeFocus } from '../../lib/take-focus.ts';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { modelConsentQuery, useSetModelConsent } from './planner.queries.ts';

const TITLE = 'Language models and your plans';

/** The wording that `MODEL_CONSENT_VERSION` counts. Another wording needs another version. */
function Wording({ coachName }: { coachName: string }) {
  return (
    <Text size="sm">
      A language model of an outside provider can help {coachName} to draft your workouts and meals. It gets a number
      instead of you, your targets, and lists of exercises and meals that suit you. It never gets your name, photos,
      messages, health answers or medication. Without your agreement, fixed rules draft your plans, and nothing else
      changes.
    </Text>
  );
}

const useAnswer = () => {
  const set = useSetModelConsent();
  const answer = (allowed: boolean) =>
    set.mutate(allowed, {
      onSuccess: () =>
        toast.success(allowed ? 'You agreed to the use of a language model' : 'No language model is used'),
    });
  return { set, answer };
};

/** Lets a client agree that a model helps with their plans, and withdraw that. Off until they agree. */
export function ModelConsentCard({ coachName }: { coachName: string }) {
  const { set, answer } = useAnswer();
  return (
    <QueryBoundary query={useQuery(modelConsentQuery())} failed="This setting could not be loaded" skeleton={160}>
      {({ allowed }) => (
        <SectionCard title={TITLE}>
          <Stack gap="md">
            <ProblemAlert error={set.error} fallback="Nothing was changed. Please try again." />
            <Wording coachName={coachName} />
            <Switch
              size="md"
              label="A language model may help with my plans"
              description="You can change this at any time. It counts from the next draft."
              checked={allowed === true}
              // Not disabled while it is saved, which would take the focus away.
              onChange={({ currentTarget: { checked } }) => !set.isPending && answer(checked)}
            />
          </Stack>
        </SectionCard>
      )}
    </QueryBoundary>
  );
}

/** Asks a client once. Shows nothing after an answer, and while the answer is not known. */
export function ModelConsentQuestion({ coachName }: { coachName: string }) {
  const { data } = useQuery(modelConsentQuery());
  const { set, answer } = useAnswer();
  if (set.isSuccess)
    return (
      <Muted component="div" ref={takeFocus} tabIndex={-1}>
        You can change your answer about language models at any time in your profile.
      </Muted>
    );
  if (!data || data.allowed !== null) return null;
  return (
    <SectionCard title={TITLE}>
      <Stack gap="md">
        <ProblemAlert error={set.error} fallback="Your answer was not saved. Please try again." />
        <Wording coachName={coachName} />
        <Group gap="sm">
          <Button variant="default" loading={set.isPending} onClick={() => answer(true)}>
            I agree
          </Button>
          <Button variant="default" loading={set.isPending} onClick={() => answer(false)}>
            I do not agree
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}

import { Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownScoringQuery, useSetOwnScoring } from './retention.queries.ts';

/** Tells a client that their engagement is estimated, and lets them object. */
export function OwnScoringCard({ coachName }: { coachName: string }) {
  const set = useSetOwnScoring();
  const change = (allowed: boolean) =>
    set.mutate(!allowed, {
      onSuccess: () => toast.success(allowed ? 'Your engagement is estimated' : 'Your engagement is not estimated'),
    });
  return (
    <QueryBoundary query={useQuery(ownScoringQuery())} failed="This setting could not be loaded" skeleton={180}>
      {({ objectedAt }) => (
        <SectionCard title="Estimate of your engagement">
          <Stack gap="md">
            <ProblemAlert error={set.error} fallback="Nothing was changed. Please try again." />
            <Text size="sm">
              {coachName} may see a score of your engagement from 0 to 100, and an estimate of whether you are losing
              touch, so that they can help in time. Both count what you do and when: check-ins, workouts, nutrition and
              habits, weigh-ins, messages, sessions and visits to this app. Your texts, photos, health answers, age and
              sex are never used. Neither changes a price, your access or your plan.
            </Text>
            <Switch
              size="md"
              label="My engagement may be estimated"
              description={`You can change this at any time. When it is off, ${coachName} sees “Not scored”.`}
              checked={objectedAt === null}
              // Not disabled while it is saved, which would take the focus away.
              onChange={({ currentTarget: { checked } }) => !set.isPending && change(checked)}
            />
          </Stack>
        </SectionCard>
      )}
    </QueryBoundary>
  );
}

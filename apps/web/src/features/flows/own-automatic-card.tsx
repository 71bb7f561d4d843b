import { Stack, Switch, Text } from '@mantine/core';
import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownAutomaticQuery, useSetOwnAutomatic } from './flows.queries.ts';

/** Tells a client about automatic messages, and lets them stop them. */
export function OwnAutomaticCard({ coachName }: { coachName: string }) {
  const set = useSetOwnAutomatic();
  const change = (allowed: boolean) =>
    set.mutate(!allowed, {
      onSuccess: () => toast.success(allowed ? 'Automatic messages are on' : 'Automatic messages are off'),
    });
  return (
    <QueryBoundary query={useQuery(ownAutomaticQuery())} failed="This setting could not be loaded" skeleton={180}>
      {({ stoppedAt }) => (
        <SectionCard title="Automatic messages">
          <Stack gap="md">
            <ProblemAlert error={set.error} fallback="Nothing was changed. Please try again." />
            <Text size="sm">
              {coachName} can have a message sent when you have been quiet for some days. You get at most one in{' '}
              {CAP_DAYS} days and none at night, and each says “sent automatically”. A reply goes to {coachName}.
            </Text>
            <Switch
              size="md"
              label="Send me automatic messages"
              description={`You can change this at any time. ${coachName} can still write to you in person.`}
              checked={stoppedAt === null}
              // Not disabled while it is saved, which would take the focus away.
              onChange={({ currentTarget: { checked } }) => !set.isPending && change(checked)}
            />
          </Stack>
        </SectionCard>
      )}
    </QueryBoundary>
  );
}

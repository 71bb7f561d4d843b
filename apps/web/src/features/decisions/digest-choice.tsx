import { Divider, NativeSelect, Stack, Switch, Title } from '@mantine/core';
import type { Digest } from '@stridewell/contract/decisions/decisions';
import { useQuery } from '@tanstack/react-query';
import { hourLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { digestQuery, useSetDigest } from './decisions.queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }));

/** Whether and when the coach gets the mail of Monday. A change is saved at once. */
export function DigestChoice({ coachId }: { coachId: string }) {
  const set = useSetDigest(coachId);
  const change = (digest: Digest) =>
    set.mutate(digest, {
      onSuccess: () =>
        toast.success(digest.isOn ? `Monday email at ${hourLabel(digest.hour)}` : 'The Monday email is off'),
    });
  return (
    <Stack gap="md" mt="xl" component="section" aria-label="Monday email">
      <Divider />
      <Title order={2} size="h4">
        Monday email
      </Title>
      <QueryBoundary
        query={useQuery(digestQuery(coachId))}
        failed="The Monday email could not be loaded"
        loading="Loading the Monday email"
        skeleton={120}
      >
        {({ isOn, hour }) => (
          <>
            <ProblemAlert error={set.error} fallback="Nothing was changed. Please try again." />
            <Switch
              label="Email me my decisions on Mondays"
              description="One email a week with the clients who need you, or that none does."
              checked={isOn}
              // Never disabled, so that it keeps the focus.
              onChange={({ currentTarget: { checked } }) => !set.isPending && change({ isOn: checked, hour })}
            />
            <NativeSelect
              label="From"
              description="In the time zone of your calendar."
              maw={220}
              value={String(hour)}
              data={HOURS}
              disabled={!isOn}
              onChange={({ currentTarget: { value } }) => !set.isPending && change({ isOn, hour: Number(value) })}
            />
          </>
        )}
      </QueryBoundary>
    </Stack>
  );
}

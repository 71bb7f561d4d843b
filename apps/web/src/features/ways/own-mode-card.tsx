import { List, Stack } from '@mantine/core';
import { GLP1_HABITS } from '@stridewell/contract/ways/ways.rules';
import { useQuery } from '@tanstack/react-query';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownWayQuery } from './ways.queries.ts';

/** Habits for a client in the mode for GLP-1 drugs. Empty without the mode. */
export function OwnModeCard({ coachName }: { coachName: string }) {
  const { data } = useQuery(ownWayQuery());
  if (!data?.glp1) return null;
  return (
    <SectionCard title="Eating with a GLP-1 drug">
      <Stack gap="md">
        <List spacing="xs">
          {GLP1_HABITS.map((habit) => (
            <List.Item key={habit}>{habit}</List.Item>
          ))}
        </List>
        <Muted>
          Only you and {coachName} see this. Questions about the drug and its dose are for the doctor who prescribes it.
        </Muted>
      </Stack>
    </SectionCard>
  );
}

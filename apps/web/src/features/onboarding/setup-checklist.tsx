import { Button, Group } from '@mantine/core';
import { isSetUp } from '@stridewell/contract/onboarding/onboarding.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SectionCard } from '../../ui/section-card.tsx';
import { setupQuery, useSaveCoachSetup } from './onboarding.queries.ts';
import { SetupTasks } from './setup-tasks.tsx';

/** The open setup tasks of a coach, until they are done or dismissed. */
export function SetupChecklist({ coachId }: { coachId: string }) {
  const { data } = useQuery(setupQuery(coachId));
  const { mutate, isPending } = useSaveCoachSetup(coachId);
  if (!data || data.dismissed || isSetUp(data)) return null;
  return (
    <SectionCard title="Getting started">
      <SetupTasks setup={data} />
      <Group mt="md">
        <Button component={Link} to="/coach-onboarding" variant="light">
          Continue
        </Button>
        <Button variant="subtle" color="gray" loading={isPending} onClick={() => mutate({ dismissed: true })}>
          Do not show again
        </Button>
      </Group>
    </SectionCard>
  );
}

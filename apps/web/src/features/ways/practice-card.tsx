import { Stack, Switch } from '@mantine/core';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSaveScopeOfPractice } from './ways.queries.ts';

type PracticeCardProps = { coachId: string; prescribes: boolean; onChanged: () => void };

/** Whether the coach sets nutrition targets and meal plans. */
export function PracticeCard({ coachId, prescribes, onChanged }: PracticeCardProps) {
  const save = useSaveScopeOfPractice(coachId);
  return (
    <SectionCard title="Scope of practice">
      <Stack gap="md">
        <ProblemAlert error={save.error} fallback="Nothing was changed. Please try again." />
        <Switch
          size="md"
          label="I set nutrition targets and meal plans"
          description="Turn this off where your license or insurance does not cover it. Habits and photos of meals stay."
          checked={prescribes}
          // Not disabled while it is saved, which would take the focus away.
          onChange={({ currentTarget: { checked } }) =>
            !save.isPending &&
            save.mutate(checked, {
              onSuccess() {
                onChanged();
                toast.success('Scope of practice saved');
              },
            })
          }
        />
        <Muted>Targets and plans that clients already have stay as they are.</Muted>
      </Stack>
    </SectionCard>
  );
}

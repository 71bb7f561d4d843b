import { Group, Progress, Stack, Text } from '@mantine/core';
import type { WeightFigures } from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import type { UnitSystem } from '@stridewell/contract/units';
import { weightChangeLabel, weightLabel } from '../../lib/format.ts';
import { toGoText } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';

/** The progress to the goal weight, or what is missing to show it. */
export function WeightGoal({ dashboard, units }: { dashboard: ClientDashboard; units: UnitSystem }) {
  const { goalWeightKg, weight } = dashboard;
  if (goalWeightKg === null) return null;
  if (!weight?.goal) {
    return (
      <Text mt="md" c="dimmed">
        Your goal is {weightLabel(goalWeightKg, units)}. Progress shows here once your weight is known.
      </Text>
    );
  }
  const { goal } = weight;
  const ends = [
    { name: 'Start', kg: weight.startKg, align: 'left' },
    { name: 'Now', kg: weight.weightKg, align: 'center' },
    { name: 'Goal', kg: goal.weightKg, align: 'right' },
  ] as const;
  return (
    <Stack gap={8} mt="md">
      <Progress value={goal.share * 100} size="lg" aria-label="Progress to the goal weight" />
      <Group justify="space-between" wrap="nowrap">
        {ends.map(({ name, kg, align }) => (
          <Muted key={name} ta={align} flex={1}>
            {name}{' '}
            <Text span inherit fw={600} c="var(--mantine-color-text)" display="block" style={{ whiteSpace: 'nowrap' }}>
              {weightLabel(kg, units)}
            </Text>
          </Muted>
        ))}
      </Group>
      <Text size="sm">{progressText(weight.changeKg ?? 0, goal, units)}</Text>
    </Stack>
  );
}

/** The progress in words, also when the weight moved away from the goal. */
function progressText(changeKg: number, goal: NonNullable<WeightFigures['goal']>, units: UnitSystem): string {
  if (goal.share === 1) return 'You have reached your goal weight.';
  const left = toGoText(goal, units);
  if (goal.share > 0) return `${Math.round(goal.share * 100)}% of the way, ${left}.`;
  if (weightChangeLabel(changeKg, units) === null) return `At the start, ${left}.`;
  return `${weightLabel(Math.abs(changeKg), units)} ${changeKg > 0 ? 'above' : 'below'} the start, ${left}.`;
}

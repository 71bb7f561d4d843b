import { Progress, Stack, Text } from '@mantine/core';
import type { ClientDashboard } from '@stridewell/contract/dashboard';
import type { UnitSystem } from '@stridewell/contract/units';
import { weightLabel } from '../../lib/formatters.ts';

/** How far the weight is on its way; says what is missing where that cannot be told. */
export function WeightGoal({ dashboard, units }: { dashboard: ClientDashboard; units: UnitSystem }) {
  const { startWeightKg, goalWeightKg, weights } = dashboard;
  if (goalWeightKg === null) return null;
  const start = startWeightKg ?? weights[0]?.weightKg;
  const now = weights.at(-1)?.weightKg;
  const goal = weightLabel(goalWeightKg, units);
  if (start === undefined || now === undefined || start === goalWeightKg) {
    return (
      <Text mt="md" c="dimmed">
        Your goal is {goal}. Progress shows here once your weight is known.
      </Text>
    );
  }
  const share = Math.min(1, Math.max(0, (now - start) / (goalWeightKg - start)));
  return (
    <Stack gap={6} mt="md">
      <Progress value={share * 100} size="lg" aria-label="Way to the goal weight" />
      <Text size="sm" c="dimmed">
        From {weightLabel(start, units)} to {goal}: {Math.round(share * 100)}% of the way
      </Text>
    </Stack>
  );
}

import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ClientDashboard } from '@stridewell/contract/dashboard';
import type { UnitSystem } from '@stridewell/contract/units';
import { Muted } from '../../components/muted.tsx';
import { weightChangeLabel, weightLabel } from '../../lib/format.ts';

/** The progress to the goal weight, or what is missing to show it. */
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
  const ends = [
    { name: 'Start', kg: start, align: 'left' },
    { name: 'Now', kg: now, align: 'center' },
    { name: 'Goal', kg: goalWeightKg, align: 'right' },
  ] as const;
  return (
    <Stack gap={8} mt="md">
      <Progress value={share * 100} size="lg" aria-label="Way to the goal weight" />
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
      <Text size="sm">{progressLabel({ start, now, goalKg: goalWeightKg, share }, units)}</Text>
    </Stack>
  );
}

type WeightProgress = { start: number; now: number; goalKg: number; share: number };

/** The progress in words, also when the weight moved away from the goal. */
function progressLabel({ start, now, goalKg, share }: WeightProgress, units: UnitSystem): string {
  if (share === 1) return 'You have reached your goal weight.';
  const left = `${weightLabel(Math.abs(goalKg - now), units)} to go`;
  if (share > 0) return `${Math.round(share * 100)}% of the way, ${left}.`;
  const away = Math.abs(now - start);
  if (weightChangeLabel(away, units) === null) return `At the start, ${left}.`;
  return `${weightLabel(away, units)} ${now > start ? 'above' : 'below'} the start, ${left}.`;
}

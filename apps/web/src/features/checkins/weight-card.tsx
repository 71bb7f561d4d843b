import { Skeleton } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { lazy, Suspense } from 'react';
import { SectionCard } from '../../ui/section-card.tsx';

const WeightChart = lazy(() => import('./weight-chart.tsx'));

type WeightCardProps = { points: readonly { day: string; weightKg: number }[]; today: string; units: UnitSystem };

/** The weight curve, once there is one to draw. */
export function WeightCard({ points, today, units }: WeightCardProps) {
  if (points.length < 3) return null;
  return (
    <SectionCard title="Weight">
      <Suspense fallback={<Skeleton h={200} />}>
        <WeightChart points={points} today={today} units={units} />
      </Suspense>
    </SectionCard>
  );
}

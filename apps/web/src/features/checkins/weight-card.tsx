import type { UnitSystem } from '@stridewell/contract/units';
import { SectionCard } from '../../ui/section-card.tsx';
import { WeightChart } from './weight-chart.tsx';

type WeightCardProps = { points: readonly { day: string; weightKg: number }[]; today: string; units: UnitSystem };

/** The weight curve, once there is one to draw. */
export function WeightCard({ points, today, units }: WeightCardProps) {
  if (points.length < 3) return null;
  return (
    <SectionCard title="Weight">
      <WeightChart points={points} today={today} units={units} />
    </SectionCard>
  );
}

import {
  type WeighInEnds,
  type WeightFigures,
  weightFiguresOf,
} from '@stridewell/contract/clients/clients.figures.rules';
import type { WeightColumns } from './progress.data.ts';

/** Of two weigh-ins on one day, the measurement counts, as in `getProgress`. */
export function toEnds({ measuredWeight: measured, checkInWeight: checkedIn }: WeightColumns): WeighInEnds | null {
  if (!measured || !checkedIn) return measured ?? checkedIn;
  return {
    first: checkedIn.first.day < measured.first.day ? checkedIn.first : measured.first,
    last: checkedIn.last.day > measured.last.day ? checkedIn.last : measured.last,
  };
}

/** The weight figures of a client from the columns `weightColumns`. */
export function toWeight(
  row: WeightColumns,
  today: string,
): { goalWeightKg: number | null; weight: WeightFigures | null } {
  const goal = row.weightGoal ?? { startWeightKg: null, goalWeightKg: null };
  const weight = weightFiguresOf(toEnds(row), goal, { slope: row.weightSlope, today });
  return { goalWeightKg: goal.goalWeightKg, weight };
}

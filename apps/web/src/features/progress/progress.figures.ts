import { FIGURES, type WeightFigures } from '@stridewell/contract/figures.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { weightChangeLabel, weightLabel } from '../../lib/format.ts';

/** The weight change with its name, like `−3.6 kg since the start`; null while the only weigh-in is the start. */
export function weightChangeText({ changeKg }: WeightFigures, units: UnitSystem): string | null {
  if (changeKg === null) return null;
  return `${weightChangeLabel(changeKg, units) ?? 'No change'} ${FIGURES.weightChange}`;
}

/** The distance to the goal weight with its name, like `6.0 kg to go`. */
export function toGoText({ toGoKg }: NonNullable<WeightFigures['goal']>, units: UnitSystem): string {
  return toGoKg === 0 ? 'Reached' : `${weightLabel(toGoKg, units)} ${FIGURES.toGo}`;
}

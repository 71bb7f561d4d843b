import type { UnitSystem } from '@stridewell/contract/units';
import { weightLabel } from '../lib/format.ts';
import { Notice } from '../ui/notice.tsx';

type WeightDoubtProps = { kg: number; beforeKg: number; units: UnitSystem };

/** Asks about a weight that is far from the one before. Sending the form once more saves it. */
export const WeightDoubt = ({ kg, beforeKg, units }: WeightDoubtProps) => (
  <Notice tone="warning">
    Is {weightLabel(kg, units)} right? The weight before was {weightLabel(beforeKg, units)}. Correct it, or save it as
    it is.
  </Notice>
);

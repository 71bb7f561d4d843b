import { kgToLb, lbToKg, type UnitSystem } from '../units.ts';
import type { SetEffort } from './programs.ts';

/** Smallest step of a barbell: the lightest common plate on each side, in kg or lb [K]. */
const LOAD_STEP: Record<UnitSystem, number> = { metric: 2.5, imperial: 5 };

/** A percentage of a one-rep max as a load that can be put on a bar, in kg with at most two decimals. */
export function percentLoadKg(percent: number, maxKg: number, units: UnitSystem): number {
  const exact = (maxKg * percent) / 100;
  const step = LOAD_STEP[units];
  const steps = Math.max(1, Math.round((units === 'imperial' ? kgToLb(exact) : exact) / step));
  return units === 'imperial' ? Math.round(lbToKg(steps * step) * 100) / 100 : steps * step;
}

/** The planned effort in reps in reserve: RPE 8 leaves two [K, science B]. Null without one. */
export function targetRir(effort: SetEffort | null): number | null {
  if (!effort) return null;
  return effort.scale === 'rir' ? effort.value : 10 - effort.value;
}

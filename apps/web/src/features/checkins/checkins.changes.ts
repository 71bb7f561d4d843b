import type { Metric } from '@stridewell/contract/checkins/checkins.forms.rules';
import { ON_TRACK_ADHERENCE } from '@stridewell/contract/checkins/checkins.rules';

/**
 * Changes up to these are small: they mean nothing alone, so screens show them without a colour.
 * Weight: half a kilogram is the noise from one day to the next [science.md, adaptive TDEE].
 * Adherence and nutrition: one step of their slider. Sleep: two quarter hours, because people round their average night.
 * Energy has no small change: one point is a fifth of its scale.
 */
export const SMALL_CHANGES: Readonly<Record<Metric, number>> = {
  weight_kg: 0.5,
  adherence: 5,
  nutrition: 5,
  energy: 0,
  sleep_hours: 0.5,
};

/** Stored values have two decimals, and their difference may miss a limit by less than that. */
const ROUNDING = 0.001;

export const isSmallChange = (metric: Metric, change: number): boolean =>
  Math.abs(change) <= SMALL_CHANGES[metric] + ROUNDING;

export type Figures = {
  weightKg: number | null;
  adherence: number | null;
  nutrition: number | null;
  energy: number | null;
  sleepHours: number | null;
};

/** Energy down here is worth a look without a change too: the two lowest of five. */
const LOW_ENERGY = 2;

export type NotableFigure = { metric: Metric; value: number; change: number | null };

const FIGURE_OF = {
  weight_kg: 'weightKg',
  adherence: 'adherence',
  nutrition: 'nutrition',
  energy: 'energy',
  sleep_hours: 'sleepHours',
} as const;

function isLow(metric: Metric, value: number): boolean {
  if (metric === 'adherence' || metric === 'nutrition') return value < ON_TRACK_ADHERENCE;
  return metric === 'energy' && value <= LOW_ENERGY;
}

/** Values worth a look before opening a check-in: the weight, and others that changed much or are low. */
export function notableFigures(figures: Figures, before: Figures | null): NotableFigure[] {
  return (Object.keys(FIGURE_OF) as Metric[]).flatMap((metric) => {
    const value = figures[FIGURE_OF[metric]];
    if (value === null) return [];
    const then = before?.[FIGURE_OF[metric]] ?? null;
    const change = then === null ? null : value - then;
    const isNotable =
      metric === 'weight_kg' || isLow(metric, value) || (change !== null && !isSmallChange(metric, change));
    return isNotable ? [{ metric, value, change }] : [];
  });
}

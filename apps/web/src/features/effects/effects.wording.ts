import type { PooledEffect } from '@stridewell/contract/effects/effects';
import { type Comparison, isEvidence, POOL_LEAST } from '@stridewell/contract/effects/effects.rules';
import { countLabel, numberText } from '../../lib/format.ts';

export const COMPARISON_TEXTS: Readonly<Record<Comparison, { title: string; other: string }>> = {
  automatic: { title: 'Automatic messages to silent clients', other: 'without a message' },
  timing: { title: 'Suggesting an action right away', other: 'a day or two later' },
};

const points = (share: number): number => Math.round(100 * share);
const signed = (share: number): string => {
  const value = points(share);
  return value > 0 ? `+${numberText(value)}` : numberText(value);
};

const coachesText = (coaches: number): string => (coaches === 1 ? '1 coach' : `${numberText(coaches)} coaches`);

/** The effect in a sentence, or that there is no evidence yet, and why. */
export function effectText({ comparison, state, clients, coaches, interval }: PooledEffect): string {
  if (state === 'few_clients') {
    return `No evidence yet: ${numberText(clients)} of at least ${POOL_LEAST.clients} clients have been compared.`;
  }
  if (state === 'few_coaches') {
    return `No evidence yet: the clients belong to ${coachesText(coaches)}. It takes at least ${POOL_LEAST.coaches}.`;
  }
  if (state === 'one_coach' || interval === null) {
    return 'No evidence yet: more than a fifth of the clients belong to one coach.';
  }
  const { estimate, low, high } = interval;
  const range = `between ${signed(low)} and ${signed(high)} points`;
  if (!isEvidence(interval)) return `No evidence yet: the difference lies ${range}, so there may be none.`;
  const size = Math.abs(points(estimate));
  const direction = estimate > 0 ? 'more' : 'fewer';
  return `Of 100 clients, ${numberText(size)} ${direction} were active within two weeks than ${COMPARISON_TEXTS[comparison].other} (${range}).`;
}

/** How many clients and coaches an effect rests on. */
export const basisText = ({ clients, coaches }: PooledEffect): string =>
  `${countLabel(clients, 'client')} of ${coachesText(coaches)}`;

import { weighInEnds, weightFiguresOf } from '@stridewell/contract/clients/clients.figures.rules';
import { weightSlope } from '@stridewell/contract/progress/progress.rules';
import { addDays } from '@stridewell/contract/time';
import { describe, expect, it } from 'vitest';
import { rateText } from './weight-tiles.tsx';

const TODAY = '2026-11-24';
/** A weigh-in each week up to some days ago, the first one first. */
const weekly = (weights: number[], lastDaysAgo = 0) =>
  weights.map((weightKg, index) => ({
    day: addDays(TODAY, -lastDaysAgo - 7 * (weights.length - 1 - index)),
    weightKg,
  }));

/** The rate of a client who has weighed in so. */
function rateOf(weighIns: ReturnType<typeof weekly>) {
  const goal = { startWeightKg: null, goalWeightKg: null };
  const weight = weightFiguresOf(weighInEnds(weighIns), goal, { slope: weightSlope(weighIns), today: TODAY });
  if (!weight) throw new Error('there are no weigh-ins');
  return rateText({ weight, weighIns, today: TODAY, units: 'metric' });
}

describe('the rate of a weight', () => {
  it('has its likely range with signs', () => {
    expect(rateOf(weekly([81, 80.8, 80.4, 80.3]))).toEqual({
      value: '−0.3 kg a week',
      note: 'Likely −0.4 to −0.1 a week',
    });
  });

  it('may rise or fall within its range', () => {
    expect(rateOf(weekly([80, 80.6, 79.9, 80.4])).note).toMatch(/^Likely −\d\.\d to \+\d\.\d a week/);
  });

  it('needs a few weeks', () => {
    expect(rateOf(weekly([81, 80])).note).toBe('Needs 4 weigh-ins over 2 weeks');
  });

  it('is blank after weeks without a weigh-in, with the day of the last one', () => {
    expect(rateOf(weekly([81, 80.8, 80.4, 80.3], 29))).toEqual({
      value: '–',
      note: 'No recent weigh-ins, last Mon, Oct 26',
    });
  });
});

import { addDays } from '@stridewell/contract/time';
import { describe, expect, it } from 'vitest';
import { rateText } from './weight-progress.tsx';

const TODAY = '2026-11-24';
/** A weigh-in each week up to some days ago, the first one first. */
const weekly = (weights: number[], lastDaysAgo = 0) =>
  weights.map((weightKg, index) => ({
    day: addDays(TODAY, -lastDaysAgo - 7 * (weights.length - 1 - index)),
    weightKg,
  }));

describe('the rate of a weight', () => {
  it('has its likely range with signs', () => {
    expect(rateText(weekly([81, 80.8, 80.4, 80.3]), TODAY, 'metric')).toEqual({
      value: '−0.3 kg a week',
      note: 'Likely −0.4 to −0.1 a week, last 4 weeks',
    });
  });

  it('may rise or fall within its range', () => {
    expect(rateText(weekly([80, 80.6, 79.9, 80.4]), TODAY, 'metric').note).toMatch(
      /^Likely −\d\.\d to \+\d\.\d a week/,
    );
  });

  it('needs a few weeks', () => {
    expect(rateText(weekly([81, 80]), TODAY, 'metric').value).toBe('Too early to say');
  });

  it('is blank after weeks without a weigh-in, with the day of the last one', () => {
    expect(rateText(weekly([81, 80.8, 80.4, 80.3], 29), TODAY, 'metric')).toEqual({
      value: '–',
      note: 'No recent weigh-ins, last Mon, Oct 26',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { estimate, median, percentile, withoutOutliers } from './statistics.ts';

describe('median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('needs a value', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('percentile', () => {
  it('is a measured value that this percentage of values does not exceed', () => {
    const values = Array.from({ length: 1000 }, (_, index) => 1000 - index);
    expect(percentile(values, 99)).toBe(990);
    expect(percentile(values, 50)).toBe(500);
    expect(percentile([7], 99)).toBe(7);
  });
});

describe('withoutOutliers', () => {
  it('leaves out a disturbed round', () => {
    expect(withoutOutliers([1.5, 1.52, 1.48, 9, 1.51])).toEqual([1.5, 1.52, 1.48, 1.51]);
  });

  it('keeps equal values', () => {
    expect(withoutOutliers([2, 2, 2])).toEqual([2, 2, 2]);
  });
});

describe('estimate', () => {
  it('is not moved by disturbed rounds', () => {
    const { value, spread } = estimate([1.5, 8, 1.5, 1.5, 1.5, 0.1, 1.5, 12, 1.5]);
    expect(value).toBe(1.5);
    expect(spread).toBe(0);
  });

  it('has the distance between the medians of its thirds as spread', () => {
    const { value, spread } = estimate([1, 1, 1, 1.1, 1.1, 1.1, 1.2, 1.2, 1.2]);
    expect(value).toBeCloseTo(1.1);
    expect(spread).toBeCloseTo(0.2 / 1.1);
  });
});

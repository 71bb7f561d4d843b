import { describe, expect, it } from 'vitest';
import { valueAxis } from './value-axis.ts';

describe('the value axis of a chart', () => {
  it.each([
    [
      [69.8, 74.6],
      [68, 70, 72, 74, 76],
    ],
    [[80], [80, 80.5]],
    [
      [80.2, 80.9],
      [80, 80.5, 81],
    ],
    [
      [60, 172],
      [50, 100, 150, 200],
    ],
  ])('has round ticks around %j', (values, ticks) => {
    expect(valueAxis(values)).toEqual({ domain: [ticks[0], ticks.at(-1)], ticks });
  });
});

it('has few ticks for large values as well', () => {
  expect(valueAxis([1840, 6420])).toEqual({ domain: [0, 8000], ticks: [0, 2000, 4000, 6000, 8000] });
});

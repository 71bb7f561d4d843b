import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../time.ts';
import {
  comparedPeriods,
  monthsUpTo,
  movePeriod,
  type Period,
  periodAround,
  wholeMonths,
} from './metrics.periods.rules.ts';

const period = (from: string, to: string): Period => ({ from, to });

describe('periods', () => {
  it.each([
    ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['quarter', '2026-11-23', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-01-01', '2026-01-01', '2026-03-31'],
    ['year', '2026-11-23', '2026-01-01', '2026-12-31'],
  ] as const)('the %s around %s', (kind, day, from, to) => {
    expect(periodAround(kind, day)).toEqual({ from, to });
  });

  it.each([
    [
      period('2026-11-01', '2026-11-30'),
      '2026-12-05',
      period('2026-11-01', '2026-11-30'),
      period('2026-10-01', '2026-10-31'),
    ],
    [
      period('2026-11-01', '2026-11-30'),
      '2026-11-23',
      period('2026-11-01', '2026-11-23'),
      period('2026-10-01', '2026-10-23'),
    ],
    [
      period('2026-03-01', '2026-03-31'),
      '2026-03-30',
      period('2026-03-01', '2026-03-30'),
      period('2026-02-01', '2026-02-28'),
    ],
    [
      period('2026-10-01', '2026-12-31'),
      '2026-11-23',
      period('2026-10-01', '2026-11-23'),
      period('2026-07-01', '2026-08-23'),
    ],
    [
      period('2026-11-10', '2026-11-19'),
      '2026-11-23',
      period('2026-11-10', '2026-11-19'),
      period('2026-10-31', '2026-11-09'),
    ],
    [
      period('2026-12-01', '2026-12-31'),
      '2026-11-23',
      period('2026-12-01', '2026-12-01'),
      period('2026-11-01', '2026-11-01'),
    ],
  ])('%o on %s', (given, today, current, previous) => {
    expect(comparedPeriods(given, today)).toEqual({ current, previous });
  });

  it('never overlap with the one before, and come back', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days));
    const kinds = fc.constantFrom('month', 'quarter', 'year', 'custom');
    fc.assert(
      fc.property(kinds, day, fc.nat(400), day, (kind, from, length, today) => {
        const given = kind === 'custom' ? period(from, addDays(from, length)) : periodAround(kind, from);
        const { current, previous } = comparedPeriods(given, today);
        expect(previous.to < current.from).toBe(true);
        expect(daysBetween(current.from, current.to)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(previous.from, previous.to)).toBeGreaterThanOrEqual(0);
        // Days of a free choice can happen to become whole months when they are moved.
        if (kind !== 'custom') expect(movePeriod(movePeriod(given, -1), 1)).toEqual(given);
      }),
    );
  });

  it('know their months', () => {
    expect(wholeMonths(period('2026-02-01', '2026-04-30'))).toBe(3);
    expect(wholeMonths(period('2026-02-01', '2026-04-29'))).toBeNull();
    expect(monthsUpTo('2026-02-14', 3)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  });
});

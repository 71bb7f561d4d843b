import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../time.ts';
import {
  addMonths,
  BILLING_INTERVALS,
  firstPeriodFrom,
  monthlyCents,
  periodEnd,
  periodStart,
} from './money.dates.rules.ts';

const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count));
const interval = fc.constantFrom(...BILLING_INTERVALS);

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 48, '2032-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months is %s', (from, count, to) => {
  expect(addMonths(from, count)).toBe(to);
});

it('keeps the day of the anchor in every month that has it', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 600 }), (anchor, index) => {
      const start = periodStart(anchor, 'month', index);
      const isLastOfMonth = addDays(start, 1).endsWith('-01');
      expect(start.slice(8) === anchor.slice(8) || (isLastOfMonth && start.slice(8) < anchor.slice(8))).toBe(true);
    }),
  );
});

it('divides time into periods without gap or overlap', () => {
  fc.assert(
    fc.property(day, interval, fc.integer({ min: 0, max: 200 }), (anchor, every, index) => {
      const next = periodStart(anchor, every, index + 1);
      expect(next > periodStart(anchor, every, index)).toBe(true);
      expect(addDays(periodEnd(anchor, every, index), 1)).toBe(next);
    }),
  );
});

it('finds the first period of a day', () => {
  fc.assert(
    fc.property(day, interval, fc.integer({ min: 0, max: 1000 }), (anchor, every, later) => {
      const wanted = addDays(anchor, later);
      const index = firstPeriodFrom(anchor, every, { from: 0, day: wanted });
      expect(periodStart(anchor, every, index) >= wanted).toBe(true);
      if (index > 0) expect(periodStart(anchor, every, index - 1) < wanted).toBe(true);
    }),
  );
});

it.each([
  ['week', 1000, 4333],
  ['two_weeks', 1000, 2167],
  ['month', 1000, 1000],
  ['three_months', 1000, 333],
  ['three_months', 5, 2],
  ['year', 1000, 83],
  ['year', 6, 1],
] as const)('every %s, %i is %i a month', (every, cents, monthly) => {
  expect(monthlyCents(cents, every)).toBe(monthly);
});

import { expect, it } from 'vitest';
import { activeDaysByWeek, firstActivityDay } from './retention.weeks.rules.ts';

const TODAY = '2026-03-02';

it('counts a day once, whether the client acted, visited or both', () => {
  expect(activeDaysByWeek([0, 1, 7], ['2026-03-02', '2026-02-28', '2026-02-16'], TODAY)).toEqual([
    0, 0, 0, 0, 0, 1, 1, 3,
  ]);
});

it('leaves out days before the first week, and days after today', () => {
  expect(firstActivityDay(TODAY)).toBe('2026-01-06');
  expect(activeDaysByWeek([55, 56], ['2026-03-03', '2026-01-05'], TODAY)).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
});

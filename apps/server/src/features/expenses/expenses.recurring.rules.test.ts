import { FREQUENCIES } from '@stridewell/contract/expenses/expenses.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOccurrence, occurrencesBetween, type RecurringRule } from './expenses.recurring.rules.ts';

const rule = (frequency: RecurringRule['frequency'], startsOn: string, endsOn: string | null = null) => ({
  frequency,
  startsOn,
  endsOn,
});

describe('a recurring expense', () => {
  it.each<[RecurringRule, string, string, string[]]>([
    [rule('weekly', '2026-01-05'), '2026-01-01', '2026-01-20', ['2026-01-05', '2026-01-12', '2026-01-19']],
    [
      rule('monthly', '2026-01-31'),
      '2026-01-01',
      '2026-05-31',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [rule('monthly', '2027-12-31'), '2028-02-01', '2028-03-31', ['2028-02-29', '2028-03-31']],
    [
      rule('yearly', '2024-02-29'),
      '2024-01-01',
      '2028-12-31',
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      rule('monthly', '2026-01-15', '2026-03-15'),
      '2026-01-01',
      '2026-12-31',
      ['2026-01-15', '2026-02-15', '2026-03-15'],
    ],
    [rule('monthly', '2026-06-01'), '2026-01-01', '2026-05-31', []],
  ])('%o from %s to %s', (given, from, to, days) => {
    expect(occurrencesBetween(given, from, to)).toEqual(days);
  });

  it('ends with its last day', () => {
    expect(nextOccurrence(rule('weekly', '2026-01-05', '2026-01-11'), '2026-01-06')).toBeNull();
  });

  it('is due on the same days however the period is split', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days));
    fc.assert(
      fc.property(
        ...([fc.constantFrom(...FREQUENCIES), day, day, fc.nat(800), fc.nat(800)] as const),
        (frequency, startsOn, from, first, second) => {
          const given = rule(frequency, startsOn);
          const [middle, to] = [addDays(from, first), addDays(from, first + second)];
          expect([
            ...occurrencesBetween(given, from, middle),
            ...occurrencesBetween(given, addDays(middle, 1), to),
          ]).toEqual(occurrencesBetween(given, from, to));
        },
      ),
    );
  });

  it('never drifts from its first day', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days));
    fc.assert(
      fc.property(day, (startsOn) => {
        const days = occurrencesBetween(rule('monthly', startsOn), startsOn, addDays(startsOn, 1500));
        for (const due of days) {
          const isLastOfMonth = addDays(due, 1).endsWith('-01');
          expect(due.slice(8) === startsOn.slice(8) || (isLastOfMonth && due.slice(8) < startsOn.slice(8))).toBe(true);
        }
        const gaps = days.slice(1).map((due, index) => daysBetween(days[index] ?? due, due));
        expect(gaps.every((gap) => gap >= 28 && gap <= 31)).toBe(true);
      }),
    );
  });
});

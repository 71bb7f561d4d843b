import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isoWeekday } from '../time.ts';
import { emptyDays, weeksOf } from './programs.rules.ts';
import { endDayOf, programDays, withMoves } from './programs.schedule.rules.ts';
import type { ProgramPhase } from './programs.ts';

const NO_PROGRESSION = { sets: 0, reps: 0, rir: 0, percent: 0 };

/** A program in one phase whose weeks have so many days. */
function aProgram(daysOfWeeks: readonly number[]): { phases: ProgramPhase[] } {
  const weeks = daysOfWeeks.map((count, week) => ({
    key: `week${String(week).padStart(2, '0')}`,
    deload: false,
    days: Array.from({ length: count }, (_, day) => ({
      key: `day${String(week).padStart(2, '0')}${day}`,
      name: `Day ${day + 1}`,
      workout: { name: '', duration: null, notes: '', exercises: [], groups: [] },
    })),
  }));
  return { phases: [{ key: 'phase1', name: '', progression: NO_PROGRESSION, weeks }] };
}

const datesOf = (daysOfWeeks: readonly number[], startDay: string, weekdays: readonly number[]) =>
  programDays({ program: aProgram(daysOfWeeks), startDay, weekdays, moved: {} }).map(({ day }) => day);

describe('the dates of a program', () => {
  it.each([
    ['fall on the chosen weekdays', [3], '2026-12-07', [1, 3, 5], ['2026-12-07', '2026-12-09', '2026-12-11']],
    ['count weeks from a start in mid-week', [2], '2026-12-10', [1, 5], ['2026-12-11', '2026-12-14']],
    ['leave later weekdays free', [2], '2026-12-07', [1, 3, 5], ['2026-12-07', '2026-12-09']],
    ['take the next free date for an extra day', [3], '2026-12-07', [1, 3], ['2026-12-07', '2026-12-09', '2026-12-10']],
    ['take the first dates when the week is over', [3], '2026-12-07', [7], ['2026-12-07', '2026-12-08', '2026-12-13']],
    ['cross February 29', [1, 1], '2028-02-23', [2], ['2028-02-29', '2028-03-07']],
    ['cross the year', [1, 1], '2026-12-28', [4], ['2026-12-31', '2027-01-07']],
  ] as const)('%s', (_name, weeks, startDay, weekdays, dates) => {
    expect(datesOf(weeks, startDay, weekdays)).toEqual(dates);
  });

  it('hold every day of every week once, in order and within its week', () => {
    const startDays = fc.integer({ min: 0, max: 60_000 }).map((offset) => addDays('1990-01-01', offset));
    const allWeekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 });
    const weeks = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 52 });
    fc.assert(
      fc.property(startDays, allWeekdays, weeks, (startDay, weekdays, daysOfWeeks) => {
        const program = aProgram(daysOfWeeks);
        const dated = programDays({ program, startDay, weekdays, moved: {} });
        const keys = weeksOf(program).flatMap(({ week }) => week.days.map(({ key }) => key));
        expect(dated.map(({ dayKey }) => dayKey)).toEqual(keys);
        for (const [index, { day, weekNumber }] of dated.entries()) {
          expect(Math.floor(daysBetween(startDay, day) / 7)).toBe(weekNumber - 1);
          expect(day > (dated[index - 1]?.day ?? '')).toBe(true);
        }
        for (const [index, count] of daysOfWeeks.entries()) {
          const found = dated.filter(({ weekNumber }) => weekNumber === index + 1);
          const onChosen = found.filter(({ day }) => weekdays.includes(isoWeekday(day))).length;
          expect(onChosen).toBe(Math.min(count, weekdays.length));
        }
        expect((dated.at(-1)?.day ?? '') <= endDayOf(program, startDay)).toBe(true);
      }),
    );
  });

  describe('of moved days', () => {
    const dated = { program: aProgram([3, 3]), startDay: '2026-12-07', weekdays: [1, 3, 5] };
    const datesWith = (moved: Record<string, string>) =>
      programDays({ ...dated, moved })
        .slice(0, 3)
        .map(({ dayKey, day }) => `${dayKey} ${day.slice(8)}`);
    const REGULAR = ['day000 07', 'day001 09', 'day002 11'];

    it.each([
      ['are the new ones, in order', { day000: '2026-12-12' }, ['day001 09', 'day002 11', 'day000 12']],
      ['can be exchanged', { day000: '2026-12-09', day001: '2026-12-07' }, ['day001 07', 'day000 09', 'day002 11']],
      ['stay within the week', { day000: '2026-12-14', day001: '2026-12-06' }, REGULAR],
      ['are never shared', { day000: '2026-12-09', day002: '2026-12-10' }, REGULAR],
      ['need a day of the program', { gone00: '2026-12-12' }, REGULAR],
    ])('%s', (_name, moved, expected) => {
      expect(datesWith(moved)).toEqual(expected);
    });

    it('are forgotten when the day returns or is gone', () => {
      const moved = withMoves({ ...dated, moved: {} }, [{ dayKey: 'day000', to: '2026-12-12' }]);
      expect(moved).toEqual({ day000: '2026-12-12' });
      expect(withMoves({ ...dated, moved }, [{ dayKey: 'day000', to: '2026-12-07' }])).toEqual({});
      expect(withMoves({ ...dated, moved: { gone00: '2026-12-12' } }, [])).toEqual({});
    });
  });

  it('end with the last week', () => {
    expect(endDayOf(aProgram([1, 1]), '2026-12-28')).toBe('2027-01-10');
  });
});

it('names days without exercises by week and day', () => {
  expect(emptyDays(aProgram([1, 2]))).toEqual(['Week 1, Day 1', 'Week 2, Day 1', 'Week 2, Day 2']);
});

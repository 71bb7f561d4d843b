import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time.ts';
import {
  ADHERENCE_DAYS,
  countWorkouts,
  dueWorkouts,
  type PlannedDay,
  reportedWorkouts,
  workoutMarkOf,
  workoutPercent,
} from './workouts.adherence.rules.ts';

const TODAY = '2026-03-30';
const planned = (days: Record<string, boolean>): PlannedDay[] =>
  Object.entries(days).map(([day, done]) => ({ day, done }));
const histories = fc
  .uniqueArray(fc.record({ age: fc.integer({ min: -10, max: 60 }), done: fc.boolean() }), {
    selector: ({ age }) => age,
  })
  .map((days) => days.map(({ age, done }): PlannedDay => ({ day: addDays(TODAY, -age), done })));
const pausesOf = fc
  .array(fc.record({ start: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 20 }) }), {
    maxLength: 2,
  })
  .map((list) =>
    list.map(({ start, length }) => ({ from: addDays(TODAY, -start), until: addDays(TODAY, length - start) })),
  );

describe('the mark of a day', () => {
  const days = planned({ '2026-03-28': false, '2026-03-29': true, '2026-03-30': false, '2026-03-31': true });
  const markOf = (day: string, pauses: Parameters<typeof workoutMarkOf>[2]['pauses'] = []) =>
    workoutMarkOf(days, day, { today: TODAY, pauses });

  it.each([
    ['2026-03-27', null],
    ['2026-03-28', 'missed'],
    ['2026-03-29', 'done'],
    ['2026-03-30', 'planned'],
    ['2026-03-31', 'done'],
  ])('of %s is %s', (day, mark) => {
    expect(markOf(day)).toBe(mark);
  });

  it('is none in a pause, unless it was done', () => {
    const pauses = [{ from: '2026-03-28', until: '2026-03-30' }];
    expect(['2026-03-28', '2026-03-29'].map((day) => markOf(day, pauses))).toEqual([null, 'done']);
  });

  it('is open while one of two workouts is', () => {
    const two = [...planned({ '2026-03-30': true }), ...planned({ '2026-03-30': false })];
    expect(workoutMarkOf(two, TODAY, { today: TODAY, pauses: [] })).toBe('planned');
  });

  it('agrees with the workouts that were due', () => {
    fc.assert(
      fc.property(histories, pausesOf, (history, pauses) => {
        const due = new Set(dueWorkouts(history, { today: TODAY, pauses }).map(({ day }) => day));
        for (const { day } of history.filter((one) => one.day < TODAY && one.day > addDays(TODAY, -ADHERENCE_DAYS))) {
          expect(workoutMarkOf(history, day, { today: TODAY, pauses }) !== null).toBe(due.has(day));
        }
      }),
    );
  });
});

describe('workouts that were due', () => {
  it('are those of four weeks by today, an open one from the next day on', () => {
    const days = planned({
      '2026-03-02': true,
      '2026-03-03': false,
      '2026-03-29': false,
      '2026-03-30': false,
      '2026-03-31': true,
    });
    const due = (today: string) => countWorkouts(dueWorkouts(days, { today, pauses: [] }));
    expect(due('2026-03-30')).toEqual({ done: 0, due: 2 });
    expect(due('2026-03-29')).toEqual({ done: 1, due: 2 });
    expect(due('2026-03-31')).toEqual({ done: 1, due: 3 });
  });

  it('leave out what is open in a pause, and keep what was done', () => {
    const days = planned({ '2026-03-10': true, '2026-03-11': false, '2026-03-12': false, '2026-03-13': false });
    const pauses = [{ from: '2026-03-10', until: '2026-03-12' }];
    expect(countWorkouts(dueWorkouts(days, { today: TODAY, pauses }))).toEqual({ done: 1, due: 3 });
    const open = [{ from: '2026-03-12', until: null }];
    expect(countWorkouts(dueWorkouts(days, { today: TODAY, pauses: open }))).toEqual({ done: 1, due: 2 });
  });

  it('are at most the planned ones, and a done workout never makes the share smaller', () => {
    fc.assert(
      fc.property(histories, pausesOf, (days, pauses) => {
        const counted = countWorkouts(dueWorkouts(days, { today: TODAY, pauses }));
        expect(counted.done).toBeLessThanOrEqual(counted.due);
        expect(counted.due).toBeLessThanOrEqual(days.length);
        const all = days.map(({ day }) => ({ day, done: true }));
        const best = countWorkouts(dueWorkouts(all, { today: TODAY, pauses }));
        expect(best.done).toBe(best.due);
        expect(workoutPercent(counted) ?? 0).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('have no share while none was due', () => {
    expect(workoutPercent({ done: 0, due: 0 })).toBeNull();
    expect(workoutPercent({ done: 2, due: 3 })).toBe(67);
  });
});

describe('workouts of a check-in', () => {
  const days = planned({
    '2026-03-16': true,
    '2026-03-18': false,
    '2026-03-23': true,
    '2026-03-25': true,
    '2026-03-27': false,
    '2026-03-30': true,
  });
  const about = { day: TODAY, before: '2026-03-23', intervalDays: 7, pauses: [] };

  it('are those from the day of the check-in before to yesterday', () => {
    expect(reportedWorkouts(days, about)).toEqual({ from: '2026-03-23', to: '2026-03-29', done: 2, due: 3 });
    expect(reportedWorkouts(days, { ...about, before: null, intervalDays: 14 })).toEqual({
      from: '2026-03-16',
      to: '2026-03-29',
      done: 3,
      due: 5,
    });
  });

  it('go back four weeks at most, and are none on the day of another check-in', () => {
    expect(reportedWorkouts(days, { ...about, before: '2025-01-01' })?.from).toBe('2026-03-02');
    expect(reportedWorkouts(days, { ...about, before: TODAY })).toBeNull();
    expect(reportedWorkouts([], about)).toBeNull();
  });

  it('belong to one check-in each', () => {
    fc.assert(
      fc.property(
        histories,
        fc.uniqueArray(fc.integer({ min: 0, max: ADHERENCE_DAYS - 1 }), { minLength: 1, maxLength: 6 }),
        (list, ages) => {
          const checkedOn = ages.sort((a, b) => b - a).map((age) => addDays(TODAY, -age));
          const [first = TODAY, ...later] = checkedOn;
          const reports = later.map((day, index) =>
            reportedWorkouts(list, { day, before: checkedOn[index] ?? null, intervalDays: 7, pauses: [] }),
          );
          const last = checkedOn.at(-1) ?? TODAY;
          const expected = list.filter(({ day }) => day >= first && day < last).length;
          expect(reports.reduce((sum, report) => sum + (report?.due ?? 0), 0)).toBe(expected);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isoWeekday } from '../time.ts';
import { CALENDAR_WEEKS, type CheckInDay, checkInCalendar, WEEK_STATES } from './checkins.calendar.rules.ts';
import { type CheckInSchedule, checkInPeriod, firstDueDay } from './checkins.rules.ts';

/** A Monday. */
const ANCHOR = '2026-03-02';
const weekly: CheckInSchedule = { anchorDay: ANCHOR, intervalDays: 7 };
const on = (...days: string[]): CheckInDay[] => days.map((day) => ({ day, adherence: null }));
const week = (schedule: CheckInSchedule, checkIns: readonly CheckInDay[], today: string, monday: string) =>
  checkInCalendar(schedule, checkIns, today).find((one) => one.monday === monday);

describe('one week of the calendar', () => {
  const sundays: CheckInSchedule = { anchorDay: '2026-03-08', intervalDays: 7 };
  const often: CheckInSchedule = { ...weekly, weekdays: [1, 3, 5] };
  const paused: CheckInSchedule = { ...weekly, pauses: [{ from: '2026-03-09', until: '2026-03-23' }] };
  const away: CheckInSchedule = { ...weekly, pauses: [{ from: '2026-03-09', until: null }] };
  it.each<[string, CheckInSchedule, string[], today: string, monday: string, object]>([
    ['sent on its day', weekly, ['2026-03-02'], '2026-03-10', '2026-03-02', { state: 'done', due: 1, done: 1 }],
    ['sent days later', weekly, ['2026-03-06'], '2026-03-10', '2026-03-02', { state: 'done', due: 1, done: 1 }],
    ['sent in the next week', sundays, ['2026-03-10'], '2026-03-16', '2026-03-02', { state: 'done' }],
    ['which leaves that one open', sundays, ['2026-03-10'], '2026-03-14', '2026-03-09', { state: 'upcoming' }],
    ['never sent', weekly, [], '2026-03-09', '2026-03-02', { state: 'missed', due: 1, done: 0 }],
    ['due today', weekly, [], '2026-03-09', '2026-03-09', { state: 'due' }],
    ['still open', weekly, [], '2026-03-08', '2026-03-02', { state: 'due' }],
    ['not due yet', sundays, [], '2026-03-02', '2026-03-02', { state: 'upcoming', due: 1, done: 0 }],
    [
      'some of it',
      often,
      ['2026-03-02', '2026-03-07'],
      '2026-03-10',
      '2026-03-02',
      { state: 'partly', due: 3, done: 2 },
    ],
    ['good so far', often, ['2026-03-02'], '2026-03-03', '2026-03-02', { state: 'upcoming', due: 3, done: 1 }],
    ['behind already', often, [], '2026-03-04', '2026-03-02', { state: 'missed', due: 3, done: 0 }],
    ['in a pause', paused, [], '2026-03-24', '2026-03-16', { state: 'paused', due: 0 }],
    ['sent in a pause', paused, ['2026-03-17'], '2026-03-24', '2026-03-16', { state: 'done', due: 0 }],
    ['after the pause', paused, [], '2026-03-24', '2026-03-23', { state: 'due', due: 1 }],
    ['in a pause without an end', away, [], '2026-03-24', '2026-03-23', { state: 'paused' }],
    ['before it began', weekly, [], '2026-03-10', '2026-02-23', { state: 'none', due: 0 }],
    ['on an earlier schedule', weekly, ['2026-02-05'], '2026-03-10', '2026-02-02', { state: 'done', due: 0 }],
    ['between two', { ...weekly, intervalDays: 14 }, [], '2026-03-12', '2026-03-09', { state: 'none' }],
  ])('%s', (_, schedule, days, today, monday, expected) => {
    expect(week(schedule, on(...days), today, monday)).toMatchObject(expected);
  });

  it('says how much of the plan was done, where a check-in does', () => {
    const told = [
      { day: '2026-03-02', adherence: 80 },
      { day: '2026-03-04', adherence: 91 },
      { day: '2026-03-05', adherence: null },
      { day: '2026-03-09', adherence: null },
    ];
    expect(week(weekly, told, '2026-03-10', '2026-03-02')?.adherence).toBe(86);
    expect(week(weekly, told, '2026-03-10', '2026-03-09')?.adherence).toBeNull();
  });
});

describe('the calendar', () => {
  const day = (min: number, max: number) => fc.integer({ min, max }).map((offset) => addDays(ANCHOR, offset));
  const schedules = fc
    .record({
      intervalDays: fc.integer({ min: 1, max: 31 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
      pause: fc.option(fc.record({ from: fc.integer({ min: 0, max: 200 }), days: fc.integer({ min: 1, max: 60 }) })),
    })
    .map(({ intervalDays, weekdays, pause }): CheckInSchedule => {
      const pauses = pause
        ? [{ from: addDays(ANCHOR, pause.from), until: addDays(ANCHOR, pause.from + pause.days) }]
        : [];
      return { anchorDay: ANCHOR, intervalDays, weekdays, pauses };
    });
  const scene = fc.record({
    schedule: schedules,
    days: fc.array(day(-60, 300), { maxLength: 20 }),
    today: day(-60, 300),
  });

  it('has twelve weeks, the current one last, and never more done than due', () => {
    fc.assert(
      fc.property(scene, ({ schedule, days, today }) => {
        const weeks = checkInCalendar(schedule, on(...days), today);
        expect(weeks).toHaveLength(CALENDAR_WEEKS);
        expect(weeks.at(-1)?.monday).toBe(addDays(today, 1 - isoWeekday(today)));
        weeks.forEach(({ monday, state, due, done }, index) => {
          expect(monday).toBe(addDays(weeks[0]?.monday ?? '', index * 7));
          expect(WEEK_STATES).toContain(state);
          expect(done).toBeGreaterThanOrEqual(0);
          expect(done).toBeLessThanOrEqual(due);
        });
      }),
    );
  });

  it('asks for as many as there were periods', () => {
    fc.assert(
      fc.property(scene, ({ schedule, today }) => {
        const weeks = checkInCalendar(schedule, [], today);
        const [first] = weeks;
        const sunday = addDays(weeks.at(-1)?.monday ?? '', 6);
        const begin = firstDueDay(schedule, ANCHOR);
        fc.pre(first !== undefined && begin !== null && begin < first.monday);
        const asked = weeks.reduce((total, { due }) => total + due, 0);
        const periods = checkInPeriod(schedule, sunday) - checkInPeriod(schedule, addDays(first?.monday ?? '', -1));
        expect(asked).toBe(periods);
      }),
    );
  });

  it('shows no missed week with daily check-ins, and no done week without any', () => {
    fc.assert(
      fc.property(scene, ({ schedule, today }) => {
        const everyDay = on(...Array.from({ length: 120 }, (_, back) => addDays(today, -back)));
        for (const { state } of checkInCalendar(schedule, everyDay, today)) {
          expect(['done', 'upcoming']).toContain(state);
        }
        for (const { state } of checkInCalendar(schedule, [], today)) expect(['done', 'partly']).not.toContain(state);
      }),
    );
  });

  it('never gets worse by one more check-in', () => {
    fc.assert(
      fc.property(scene, day(-60, 300), ({ schedule, days, today }, more) => {
        const before = checkInCalendar(schedule, on(...days), today);
        const after = checkInCalendar(schedule, on(...days, more), today);
        after.forEach(({ done, state }, index) => {
          expect(done).toBeGreaterThanOrEqual(before[index]?.done ?? 0);
          if (before[index]?.state === 'done') expect(state).toBe('done');
        });
      }),
    );
  });
});

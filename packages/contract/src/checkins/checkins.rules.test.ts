import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayInZone, daysBetween, instantInZone, isoWeekday } from '../time.ts';
import {
  CHECK_IN_BOUNDS,
  type CheckInSchedule,
  checkInAdherence,
  checkInPeriod,
  checkInState,
  checkInStreak,
  checkInWeek,
  firstDueDay,
  lastDueDays,
  weightSlopeKgPerDay,
} from './checkins.rules.ts';

const ANCHOR = '2026-03-02';
const weekly = { anchorDay: ANCHOR, intervalDays: 7 };

describe('checkInState', () => {
  it.each([
    // Columns: last check-in, today, state, due day, next day, missed
    [null, '2026-03-01', 'upcoming', '2026-03-02', '2026-03-02', 0],
    [null, '2026-03-02', 'due', '2026-03-02', '2026-03-09', 0],
    [null, '2026-03-03', 'overdue', '2026-03-02', '2026-03-09', 0],
    [null, '2026-03-08', 'overdue', '2026-03-02', '2026-03-09', 0],
    [null, '2026-03-09', 'due', '2026-03-09', '2026-03-16', 1],
    [null, '2026-03-24', 'overdue', '2026-03-23', '2026-03-30', 3],
    ['2026-03-02', '2026-03-02', 'done', '2026-03-02', '2026-03-09', 0],
    ['2026-03-08', '2026-03-08', 'done', '2026-03-02', '2026-03-09', 0],
    ['2026-03-08', '2026-03-09', 'due', '2026-03-09', '2026-03-16', 0],
    ['2026-03-02', '2026-03-16', 'due', '2026-03-16', '2026-03-23', 1],
    ['2026-03-16', '2026-03-20', 'done', '2026-03-16', '2026-03-23', 0],
    ['2026-03-01', '2026-03-01', 'upcoming', '2026-03-02', '2026-03-02', 0],
    ['2026-03-01', '2026-03-02', 'done', '2026-03-02', '2026-03-09', 0],
  ])('last %s, today %s: %s', (lastSubmittedDay, today, state, dueDay, nextDay, missed) => {
    expect(checkInState({ ...weekly, lastSubmittedDay, today })).toEqual({ state, dueDay, nextDay, missed });
  });

  it.each([0, -7, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses an interval of %d days', (intervalDays) => {
    const schedule = { anchorDay: ANCHOR, intervalDays };
    expect(() => checkInState({ ...schedule, lastSubmittedDay: null, today: ANCHOR })).toThrow(RangeError);
    expect(() => checkInStreak(schedule, [0], ANCHOR)).toThrow(RangeError);
    expect(() => checkInPeriod(schedule, ANCHOR)).toThrow(RangeError);
  });

  const scene = fc
    .record({
      intervalDays: fc.integer({ min: 1, max: 31 }),
      todayOffset: fc.integer({ min: -40, max: 400 }),
      lastOffset: fc.option(fc.integer({ min: -40, max: 400 })),
    })
    .map(({ intervalDays, todayOffset, lastOffset }) => ({
      anchorDay: ANCHOR,
      intervalDays,
      today: addDays(ANCHOR, todayOffset),
      lastSubmittedDay: lastOffset === null ? null : addDays(ANCHOR, Math.min(lastOffset, todayOffset)),
    }));

  it('never counts a negative number of missed check-ins', () => {
    fc.assert(fc.property(scene, (schedule) => checkInState(schedule).missed >= 0));
  });

  it('is done with nothing missed after a check-in today', () => {
    fc.assert(
      fc.property(scene, (schedule) => {
        fc.pre(schedule.today >= ANCHOR);
        const { state, missed } = checkInState({ ...schedule, lastSubmittedDay: schedule.today });
        expect({ state, missed }).toEqual({ state: 'done', missed: 0 });
      }),
    );
  });

  it('misses one more with each interval that passes unanswered, and none within it', () => {
    fc.assert(
      fc.property(scene, (schedule) => {
        const before = checkInState(schedule).missed;
        const growth = (days: number) =>
          checkInState({ ...schedule, today: addDays(schedule.today, days) }).missed - before;
        expect([0, 1]).toContain(growth(1));
        expect([0, 1]).toContain(growth(schedule.intervalDays));
        if (before > 0) expect(growth(schedule.intervalDays)).toBe(1);
      }),
    );
  });

  it('always has today in the current period, which is one interval long', () => {
    fc.assert(
      fc.property(scene, (schedule) => {
        fc.pre(schedule.today >= ANCHOR);
        const { dueDay, nextDay, state } = checkInState(schedule);
        expect(dueDay <= schedule.today && schedule.today < (nextDay ?? '')).toBe(true);
        expect(daysBetween(dueDay, nextDay ?? '')).toBe(schedule.intervalDays);
        expect(daysBetween(ANCHOR, dueDay) % schedule.intervalDays).toBe(0);
        if (state === 'due') expect(dueDay).toBe(schedule.today);
        if (state === 'overdue') expect(dueDay < schedule.today).toBe(true);
      }),
    );
  });
});

describe('checkInStreak', () => {
  const periodsOf = (days: readonly string[]) => days.map((day) => checkInPeriod(weekly, day));

  it.each([
    ['nothing yet', [], '2026-03-24', 0],
    ['before the first due day', [], '2026-02-24', 0],
    ['three in a row, the current one open', ['2026-03-17', '2026-03-09', '2026-03-02'], '2026-03-24', 3],
    ['the current one done', ['2026-03-23', '2026-03-17', '2026-03-09'], '2026-03-24', 3],
    ['a period left out', ['2026-03-23', '2026-03-09', '2026-03-02'], '2026-03-24', 1],
    ['the last one left out', ['2026-03-09', '2026-03-02'], '2026-03-24', 0],
    ['twice in one period', ['2026-03-24', '2026-03-23', '2026-03-16'], '2026-03-24', 2],
    ['in any order', ['2026-03-09', '2026-03-23', '2026-03-17'], '2026-03-24', 3],
  ])('%s', (_what, days, today, streak) => {
    expect(checkInStreak(weekly, periodsOf(days), today)).toBe(streak);
  });

  it('grows by one with a check-in today, unless this period has one', () => {
    const offsets = fc.array(fc.nat({ max: 90 }), { maxLength: 12 });
    fc.assert(
      fc.property(offsets, fc.nat({ max: 90 }), (past, now) => {
        const today = addDays(ANCHOR, now);
        const days = past.map((offset) => addDays(ANCHOR, Math.min(offset, now)));
        const { state } = checkInState({ ...weekly, lastSubmittedDay: days.toSorted().at(-1) ?? null, today });
        const growth =
          checkInStreak(weekly, periodsOf([...days, today]), today) - checkInStreak(weekly, periodsOf(days), today);
        expect(growth).toBe(state === 'done' ? 0 : 1);
      }),
    );
  });
});

/** Any schedule, with ordered pauses that do not overlap. */
const anySchedule: fc.Arbitrary<CheckInSchedule> = fc
  .record({
    intervalDays: fc.integer({ min: 1, max: 31 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
    gaps: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })), { maxLength: 4 }),
    open: fc.boolean(),
  })
  .map(({ intervalDays, weekdays, gaps, open }) => {
    let day = ANCHOR;
    const pauses = gaps.map(([before, length], index) => {
      const from = addDays(day, before);
      day = addDays(from, length);
      return { from, until: open && index === gaps.length - 1 ? null : day };
    });
    return { anchorDay: ANCHOR, intervalDays: weekdays.length > 0 ? 7 : intervalDays, weekdays, pauses };
  });

const isDue = (schedule: CheckInSchedule, day: string) => firstDueDay(schedule, day) === day;
const dueDaysUpTo = (schedule: CheckInSchedule, length: number) =>
  Array.from({ length }, (_, offset) => addDays(ANCHOR, offset)).filter((day) => isDue(schedule, day));

describe('any schedule', () => {
  const DAYS = 200;

  it('names days of its pattern and none within a pause', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        for (const day of dueDaysUpTo(schedule, DAYS)) {
          if (schedule.weekdays?.length) expect(schedule.weekdays).toContain(isoWeekday(day));
          else expect(daysBetween(ANCHOR, day) % schedule.intervalDays).toBe(0);
          const within = schedule.pauses?.some(({ from, until }) => from <= day && (until === null || day < until));
          expect(within ?? false).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('counts each due day as one period, in order, and tells the same state as counting by hand', () => {
    fc.assert(
      fc.property(
        anySchedule,
        fc.nat({ max: DAYS - 1 }),
        fc.option(fc.nat({ max: DAYS - 1 })),
        (schedule, now, last) => {
          const today = addDays(ANCHOR, now);
          const due = dueDaysUpTo(schedule, now + 1);
          expect(due.map((day) => checkInPeriod(schedule, day))).toEqual(due.map((_, index) => index));
          const lastSubmittedDay = last === null ? null : addDays(ANCHOR, Math.min(last, now));
          const status = checkInState({ ...schedule, lastSubmittedDay, today });
          const paused = schedule.pauses?.some(({ from, until }) => from <= today && (until === null || today < until));
          expect(status.state === 'paused').toBe(paused ?? false);
          const answered =
            lastSubmittedDay === null ? 0 : Math.max(1, due.filter((day) => day <= lastSubmittedDay).length);
          expect(status.missed).toBe(due.length === 0 ? 0 : Math.max(0, due.length - answered - 1));
          if (status.state === 'due') expect(isDue(schedule, today)).toBe(true);
          if (due.length > 0) expect(status.dueDay).toBe(due.at(-1));
          if (status.nextDay !== null && due.length > 0) {
            expect(status.nextDay > today).toBe(true);
            expect(isDue(schedule, status.nextDay)).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lists its last due days with the numbers of their periods', () => {
    fc.assert(
      fc.property(anySchedule, fc.nat({ max: DAYS - 1 }), fc.integer({ min: 1, max: 20 }), (schedule, now, limit) => {
        const due = dueDaysUpTo(schedule, now + 1).map((dueDay, period) => ({ period, dueDay }));
        expect(lastDueDays(schedule, addDays(ANCHOR, now), limit)).toEqual(due.toReversed().slice(0, limit));
      }),
      { numRuns: 60 },
    );
  });

  it('misses nothing because of a pause: it shifts what is due', () => {
    const schedule = { ...weekly, pauses: [{ from: '2026-03-05', until: '2026-04-01' }] };
    const status = (today: string) => checkInState({ ...schedule, lastSubmittedDay: '2026-03-02', today });
    expect(status('2026-03-20').state).toBe('paused');
    expect(status('2026-04-01')).toEqual({ state: 'done', dueDay: '2026-03-02', nextDay: '2026-04-06', missed: 0 });
    expect(status('2026-04-06')).toMatchObject({ state: 'due', missed: 0 });
    expect(status('2026-04-13')).toMatchObject({ state: 'due', missed: 1 });
  });

  it('has due days on weekdays', () => {
    const schedule = { anchorDay: ANCHOR, intervalDays: 7, weekdays: [1, 4] };
    expect(dueDaysUpTo(schedule, 12)).toEqual(['2026-03-02', '2026-03-05', '2026-03-09', '2026-03-12']);
  });

  it('does not take what answered an earlier schedule for the first period of the new one', () => {
    const later = { anchorDay: '2026-04-06', intervalDays: 7 };
    expect(checkInState({ ...later, lastSubmittedDay: '2026-03-20', today: '2026-04-06' }).state).toBe('due');
    expect(checkInState({ ...later, lastSubmittedDay: '2026-04-02', today: '2026-04-06' }).state).toBe('done');
  });

  it('has the same days wherever it is and whatever the clocks do there', () => {
    const zones = fc.constantFrom('America/Los_Angeles', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Kathmandu');
    fc.assert(
      fc.property(anySchedule, zones, fc.nat({ max: 400 }), fc.nat({ max: 1439 }), (schedule, zone, offset, minute) => {
        const day = addDays(ANCHOR, offset);
        const instant = instantInZone(day, minute, zone);
        fc.pre(instant !== null);
        const today = dayInZone(instant ?? new Date(), zone);
        expect(checkInState({ ...schedule, lastSubmittedDay: null, today })).toEqual(
          checkInState({ ...schedule, lastSubmittedDay: null, today: day }),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('checkInAdherence', () => {
  it.each([
    ['nothing was due yet', [], '2026-03-01', 0, 0],
    ['the first one is open', [], '2026-03-03', 0, 0],
    ['the first one is done', [0], '2026-03-03', 1, 1],
    ['one of three is missing', [0, 2], '2026-03-16', 2, 3],
    ['only the last twelve count', [0, 1, 2], '2026-06-30', 0, 12],
  ])('%s', (_what, donePeriods, today, done, expected) => {
    expect(checkInAdherence(weekly, donePeriods, today)).toEqual({ done, expected });
  });
});

describe('weightSlopeKgPerDay', () => {
  it.each([
    ['no weigh-in', [], null],
    ['one weigh-in', [{ day: ANCHOR, weightKg: 80 }], null],
    [
      'two on one day',
      [
        { day: ANCHOR, weightKg: 80 },
        { day: ANCHOR, weightKg: 81 },
      ],
      null,
    ],
    [
      'ten days, one kilogram less',
      [
        { day: ANCHOR, weightKg: 80 },
        { day: '2026-03-12', weightKg: 79 },
      ],
      -0.1,
    ],
  ])('%s', (_what, weighIns, slope) => {
    expect(weightSlopeKgPerDay(weighIns)).toBe(slope);
  });

  const line = fc.record({
    start: fc.double({ min: 40, max: 200, noNaN: true }),
    slope: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    offsets: fc.uniqueArray(fc.nat({ max: 120 }), { minLength: 2, maxLength: 12 }),
  });

  it('finds the slope of points on a line, in whatever order', () => {
    fc.assert(
      fc.property(line, ({ start, slope, offsets }) => {
        const weighIns = offsets.map((offset) => ({ day: addDays(ANCHOR, offset), weightKg: start + slope * offset }));
        expect(weightSlopeKgPerDay(weighIns)).toBeCloseTo(slope, 8);
        expect(weightSlopeKgPerDay(weighIns.toReversed())).toBeCloseTo(slope, 8);
      }),
    );
  });
});

describe('bounds', () => {
  it('are those of the product', () => {
    expect(CHECK_IN_BOUNDS).toEqual({
      weightKg: { min: 20, max: 400 },
      adherence: { min: 0, max: 100 },
      energy: { min: 1, max: 5 },
      sleepHours: { min: 0, max: 24, step: 0.25 },
      note: { max: 2000 },
    });
  });
});

describe('checkInWeek', () => {
  it('is the week from Monday around today, with what is due and done in it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 400 }), fc.integer({ min: 1, max: 30 }), (age, intervalDays) => {
        const today = addDays(ANCHOR, age);
        const week = checkInWeek({ anchorDay: ANCHOR, intervalDays }, [today], today);
        expect(week.map(({ day }) => isoWeekday(day))).toEqual([1, 2, 3, 4, 5, 6, 7]);
        expect(week.filter(({ done }) => done).map(({ day }) => day)).toEqual([today]);
        for (const { day, due } of week) {
          const sinceAnchor = daysBetween(ANCHOR, day);
          expect(due).toBe(sinceAnchor >= 0 && sinceAnchor % intervalDays === 0);
        }
      }),
    );
  });
});

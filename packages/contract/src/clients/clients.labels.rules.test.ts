import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckInSchedule, lastDueDays } from '../checkins/checkins.rules.ts';
import { addDays, isoWeekday } from '../time.ts';
import {
  engagementLabel,
  engagementParts,
  engagementScore,
  engagementUntil,
  type ProgressFacts,
  progressLabel,
} from './clients.labels.rules.ts';

const ANCHOR = '2026-01-05';
const SCHEDULE = { anchorDay: ANCHOR, intervalDays: 7 };
const week = (number: number) => addDays(ANCHOR, number * 7);
const TODAY = week(10);
type Done = { week: number; adherence: number; weighed: boolean };
const checkInsOf = (done: readonly Done[]) =>
  done.map((one) => ({ day: week(one.week), weightKg: one.weighed ? 80 : null, adherence: one.adherence }));
const histories = fc.uniqueArray(
  fc.record({
    week: fc.integer({ min: 0, max: 10 }),
    adherence: fc.integer({ min: 0, max: 100 }),
    weighed: fc.boolean(),
  }),
  { selector: ({ week: number }) => number },
);

/** Any schedule, with at most two pauses, the last of which may have no end. */
const schedules = fc
  .record({
    intervalDays: fc.integer({ min: 1, max: 31 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    gaps: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })), { maxLength: 2 }),
    open: fc.boolean(),
  })
  .map(({ intervalDays, weekdays, gaps, open }): CheckInSchedule => {
    let day = ANCHOR;
    const pauses = gaps.map(([before, length], index) => {
      const from = addDays(day, before);
      day = addDays(from, length);
      return { from, until: open && index === gaps.length - 1 ? null : day };
    });
    return { anchorDay: ANCHOR, intervalDays: weekdays.length > 0 ? 7 : intervalDays, weekdays, pauses };
  });

/** Pauses from the day after TODAY on that end on another day than a due day, which would close the open period. */
const pauseLengths = fc.integer({ min: 1, max: 200 }).filter((length) => (1 + length) % 7 !== 0);

describe('the engagement score', () => {
  it('is a whole number from 0 to 100, in whatever order check-ins come', () => {
    fc.assert(
      fc.property(histories, (done) => {
        const score = engagementScore(SCHEDULE, checkInsOf(done), TODAY);
        expect(score).toBe(engagementScore(SCHEDULE, checkInsOf([...done].reverse()), TODAY));
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('falls with the days since the last visit, without those of a pause', () => {
    const done = checkInsOf([{ week: 9, adherence: 100, weighed: true }]);
    const scoreAfter = (days: number, pauses: CheckInSchedule['pauses'] = []) =>
      engagementScore({ ...SCHEDULE, pauses }, done, TODAY, { lastVisit: addDays(TODAY, -days) }) ?? Number.NaN;
    const scores = [0, 1, 7, 28].map((days) => scoreAfter(days));
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(scores[0]).toBeGreaterThan(scores[3] ?? Number.NaN);
    const pause = { from: addDays(TODAY, -30), until: addDays(TODAY, -1) };
    expect(scoreAfter(40, [pause])).toBe(scoreAfter(1, [pause]));
    expect(engagementScore(SCHEDULE, [], ANCHOR, { lastVisit: ANCHOR })).toBeNull();
    expect(engagementUntil(SCHEDULE, TODAY, [], { lastVisit: TODAY })).toBe(addDays(TODAY, 1));
  });

  it('stays as it is until the next period begins, but for rounding', () => {
    fc.assert(
      fc.property(schedules, histories, fc.integer({ min: -20, max: 200 }), (schedule, done, age) => {
        const today = addDays(ANCHOR, age);
        const until = engagementUntil(schedule, today, []);
        const last = addDays(until ?? addDays(today, 100), -1);
        expect(last >= today).toBe(true);
        expect((engagementUntil(schedule, last, []) ?? '9999-12-31') >= (until ?? '')).toBe(true);
        const known = checkInsOf(done).filter(({ day }) => day <= today);
        const [now, then] = [today, last].map((day) => engagementScore(schedule, known, day));
        expect(then === null).toBe(now === null);
        expect(Math.abs((now ?? 0) - (then ?? 0))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not fall with one more check-in of a closed period, or one better', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 9 }), (done, number) => {
        const without = done.filter((one) => one.week !== number);
        const best = [...without, { week: number, adherence: 100, weighed: true }];
        const scores = [without, done, best].map((one) => engagementScore(SCHEDULE, checkInsOf(one), TODAY) ?? 0);
        expect(scores[2]).toBeGreaterThanOrEqual(scores[1] ?? 0);
        expect(scores[2]).toBeGreaterThanOrEqual(scores[0] ?? 0);
      }),
    );
  });

  it('is 100 for every check-in that was due, on any weekdays and around any pauses', () => {
    fc.assert(
      fc.property(schedules, fc.nat({ max: 300 }), (schedule, age) => {
        const today = addDays(ANCHOR, age);
        const due = lastDueDays(schedule, today, age + 1);
        const checkIns = due.map(({ dueDay }) => ({ day: dueDay, weightKg: 80, adherence: 100 }));
        expect(engagementScore(schedule, checkIns, today)).toBe(due.length === 0 ? null : 100);
      }),
    );
  });

  it('counts what was due before a pause alone, for a client who is back from it', () => {
    fc.assert(
      fc.property(histories, pauseLengths, (done, length) => {
        const pause = { from: addDays(TODAY, 1), until: addDays(TODAY, 1 + length) };
        const back = engagementScore({ ...SCHEDULE, pauses: [pause] }, checkInsOf(done), pause.until);
        const before = engagementScore(SCHEDULE, checkInsOf(done), TODAY);
        expect(Math.abs((back ?? -1) - (before ?? -1))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is the same for an interval and for the weekdays that it falls on', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: -5, max: 120 }), (done, age) => {
        const today = addDays(ANCHOR, age);
        const scoreOf = (schedule: CheckInSchedule) => engagementScore(schedule, checkInsOf(done), today);
        expect(scoreOf({ ...SCHEDULE, weekdays: [isoWeekday(ANCHOR)] })).toBe(scoreOf(SCHEDULE));
        const everyWeekday = { ...SCHEDULE, weekdays: [1, 2, 3, 4, 5, 6, 7] };
        expect(scoreOf(everyWeekday)).toBe(scoreOf({ ...SCHEDULE, intervalDays: 1 }));
      }),
    );
  });

  it('weighs the latest most, counts nothing before the first was due, and forgives the open period', () => {
    const all = Array.from({ length: 10 }, (_, index) => ({ week: index, adherence: 100, weighed: true }));
    expect(engagementScore(SCHEDULE, checkInsOf(all), TODAY)).toBe(100);
    const missedLast = engagementScore(SCHEDULE, checkInsOf(all.slice(0, -1)), TODAY) ?? 0;
    const missedFirst = engagementScore(SCHEDULE, checkInsOf(all.slice(1)), TODAY) ?? 0;
    expect(missedLast).toBeLessThan(missedFirst);
    expect(engagementScore(SCHEDULE, [], TODAY)).toBe(0);
    expect(engagementScore(SCHEDULE, [], ANCHOR)).toBeNull();
    expect(engagementScore(SCHEDULE, [], addDays(ANCHOR, -1))).toBeNull();
  });

  it('counts logged workouts with their own weight, also where no check-in was due', () => {
    const all = checkInsOf(Array.from({ length: 10 }, (_, week) => ({ week, adherence: 100, weighed: true })));
    const days = (done: boolean) => [3, 6, 10].map((age) => ({ day: addDays(TODAY, -age), done }));
    expect(engagementScore(SCHEDULE, all, TODAY, { workouts: days(true) })).toBe(100);
    // 0.5 of 0.8: check-ins, weigh-ins and the answer about the plan against the workouts.
    expect(engagementScore(SCHEDULE, all, TODAY, { workouts: days(false) })).toBe(63);
    expect(engagementScore(SCHEDULE, [], TODAY, { workouts: days(true) })).toBe(38);
    expect(engagementScore(SCHEDULE, [], ANCHOR, { workouts: days(true) })).toBe(100);
    const [latest = { day: TODAY, done: false }, ...before] = days(true);
    const missedLatest =
      engagementScore(SCHEDULE, all, TODAY, { workouts: [{ ...latest, done: false }, ...before] }) ?? 0;
    const missedFirst =
      engagementScore(SCHEDULE, all, TODAY, {
        workouts: [latest, ...before.slice(0, 1), { ...latest, done: false, day: addDays(TODAY, -10) }],
      }) ?? 0;
    expect(missedLatest).toBeLessThan(missedFirst);
  });

  it('reads nutrition that is followed in the product instead of the answer about the plan', () => {
    const all = checkInsOf(Array.from({ length: 10 }, (_, week) => ({ week, adherence: 0, weighed: true })));
    const workouts = [3, 6, 10].map((age) => ({ day: addDays(TODAY, -age), done: true }));
    // 0.65 of 0.8: the answer about the plan is missing.
    expect(engagementScore(SCHEDULE, all, TODAY, { workouts })).toBe(81);
    expect(engagementScore(SCHEDULE, all, TODAY, { workouts, nutrition: 1 })).toBe(100);
    // The answer still stands for workouts where there is no program: 0.5 of 0.8.
    expect(engagementScore(SCHEDULE, all, TODAY, { nutrition: 1 })).toBe(63);
    expect(engagementScore(SCHEDULE, [], ANCHOR, { nutrition: 0.5 })).toBe(50);
    expect(engagementParts(SCHEDULE, all, TODAY, { workouts, nutrition: 0.5 })).toEqual([
      { part: 'workouts', weight: 0.3, share: 1 },
      { part: 'nutrition', weight: 0.15, share: 0.5 },
      { part: 'check_ins', weight: 0.25, share: 1 },
      { part: 'weigh_ins', weight: 0.1, share: 1 },
    ]);
    expect(engagementUntil(SCHEDULE, TODAY, [], { nutrition: 0.5 })).toBe(addDays(TODAY, 1));
  });

  it('can change every day while workouts are planned, and is looked at again within a week', () => {
    const planned = [{ day: addDays(TODAY, 5), done: false }];
    expect(engagementUntil(SCHEDULE, TODAY, planned)).toBe(addDays(TODAY, 1));
    expect(engagementUntil({ ...SCHEDULE, intervalDays: 30 }, addDays(ANCHOR, 1), [])).toBe(addDays(ANCHOR, 8));
    expect(engagementUntil({ ...SCHEDULE, pauses: [{ from: TODAY, until: null }] }, TODAY, [])).toBeNull();
  });

  it.each([
    [100, 'Excellent'],
    [85, 'Excellent'],
    [84, 'High'],
    [70, 'High'],
    [69, 'Good'],
    [40, 'Good'],
    [39, 'Needs Attention'],
    [0, 'Needs Attention'],
  ])('%s is %s', (score, label) => {
    expect(engagementLabel(score)).toBe(label);
  });
});

describe('the progress label', () => {
  const facts = (weeklyKg: number, changes: Partial<ProgressFacts> = {}): ProgressFacts => ({
    weighIns: [0, 1, 2, 3, 4].map((number) => ({ day: week(6 + number), weightKg: 80 + weeklyKg * number })),
    startWeightKg: 85,
    goalWeightKg: 70,
    targetDay: week(30),
    standing: 'on_track',
    followed: 90,
    today: TODAY,
    ...changes,
  });

  it.each([
    // 70 kg in 20 weeks needs about half a kilogram a week.
    ['faster than asked', facts(-0.7), 'Exceeding Goals'],
    ['faster than 1% of body weight a week', facts(-0.8), 'Needs Attention'],
    ['too fast, and there', facts(-0.8, { goalWeightKg: 77 }), 'Needs Attention'],
    ['too fast, without a goal weight', facts(-0.8, { goalWeightKg: null }), 'Needs Attention'],
    ['a gain as fast', facts(0.8, { startWeightKg: 78, goalWeightKg: 86 }), 'Exceeding Goals'],
    ['as asked', facts(-0.45), 'On Track'],
    ['too slow', facts(-0.1), 'Needs Attention'],
    ['the wrong way', facts(0.3), 'Needs Attention'],
    ['there', facts(0, { goalWeightKg: 80.4 }), 'Exceeding Goals'],
    ['past the goal', facts(0, { goalWeightKg: 82 }), 'Exceeding Goals'],
    ['gaining as asked', facts(0.5, { startWeightKg: 78, goalWeightKg: 92 }), 'On Track'],
    ['past the day', facts(-0.5, { targetDay: TODAY }), 'Needs Attention'],
    ['no target day', facts(-0.1, { targetDay: null }), 'On Track'],
    ['no goal weight', facts(-0.1, { goalWeightKg: null }), 'On Track'],
    ['not on track, without a goal weight', facts(-0.1, { goalWeightKg: null, standing: 'missed' }), 'Needs Attention'],
    ['not on track, however fast', facts(-0.8, { standing: 'off_plan' }), 'Needs Attention'],
    ['in the onboarding', facts(-0.8, { standing: 'onboarding' }), null],
    ['too few weights', facts(-0.1, { weighIns: [] }), 'On Track'],
    ['nothing yet', facts(-0.1, { weighIns: [], followed: null }), null],
  ])('%s', (_, given, label) => {
    expect(progressLabel(given)).toBe(label);
  });
});

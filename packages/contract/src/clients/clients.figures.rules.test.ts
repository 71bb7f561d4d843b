import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightSlope } from '../progress/progress.rules.ts';
import { addDays } from '../time.ts';
import {
  adherenceFall,
  type CheckInPoint,
  checkInStreakOf,
  lastContactOf,
  onTrackPercent,
  planFollowed,
  standingOf,
  weighInEnds,
  weightFiguresOf,
} from './clients.figures.rules.ts';

const TODAY = '2026-03-30';
const WEEKLY = { intervalDays: 7 };

/** Weekly check-ins, newest first, the newest today. */
const points = (adherences: (number | null)[]) =>
  adherences.map((adherence, week): CheckInPoint => ({ day: addDays(TODAY, -7 * week), weightKg: null, adherence }));

const since = (days: number, adherence: number | null = 90): CheckInPoint[] => [
  { day: addDays(TODAY, -days), weightKg: null, adherence },
];

describe('adherenceFall', () => {
  it.each([
    ['15 points over six answers', [70, 70, 85, 85, 85, 85], { from: 85, to: 70 }],
    ['14.5 points', [70, 71, 85, 85, 85, 85], null],
    ['four answers are enough', [50, 50, 90, 90], { from: 90, to: 50 }],
    ['three answers are not', [50, 50, 90], null],
    ['a rise', [90, 90, 50, 50, 50, 50], null],
    ['a seventh answer does not count', [70, 70, 80, 80, 80, 80, 100], null],
    ['missing answers are passed over', [null, 50, null, 50, 90, null, 90], { from: 90, to: 50 }],
    ['missing answers do not count', [50, 50, 90, null, null], null],
    ['nothing', [], null],
  ])('%s', (_what, adherences, expected) => {
    expect(adherenceFall(points(adherences))).toEqual(expected);
  });

  it('needs the full 15 points, whatever the answers', () => {
    const answers = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 12 });
    fc.assert(
      fc.property(answers, (values) => {
        const sum = (from: number, to: number) => values.slice(from, to).reduce((total, value) => total + value, 0);
        expect(adherenceFall(points(values)) !== null).toBe(sum(2, 6) - 2 * sum(0, 2) >= 60);
      }),
    );
  });
});

describe('on track', () => {
  it.each([
    ['most of the plan followed', points([70]), 'on_track'],
    ['little of it followed', points([69, 100]), 'off_plan'],
    ['no answer yet', [], 'on_track'],
    ['the newest check-in has no answer', points([null, 69]), 'off_plan'],
    ['a low answer that is too old to count', points([null, null, 40]), 'on_track'],
    ['answers that fell and are too old to count', points([null, null, 50, 50, 90, 90]), 'on_track'],
    ['a missed check-in', since(14, 100), 'missed'],
    ['falling answers', points([70, 70, 90, 90]), 'plan_slipping'],
    ['a check-in open today', since(7, 100), 'on_track'],
  ])('%s', (_what, checkIns, expected) => {
    const anchorDay = checkIns.length > 0 ? addDays(TODAY, -70) : TODAY;
    expect(standingOf({ ...WEEKLY, anchorDay, checkIns, onboarded: true }, TODAY)).toBe(expected);
    expect(standingOf({ ...WEEKLY, anchorDay, checkIns, onboarded: false }, TODAY)).toBe('onboarding');
  });

  it('reads the newest answer about the plan', () => {
    const followed = (checkIns: CheckInPoint[]) => planFollowed({ ...WEEKLY, checkIns }, TODAY);
    expect(followed(points([null, 40, 80]))).toBe(40);
    expect(followed(points([0, 80]))).toBe(0);
    expect(followed([])).toBeNull();
  });

  it.each([
    [7, 10, 90],
    [7, 11, null],
    [14, 17, 90],
    [14, 18, null],
  ])('with a check-in every %d days, an answer of %d days ago is %s', (intervalDays, ago, expected) => {
    expect(planFollowed({ intervalDays, checkIns: since(ago) }, TODAY)).toBe(expected);
    expect(planFollowed({ intervalDays, checkIns: since(ago), ownToday: addDays(TODAY, -7) }, TODAY)).toBe(90);
  });

  it('ends with the first overdue day', () => {
    const schedule = { ...WEEKLY, anchorDay: addDays(TODAY, -8), checkIns: since(8, 100), onboarded: true };
    expect(standingOf(schedule, addDays(TODAY, -1))).toBe('on_track');
    expect(standingOf(schedule, TODAY)).toBe('overdue');
  });

  it('goes by the day in the zone of the schedule', () => {
    const schedule = { ...WEEKLY, anchorDay: addDays(TODAY, -8), checkIns: since(8, 100), onboarded: true };
    expect(standingOf({ ...schedule, ownToday: addDays(TODAY, -1) }, TODAY)).toBe('on_track');
  });

  it('counts the periods in a row', () => {
    const streak = (donePeriods: number[]) =>
      checkInStreakOf({ ...WEEKLY, anchorDay: addDays(TODAY, -70), checkIns: [], donePeriods }, TODAY);
    expect(streak([8, 9, 10])).toBe(3);
    expect(streak(Array.from({ length: 11 }, (_, period) => period))).toBe(11);
  });

  it.each([
    [0, 0, null],
    [0, 3, 0],
    [2, 3, 67],
    [1, 3, 33],
    [3, 3, 100],
  ])('%d of %d on track are %s percent', (onTrack, active, percent) => {
    expect(onTrackPercent(onTrack, active)).toBe(percent);
  });
});

describe('the weight figures', () => {
  const weighIns = (...kg: number[]) => kg.map((weightKg, week) => ({ day: addDays(TODAY, 7 * week), weightKg }));
  const figures = (kg: number[], startWeightKg: number | null = null, goalWeightKg: number | null = null) =>
    weightFiguresOf(
      weighInEnds(weighIns(...kg)),
      { startWeightKg, goalWeightKg },
      { slope: weightSlope(weighIns(...kg)), today: addDays(TODAY, 7 * (kg.length - 1)) },
    );

  it('are null before the first weigh-in', () => {
    expect(figures([], 80, 70)).toBeNull();
  });

  it('count from the start weight of the record, or from the first weigh-in', () => {
    expect(figures([79, 78, 76.4], 80)).toMatchObject({ weightKg: 76.4, startKg: 80, changeKg: -3.6, goal: null });
    expect(figures([79, 78, 76.4])).toMatchObject({ startKg: 79, changeKg: -2.6 });
    expect(figures([79], 80)).toMatchObject({ changeKg: -1 });
    expect(figures([79])).toMatchObject({ startKg: 79, changeKg: null });
  });

  it('know the last four weeks, up to four weeks after the newest weigh-in', () => {
    expect(figures([80, 79.5, 79, 78.5])?.fourWeeks).toEqual({ changeKg: -1.5, kgPerWeek: -0.5 });
    expect(figures([90, 81, 80.5, 80, 79.5, 79])?.fourWeeks).toEqual({ changeKg: -2, kgPerWeek: -0.5 });
    expect(figures([80, 79, 78])?.fourWeeks).toBeNull();
    const list = weighIns(80, 79, 78, 77);
    const on = (today: string) =>
      weightFiguresOf(weighInEnds(list), { startWeightKg: 80, goalWeightKg: null }, { slope: weightSlope(list), today })
        ?.fourWeeks;
    const last = addDays(TODAY, 21);
    expect([on(addDays(last, 28)), on(addDays(last, 29))]).toEqual([{ changeKg: -3, kgPerWeek: -1 }, null]);
  });

  it.each([
    ['on the way', [80, 76], 80, 70, { toGoKg: 6, share: 0.4 }],
    ['the other way', [80, 82], 80, 70, { toGoKg: 12, share: 0 }],
    ['at the start', [80], 80, 70, { toGoKg: 10, share: 0 }],
    ['there', [80, 70], 80, 70, { toGoKg: 0, share: 1 }],
    ['past it', [80, 69], 80, 70, { toGoKg: 0, share: 1 }],
    ['gaining', [60, 61], 60, 65, { toGoKg: 4, share: 0.2 }],
    ['keeping a weight', [70, 70], 70, 70, { toGoKg: 0, share: 1 }],
    ['away from a weight to keep', [70, 71], 70, 70, { toGoKg: 1, share: 0 }],
  ])('know the way to the goal: %s', (_what, kg, start, goal, expected) => {
    expect(figures(kg, start, goal)?.goal).toEqual({ weightKg: goal, ...expected });
  });

  it('agree with each other', () => {
    const kg = fc.double({ min: 40, max: 150, noNaN: true }).map((value) => Math.round(value * 100) / 100);
    fc.assert(
      fc.property(fc.array(kg, { minLength: 1, maxLength: 6 }), fc.option(kg), kg, (series, start, goal) => {
        const found = figures(series, start, goal);
        expect(found?.changeKg ?? 0).toBeCloseTo((found?.weightKg ?? 0) - (found?.startKg ?? 0), 2);
        const way = found?.goal ?? { toGoKg: -1, share: -1 };
        expect(way.share).toBeGreaterThanOrEqual(0);
        expect(way.share).toBeLessThanOrEqual(1);
        expect(way.toGoKg === 0).toBe(way.share === 1);
      }),
    );
  });
});

describe('the last contact', () => {
  it.each([
    [null, null, null, null],
    ['2026-03-01', null, null, '2026-03-01'],
    ['2026-03-01', '2026-03-04', '2026-03-02', '2026-03-04'],
    [null, '2026-03-04', '2026-03-09', '2026-03-09'],
  ])('is the newest of check-in %s, message %s and session %s', (checkIn, message, session, day) => {
    expect(lastContactOf({ checkIn, message, session })).toBe(day);
  });
});

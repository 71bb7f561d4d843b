import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  engagementLabel,
  engagementScore,
  engagementUntil,
  type ProgressFacts,
  progressLabel,
} from './clients.labels.rules.ts';
import { addDays } from './time.ts';

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

  it('stays as it is until the next period begins, but for rounding', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: -20, max: 200 }), (done, age) => {
        const today = addDays(ANCHOR, age);
        const until = engagementUntil(SCHEDULE, today);
        expect(until > today).toBe(true);
        expect(engagementUntil(SCHEDULE, addDays(until, -1))).toBe(until);
        const known = checkInsOf(done).filter(({ day }) => day <= today);
        const [now, then] = [today, addDays(until, -1)].map((day) => engagementScore(SCHEDULE, known, day));
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
    missed: 0,
    adherence: 90,
    adherenceFalling: false,
    today: TODAY,
    ...changes,
  });

  it.each([
    // 70 kg in 20 weeks needs about half a kilogram a week.
    ['faster than asked', facts(-0.8), 'Exceeding Goals'],
    ['as asked', facts(-0.45), 'On Track'],
    ['too slow', facts(-0.1), 'Needs Attention'],
    ['the wrong way', facts(0.3), 'Needs Attention'],
    ['there', facts(0, { goalWeightKg: 80.4 }), 'Exceeding Goals'],
    ['past the goal', facts(0, { goalWeightKg: 82 }), 'Exceeding Goals'],
    ['gaining as asked', facts(0.5, { startWeightKg: 78, goalWeightKg: 92 }), 'On Track'],
    ['past the day', facts(-0.5, { targetDay: TODAY }), 'Needs Attention'],
    ['no target day', facts(-0.1, { targetDay: null }), 'On Track'],
    ['no goal weight, and missed', facts(-0.1, { goalWeightKg: null, missed: 1 }), 'Needs Attention'],
    ['no goal weight, and falling', facts(-0.1, { goalWeightKg: null, adherenceFalling: true }), 'Needs Attention'],
    ['no goal weight, and half done', facts(-0.1, { goalWeightKg: null, adherence: 50 }), 'Needs Attention'],
    ['too few weights', facts(-0.1, { weighIns: [] }), 'On Track'],
    ['nothing yet', facts(-0.1, { weighIns: [], adherence: null }), null],
  ])('%s', (_, given, label) => {
    expect(progressLabel(given)).toBe(label);
  });
});

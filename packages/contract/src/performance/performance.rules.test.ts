import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInAdherence, checkInPeriod } from '../checkins/checkins.rules.ts';
import { addDays } from '../time.ts';
import { meanPercent } from '../workouts/workouts.adherence.rules.ts';
import { countsOf, distributionOf, goalKindOf, outcomesOf, periodOf, weeklyCheckIns } from './performance.rules.ts';

const TODAY = '2026-03-11';

const total = (counts: readonly { done: number; due: number }[]) => countsOf(counts, counts.length).now;

it('a period has whole weeks, and so has the one before', () => {
  expect(periodOf(TODAY, 4)).toEqual({ from: '2026-02-12', to: TODAY, before: '2026-01-15' });
  const weekly = [1, 2, 3, 4].map((done) => ({ done, due: 5 }));
  expect(countsOf(weekly, 2)).toEqual({ now: { done: 3, due: 10 }, before: { done: 7, due: 10 } });
});

it('the mean is that of the clients with something due', () => {
  expect(meanPercent([])).toBeNull();
  expect(meanPercent([{ done: 0, due: 0 }])).toBeNull();
  expect(
    meanPercent([
      { done: 1, due: 3 },
      { done: 2, due: 2 },
      { done: 0, due: 0 },
    ]),
  ).toBe(67);
});

describe('check-ins by week', () => {
  const schedule = { anchorDay: '2026-01-07', intervalDays: 7 };
  const periods = (...days: string[]) => days.map((day) => checkInPeriod(schedule, day));

  it('count in the week in which they were due, the open one once it is sent', () => {
    const late = periods('2026-02-18', '2026-03-03');
    expect(weeklyCheckIns(schedule, late, { today: TODAY, weeks: 4 })).toEqual([
      { done: 0, due: 0 },
      { done: 0, due: 1 },
      { done: 1, due: 1 },
      { done: 1, due: 1 },
    ]);
    const sent = periods('2026-03-11');
    expect(weeklyCheckIns(schedule, sent, { today: TODAY, weeks: 1 })).toEqual([{ done: 1, due: 1 }]);
  });

  it('are as many as the adherence to the schedule counts', () => {
    const scene = fc.record({
      age: fc.integer({ min: 0, max: 80 }),
      intervalDays: fc.integer({ min: 1, max: 14 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
      pause: fc.option(fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 30 })), { nil: null }),
      sent: fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(scene, ({ age, intervalDays, weekdays, pause, sent }) => {
        const pauses = pause ? [{ from: addDays(TODAY, -pause[0]), until: addDays(TODAY, -pause[0] + pause[1]) }] : [];
        const plan = { anchorDay: addDays(TODAY, -age), intervalDays, weekdays, pauses };
        const done = sent.map((days) => checkInPeriod(plan, addDays(TODAY, -days)));
        const counted = total(weeklyCheckIns(plan, done, { today: TODAY, weeks: 12 }));
        const { done: known, expected } = checkInAdherence(plan, done, TODAY);
        // The adherence counts twelve periods at most.
        if (expected < 12) expect(counted).toEqual({ done: known, due: expected });
        else expect(counted.due).toBeGreaterThanOrEqual(counted.done);
      }),
    );
  });
});

it('the distribution counts each client once', () => {
  expect(distributionOf([0, 9, 10, 99, 100])).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 })), (percents) => {
      expect(distributionOf(percents).reduce((sum, count) => sum + count, 0)).toBe(percents.length);
    }),
  );
});

describe('goals', () => {
  it.each([
    [80, 70, 'lose'],
    [70, 80, 'gain'],
    [70, 70.5, 'keep'],
    [null, 70, 'none'],
    [70, null, 'none'],
  ] as const)('from %s to %s kg is %s', (start, goal, kind) => {
    expect(goalKindOf(start, goal)).toBe(kind);
  });

  it('are grouped with the number of clients', () => {
    const outcomes = outcomesOf([
      { goal: 'lose', changeKg: -2, progress: 'On Track' },
      { goal: 'lose', changeKg: null, progress: 'Needs Attention' },
      { goal: 'lose', changeKg: -1, progress: 'Exceeding Goals' },
      { goal: 'none', changeKg: null, progress: null },
    ]);
    const counts = { exceeding: 0, onTrack: 0, needAttention: 0 };
    expect(outcomes).toEqual([
      { goal: 'lose', clients: 3, weighed: 2, changeKg: -1.5, exceeding: 1, onTrack: 1, needAttention: 1 },
      { goal: 'none', clients: 1, weighed: 0, changeKg: null, ...counts },
    ]);
  });
});

import { addDays } from '@stridewell/contract/time';
import { describe, expect, it } from 'vitest';
import {
  averagesOf,
  NO_NUTRITION,
  type NutritionDay,
  type NutritionFacts,
  nutritionFollowed,
  plannedMealsOn,
  targetKcalOn,
} from './nutrition.rules.ts';
import { nutritionShare } from './nutrition.share.rules.ts';

const MONDAY = '2026-03-02';
const on = (index: number) => addDays(MONDAY, index);
const WEEK: Parameters<typeof nutritionFollowed>[1] = { from: MONDAY, to: on(6), today: on(7), pauses: [] };
const macros = { protein: 120, fat: 60, carbohydrate: 200 };
const targets = [{ startsOn: on(-10), number: 1, target: { kcal: 2000, ...macros, week: null } }];

const eaten = (index: number, kcal: number, changes: Partial<NutritionDay> = {}): NutritionDay => ({
  day: on(index),
  status: 'complete',
  isGuess: false,
  kcal,
  photos: 0,
  ticked: 0,
  ...changes,
});
const followed = (facts: Partial<NutritionFacts>, changes: Partial<typeof WEEK> = {}) =>
  nutritionFollowed({ ...NO_NUTRITION, ...facts }, { ...WEEK, ...changes });

describe('numbers', () => {
  it('counts complete days within a tenth of the target', () => {
    const days = [1800, 2000, 2200, 1799, 2201].map((kcal, index) => eaten(index, kcal));
    expect(followed({ way: 'numbers', targets, days })).toEqual({ done: 3, due: 7 });
  });

  it('counts no part of a day, and leaves out fasted days', () => {
    const days = [eaten(0, 2000), eaten(1, 2000, { status: 'partial' }), eaten(2, 0, { status: 'fasted' })];
    expect(followed({ way: 'numbers', targets, days })).toEqual({ done: 1, due: 6 });
  });

  it('compares each day with the target of that day', () => {
    const later = { startsOn: on(2), number: 2, target: { kcal: 1500, ...macros, week: null } };
    const end = { startsOn: on(4), number: 3, target: null };
    const days = Array.from({ length: 7 }, (_, index) => eaten(index, 2000));
    expect(followed({ way: 'numbers', targets: [...targets, later, end], days })).toEqual({ done: 2, due: 4 });
    const week = { days: Array.from({ length: 7 }, (_, index) => ({ ...macros, kcal: index < 2 ? 2000 : 3000 })) };
    const split = [{ startsOn: MONDAY, number: 1, target: { kcal: 2700, ...macros, week } }];
    expect(followed({ way: 'numbers', targets: split, days })).toEqual({ done: 2, due: 7 });
    expect(targetKcalOn({ targets: split }, on(-1))).toBeNull();
  });
});

describe('a range', () => {
  it('begins with the first day that has anything, and is blank without one', () => {
    const days = [eaten(4, 2000)];
    expect(followed({ way: 'numbers', targets, days })).toEqual({ done: 1, due: 3 });
    expect(followed({ way: 'numbers', targets, days: [] })).toEqual({ done: 0, due: 0 });
    expect(followed({ way: 'numbers', targets, days: [eaten(-3, 2000)] })).toEqual({ done: 0, due: 0 });
    expect(followed({ way: 'numbers', targets, days: [eaten(-3, 2000), eaten(6, 9)] })).toEqual({ done: 0, due: 7 });
  });

  it('asks nothing of a pause, and of today only what is done', () => {
    const days = [0, 1, 2].map((index) => eaten(index, 2000));
    const pauses = [{ from: on(3), until: on(5) }];
    expect(followed({ way: 'numbers', targets, days }, { pauses })).toEqual({ done: 3, due: 5 });
    expect(followed({ way: 'numbers', targets, days }, { today: on(2) })).toEqual({ done: 3, due: 3 });
    expect(followed({ way: 'numbers', targets, days: days.slice(0, 2) }, { today: on(2) })).toEqual({
      done: 2,
      due: 2,
    });
  });

  it('of a client with nothing to follow is blank', () => {
    expect(followed({ days: [eaten(0, 2000)] })).toEqual({ done: 0, due: 0 });
    expect(followed({ way: 'numbers', days: [eaten(0, 2000)] })).toEqual({ done: 0, due: 0 });
  });
});

describe('other ways', () => {
  const plans = [{ startDay: on(-1), endDay: null, meals: [3, 4] }];

  it('counts the meals of the plan that were ticked, and no meal twice', () => {
    const days = [eaten(0, 0, { ticked: 4 }), eaten(1, 0, { ticked: 5 }), eaten(2, 0, { ticked: 1 })];
    expect(plannedMealsOn({ plans }, MONDAY)).toBe(4);
    expect(followed({ way: 'plan', plans, days }, { to: on(2) })).toEqual({ done: 8, due: 11 });
    expect(followed({ way: 'plan', plans, days }, { to: on(3), today: on(3) })).toEqual({ done: 8, due: 11 });
  });

  it('counts days with a photo', () => {
    expect(followed({ way: 'photos', days: [eaten(0, 0, { photos: 3 }), eaten(2, 0)] })).toEqual({ done: 1, due: 7 });
  });

  it('counts the days a week of each habit, and not more than it asks for', () => {
    const done = (...indexes: number[]) => indexes.map((index) => ({ day: on(index), value: 10 }));
    const walk = { goal: 8, daysPerWeek: 3, since: on(-20), days: done(0, 1, 2, 3) };
    const sleep = { goal: 12, daysPerWeek: 7, since: on(-20), days: done(0, 1) };
    const habits = [walk, sleep];
    expect(followed({ way: 'habits', habits })).toEqual({ done: 3, due: 10 });
    expect(followed({ way: 'habits', habits: [{ ...walk, since: on(2), days: done(3) }] })).toEqual({
      done: 1,
      due: 3,
    });
    expect(followed({ way: 'habits', habits }, { today: on(1) })).toEqual({ done: 2, due: 3 });
    expect(followed({ way: 'habits', habits: [] })).toEqual({ done: 0, due: 0 });
  });

  it('takes what the client has where the coach has chosen none', () => {
    const habits = [{ goal: null, daysPerWeek: 7, since: on(-5), days: [{ day: on(0), value: 1 }] }];
    const days = [eaten(0, 2000, { ticked: 4 })];
    expect(followed({ targets, plans, habits, days })).toEqual({ done: 1, due: 7 });
    expect(followed({ plans, habits, days }, { to: on(0) })).toEqual({ done: 4, due: 4 });
    expect(followed({ habits, days })).toEqual({ done: 1, due: 7 });
  });
});

it('takes the mean of whole days alone', () => {
  const day = (status: NutritionDay['status'], intakeKcal: number | null, targetKcal: number | null) => ({
    status,
    intakeKcal,
    targetKcal,
  });
  const days = [day('complete', 2000, 2000), day('partial', 500, 1800), day('fasted', 0, null)];
  expect(averagesOf(days)).toEqual({ intakeKcal: 1000, targetKcal: 1900 });
  expect(averagesOf([day('unlogged', null, null)])).toEqual({ intakeKcal: null, targetKcal: null });
});

describe('the share for the engagement score', () => {
  const share = (facts: Partial<NutritionFacts>, pauses: typeof WEEK.pauses = []) =>
    nutritionShare({ ...NO_NUTRITION, ...facts }, { today: on(14), pauses });
  const walked = (values: readonly number[]) => ({
    goal: 8000,
    daysPerWeek: 7,
    since: on(0),
    days: values.map((value, index) => ({ day: on(index), value })),
  });

  it('halves what a day counts every two weeks', () => {
    // One followed day of two weeks ago, and one missed day of yesterday, with a pause between them.
    const days = [eaten(0, 2000), eaten(13, 100)];
    const pauses = [{ from: on(1), until: on(13) }];
    const [early, late] = [0.5, 0.5 ** (1 / 14)];
    expect(share({ way: 'numbers', targets, days }, pauses)).toBeCloseTo(early / (early + late), 10);
  });

  it('is the mean of a way and of the habits beside it, and of either alone', () => {
    const days = Array.from({ length: 14 }, (_, index) => eaten(index, 2000));
    const none = [walked(Array(14).fill(10))];
    expect(share({ way: 'numbers', targets, days })).toBe(1);
    expect(share({ way: 'numbers', targets, days, habits: none })).toBe(0.5);
    expect(share({ habits: none })).toBe(0);
    expect(share({ way: 'habits', targets, days, habits: [walked(Array(14).fill(8000))] })).toBe(1);
  });

  it('is not known of clients who follow nothing here, or who logged nothing for four weeks', () => {
    expect(share({})).toBeNull();
    expect(share({ way: 'numbers', targets, days: [eaten(-14, 2000)] })).toBeNull();
    expect(share({ days: [eaten(0, 2000)] })).toBeNull();
  });
});

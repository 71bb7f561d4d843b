import type { OwnMealPlan } from '@stridewell/contract/meals/meals';
import type { NutritionWeek, OwnNutritionWeek } from '@stridewell/contract/nutrition/nutrition';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aFoodEntry, aFoodLog, FOOD_TODAY } from '../../test/food-logs.ts';
import { mount } from '../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../test/people.ts';
import { server } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { foodLogStore } from '../features/foodlogs/foodlogs.store.ts';
import { nextMealOf, type PlannedMeal } from '../features/nutrition/nutrition.next.ts';
import { serverNow } from '../lib/server-clock.ts';
import { FoodWeek } from './food-week.tsx';
import { NextMeal } from './next-meal.tsx';
import { OwnWeek } from './own-week.tsx';

const aMeal = (key: string, name: string, time: string): PlannedMeal => ({
  key,
  name,
  time,
  note: '',
  options: [
    {
      key: 'a',
      name: '',
      totals: null,
      foods: [{ key: 'f', foodId: CLIENT_ID, name: 'Oats', text: '1 cup', warnings: [], swaps: [], isRecipe: false }],
    },
  ],
});

describe('the next meal', () => {
  const meals = [aMeal('m1', 'Breakfast', '07:30'), aMeal('m2', 'Lunch', '12:30'), aMeal('m3', 'Snack', '')];
  const nameAt = (minute: number, ...ticked: string[]) => nextMealOf(meals, new Set(ticked), minute)?.name;

  it('is the first one that is neither ticked nor long past', () => {
    expect(nameAt(0)).toBe('Breakfast');
    expect(nameAt(540)).toBe('Breakfast');
    expect(nameAt(541)).toBe('Lunch');
    expect(nameAt(0, 'm1')).toBe('Lunch');
    expect(nameAt(1400)).toBe('Snack');
    expect(nameAt(0, 'm1', 'm2', 'm3')).toBeUndefined();
  });

  it('is logged with one tap, and taken out with another one, with a warning about its allergens', async () => {
    const today = dayInZone(new Date(serverNow()), 'America/New_York');
    const plan: OwnMealPlan = {
      id: '0198f2c4-0000-4000-8000-000000000007',
      name: 'Busy week',
      notes: '',
      startDay: today,
      endDay: null,
      dayName: 'Day 1',
      totals: null,
      meals: [aMeal('meal0001', 'Breakfast', ''), aMeal('meal0002', 'Lunch', '')],
      unchecked: [],
    };
    const [flagged] = plan.meals[0]?.options[0]?.foods ?? [];
    flagged?.warnings.push({ about: 'Gluten', answer: 'unknown' });
    server.on('GET /rest/v1/food_logs/own', aFoodLog({ today }));
    server.on('GET /rest/v1/meal_plans/own', { date: today, plan });
    await mount(<NextMeal userId="eater" coachId={COACH_ID} numbersOff={false} />);
    expect(await screen.findByText(/Oats: May contain gluten\./)).toBeDefined();
    const breakfast = await screen.findByRole('checkbox', { name: 'Eaten: Breakfast, Oats' });
    expect(screen.queryByRole('checkbox', { name: /Lunch/ })).toBeNull();
    fireEvent.click(breakfast);
    await screen.findByRole('checkbox', { name: 'Eaten: Lunch, Oats' });
    expect(screen.getByRole('checkbox', { name: /Breakfast/ })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('checkbox', { name: /Breakfast/ }));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Lunch/ })).toBeNull());
    expect(foodLogStore('eater', COACH_ID, false).get(today)?.entries).toMatchObject([{ deleted: true }]);
  });

  it('is nothing without a plan', async () => {
    server.on('GET /rest/v1/food_logs/own', aFoodLog());
    server.on('GET /rest/v1/meal_plans/own', { date: FOOD_TODAY, plan: null });
    await mount(<NextMeal userId="eater" coachId={COACH_ID} numbersOff={false} />);
    await waitFor(() => expect(server.count('GET /rest/v1/meal_plans/own')).toBe(1));
    expect(screen.queryByText('Next meal')).toBeNull();
  });
});

describe('the own week', () => {
  const MONDAY = FOOD_TODAY;
  const aWeek = (withTarget: boolean): OwnNutritionWeek => ({
    today: addDays(MONDAY, 2),
    days: Array.from({ length: 7 }, (_, index) => ({
      day: addDays(MONDAY, index),
      status: index === 0 ? 'complete' : 'unlogged',
      isGuess: false,
      intakeKcal: index === 0 ? 2400 : null,
      targetKcal: withTarget ? 2000 : null,
      band: withTarget ? { lowKcal: 1800, highKcal: 2200 } : null,
    })),
  });
  beforeEach(() => {
    for (const day of foodLogStore('weekly', COACH_ID, false).getSnapshot().logs.keys()) {
      foodLogStore('weekly', COACH_ID, false).discard(day);
    }
  });
  const open = (week: OwnNutritionWeek) => {
    server.on('GET /rest/v1/nutrition_week/own', week);
    return show(<OwnWeek userId="weekly" coachId={COACH_ID} day={undefined} />);
  };

  it('has each day beside its target, with what this device logged', async () => {
    const store = foodLogStore('weekly', COACH_ID, false);
    const changedAt = new Date().toISOString();
    const at = { changedAt: '2026-03-03T08:00:00.000Z' };
    store.absorb([
      {
        id: addDays(MONDAY, 1),
        status: { value: 'complete', ...at },
        note: { value: '', ...at },
        entries: [aFoodEntry({ changedAt })],
      },
    ]);
    await open(aWeek(true));
    const days = (await screen.findAllByRole('listitem')).map((item) => item.getAttribute('aria-label'));
    expect(days[0]).toMatch(/: 2,400 kcal, complete, target 2,000 kcal$/);
    expect(days[1]).toMatch(/: 308 kcal, complete, target 2,000 kcal$/);
    expect(days[2]).toMatch(/: target 2,000 kcal$/);
    expect(days.join()).not.toMatch(/over|left/i);
    // The mean of 2,400 and 308 kcal; today is not over yet.
    expect(
      screen.getByText('On 2 complete days: 1,354 kcal a day on average. Target of these days: 2,000 kcal.'),
    ).toBeDefined();
  });

  it('is nothing without a target', async () => {
    await open(aWeek(false));
    await waitFor(() => expect(server.count('GET /rest/v1/nutrition_week/own')).toBe(1));
    expect(screen.queryByRole('list')).toBeNull();
  });
});

describe('the week in a review', () => {
  const aWeek = (changes: Partial<NutritionWeek> = {}): NutritionWeek => ({
    from: '2026-03-02',
    to: '2026-03-08',
    days: Array.from({ length: 7 }, (_, index) => ({
      day: addDays('2026-03-02', index),
      status: 'unlogged',
      isGuess: true,
      intakeKcal: null,
      targetKcal: null,
      planned: 0,
      ticked: 0,
    })),
    followed: { done: 0, due: 0 },
    average: { intakeKcal: null, targetKcal: null },
    habits: [],
    photos: [],
    comments: [],
    ...changes,
  });
  const open = (week: NutritionWeek) => {
    server.on(`GET /rest/v1/clients/${CLIENT_ID}/nutrition_week`, week);
    return mount(<FoodWeek coachId={COACH_ID} clientId={CLIENT_ID} firstName="Jonas" before="2026-03-09" />);
  };

  it('has figures, habits, photos and comments', async () => {
    const days = aWeek().days.map((day, index) => ({
      ...day,
      status: index < 3 ? ('complete' as const) : day.status,
      targetKcal: 2000,
      planned: 3,
      ticked: index < 3 ? 2 : 0,
    }));
    await open(
      aWeek({
        days,
        followed: { done: 2, due: 4 },
        average: { intakeKcal: 1950, targetKcal: 2000 },
        habits: [{ id: CLIENT_ID, name: 'Walk', done: 3, due: 5 }],
        photos: [{ entryId: CLIENT_ID, fileId: CLIENT_ID, day: '2026-03-04', meal: 'Lunch' }],
        comments: [
          {
            id: CLIENT_ID,
            day: '2026-03-04',
            meal: 'Lunch',
            entryId: null,
            text: 'Colorful',
            at: '2026-03-04T20:00:00Z',
          },
        ],
      }),
    );
    expect((await screen.findByRole('group', { name: 'Days logged' })).textContent).toContain('3 of 7');
    expect(screen.getByRole('group', { name: 'Average energy' }).textContent).toContain('1,950 kcalTarget 2,000 kcal');
    expect(screen.getByRole('group', { name: 'Planned meals' }).textContent).toContain('6 of 21');
    expect(screen.getByRole('group', { name: 'Nutrition followed' }).textContent).toContain('50%');
    expect(screen.getByRole('list', { name: 'Habits' }).textContent).toBe('Walk3 of 5 days');
    expect(screen.getByRole('img', { name: /^Lunch, / })).toBeDefined();
    expect(screen.getByText('Colorful')).toBeDefined();
  });

  it('is left out for a client with nothing to follow', async () => {
    await open(aWeek());
    await waitFor(() => expect(server.count(`GET /rest/v1/clients/${CLIENT_ID}/nutrition_week`)).toBe(1));
    expect(screen.queryByText('Nutrition of the week')).toBeNull();
  });
});

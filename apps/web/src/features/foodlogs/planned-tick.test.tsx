import { type FoodDay, foodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { emptyFoodDay, mergeFoodDays } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aFoodLog, FOOD_TODAY } from '../../../test/food-logs.ts';
import { COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { plannedEntry } from './foodlogs.editing.ts';
import { foodLogStore } from './foodlogs.store.ts';
import { PlannedTick } from './planned-tick.tsx';

const PLANNED = {
  planId: '0198f2c4-0000-4000-8000-000000000007',
  key: 'meal0001.option01',
  meal: 'Breakfast',
  name: 'Oats, banana',
  nutrients: { kcal: 420, protein: 18, carbohydrate: 70, fat: 8 },
};
const tick = (day = FOOD_TODAY) => (
  <PlannedTick userId="ticker" coachId={COACH_ID} numbersOff={false} day={day} planned={PLANNED} />
);
const dayOn = (now: number): FoodDay => ({
  ...emptyFoodDay(FOOD_TODAY),
  entries: [{ ...plannedEntry(PLANNED, FOOD_TODAY, now), changedAt: new Date(now).toISOString() }],
});

it('a planned meal that two phones tick is logged once, as the server takes it', () => {
  const [one, other] = [dayOn(Date.parse('2026-03-02T08:00:00Z')), dayOn(Date.parse('2026-03-02T08:05:00Z'))];
  expect(mergeFoodDays(one, other).entries).toHaveLength(1);
  expect(foodDay.safeParse(one).success).toBe(true);
  expect(plannedEntry(PLANNED, '2026-03-03', 0).id).not.toBe(one.entries[0]?.id);
});

it('one tap logs a planned meal, and another one takes it out again', async () => {
  server.on('GET /rest/v1/food_logs/own', aFoodLog());
  await show(tick());
  const box = await screen.findByRole('checkbox', { name: 'Eaten: Breakfast, Oats, banana' });
  fireEvent.click(box);
  const entries = () => foodLogStore('ticker', COACH_ID, false).get(FOOD_TODAY)?.entries;
  await waitFor(() => expect(box).toHaveProperty('checked', true));
  expect(entries()).toMatchObject([{ meal: 'Breakfast', mealPlanId: PLANNED.planId, nutrients: { kcal: 420 } }]);
  fireEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  expect(entries()).toMatchObject([{ deleted: true }]);
});

it('a meal of a day to come cannot be ticked', async () => {
  server.on('GET /rest/v1/food_logs/own', aFoodLog());
  await show(tick('2026-03-03'));
  await waitFor(() => expect(server.count('GET /rest/v1/food_logs/own')).toBe(1));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

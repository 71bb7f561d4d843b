import { randomUUID } from 'node:crypto';
import type { FoodDay, FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { emptyFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';

/** 150 g of oats for breakfast. */
export const anEntry = (changes: Partial<FoodEntry> = {}): FoodEntry => ({
  id: randomUUID(),
  kind: 'food',
  meal: 'Breakfast',
  name: 'Rolled oats',
  foodId: null,
  tier: 'curated',
  amount: { value: 150, measure: 'g' },
  quantity: 150,
  unit: 'g',
  nutrients: { kcal: 568.5, protein: 19.8, carbohydrate: 101.55, fat: 9.75 },
  fileId: null,
  mealPlanId: null,
  plannedMealId: null,
  at: '2026-03-02T07:30:00.000Z',
  deleted: false,
  changedAt: '2026-03-02T07:30:00.000Z',
  ...changes,
});

/** Energy without a food. */
export const aQuickEntry = (kcal: number, changes: Partial<FoodEntry> = {}): FoodEntry =>
  anEntry({
    kind: 'quick',
    name: '',
    tier: null,
    amount: null,
    quantity: null,
    unit: null,
    nutrients: { kcal, protein: null, carbohydrate: null, fat: null },
    ...changes,
  });

/** A day with these entries. */
export const aFoodDay = (id: string, entries: FoodEntry[] = [anEntry()]): FoodDay => ({ ...emptyFoodDay(id), entries });

import type { FoodEntry, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import type { OwnFoodLog } from '../src/features/foodlogs/foodlogs.queries.ts';

/** The id of the food or entry with this number. */
const idOf = (number: number) => `0198f2c4-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const FOOD_TODAY = '2026-03-02';

/** The server's answer with the food log of a client, by default empty. */
export const aFoodLog = (changes: Partial<OwnFoodLog> = {}): OwnFoodLog => ({
  today: FOOD_TODAY,
  days: [],
  statuses: [],
  foods: [],
  comments: [],
  readOnly: false,
  ...changes,
});

export const aLoggable = (changes: Partial<LoggableFood> = {}): LoggableFood => ({
  id: idOf(1),
  name: 'Rolled oats',
  brand: '',
  tier: 'curated',
  unit: 'g',
  nutrients: { kcal: 380, protein: 13, carbohydrate: 68, fat: 6.5 },
  portions: [{ name: 'cup', grams: 81 }],
  last: null,
  own: false,
  favorite: false,
  ...changes,
});

export const aFoodEntry = (changes: Partial<FoodEntry> = {}): FoodEntry => ({
  id: idOf(2),
  kind: 'food',
  meal: 'Breakfast',
  name: 'Rolled oats',
  foodId: idOf(1),
  tier: 'curated',
  amount: { value: 1, measure: 'cup' },
  quantity: 81,
  unit: 'g',
  nutrients: { kcal: 307.8, protein: 10.53, carbohydrate: 55.08, fat: 5.27 },
  fileId: null,
  mealPlanId: null,
  plannedMealId: null,
  at: '2026-03-02T08:00:00.000Z',
  deleted: false,
  // Devices forget old days.
  changedAt: new Date().toISOString(),
  ...changes,
});

import type { FoodDay, FoodEntry, LoggedAmount } from '@stridewell/contract/foodlogs/foodlogs';
import {
  ENTRY_KINDS,
  FOOD_DAY_STATUSES,
  FOOD_LOG_BOUNDS,
  type LoggedNutrients,
} from '@stridewell/contract/foodlogs/foodlogs.rules';
import { FOOD_TIERS, FOOD_UNITS } from '@stridewell/contract/foods/foods.rules';
import { isId } from '../../device/stored-file.ts';
import {
  type Guard,
  isDay,
  isFlag,
  isInstant,
  isListOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  orMissing,
  orNull,
} from '../../lib/shape.ts';

const isNutrients: Guard<LoggedNutrients> = isObjectOf({
  kcal: isNumber,
  protein: orNull(isNumber),
  carbohydrate: orNull(isNumber),
  fat: orNull(isNumber),
});
const isAmount: Guard<LoggedAmount> = isObjectOf({ value: isNumber, measure: isString });

const isEntry = isObjectOf<FoodEntry>({
  id: isId,
  kind: isOneOf(ENTRY_KINDS),
  meal: isString,
  name: isString,
  foodId: orNull(isId),
  tier: orNull(isOneOf(FOOD_TIERS)),
  amount: orNull(isAmount),
  quantity: orNull(isNumber),
  unit: orNull(isOneOf(FOOD_UNITS)),
  nutrients: orNull(isNutrients),
  fileId: orNull(isId),
  mealPlanId: orNull(isString),
  plannedMealId: orNull(isString),
  at: isInstant,
  deleted: isFlag,
  changedAt: isInstant,
  barcode: orMissing(isString),
});

/** A day of a food log as this device stores it. */
export const isFoodDay: Guard<FoodDay> = isObjectOf({
  id: isDay,
  status: isObjectOf<FoodDay['status']>({ value: orNull(isOneOf(FOOD_DAY_STATUSES)), changedAt: isInstant }),
  note: isObjectOf<FoodDay['note']>({ value: isString, changedAt: isInstant }),
  entries: isListOf(isEntry, FOOD_LOG_BOUNDS.entries),
});

import type { OwnFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import type { ClientFoodNutrients } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { FOOD_UNITS } from '@stridewell/contract/foods/foods.rules';
import { isId } from '../../device/stored-file.ts';
import {
  type Guard,
  isFlag,
  isInstant,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  orMissing,
  orNull,
} from '../../lib/shape.ts';

/** A food of the client's own as this device changed it. */
export type OwnFoodChange = { id: string; food: OwnFoodInput; deleted: boolean; changedAt: string };

const isNutrients: Guard<ClientFoodNutrients> = isObjectOf({
  kcal: isNumber,
  protein: orNull(isNumber),
  carbohydrate: orNull(isNumber),
  fat: orNull(isNumber),
  alcohol: orMissing(orNull(isNumber)),
});

const isOwnFoodInput: Guard<OwnFoodInput> = isObjectOf({
  name: isString,
  brand: isString,
  unit: isOneOf(FOOD_UNITS),
  serving: orNull(isNumber),
  barcode: orNull(isString),
  per: isOneOf(['100', 'serving'] as const),
  nutrients: orNull(isNutrients),
});

/** A change of an own food as this device stores it. */
export const isOwnFoodChange: Guard<OwnFoodChange> = isObjectOf({
  id: isId,
  food: isOwnFoodInput,
  deleted: isFlag,
  changedAt: isInstant,
});

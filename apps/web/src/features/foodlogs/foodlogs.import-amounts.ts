import type { LoggedAmount } from '@stridewell/contract/foodlogs/foodlogs';
import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { type FoodMeasure, plainAmount } from '@stridewell/contract/foods/foods.amounts.rules';
import type { FoodUnit } from '@stridewell/contract/foods/foods.rules';

const MEASURES: Readonly<Record<string, FoodMeasure>> = {
  g: 'g',
  kg: 'kg',
  oz: 'oz',
  lb: 'lb',
  ml: 'ml',
  l: 'l',
  tsp: 'tsp',
  tbsp: 'tbsp',
  cup: 'cup',
  cups: 'cup',
  'fl oz': 'fl_oz',
};

/** An amount of a file. `ml` is that of a drink, whose grams count as milliliters. */
type FileAmount = {
  logged: LoggedAmount | null;
  quantity: number | null;
  unit: FoodUnit | null;
  ml: number | null;
};
const NONE: FileAmount = { logged: null, quantity: null, unit: null, ml: null };

/** Reads an amount like `58.00 g`, `1.00 cup` or `2.00 large`. */
export function readFileAmount(text: string): FileAmount {
  const [, number = '', name = ''] = /^(\d+(?:[.,]\d+)?)\s*(\S.*)?$/.exec(text) ?? [];
  const value = Number(number.replace(',', '.'));
  if (!(value > 0) || value > FOOD_LOG_BOUNDS.amount) return NONE;
  const measure = MEASURES[name.toLowerCase()];
  const logged = { value, measure: measure ?? (name.slice(0, FOOD_LOG_BOUNDS.measure).trim() || 'serving') };
  if (!measure) return { ...NONE, logged };
  const plain = plainAmount({ value, measure });
  const quantity = Math.round(plain.value * 100) / 100;
  if (quantity > FOOD_LOG_BOUNDS.quantity) return { ...NONE, logged };
  return { logged, quantity, unit: plain.unit, ml: quantity };
}

import { z } from 'zod';
import { hasNoRepeats, line } from '../fields.ts';
import { FOOD_MEASURES, type FoodAmount } from './foods.amounts.rules.ts';
import { barcodeOf } from './foods.barcode.rules.ts';
import { FOOD_BOUNDS, type Nutrients, type Portion } from './foods.rules.ts';

export const NUMBER = 'Please enter a number';
const amount = (max: number) =>
  z
    .number(NUMBER)
    .min(0, 'Please enter 0 or more')
    .max(max, `Please use at most ${max.toLocaleString('en-US')}`);
const grams = amount(150);

export const nutrients = z.object({
  kcal: amount(FOOD_BOUNDS.kcal),
  protein: grams,
  carbohydrate: grams,
  fat: grams,
  sugar: grams.nullable(),
  saturatedFat: grams.nullable(),
  fibre: grams.nullable(),
  sodiumMg: amount(FOOD_BOUNDS.sodiumMg).nullable(),
  alcohol: grams.nullable(),
}) satisfies z.ZodType<Nutrients>;

export const portion = z.object({
  name: line(FOOD_BOUNDS.portion),
  grams: z.number(NUMBER).gt(0, 'Please enter more than 0').max(FOOD_BOUNDS.portionGrams),
}) satisfies z.ZodType<Portion>;

const value = z
  .number(NUMBER)
  .gt(0, 'Please enter more than 0')
  .max(FOOD_BOUNDS.amount, `Please enter ${FOOD_BOUNDS.amount.toLocaleString('en-US')} or less`);
/** How much of a food, in a measure or in one of its portions. */
export const foodAmount = z.union([
  z.object({ value, measure: z.enum(FOOD_MEASURES) }),
  z.object({ value, portion }),
]) satisfies z.ZodType<FoodAmount>;

export const lineOrNone = (max: number) => z.union([z.literal(''), line(max)]);

/** A code as it is typed or scanned. It is stored in one form. */
export const barcode = z
  .string()
  .max(20)
  .refine((text) => barcodeOf(text) !== null, 'These are not the digits of a pack: please check them')
  .overwrite((text) => barcodeOf(text) ?? text);
export const barcodeOrNone = z.union([z.literal(''), barcode]);

/** The values answered with yes and with no. A value in neither list is not known. */
export const known = <const T extends readonly [string, ...string[]]>(values: T) => {
  const some = z.array(z.enum(values));
  return z
    .object({ yes: some, no: some })
    .refine(({ yes, no }) => hasNoRepeats([...yes, ...no]), 'Please choose each once');
};

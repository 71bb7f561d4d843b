import type { FoodEntry, LoggedAmount } from '@stridewell/contract/foodlogs/foodlogs';
import { portionText } from '@stridewell/contract/foods/foods.amounts.rules';
import { kcalText, numberText } from '../../lib/format.ts';

const MEASURE_LABELS: Readonly<Record<string, string>> = {
  g: 'g',
  kg: 'kg',
  oz: 'oz',
  lb: 'lb',
  ml: 'ml',
  l: 'L',
  tsp: 'teaspoon',
  tbsp: 'tablespoon',
  fl_oz: 'fl oz',
  cup: 'cup',
};
const EXACT = new Set(['g', 'kg', 'oz', 'lb', 'ml', 'l', 'fl_oz']);

export const measureLabel = (measure: string): string => MEASURE_LABELS[measure] ?? measure;

const exactText = (value: number): string => numberText(Math.round(value * 10) / 10);

/** An amount as the client said it, like `150 g`, `1½ cups` or `2 × medium`. */
export function loggedAmountText({ value, measure }: LoggedAmount): string {
  const label = measureLabel(measure);
  if (EXACT.has(measure)) return `${exactText(value)} ${label}`;
  return portionText(value, { name: label, grams: 1 });
}

/** The name of an entry on screen. */
export function entryName({ kind, name }: FoodEntry): string {
  if (name !== '') return name;
  return kind === 'photo' ? 'Photo' : 'Quick entry';
}

/** An entry as one line of text. */
export function entryText(entry: FoodEntry): string {
  const amount = entry.amount && loggedAmountText(entry.amount);
  const energy = entry.nutrients && kcalText(entry.nutrients.kcal);
  return [entryName(entry), amount, energy].filter(Boolean).join(', ');
}

/** Water in the reader's units, like `1.25 L` or `42 fl oz`. */
export const waterText = (ml: number, units: 'metric' | 'imperial'): string =>
  units === 'imperial'
    ? `${numberText(Math.round(ml / 29.573_529_562_5))} fl oz`
    : `${numberText(Math.round(ml / 10) / 100)} L`;

/** Grams of a nutrient, like `88 g`. */
export const gramsText = (grams: number): string => `${numberText(Math.round(grams))} g`;

/** Macronutrients of a day or meal, like `protein 88 g, carbs 210 g, fat 60 g`. No line breaks before a unit. */
export const macrosText = ({
  protein,
  carbohydrate,
  fat,
}: Record<'protein' | 'carbohydrate' | 'fat', number>): string =>
  `protein ${gramsText(protein)}, carbs ${gramsText(carbohydrate)}, fat ${gramsText(fat)}`.replaceAll(' g', '\u00a0g');

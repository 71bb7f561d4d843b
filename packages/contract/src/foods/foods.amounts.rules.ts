import type { UnitSystem } from '../units.ts';
import type { FoodUnit, Nutrients, Portion } from './foods.rules.ts';

/** Grams in each measure of weight (international avoirdupois). */
const GRAMS_IN = { g: 1, kg: 1000, oz: 28.349_523_125, lb: 453.592_37 } as const;
/** Milliliters in each measure of volume (US customary). */
const ML_IN = {
  ml: 1,
  l: 1000,
  tsp: 4.928_921_593_75,
  tbsp: 14.786_764_781_25,
  fl_oz: 29.573_529_562_5,
  cup: 236.588_236_5,
} as const;
type WeightMeasure = keyof typeof GRAMS_IN;
type VolumeMeasure = keyof typeof ML_IN;
export type FoodMeasure = WeightMeasure | VolumeMeasure;

export const FOOD_MEASURES = [...Object.keys(GRAMS_IN), ...Object.keys(ML_IN)] as FoodMeasure[];

/** An amount of a food in a measure, or in one of its portions. */
export type FoodAmount = { value: number; measure: FoodMeasure } | { value: number; portion: Portion };

/** The facts of a food that amounts need. Nutrients are for 100 of `unit`. */
export type MeasuredFood = { unit: FoodUnit; portions: readonly Portion[] };

const isWeight = (measure: FoodMeasure): measure is WeightMeasure => measure in GRAMS_IN;

/** How portions name volumes, such as `1/2 cup, sliced`. */
const VOLUME_NAMES: Readonly<Record<string, VolumeMeasure>> = {
  cup: 'cup',
  tablespoon: 'tbsp',
  tbsp: 'tbsp',
  teaspoon: 'tsp',
  tsp: 'tsp',
  'fl oz': 'fl_oz',
};
const VOLUME_PORTION = /^(?:(\d+(?:\.\d+)?)(?:\/(\d+))?\s+)?(cup|tablespoon|tbsp|teaspoon|tsp|fl oz)s?\b/i;

/** Grams in a milliliter, from the first portion that is a volume; null where no portion is one. */
export function densityOf({ portions }: MeasuredFood): number | null {
  for (const { name, grams } of portions) {
    const [, count = '1', divisor = '1', word = ''] = name.match(VOLUME_PORTION) ?? [];
    const measure = VOLUME_NAMES[word.toLowerCase()];
    const ml = measure ? (ML_IN[measure] * Number(count)) / Number(divisor) : 0;
    if (ml > 0 && Number.isFinite(ml)) return grams / ml;
  }
  return null;
}

/** An amount in grams or milliliters, whichever needs no density. */
export function plainAmount(amount: FoodAmount): { value: number; unit: FoodUnit } {
  if ('portion' in amount) return { value: amount.value * amount.portion.grams, unit: 'g' };
  const { value, measure } = amount;
  if (isWeight(measure)) return { value: value * GRAMS_IN[measure], unit: 'g' };
  return { value: value * ML_IN[measure], unit: 'ml' };
}

/** An amount in the unit of its food. Null where weight and volume meet and no portion gives the density. */
export function amountInUnit(amount: FoodAmount, food: MeasuredFood): number | null {
  const { value, unit } = plainAmount(amount);
  if (unit === food.unit) return value;
  const density = densityOf(food);
  if (density === null) return null;
  return unit === 'ml' ? value * density : value / density;
}

/** Nutrients of an amount in the food's unit, not rounded. Unknown ones stay null. */
export function nutrientsIn(nutrients: Nutrients, amount: number): Nutrients {
  const scale = (value: number | null) => (value === null ? null : (value * amount) / 100);
  return {
    kcal: (nutrients.kcal * amount) / 100,
    protein: (nutrients.protein * amount) / 100,
    carbohydrate: (nutrients.carbohydrate * amount) / 100,
    fat: (nutrients.fat * amount) / 100,
    sugar: scale(nutrients.sugar),
    saturatedFat: scale(nutrients.saturatedFat),
    fibre: scale(nutrients.fibre),
    sodiumMg: scale(nutrients.sodiumMg),
    alcohol: scale(nutrients.alcohol),
  };
}

const grouped = (value: number): string => value.toLocaleString('en-US');

/** Fractions of a household measure, which cups and spoons have. */
const FRACTIONS = [
  { value: 0, text: '' },
  { value: 1 / 4, text: '¼' },
  { value: 1 / 3, text: '⅓' },
  { value: 1 / 2, text: '½' },
  { value: 2 / 3, text: '⅔' },
  { value: 3 / 4, text: '¾' },
  { value: 1, text: '' },
] as const;
/** Amounts from here on are whole. */
const WHOLE_FROM = 10;
const LEAST = 1 / 4;

/** The closest amount that household measures have: at least a quarter, and whole from ten on. */
export function householdAmount(value: number): number {
  if (value >= WHOLE_FROM) return Math.round(value);
  const whole = Math.floor(value);
  const rest = value - whole;
  const nearest = FRACTIONS.reduce((best, one) =>
    Math.abs(one.value - rest) < Math.abs(best.value - rest) ? one : best,
  );
  return Math.max(LEAST, whole + nearest.value);
}

/** A household amount in words, like `1½`. */
export function householdText(value: number): string {
  const amount = householdAmount(value);
  const whole = Math.floor(amount + 1e-9);
  const fraction = FRACTIONS.find((one) => Math.abs(one.value - (amount - whole)) < 1e-6)?.text ?? '';
  return whole === 0 ? fraction : `${grouped(whole)}${fraction}`;
}

/** Words of portions that take an s for more than one. */
const COUNTED =
  /^(cup|tablespoon|teaspoon|pint|slice|piece|wedge|square|stick|stalk|head|container|can|bottle|packet|package|bowl|glass|mug|scoop|handful|shot|serving|portion|bar|roll|bun|tortilla|burrito|sandwich|muffin|waffle|pancake|cracker|fillet|breast|thigh|wing|drumstick|chop|steak|patty|link|egg|fruit|apricot|avocado|carrot|cucumber|date|fig|leek|mushroom|pepper|sprout|clove|leaf)\b/i;
const IRREGULAR: Readonly<Record<string, string>> = {
  leaf: 'leaves',
  glass: 'glasses',
  patty: 'patties',
  sandwich: 'sandwiches',
};

/** A portion whose name counts itself, like `1 medium`, `half a cup` or `2 slices`. */
const COUNTING = /^(?:half an?|(\d+(?:\.\d+)?)(?:\/(\d+))?)\s+(?=\S)/i;

/** An amount in a portion, like `1½ cups, chopped`, `3 slices` or `2 × medium`. */
export function portionText(count: number, { name }: Portion): string {
  const [counted = '', number, divisor = '1'] = name.match(COUNTING) ?? [];
  const own = counted === '' ? 1 : number === undefined ? 1 / 2 : Number(number) / Number(divisor);
  const total = count * own;
  const text = householdText(total);
  const rest = name.slice(counted.length);
  if (householdAmount(total) <= 1) return `${text} ${own > 1 ? rest.replace(/^(\w+?)s\b/, '$1') : rest}`;
  const word = own > 1 ? undefined : rest.match(COUNTED)?.[0];
  if (word === undefined) return counted === '' ? `${text} × ${rest}` : `${text} ${rest}`;
  return `${text} ${IRREGULAR[word.toLowerCase()] ?? `${word}s`}${rest.slice(word.length)}`;
}

const OUNCES_IN_POUND = 16;

function imperialWeight(grams: number): string {
  const ounces = grams / GRAMS_IN.oz;
  if (ounces < OUNCES_IN_POUND - 0.05) return `${grouped(Math.round(ounces * 10) / 10)} oz`;
  const whole = Math.round(ounces);
  const [pounds, rest] = [Math.floor(whole / OUNCES_IN_POUND), whole % OUNCES_IN_POUND];
  return rest === 0 ? `${grouped(pounds)} lb` : `${grouped(pounds)} lb ${rest} oz`;
}

function metricText(value: number, small: 'g' | 'ml', large: 'kg' | 'L'): string {
  if (value >= 999.5) return `${grouped(Math.round(value / 10) / 100)} ${large}`;
  return `${grouped(value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value))} ${small}`;
}

function imperialVolume(ml: number): string {
  if (ml < ML_IN.tbsp) return `${householdText(ml / ML_IN.tsp)} tsp`;
  if (ml < ML_IN.cup / 4) return `${householdText(ml / ML_IN.tbsp)} tbsp`;
  const cups = ml / ML_IN.cup;
  return `${householdText(cups)} ${householdAmount(cups) > 1 ? 'cups' : 'cup'}`;
}

/** An amount in the reader's units, like `150 g`, `1.2 kg`, `5.3 oz`, `1 lb 4 oz`, `250 ml` or `1½ cups`. */
export function amountText(value: number, unit: FoodUnit, units: UnitSystem): string {
  if (unit === 'g') return units === 'metric' ? metricText(value, 'g', 'kg') : imperialWeight(value);
  return units === 'metric' ? metricText(value, 'ml', 'L') : imperialVolume(value);
}

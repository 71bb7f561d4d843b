import { nameWords } from '../exercises/exercises.rules.ts';

export const FOOD_CATEGORIES = [
  'dairy_eggs',
  'meat',
  'poultry',
  'fish',
  'vegetables',
  'fruit',
  'legumes',
  'nuts_seeds',
  'grains',
  'baked',
  'fats_oils',
  'sweets',
  'snacks',
  'drinks',
  'soups_sauces',
  'spices',
  'meals',
  'baby',
  'other',
] as const;
export type FoodCategory = (typeof FOOD_CATEGORIES)[number];
export const FOOD_CATEGORY_LABELS: Record<FoodCategory, string> = {
  dairy_eggs: 'Dairy and eggs',
  meat: 'Meat',
  poultry: 'Poultry',
  fish: 'Fish and seafood',
  vegetables: 'Vegetables',
  fruit: 'Fruit',
  legumes: 'Legumes',
  nuts_seeds: 'Nuts and seeds',
  grains: 'Grains and pasta',
  baked: 'Bread and baked goods',
  fats_oils: 'Fats and oils',
  sweets: 'Sweets',
  snacks: 'Snacks',
  drinks: 'Drinks',
  soups_sauces: 'Soups and sauces',
  spices: 'Herbs and spices',
  meals: 'Meals',
  baby: 'Baby food',
  other: 'Other',
};

/** Nutrients are given for 100 of this unit. */
export const FOOD_UNITS = ['g', 'ml'] as const;
export type FoodUnit = (typeof FOOD_UNITS)[number];

/** Substances that cause allergies, from Annex II of Regulation (EU) No 1169/2011. */
export const ALLERGENS = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export type Allergen = (typeof ALLERGENS)[number];
export const ALLERGEN_LABELS: Record<Allergen, string> = {
  gluten: 'Gluten',
  crustaceans: 'Crustaceans',
  eggs: 'Eggs',
  fish: 'Fish',
  peanuts: 'Peanuts',
  soybeans: 'Soybeans',
  milk: 'Milk',
  nuts: 'Tree nuts',
  celery: 'Celery',
  mustard: 'Mustard',
  sesame: 'Sesame',
  sulphites: 'Sulphites',
  lupin: 'Lupin',
  molluscs: 'Molluscs',
};

export const DIETS = ['vegetarian', 'vegan', 'halal', 'kosher'] as const;
export type Diet = (typeof DIETS)[number];
export const DIET_LABELS: Record<Diet, string> = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  halal: 'Halal',
  kosher: 'Kosher',
};

/** `perRequest`: rows of a file that one request may send. */
export const FOOD_BOUNDS = {
  name: 160,
  brand: 80,
  /** Of pure fat, in kcal. */
  kcal: 902,
  /** Of pure salt, in mg. */
  sodiumMg: 40_000,
  portion: 80,
  portions: 8,
  portionGrams: 5000,
  source: 60,
  sourceId: 40,
  search: 120,
  page: 50,
  perRequest: 500,
  perFile: 20_000,
} as const;

/** Of 100 g or 100 ml: energy in kcal, sodium in mg, all others in g. Null where it is not known. */
export type Nutrients = {
  kcal: number;
  protein: number;
  carbohydrate: number;
  fat: number;
  /** A part of the carbohydrate. */
  sugar: number | null;
  /** A part of the fat. */
  saturatedFat: number | null;
  fibre: number | null;
  sodiumMg: number | null;
  alcohol: number | null;
};

/** Labels of a food's fields. */
export const FOOD_FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  unit: 'Measured in',
  kcal: 'Energy',
  protein: 'Protein',
  carbohydrate: 'Carbohydrate',
  sugar: 'Sugar',
  fat: 'Fat',
  saturatedFat: 'Saturated fat',
  fibre: 'Fiber',
  sodiumMg: 'Sodium',
  alcohol: 'Alcohol',
  portions: 'Portions',
  source: 'Source',
  sourceId: 'Id in the source',
};

/** Grams by which rounded values may exceed what they are a part of. */
const ROUNDING = 1;
/** The heaviest foods that are measured in ml, syrups, weigh about 140 g for 100 ml. */
const GRAMS_OF: Record<FoodUnit, number> = { g: 100, ml: 145 };

/** Why the nutrients cannot be true, with the one to look at; null for nothing. Fibre may be a part of the carbohydrate. */
export function nutrientProblem(
  { protein, carbohydrate, fat, sugar, saturatedFat, alcohol }: Nutrients,
  unit: FoodUnit,
): { nutrient: keyof Nutrients; message: string } | null {
  const sum = protein + carbohydrate + fat + (alcohol ?? 0);
  if (sum > GRAMS_OF[unit] + ROUNDING) {
    const message = `Protein, carbohydrate, fat and alcohol add up to ${Math.round(sum)} g in 100 ${unit}`;
    return { nutrient: 'protein', message };
  }
  if ((sugar ?? 0) > carbohydrate + ROUNDING) return { nutrient: 'sugar', message: 'More sugar than carbohydrate' };
  if ((saturatedFat ?? 0) > fat + ROUNDING) return { nutrient: 'saturatedFat', message: 'More saturated fat than fat' };
  return null;
}

/** Measured energy differs from the usual factors by this share, and by this much where there is little of it. */
const ENERGY_SHARE = 0.2;
const ENERGY_KCAL = 20;

/**
 * The energy that the nutrients suggest, in kcal: 4 for a gram of protein and carbohydrate, 9 for fat and 7 for alcohol.
 * Fibre gives 2, and stands within the carbohydrate in some countries and beside it in others.
 */
function energyBounds({ protein, carbohydrate, fat, fibre, alcohol }: Nutrients): [number, number] {
  const rest = 4 * protein + 9 * fat + 7 * (alcohol ?? 0);
  return [rest + 4 * Math.max(0, carbohydrate - (fibre ?? 0)), rest + 4 * carbohydrate + 2 * (fibre ?? 0)];
}

/** A range of kcal that does not fit to the energy of the food; null when it fits. A hint: some foods differ for a reason. */
export function energyDoubt(nutrients: Nutrients): { from: number; to: number } | null {
  const [low, high] = energyBounds(nutrients);
  const from = Math.max(0, Math.round(low * (1 - ENERGY_SHARE) - ENERGY_KCAL));
  const to = Math.round(high * (1 + ENERGY_SHARE) + ENERGY_KCAL);
  return nutrients.kcal < from || nutrients.kcal > to ? { from, to } : null;
}

/** Kilojoules in a kilocalorie. */
const KJ_PER_KCAL = 4.184;

/**
 * Says why the values of a food are not plausible: parts above their whole, more than fits into 100 g or 100 ml, or
 * energy that the usual factors do not give. Null where nothing is wrong.
 */
export function plausibilityProblem(nutrients: Nutrients, unit: FoodUnit): string | null {
  const problem = nutrientProblem(nutrients, unit);
  if (problem) return `${problem.message}.`;
  const doubt = energyDoubt(nutrients);
  if (!doubt) return null;
  const kcal = nutrients.kcal / KJ_PER_KCAL;
  if (doubt.from > 0 && kcal >= doubt.from && kcal <= doubt.to) {
    return `${nutrients.kcal} looks like kilojoules: that would be ${Math.round(kcal)} kcal.`;
  }
  const { protein, carbohydrate, fat, alcohol } = nutrients;
  const parts = [
    `4 kcal for each of ${protein} g protein and ${carbohydrate} g carbohydrate`,
    `9 for ${fat} g fat`,
    ...(alcohol ? [`7 for ${alcohol} g alcohol`] : []),
  ];
  const list = new Intl.ListFormat('en-US').format(parts);
  return `${list} make ${doubt.from} to ${doubt.to} kcal, not ${nutrients.kcal}.`;
}

const WORDS = 30;
const WORD_LENGTH = 40;

/** The words by which a food is found, without case and accents. */
export const foodWords = (text: string): string[] =>
  [...new Set(nameWords(text).split(' '))].slice(0, WORDS).map((word) => [...word].slice(0, WORD_LENGTH).join(''));

/** A key that two entries of the same food share: the id in their source, or name and brand. */
export const foodKey = ({ name, brand, source, sourceId }: Record<'name' | 'brand' | 'source' | 'sourceId', string>) =>
  sourceId === '' ? `name ${nameWords(name)} / ${nameWords(brand)}` : `source ${source.toLowerCase()} / ${sourceId}`;

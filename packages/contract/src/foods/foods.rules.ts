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

/**
 * Substances that cause allergies, from Annex II of Regulation (EU) No 1169/2011. Cereals with gluten and tree nuts are
 * listed by kind, as the regulation demands.
 */
export const ALLERGENS = [
  'wheat',
  'rye',
  'barley',
  'oats',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'almonds',
  'hazelnuts',
  'walnuts',
  'cashews',
  'pecans',
  'brazil_nuts',
  'pistachios',
  'macadamias',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export type Allergen = (typeof ALLERGENS)[number];
export const ALLERGEN_LABELS: Record<Allergen, string> = {
  wheat: 'Wheat (gluten)',
  rye: 'Rye (gluten)',
  barley: 'Barley (gluten)',
  oats: 'Oats (gluten)',
  crustaceans: 'Crustaceans',
  eggs: 'Eggs',
  fish: 'Fish',
  peanuts: 'Peanuts',
  soybeans: 'Soybeans',
  milk: 'Milk',
  almonds: 'Almonds',
  hazelnuts: 'Hazelnuts',
  walnuts: 'Walnuts',
  cashews: 'Cashews',
  pecans: 'Pecans',
  brazil_nuts: 'Brazil nuts',
  pistachios: 'Pistachios',
  macadamias: 'Macadamias',
  celery: 'Celery',
  mustard: 'Mustard',
  sesame: 'Sesame',
  sulphites: 'Sulfites',
  lupin: 'Lupin',
  molluscs: 'Mollusks',
};

export const DIETS = ['vegan', 'vegetarian', 'pescatarian', 'halal', 'kosher'] as const;
export type Diet = (typeof DIETS)[number];
export const DIET_LABELS: Record<Diet, string> = {
  vegan: 'Vegan',
  vegetarian: 'Vegetarian',
  pescatarian: 'Pescatarian',
  halal: 'Halal',
  kosher: 'Kosher',
};

/** Answers about a food. A value in neither list is not known, which is never the same as no. */
export type Known<Value extends string> = { yes: Value[]; no: Value[] };
export type Answer = 'yes' | 'no' | 'unknown';

export function answerOf<Value extends string>({ yes, no }: Known<Value>, value: Value): Answer {
  if (yes.includes(value)) return 'yes';
  return no.includes(value) ? 'no' : 'unknown';
}

const FLESH = ['fish', 'crustaceans', 'molluscs'] as const satisfies Allergen[];
const OF_ANIMALS = ['milk', 'eggs', ...FLESH] as const satisfies Allergen[];
/** A food with one of these substances does not suit the diet. */
const EXCLUDED: Partial<Record<Diet, readonly Allergen[]>> = { vegan: OF_ANIMALS, vegetarian: FLESH };
/** A food that suits the first diet suits the second, too. */
const NARROWER: readonly (readonly [Diet, Diet])[] = [
  ['vegan', 'vegetarian'],
  ['vegetarian', 'pescatarian'],
];

/** Why the allergens and diets of a food contradict each other; null when they do not. */
export function dietProblem(allergens: Known<Allergen>, diets: Known<Diet>): string | null {
  for (const diet of diets.yes) {
    const wrong = EXCLUDED[diet]?.find((allergen) => allergens.yes.includes(allergen));
    if (wrong) return `A ${diet} food has no ${ALLERGEN_LABELS[wrong].toLowerCase()}`;
  }
  const pair = NARROWER.find(([narrow, wide]) => diets.yes.includes(narrow) && !diets.yes.includes(wide));
  return pair ? `A ${pair[0]} food is ${pair[1]}, too` : null;
}

/** Where the values of a food are from, the best checked first. */
export const FOOD_TIERS = ['curated', 'table', 'label', 'entered'] as const;
export type FoodTier = (typeof FOOD_TIERS)[number];
export const FOOD_TIER_LABELS: Record<FoodTier, string> = {
  curated: 'Checked by Stridewell',
  table: 'Food composition table',
  label: 'Product label',
  entered: 'Entered by hand',
};
/** The source of values that a maker prints on the package. */
const LABEL_SOURCE = 'Label';

export function tierOf({ builtIn, source }: { builtIn: boolean; source: string }): FoodTier {
  if (builtIn) return 'curated';
  if (source === '') return 'entered';
  return source.toLowerCase() === LABEL_SOURCE.toLowerCase() ? 'label' : 'table';
}

/** Parts of a coach's foods: own and edited ones, recipes, favorites, and hidden ones. */
export const COACH_COLLECTIONS = ['own', 'recipes', 'favorites', 'hidden'] as const;
export type CoachCollection = (typeof COACH_COLLECTIONS)[number];

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
  /** Of one food in a plan or a recipe, in its measure. */
  amount: 5000,
  source: 60,
  sourceId: 40,
  search: 120,
  page: 50,
  /** Foods that a search finds, the best ones. */
  found: 200,
  /** Foods that a coach may add or edit, and those that a coach may hide or mark. */
  own: 1000,
  marked: 2000,
  perRequest: 500,
  perFile: 20_000,
  /** How long an import can be undone. */
  undoDays: 30,
} as const;

/** A household measure, like a cup, and what it weighs; of a food that is measured in ml, what it holds in ml. */
export type Portion = { name: string; grams: number };

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
export function energyBounds({ protein, carbohydrate, fat, fibre, alcohol }: Nutrients): [number, number] {
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

/** Few foods that are measured in ml, such as syrups and oils, have more in 100 ml. */
const USUAL_GRAMS_IN_ML = 60;

/** Why the values may be for the other unit, 100 g instead of 100 ml. A hint; null for none. */
export function unitDoubt({ protein, carbohydrate, fat, alcohol }: Nutrients, unit: FoodUnit): string | null {
  const sum = protein + carbohydrate + fat + (alcohol ?? 0);
  if (unit === 'g' || sum <= USUAL_GRAMS_IN_ML) return null;
  return `Few drinks have ${Math.round(sum)} g of nutrients in 100 ml. Check whether these values are for 100 g.`;
}

const WORDS = 30;
const WORD_LENGTH = 40;

/** The words by which a food is found, without case and accents. */
export const foodWords = (text: string): string[] =>
  [...new Set(nameWords(text).split(' '))].slice(0, WORDS).map((word) => [...word].slice(0, WORD_LENGTH).join(''));

/** A key that two entries of the same food share: the id in their source, or name and brand. */
export const foodKey = ({ name, brand, source, sourceId }: Record<'name' | 'brand' | 'source' | 'sourceId', string>) =>
  sourceId === '' ? `name ${nameWords(name)} / ${nameWords(brand)}` : `source ${source.toLowerCase()} / ${sourceId}`;

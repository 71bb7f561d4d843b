import {
  amountInUnit,
  amountText,
  type FoodAmount,
  type MeasuredFood,
  plainAmount,
} from '../foods/foods.amounts.rules.ts';
import type { FoodCategory } from '../foods/foods.rules.ts';
import type { UnitSystem } from '../units.ts';

/** Aisles in the order of a walk through a shop: frozen and chilled food last. */
export const AISLES = [
  'produce',
  'bakery',
  'pantry',
  'snacks',
  'drinks',
  'baby',
  'meat',
  'dairy',
  'ready',
  'other',
] as const;
export type Aisle = (typeof AISLES)[number];
export const AISLE_LABELS: Record<Aisle, string> = {
  produce: 'Produce',
  bakery: 'Bakery',
  pantry: 'Pantry',
  snacks: 'Snacks and sweets',
  drinks: 'Drinks',
  baby: 'Baby food',
  meat: 'Meat and fish',
  dairy: 'Dairy and eggs',
  ready: 'Ready meals',
  other: 'Other',
};
const AISLE_OF: Record<FoodCategory, Aisle> = {
  vegetables: 'produce',
  fruit: 'produce',
  baked: 'bakery',
  grains: 'pantry',
  legumes: 'pantry',
  nuts_seeds: 'pantry',
  fats_oils: 'pantry',
  spices: 'pantry',
  soups_sauces: 'pantry',
  snacks: 'snacks',
  sweets: 'snacks',
  drinks: 'drinks',
  baby: 'baby',
  meat: 'meat',
  poultry: 'meat',
  fish: 'meat',
  dairy_eggs: 'dairy',
  meals: 'ready',
  other: 'other',
};

/** An amount of a food that a meal plan needs. */
export type ShoppingNeed = {
  foodId: string;
  name: string;
  category: FoodCategory;
  food: MeasuredFood;
  amount: FoodAmount;
};

/** A food to buy. Both amounts are above 0 only where weight and volume of a food cannot be added. */
export type ShoppingLine = { foodId: string; name: string; grams: number; ml: number; text: string };

type Sum = Omit<ShoppingLine, 'text'> & { aisle: Aisle };

/** Rounded up, so that a shopper never comes home with too little. */
const upTo = (value: number, step: number): number => Math.ceil(value / step - 1e-6) * step;
const buyable = (value: number): number => upTo(value, value < 100 ? 1 : 10);

function textOf({ grams, ml }: Pick<Sum, 'grams' | 'ml'>, units: UnitSystem): string {
  const parts = [
    ...(grams > 0 ? [amountText(buyable(grams), 'g', units)] : []),
    ...(ml > 0 ? [amountText(buyable(ml), 'ml', units)] : []),
  ];
  return parts.join(' and ');
}

/** Adds a need in the food's unit; without a density, in the unit of the need. */
function addNeed(sum: Sum, { amount, food }: ShoppingNeed): void {
  const value = amountInUnit(amount, food);
  const plain = value === null ? plainAmount(amount) : { value, unit: food.unit };
  if (plain.unit === 'g') sum.grams += plain.value;
  else sum.ml += plain.value;
}

/**
 * A shopping list: the amounts of each food added across grams, household measures and portions, by aisle and name.
 * Texts are in the reader's units.
 */
export function shoppingList(
  needs: readonly ShoppingNeed[],
  units: UnitSystem,
): { aisle: Aisle; lines: ShoppingLine[] }[] {
  const sums = new Map<string, Sum>();
  for (const need of needs) {
    const { foodId, name, category } = need;
    const sum = sums.get(foodId) ?? { foodId, name, grams: 0, ml: 0, aisle: AISLE_OF[category] };
    addNeed(sum, need);
    sums.set(foodId, sum);
  }
  const all = [...sums.values()].filter(({ grams, ml }) => grams > 0 || ml > 0);
  all.sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.foodId < other.foodId ? -1 : 1));
  return AISLES.map((aisle) => ({
    aisle,
    lines: all
      .filter((sum) => sum.aisle === aisle)
      .map(({ foodId, name, grams, ml }) => ({ foodId, name, grams, ml, text: textOf({ grams, ml }, units) })),
  })).filter(({ lines }) => lines.length > 0);
}

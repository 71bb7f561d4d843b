import { type FoodAmount, portionText } from '@stridewell/contract/foods/foods.amounts.rules';
import {
  ALLERGEN_LABELS,
  ALLERGENS,
  type Allergen,
  type Answer,
  answerOf,
  FOOD_CATEGORIES,
  FOOD_CATEGORY_LABELS,
  FOOD_TIER_LABELS,
  type Known,
  type Nutrients,
  tierOf,
} from '@stridewell/contract/foods/foods.rules';
import { countLabel, kcalText, listText, numberText } from '../../lib/format.ts';

/** A number stays with its unit where a line breaks. */
const NO_BREAK = '\u00a0';
export const withUnit = (value: number, unit: string): string => `${numberText(value)}${NO_BREAK}${unit}`;

const gramsText = (grams: number): string => withUnit(Math.round(grams * 10) / 10, 'g');

/** Energy and macronutrients in one line, which needs no hundredths. */
export const nutrientsText = ({
  kcal,
  protein,
  carbohydrate,
  fat,
}: Pick<Nutrients, 'kcal' | 'protein' | 'carbohydrate' | 'fat'>): string =>
  [kcalText(kcal), `protein ${gramsText(protein)}`, `carbs ${gramsText(carbohydrate)}`, `fat ${gramsText(fat)}`].join(
    ', ',
  );

/** For the filter of a list. */
export const CATEGORY_CHOICES = [
  { value: '', label: 'All categories' },
  ...FOOD_CATEGORIES.map((value) => ({ value, label: FOOD_CATEGORY_LABELS[value] })),
];

export const ANSWER_LABELS: Record<Answer, string> = { yes: 'Suitable', no: 'Not suitable', unknown: 'Not known' };

/** The allergens with this answer, by name; null for none of them. */
export function allergensText(allergens: Known<Allergen>, answer: Answer): string | null {
  const some = ALLERGENS.filter((allergen) => answerOf(allergens, allergen) === answer);
  if (some.length === 0) return null;
  if (some.length === ALLERGENS.length) return `All ${countLabel(some.length, 'allergen')}`;
  return listText(some.map((allergen) => ALLERGEN_LABELS[allergen]));
}

/** Where the values are from: who checked them, the source, and the id of the food there. */
export function sourceText(food: { builtIn: boolean; source: string; sourceId: string }): string {
  const tier = FOOD_TIER_LABELS[tierOf(food)];
  const source = [food.source, food.sourceId].filter(Boolean).join(' ');
  return source ? `${tier}, ${source}` : tier;
}

/** The measure of an amount, like `g`, `fl oz` or `cup, sliced`. */
export const measureText = (amount: FoodAmount): string =>
  'portion' in amount ? `× ${amount.portion.name}` : amount.measure.replace('_', ' ');

/** An amount as it was typed, like `200 g` or `2 cups`. */
export const measuredText = (amount: FoodAmount): string =>
  'portion' in amount
    ? portionText(amount.value, amount.portion)
    : withUnit(Math.round(amount.value * 100) / 100, measureText(amount));

type Undone = { undone: number; hidden: number; kept: number };

/** Says what became of the foods of an import that was undone. */
export const undoneText = ({ undone, hidden, kept }: Undone): string =>
  [
    `${countLabel(undone, 'food')} removed or restored.`,
    hidden > 0 &&
      `${countLabel(hidden, 'food')} in use ${hidden === 1 ? 'is' : 'are'} hidden: plans and logs keep their figures.`,
    kept > 0 && `${numberText(kept)} changed since then and stayed.`,
  ]
    .filter(Boolean)
    .join(' ');

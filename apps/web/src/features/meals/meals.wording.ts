import { DIET_LABELS } from '@stridewell/contract/foods/foods.rules';
import type { MealPlanSummary } from '@stridewell/contract/meals/meals';
import type { DietWarning, FoodWarning, MealTotals } from '@stridewell/contract/meals/meals.totals.rules';
import { roundTotals } from '@stridewell/contract/meals/meals.totals.rules';
import { countLabel, dayInSentence, kcalText, listText, numberText } from '../../lib/format.ts';

/** A number stays with its unit where a line breaks. */
const NO_BREAK = '\u00a0';

/** Plans are rounded to tens, because portions are not more exact. */
export const planEnergyText = (kcal: number): string => kcalText(kcal, 10).replace(' ', NO_BREAK);

/** Energy and macronutrients in one line, like `510 kcal, protein 30 g, carbs 60 g, fat 15 g`. */
export function totalsText(totals: MealTotals): string {
  const { protein, carbohydrate, fat } = roundTotals(totals);
  const grams = (value: number) => `${numberText(value)}${NO_BREAK}g`;
  return `${planEnergyText(totals.kcal)}, protein ${grams(protein)}, carbs ${grams(carbohydrate)}, fat ${grams(fat)}`;
}

export const unknownText = (unknown: number): string =>
  `${countLabel(unknown, 'food')} not counted: the amount or the food is unknown.`;

/** The allergens of a food that concern the reader, like `Contains milk. May contain nuts.` */
export function warningText(warnings: readonly FoodWarning[], diet: DietWarning | null): string {
  const named = (answer: FoodWarning['answer']) =>
    listText(warnings.filter((one) => one.answer === answer).map(({ about }) => about.toLowerCase()));
  const [has, may] = [named('yes'), named('unknown')];
  const label = diet ? DIET_LABELS[diet.diet].toLowerCase() : '';
  return [
    has && `Contains ${has}.`,
    may && `May contain ${may}.`,
    diet?.answer === 'no' && `Not ${label}.`,
    diet?.answer === 'unknown' && `May not be ${label}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** When a client follows a meal plan, like "Since Nov 2, until Nov 29". */
export function mealPlanDates({ startDay, endDay }: NonNullable<MealPlanSummary['owner']>, today: string): string {
  const from = `${startDay <= today ? 'Since' : 'From'} ${dayInSentence(startDay, today)}`;
  if (endDay === null) return from;
  return endDay < today ? `Ended ${dayInSentence(endDay, today)}` : `${from}, until ${dayInSentence(endDay, today)}`;
}

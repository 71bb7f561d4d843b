import { amountOfFood, nameOfPlanned } from '@stridewell/contract/meals/meals.naming.rules';
import { useQuery } from '@tanstack/react-query';
import type { PlannedOption } from '../features/foodlogs/foodlogs.editing.ts';
import { ownMealPlanQuery } from '../features/meals/meals.queries.ts';
import { warningText } from '../features/meals/meals.wording.ts';
import { clockText } from '../lib/format.ts';

/** The planned meals of one day, for its food log. */
export type PlannedDay = { day: string; options: readonly PlannedOption[] };

/**
 * The meals that the coach planned for a day. Null while they are loaded, and without a plan.
 * @param day today without one
 */
export function usePlannedDay(day: string | undefined, isWanted: boolean): PlannedDay | null {
  const { data } = useQuery({ ...ownMealPlanQuery(day), enabled: isWanted });
  const plan = data?.plan;
  if (!isWanted || !plan) return null;
  const options = plan.meals.flatMap((meal) =>
    meal.options.map((option, index): PlannedOption => {
      const { foods, totals: nutrients } = option;
      return {
        planId: plan.id,
        key: `${meal.key}.${option.key}`,
        mealKey: meal.key,
        meal: meal.name,
        name: nameOfPlanned(option),
        nutrients,
        time: meal.time && clockText(meal.time),
        option: meal.options.length > 1 ? option.name || `Option ${index + 1}` : '',
        foods: foods.map(({ key, text, name, warnings }) => ({
          key,
          text: amountOfFood(text, name),
          warning: warningText(warnings, null),
        })),
      };
    }),
  );
  return { day: data.date, options };
}

import type { MealPlan, MealPlanDay } from '@stridewell/contract/meals/meals.plan.rules';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const byKey = ({ days }: MealPlan): ReadonlyMap<string, MealPlanDay> => new Map(days.map((day) => [day.key, day]));

/**
 * Brings the changes of a template into the plan of a client. Days that were changed for the client stay as they are.
 * @param base the template when it was assigned or last pushed
 * @returns the client's plan, and the names of the days that stayed although the template changed them
 */
export function mergeMealPlan({ base, own, template }: Record<'base' | 'own' | 'template', MealPlan>): {
  plan: MealPlan;
  kept: string[];
} {
  if (isSame(base, own)) return { plan: template, kept: [] };
  const [before, mine, next] = [byKey(base), byKey(own), byKey(template)];
  const kept: string[] = [];
  /** The rest of a day, in the order of the template. */
  const keepDay = (day: MealPlanDay): MealPlanDay[] => {
    const mineNow = mine.get(day.key);
    const was = before.get(day.key);
    // The coach has deleted this day for the client.
    if (!mineNow && was) return [];
    if (!mineNow || isSame(mineNow, was)) return [day];
    if (!isSame(day, was)) kept.push(mineNow.name);
    return [mineNow];
  };
  const days = template.days.flatMap(keepDay);
  const added = own.days.filter((day) => !next.has(day.key) && !isSame(day, before.get(day.key)));
  const pick = <Part extends 'name' | 'notes' | 'constraints' | 'aim'>(part: Part): MealPlan[Part] =>
    isSame(own[part], base[part]) ? template[part] : own[part];
  return {
    plan: {
      name: pick('name'),
      notes: pick('notes'),
      constraints: pick('constraints'),
      aim: pick('aim'),
      days: [...days, ...added],
    },
    kept,
  };
}

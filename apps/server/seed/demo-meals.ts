import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import type { FoodsById } from '@stridewell/contract/meals/meals.totals.rules';
import { addDays, isoWeekday } from '@stridewell/contract/time';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { BUILT_IN_FOODS } from '../src/features/foods/foods.content.ts';
import { BUILT_IN_PLANS } from '../src/features/meals/meals.examples.content.ts';
import { fitDay } from '../src/features/meals/meals.fit.rules.ts';
import { mealPlans, mealPlanVersions } from '../src/features/meals/meals.table.ts';
import { nutritionTargets } from '../src/features/targets/targets.table.ts';
import { seedRecipes } from './demo-recipes.ts';
import { WAYS_WITHOUT_PLAN } from './demo-ways.ts';
import type { OwnerDb } from './factories.ts';

type Scene = { coachId: string; people: readonly { clientId: string; course: { anchor: string } }[]; today: string };

/** Every third client follows a meal plan, the first one included, apart from those whose way needs none. */
const FOLLOWS_EVERY = 3;

const DEMO_FOODS: FoodsById = new Map(BUILT_IN_FOODS.map(({ id, food }) => [id, { ...food, id, recipe: null }]));

type Target = typeof nutritionTargets.$inferSelect;

/** The targets of the demo, by the clients who have one. */
export async function readTargets(db: OwnerDb, coachId: string): Promise<ReadonlyMap<string, Target>> {
  const rows = await db.select().from(nutritionTargets).where(eq(nutritionTargets.coachId, coachId));
  return new Map(rows.map((row) => [row.clientId, row]));
}

/** The plan in the portions that come closest to a target. */
function fitted(plan: MealPlan, target: Target | undefined, foods: FoodsById): MealPlan {
  const { kcal = null, protein = null, carbohydrate = null, fat = null } = target ?? {};
  if (kcal === null) return plan;
  return { ...plan, days: plan.days.map((day) => fitDay(day, { kcal, protein, carbohydrate, fat }, foods).day) };
}

/**
 * Seeds a template of the coach with some recipes, and meal plans of clients in their second week, in portions for their
 * targets. Returns the foods of the plans.
 */
export async function seedMealPlans(db: OwnerDb, { coachId, people, today }: Scene): Promise<FoodsById> {
  const [balanced] = BUILT_IN_PLANS;
  if (!balanced) return DEMO_FOODS;
  const startDay = addDays(today, 1 - isoWeekday(today) - 7);
  const madeAt = new Date(`${addDays(startDay, -2)}T17:00:00Z`);
  const { plan, recipes } = await seedRecipes(db, { coachId, madeAt, plan: { ...balanced.plan, name: 'Busy week' } });
  const foods: FoodsById = new Map([...DEMO_FOODS, ...recipes.map((recipe) => [recipe.id, recipe] as const)]);
  const templateId = uuidv7();
  const facts = {
    coachId,
    name: plan.name,
    days: plan.days.length,
    content: plan,
    createdAt: madeAt,
    updatedAt: madeAt,
  };
  const version = { coachId, version: 1, content: plan, startedAt: madeAt, savedAt: madeAt };
  await db.insert(mealPlans).values({ ...facts, id: templateId });
  await db.insert(mealPlanVersions).values({ ...version, planId: templateId });
  const targets = await readTargets(db, coachId);
  for (const [index, { clientId, course }] of people.entries()) {
    if (index % FOLLOWS_EVERY !== 0 || course.anchor >= startDay || WAYS_WITHOUT_PLAN.includes(index)) continue;
    const id = uuidv7();
    const content = fitted(plan, targets.get(clientId), foods);
    await db.insert(mealPlans).values({ ...facts, content, id, clientId, templateId, template: plan, startDay });
    await db.insert(mealPlanVersions).values({ ...version, content, planId: id });
  }
  return foods;
}

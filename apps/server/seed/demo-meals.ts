import { addDays, isoWeekday } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { BUILT_IN_PLANS } from '../src/features/meals/meals.examples.content.ts';
import { mealPlans, mealPlanVersions } from '../src/features/meals/meals.table.ts';
import type { OwnerDb } from './factories.ts';

type Scene = { coachId: string; people: readonly { clientId: string; course: { anchor: string } }[]; today: string };

/** Every third client follows a meal plan, the first one included. */
const FOLLOWS_EVERY = 3;

/** Seeds a template of the coach, and meal plans of clients in their second week. */
export async function seedMealPlans(db: OwnerDb, { coachId, people, today }: Scene): Promise<void> {
  const [balanced] = BUILT_IN_PLANS;
  if (!balanced) return;
  const startDay = addDays(today, 1 - isoWeekday(today) - 7);
  const madeAt = new Date(`${addDays(startDay, -2)}T17:00:00Z`);
  const plan = { ...balanced.plan, name: 'Busy week' };
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
  for (const [index, { clientId, course }] of people.entries()) {
    if (index % FOLLOWS_EVERY !== 0 || course.anchor >= startDay) continue;
    const id = uuidv7();
    await db.insert(mealPlans).values({ ...facts, id, clientId, templateId, template: plan, startDay });
    await db.insert(mealPlanVersions).values({ ...version, planId: id });
  }
}

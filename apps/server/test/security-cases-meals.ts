import { randomUUID } from 'node:crypto';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../packages/contract/test/meal-plans.ts';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const ofCoach = { coachId: '{coachId}' };
const template = ({ mealPlanId }: World) => `/meal_plans/${mealPlanId}`;
const copy = ({ clientMealPlanId }: World) => `/meal_plans/${clientMealPlanId}`;
const missing = `/meal_plans/${nowhere}`;

const food = aPlannedFood(1, nowhere);
const plan = aMealPlan([aMealDay(1, [aMeal(1, [food])])]);
const saving = (changes: object) => send('POST', '/meal_plans/{new}', { ...ofCoach, basedOn: 0, plan, ...changes });
const dates = { startDay: '2026-01-05', endDay: null };
/** Over today, so that the other client has no plan. */
const past = { startDay: '2026-01-05', endDay: '2026-01-11' };
const assigning = (path: string | ((world: World) => string), changes: object = {}) =>
  send('POST', path, {
    ...ofCoach,
    ...past,
    assignments: [{ id: '{new}', clientId: '{otherClientId}' }],
    ...changes,
  });
const aim = { kcal: 2000, protein: 120, carbohydrate: null, fat: null };
const push = { ...ofCoach, version: 1, preview: false };

/** Meal plans are open only to their coach. Clients read their own. */
export const MEALS_CASES: Record<string, Case> = {
  'meals.getMealPlan': {
    call: get((world) => `${template(world)}?coachId=${world.coachId}`),
    missing: [get(`${missing}?coachId={coachId}`), get('/meal_plans/no-such-plan?coachId={coachId}')],
  },
  'meals.saveMealPlan': {
    call: saving({}),
    bad: [
      saving({ plan: { ...plan, days: [] } }),
      saving({ plan: { ...plan, aim: { ...aim, kcal: 700 } } }),
      saving({ plan: aMealPlan([aMealDay(1, [aMeal(1, [food, food])])]) }),
      saving({ plan: aMealPlan([aMealDay(1, [aMeal(1, [{ ...food, amount: { value: 0, measure: 'g' } }])])]) }),
    ],
  },
  'meals.archiveMealPlan': {
    call: send('PATCH', template, { ...ofCoach, archived: true }),
    missing: [
      send('PATCH', missing, { ...ofCoach, archived: true }),
      send('PATCH', copy, { ...ofCoach, archived: true }),
    ],
  },
  'meals.deleteMealPlan': {
    call: send('DELETE', missing, ofCoach),
    foreign: [send('DELETE', template, ofCoach), send('DELETE', copy, ofCoach)],
  },
  'meals.listMealPlanVersions': {
    call: get((world) => `${template(world)}/versions?coachId=${world.coachId}`),
    missing: [get(`${missing}/versions?coachId={coachId}`)],
  },
  'meals.getMealPlanVersion': {
    call: get((world) => `${template(world)}/versions/1?coachId=${world.coachId}`),
    missing: [get((world) => `${template(world)}/versions/7?coachId=${world.coachId}`)],
  },
  'meals.assignMealPlan': {
    call: assigning((world) => `${template(world)}/assign`),
    bad: [assigning((world) => `${template(world)}/assign`, { endDay: '2026-01-04' })],
    missing: [assigning(`${missing}/assign`), assigning((world) => `${copy(world)}/assign`)],
  },
  'meals.rescheduleMealPlan': {
    call: send('PATCH', (world) => `${copy(world)}/dates`, { ...ofCoach, ...dates }),
    missing: [
      send('PATCH', `${missing}/dates`, { ...ofCoach, ...dates }),
      send('PATCH', (world) => `${template(world)}/dates`, { ...ofCoach, ...dates }),
    ],
  },
  'meals.pushMealPlan': {
    call: send('POST', (world) => `${template(world)}/push`, push),
    missing: [send('POST', `${missing}/push`, push), send('POST', (world) => `${copy(world)}/push`, push)],
  },
  'meals.fitMealPlan': { call: send('POST', '/meal_plans/fit', { ...ofCoach, day: plan.days[0], aim }) },
  'meals.getOwnMealPlan': { call: get('/meal_plans/own') },
  'meals.getOwnShoppingList': { call: get('/meal_plans/own/shopping?days=7&people=2') },
  'meals.getOwnRecipe': {
    call: get('/meal_plans/own/recipes/{recipeId}'),
    missing: [get('/meal_plans/own/recipes/{new}')],
  },
};

import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
import { aFood } from './world-rows.ts';

const path = () => `/operator/foods/${randomUUID()}`;
const saving = (changes: object) => {
  const food = { ...aFood, name: `Oats ${randomUUID()}`, ...changes };
  return send('PUT', path, { basedOn: 0, hidden: false, food });
};
const own = () => `/foods/${randomUUID()}`;
const savingOwn = (changes: object, coachId = '{coachId}') =>
  send('POST', own, { coachId, basedOn: 0, food: { ...aFood, ...changes } });
const ofCoach = { coachId: '{coachId}' };

const unknownImport = () => `/operator/food_imports/${randomUUID()}`;

const cooking = (changes: object, ids: object = {}) =>
  send('POST', () => `/recipes/${randomUUID()}`, {
    ...ofCoach,
    replaces: null,
    ...ids,
    recipe: {
      name: 'Porridge',
      servings: 2,
      yield: { kind: 'raw' },
      minutes: 10,
      steps: 'Stir.',
      ingredients: [{ foodId: '{ownFoodId}', name: 'Oats', amount: { value: 100, measure: 'g' } }],
      ...changes,
    },
  });

export const FOODS_CASES: Record<string, Case> = {
  'foods.getFood': {
    call: get('/operator/foods/{foodId}'),
    missing: [get(path)],
  },
  'foods.saveFood': {
    call: saving({}),
    bad: [saving({ protein: 80 })],
  },
  'foods.importFoods': {
    call: send('POST', '/operator/food_imports/{foodImportId}'),
    missing: [send('POST', unknownImport)],
  },
  'foods.undoFoodImport': {
    call: send('DELETE', '/operator/food_imports/{undoneImportId}'),
    missing: [send('DELETE', unknownImport)],
  },
  'foods.getCoachFood': {
    call: get('/foods/{foodId}?coachId={coachId}'),
    missing: [get(({ coachId }) => `${own()}?coachId=${coachId}`)],
    foreign: [get('/foods/{ownFoodId}?coachId={coachId}')],
  },
  'foods.saveCoachFood': {
    call: savingOwn({}),
    bad: [savingOwn({ protein: 80 }), savingOwn({ diets: { yes: ['vegan'], no: [] } })],
    missing: [savingOwn({}, '{new}')],
  },
  'foods.markCoachFood': {
    call: send('PATCH', '/foods/{foodId}', { ...ofCoach, hidden: true }),
    missing: [send('PATCH', own, { ...ofCoach, hidden: true })],
    foreign: [send('PATCH', '/foods/{ownFoodId}', { ...ofCoach, hidden: true })],
  },
  'foods.mergeCoachFoods': {
    call: send('POST', '/foods/{ownFoodId}/merge', { ...ofCoach, duplicateId: '{duplicateFoodId}' }),
    missing: [send('POST', () => `${own()}/merge`, { ...ofCoach, duplicateId: '{duplicateFoodId}' })],
  },
  'foods.deleteCoachFood': {
    call: send('DELETE', '/foods/{foodId}', ofCoach),
    foreign: [send('DELETE', '/foods/{ownFoodId}', ofCoach)],
  },
  'recipes.getRecipe': {
    call: get('/recipes/{recipeId}?coachId={coachId}'),
    missing: [get('/recipes/{new}?coachId={coachId}'), get('/recipes/{ownFoodId}?coachId={coachId}')],
  },
  'recipes.saveRecipe': {
    call: cooking({}),
    others: [cooking({ yield: { kind: 'factor', factor: 2.5 } })],
    bad: [cooking({ ingredients: [] }), cooking({ servings: 0 }), cooking({ yield: { kind: 'grams', grams: -1 } })],
    missing: [cooking({}, { coachId: '{new}' }), cooking({}, { replaces: '{new}' })],
  },
};

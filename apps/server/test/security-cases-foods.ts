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
  },
  'foods.saveCoachFood': {
    call: savingOwn({}),
    bad: [savingOwn({ protein: 80 }), savingOwn({ diets: { yes: ['vegan'], no: [] } })],
    missing: [savingOwn({}, '{new}')],
  },
  'foods.markCoachFood': {
    call: send('PATCH', '/foods/{foodId}', { ...ofCoach, hidden: true }),
    missing: [send('PATCH', own, { ...ofCoach, hidden: true })],
  },
  'foods.mergeCoachFoods': {
    call: send('POST', '/foods/{ownFoodId}/merge', { ...ofCoach, duplicateId: '{duplicateFoodId}' }),
    missing: [send('POST', () => `${own()}/merge`, { ...ofCoach, duplicateId: '{duplicateFoodId}' })],
  },
  'foods.deleteCoachFood': {
    call: send('DELETE', '/foods/{foodId}', ofCoach),
  },
};

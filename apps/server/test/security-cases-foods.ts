import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
import { aFood } from './world-rows.ts';

const path = () => `/operator/foods/${randomUUID()}`;
const saving = (changes: object) => {
  const food = { ...aFood, name: `Oats ${randomUUID()}`, ...changes };
  return send('PUT', path, () => ({ basedOn: 0, hidden: false, food }));
};
const rows = () => `/operator/food_imports/${randomUUID()}/rows`;
const staging = (changes: object) => send('PUT', rows, () => ({ rows: [{ ...aFood, ...changes }] }));
const unknownImport = () => `/operator/food_imports/${randomUUID()}`;

export const FOODS_CASES: Record<string, Case> = {
  'foods.listFoods': {
    call: get(() => '/operator/foods?q=oats&category=grains&cursor=x'),
  },
  'foods.getFood': {
    call: get(({ foodId }) => `/operator/foods/${foodId}`),
    missing: [get(path)],
  },
  'foods.saveFood': {
    call: saving({}),
    bad: [saving({ protein: 80 })],
  },
  'foods.stageFoods': {
    call: staging({}),
  },
  'foods.importFoods': {
    call: send(
      'POST',
      ({ foodImportId }) => `/operator/food_imports/${foodImportId}`,
      () => ({}),
    ),
    missing: [send('POST', unknownImport, () => ({}))],
  },
  'foods.undoFoodImport': {
    call: send(
      'DELETE',
      ({ undoneImportId }) => `/operator/food_imports/${undoneImportId}`,
      () => ({}),
    ),
    missing: [send('DELETE', unknownImport, () => ({}))],
  },
};

import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
import { aFood } from './world-rows.ts';

const path = () => `/operator/foods/${randomUUID()}`;
const saving = (changes: object) => {
  const food = { ...aFood, name: `Oats ${randomUUID()}`, ...changes };
  return send('PUT', path, { basedOn: 0, hidden: false, food });
};
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
};

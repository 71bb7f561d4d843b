import { randomUUID } from 'node:crypto';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
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
    bad: badGets(
      '/operator/foods?category=stones',
      `/operator/foods?q=${'x'.repeat(10_000)}`,
      '/operator/foods?q=%00',
      '/operator/foods?show=all',
    ),
  },
  'foods.getFood': {
    call: get(({ foodId }) => `/operator/foods/${foodId}`),
    bad: badGets('/operator/foods/x'),
    missing: [get(path)],
  },
  'foods.saveFood': {
    call: saving({}),
    bad: [
      ...badSends('PUT', path()),
      ...badSends('PUT', '/operator/foods/x', { basedOn: 0, hidden: false, food: aFood }),
      saving({ name: LONG }),
      saving({ name: 'Half a \ud83d' }),
      saving({ brand: 'two\nlines' }),
      saving({ kcal: -1 }),
      saving({ protein: 80 }),
      saving({ sugar: 90 }),
      saving({ category: 'stones' }),
      saving({ allergens: ['milk', 'milk'] }),
      saving({ portions: [{ name: 'cup', grams: 0 }] }),
      saving({ sourceId: '01001' }),
    ],
  },
  'foods.stageFoods': {
    call: staging({}),
    bad: [
      ...badSends('PUT', rows(), { rows: [] }, { rows: Array(FOOD_BOUNDS.perRequest + 1).fill(aFood) }),
      staging({ name: '' }),
      staging({ name: 'null \u0000' }),
      staging({ kcal: 'many' }),
    ],
  },
  'foods.importFoods': {
    call: send(
      'POST',
      ({ foodImportId }) => `/operator/food_imports/${foodImportId}`,
      () => ({}),
    ),
    bad: badSends('POST', '/operator/food_imports/x'),
    missing: [send('POST', unknownImport, () => ({}))],
  },
  'foods.undoFoodImport': {
    call: send(
      'DELETE',
      ({ undoneImportId }) => `/operator/food_imports/${undoneImportId}`,
      () => ({}),
    ),
    bad: badSends('DELETE', '/operator/food_imports/x'),
    missing: [send('DELETE', unknownImport, () => ({}))],
  },
};

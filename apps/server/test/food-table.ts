import { randomUUID } from 'node:crypto';
import { type CoachFood, EMPTY_FOOD, type FoodRow } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import type { Services } from '../src/core/services.ts';
import { mintCoachScope, mintOperatorScope } from '../src/core/tenancy/mint.ts';
import type { CoachScope } from '../src/core/tenancy/scope.ts';
import { listCoachFoods, saveCoachFood } from '../src/features/foods/foods.coach.service.ts';
import { importFoods, stageFoods } from '../src/features/foods/foods.import.service.ts';
import { historyOf } from '../src/features/foods/foods.uses.service.ts';
import type { Tx } from '../src/platform/db/database.ts';

type Stored = Pick<Services, 'db'>;

/** Imports a table of foods in parts, as an operator does. */
export async function importTable({ db }: Stored, rows: readonly FoodRow[], operatorId: string): Promise<void> {
  const scope = mintOperatorScope(operatorId);
  const importId = randomUUID();
  for (let at = 0; at < rows.length; at += FOOD_BOUNDS.perRequest) {
    const part = rows.slice(at, at + FOOD_BOUNDS.perRequest);
    await db.write(scope, (tx) => stageFoods(tx, { importId, rows: part }, new Date()));
  }
  await db.write(scope, (tx) => importFoods(tx, importId, new Date()));
}

/** The first page that a coach finds, ordered by what they used before. */
export async function searchAs({ db }: Stored, coachId: string, q: string): Promise<CoachFood[]> {
  const read = (tx: Tx<CoachScope>) => listCoachFoods(tx, { q }, historyOf(tx, new Date()));
  return (await db.read(mintCoachScope(coachId), read)).foods;
}

const VALUES = { kcal: 120, protein: 12, carbohydrate: 14, fat: 2 };

/** As many own foods as a coach can have, all with the same common words. */
export async function addOwnFoods({ db }: Stored, coachId: string): Promise<void> {
  const answers = { FOOD_CHANGED: null, TOO_MANY_FOODS: null, BARCODE_TAKEN: null };
  for (let number = 0; number < FOOD_BOUNDS.own; number += 1) {
    const food = { ...EMPTY_FOOD, ...VALUES, name: `Recipe ${number}, chicken with rice and broccoli` };
    const input = { foodId: randomUUID(), basedOn: 0, food };
    await db.write(mintCoachScope(coachId), (tx) => saveCoachFood(tx, input), answers);
  }
}

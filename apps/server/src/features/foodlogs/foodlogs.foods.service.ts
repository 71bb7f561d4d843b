import { isDeepStrictEqual } from 'node:util';
import { compareNames } from '@stridewell/contract/exercises/exercises.rules';
import type { OwnFood, OwnFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { CLIENT_FOOD_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { clientFoodOf } from '@stridewell/contract/foodlogs/foodlogs.loggable.rules';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newTexts, notifyOfWords } from '../notifications/notifications.words.service.ts';
import { deleteFavorite } from './foodlogs.favorites.data.ts';
import { deleteStoredFood, selectClientFoods, selectOwnFoods, storeOwnFood } from './foodlogs.foods.data.ts';

/** Without figures, also the weight of a serving, for a client whose numbers are off. */
const shown = ({ scope }: Tx<ClientScope>, food: OwnFood): OwnFood =>
  scope.numbersOff ? { ...food, serving: null, nutrients: null } : food;

/** The foods that the client in scope has added, by name. */
export async function listOwnFoods(tx: Tx<ClientScope>): Promise<OwnFood[]> {
  const foods = await selectOwnFoods(tx);
  return foods.map((food) => shown(tx, food)).sort((a, b) => compareNames(a.name, b.name));
}

type SaveTx = Tx<ClientScope, 'COACH_PLAN_FULL' | 'TOO_MANY_OWN_FOODS' | 'BARCODE_TAKEN'>;

/**
 * Adds or changes a food of the client in scope. Figures that are hidden from the client stay. Idempotent.
 * @throws FORBIDDEN after the coaching, COACH_PLAN_FULL without a seat, TOO_MANY_OWN_FOODS, BARCODE_TAKEN
 */
export async function saveOwnFood(
  tx: SaveTx,
  { foodId: id, food: input }: { foodId: string; food: OwnFoodInput },
  now: Date,
): Promise<OwnFood> {
  const { clientId, seat, numbersOff } = tx.scope;
  // The lock keeps two requests from passing the limit together.
  const [relationship, foods] = await Promise.all([lockRelationship(tx, clientId), selectOwnFoods(tx)]);
  if (!relationship) throw refuse('FORBIDDEN');
  if (seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  const known = foods.find((food) => food.id === id);
  const { barcode } = input;
  if (!known && foods.length >= CLIENT_FOOD_BOUNDS.foods) throw refuse(tx, 'TOO_MANY_OWN_FOODS');
  if (barcode !== null && foods.some((food) => food.barcode === barcode && food.id !== id)) {
    throw refuse(tx, 'BARCODE_TAKEN');
  }
  const typed = clientFoodOf(input);
  const { serving, nutrients, unit } = known ?? { ...typed, nutrients: null };
  const food = numbersOff ? { ...typed, serving, nutrients, unit } : typed;
  const saved = { ...food, id, barcode };
  if (!isDeepStrictEqual(saved, known)) {
    await storeOwnFood(tx, { id, food, barcode }, now);
    const texts = newTexts(textsOf(known), textsOf(saved));
    await notifyOfWords(tx, { texts, place: 'the names of their foods', fullName: relationship.fullName });
  }
  return shown(tx, saved);
}

/** The client’s texts of a food, by their places. */
const textsOf = (food: OwnFood | undefined): Map<string, string> =>
  new Map([
    ['name', food?.name ?? ''],
    ['brand', food?.brand ?? ''],
  ]);

/** Deletes a food of the client in scope. Days that have it stay as they were logged. Idempotent. */
export async function deleteOwnFood(tx: Tx<ClientScope>, id: string): Promise<void> {
  await Promise.all([deleteStoredFood(tx, id), deleteFavorite(tx, id)]);
}

/**
 * A food that a client has added, for the coach.
 * @throws NOT_FOUND
 */
export async function getClientFood(
  tx: Tx<CoachScope>,
  { clientId, foodId }: { clientId: string; foodId: string },
): Promise<OwnFood> {
  const [food] = await selectClientFoods(tx, clientId, [foodId]);
  if (!food) throw refuse('NOT_FOUND');
  return food;
}

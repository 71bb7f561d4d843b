import type { FoodDay, LoggableFood, LoggedAmount } from '@stridewell/contract/foodlogs/foodlogs';
import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { keepAnswer, keptAnswer } from '../../device/offline-answers.ts';

/*
 * Foods that were logged on this device. The server offers a food again only after it has the day, and a phone may lose
 * its connection before that.
 */

const KEY = ['used foods'];

// Written by `keepUsedFood` of this build alone: another build's record is not read.
const stored = () => (keptAnswer(KEY) as LoggableFood[] | undefined) ?? [];

/** Keeps a food for logging it again, with the amount of this time. */
export function keepUsedFood(food: LoggableFood, last: LoggedAmount): void {
  const others = stored().filter(({ id }) => id !== food.id);
  keepAnswer(KEY, [{ ...food, last }, ...others].slice(0, FOOD_LOG_BOUNDS.foods));
}

/** Forgets the foods that the server knows as logged, because its list has their latest values. */
export function forgetUsedFoods(days: readonly FoodDay[]): void {
  const used = stored();
  const known = new Set(days.flatMap(({ entries }) => entries.map(({ foodId }) => foodId)));
  const left = used.filter(({ id }) => !known.has(id));
  if (left.length < used.length) keepAnswer(KEY, left);
}

/** The foods that are offered without a search: those that only this device knows as logged, then the server's. */
export function withUsedFoods(foods: readonly LoggableFood[]): readonly LoggableFood[] {
  const used = stored();
  if (used.length === 0) return foods;
  const ids = new Set(used.map(({ id }) => id));
  // The server's list has all favorites, and knows of changes since the food was logged.
  const favorites = new Set(foods.flatMap(({ id, favorite }) => (favorite ? id : [])));
  const latest = used.map((food) => ({ ...food, favorite: favorites.has(food.id) }));
  return [...latest, ...foods.filter(({ id }) => !ids.has(id))];
}

export const favoritesFirst = (foods: readonly LoggableFood[]): LoggableFood[] =>
  foods.toSorted((a, b) => Number(b.favorite) - Number(a.favorite));

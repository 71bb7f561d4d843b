import {
  COACH_COLLECTIONS,
  type CoachCollection,
  FOOD_CATEGORIES,
  type FoodCategory,
} from '@stridewell/contract/foods/foods.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the foods, without default values. `open` is the food that is open. */
export type FoodsSearch = { q?: string; category?: FoodCategory; show?: 'hidden'; open?: string };

/** Reads untrusted search parameters and drops invalid ones. */
export function readFoodsSearch(search: Record<string, unknown>): FoodsSearch {
  const q = readSearchText(search.q);
  const category = FOOD_CATEGORIES.find((one) => one === search.category);
  const { open } = search;
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(search.show === 'hidden' && { show: search.show }),
    ...(typeof open === 'string' && isUuid(open) && { open }),
  };
}

/**
 * The search parameters of a coach's foods, without default values. `take` is a food of the client `of` that the coach
 * adds to the own ones.
 */
export type CoachFoodsSearch = Omit<FoodsSearch, 'show'> & { show?: CoachCollection; take?: string; of?: string };

/** Reads untrusted search parameters and drops invalid ones. */
export function readCoachFoodsSearch(search: Record<string, unknown>): CoachFoodsSearch {
  const { show: _, ...others } = readFoodsSearch(search);
  const show = COACH_COLLECTIONS.find((one) => one === search.show);
  const { take, of } = search;
  const isTaking = typeof take === 'string' && typeof of === 'string' && isUuid(take) && isUuid(of);
  return { ...others, ...(show && { show }), ...(isTaking && { take, of }) };
}

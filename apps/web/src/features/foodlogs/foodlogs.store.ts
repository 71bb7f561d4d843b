import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { lastFoodChange, mergeFoodDays } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { foodPrefix, forgetSent, namesUnder } from '../../device/keys.ts';
import { type MergeRules, MergeStore } from '../../device/merge.ts';
import { senders } from '../../device/senders.ts';
import { isFoodDay } from './foodlogs.stored.ts';

const DAY_MS = 86_400_000;
/** Longer than the days that the page shows without a request, planned ones included. */
const KEPT_DAYS = FOOD_LOG_BOUNDS.days + 2 * FOOD_LOG_BOUNDS.ahead;

const RULES: MergeRules<FoodDay> = {
  parse: (value) => (isFoodDay(value) ? value : undefined),
  merge: mergeFoodDays,
  changedAt: lastFoodChange,
  // So that a reload without a connection shows what the page shows.
  keptMs: KEPT_DAYS * DAY_MS,
  notSaved: 'This day could not be saved.',
};

/**
 * The food log of one coaching as this device has it. While numbers are off it is another store, so that figures which
 * the device kept before are neither shown nor merged.
 */
export class FoodLogStore extends MergeStore<FoodDay> {
  constructor(userId: string, coachId: string, numbersOff: boolean) {
    super(`${foodPrefix(userId, numbersOff)}${coachId}.`, RULES);
  }
}

const stores = new Map<string, FoodLogStore>();

/** The one store of a coaching on this page. */
export function foodLogStore(userId: string, coachId: string, numbersOff: boolean): FoodLogStore {
  senders.add('food');
  const name = `${userId} ${coachId} ${numbersOff}`;
  const known = stores.get(name) ?? new FoodLogStore(userId, coachId, numbersOff);
  stores.set(name, known);
  return known;
}

const coachesUnder = (prefix: string): string[] => namesUnder(prefix).map((name) => name.split('.')[0] ?? '');

/** The stores of a person, both with and without figures: of these coaches, and of others that are on the device. */
export function foodLogStoresOf(
  userId: string,
  coachIds: readonly string[],
): { coachId: string; store: FoodLogStore }[] {
  return [false, true].flatMap((numbersOff) =>
    [...new Set([...coachIds, ...coachesUnder(foodPrefix(userId, numbersOff))])].map((coachId) => ({
      coachId,
      store: foodLogStore(userId, coachId, numbersOff),
    })),
  );
}

type SendDay = (day: FoodDay) => Promise<FoodDay>;

/**
 * Sends what waits for one coaching. The log of the other setting is sent as well and then forgotten, because it was
 * changed before the setting was.
 * @returns a function that stops it
 */
export function startFoodLog(userId: string, coachId: string, numbersOff: boolean, send: SendDay): () => void {
  const other = foodLogStore(userId, coachId, !numbersOff);
  forgetSent(`${foodPrefix(userId, !numbersOff)}${coachId}.`);
  const stops = [
    foodLogStore(userId, coachId, numbersOff).start(send),
    other.start(async (day) => {
      const answer = await send(day);
      other.discard(day.id);
      return answer;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

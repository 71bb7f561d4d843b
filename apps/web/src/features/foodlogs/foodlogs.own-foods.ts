import type { LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import type { OwnFood, OwnFoodInput } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { clientFoodOf, loggableOf, NEVER_LOGGED } from '@stridewell/contract/foodlogs/foodlogs.loggable.rules';
import { namesUnder, ownFoodPrefix } from '../../device/keys.ts';
import { type MergeRules, MergeStore, type SendLog } from '../../device/merge.ts';
import { senders } from '../../device/senders.ts';
import { atMost } from '../../lib/at-most.ts';
import { isTemporary } from '../../lib/errors.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { isOwnFoodChange, type OwnFoodChange } from './foodlogs.stored-foods.ts';

/** The later change, and of two at once the same one on every device. */
function later(one: OwnFoodChange, other: OwnFoodChange): OwnFoodChange {
  const [a, b] = [one, other].map((change) => `${change.changedAt} ${JSON.stringify(change)}`);
  return (a ?? '') < (b ?? '') ? other : one;
}

const RULES: MergeRules<OwnFoodChange> = {
  parse: (value) => (isOwnFoodChange(value) ? value : undefined),
  merge: later,
  changedAt: (change) => Date.parse(change.changedAt),
  // Once sent, the server's lists have it. Other tabs still learn from the entry that it was sent.
  keptMs: 0,
  notSaved: 'This food could not be saved.',
};

/** Foods of the client's own that this device changed, until the server has them. */
export class OwnFoodStore extends MergeStore<OwnFoodChange> {
  constructor(userId: string, coachId: string) {
    super(`${ownFoodPrefix(userId)}${coachId}.`, RULES);
  }
}

/** A slower connection does not hold up the form. A refusal that comes later is shown with what was not sent. */
const PATIENCE_MS = 4000;

const stores = new Map<string, OwnFoodStore>();

/** The one store of a coaching on this page. */
export function ownFoodStore(userId: string, coachId: string): OwnFoodStore {
  senders.add('own-foods');
  const name = `${userId} ${coachId}`;
  const known = stores.get(name) ?? new OwnFoodStore(userId, coachId);
  stores.set(name, known);
  return known;
}

/** The stores of a person: of these coaches, and of others that are on the device. */
export function ownFoodStoresOf(
  userId: string,
  coachIds: readonly string[],
): { coachId: string; store: OwnFoodStore }[] {
  const onDevice = namesUnder(ownFoodPrefix(userId)).map((name) => name.split('.')[0] ?? '');
  return [...new Set([...coachIds, ...onDevice])].map((coachId) => ({ coachId, store: ownFoodStore(userId, coachId) }));
}

/** The food of a change. Figures are left out while numbers are off, although the change may have them. */
export function changedFood({ id, food }: OwnFoodChange, numbersOff: boolean): OwnFood {
  const { name, brand, unit, serving, nutrients } = clientFoodOf(food);
  const shown = numbersOff ? { serving: null, nutrients: null } : { serving, nutrients };
  return { id, name, brand, unit, serving: shown.serving, nutrients: shown.nutrients, barcode: food.barcode };
}

/** Changes that the server does not have. */
export const unsentChanges = ({ getSnapshot }: OwnFoodStore): OwnFoodChange[] =>
  [...getSnapshot().logs.values()].flatMap(({ log, pending }) => (pending ? log : []));

/** Figures that were typed on this device before numbers were hidden are sent with the change. */
function withFigures(food: OwnFoodInput, before: OwnFoodInput | undefined): OwnFoodInput {
  if (food.nutrients || !before?.nutrients) return food;
  const { unit, per, serving, nutrients } = before;
  return { name: food.name, brand: food.brand, barcode: food.barcode, unit, per, serving, nutrients };
}

/**
 * Saves a food on the device, and on the server if it can be reached; otherwise it is sent later.
 * @throws what the server refused; the device then keeps what it had before
 */
export async function saveOwnFood(
  store: OwnFoodStore,
  { id, food: typed }: { id: string; food: OwnFoodInput },
  send: SendLog<OwnFoodChange>,
): Promise<OwnFoodChange> {
  const before = unsentChanges(store).find((change) => change.id === id);
  const food = withFigures(typed, before?.food);
  const change = { id, food, deleted: false, changedAt: new Date(serverNow()).toISOString() };
  store.change(change);
  try {
    await atMost(PATIENCE_MS, store.sendNow(id, send));
  } catch (error) {
    if (!isTemporary(error)) {
      store.discard(id);
      if (before) store.change(before);
      throw error;
    }
  }
  return change;
}

/** Deletes a food on the device, and soon after on the server. */
export const deleteOwnFood = (store: OwnFoodStore, id: string, food: OwnFoodInput): void =>
  store.change({ id, food, deleted: true, changedAt: new Date(serverNow()).toISOString() });

/** Foods of the server with the changes of this device, new ones first. */
export function withChanges(
  foods: readonly LoggableFood[],
  store: OwnFoodStore,
  { isWanted, numbersOff }: { isWanted: (food: LoggableFood) => boolean; numbersOff: boolean },
): LoggableFood[] {
  const known = new Map(foods.map((food) => [food.id, food]));
  const deleted = [...store.getSnapshot().logs.values()].filter(({ log }) => log.deleted).map(({ log }) => log.id);
  const changed = unsentChanges(store)
    .filter((change) => !change.deleted)
    .map((change) => loggableOf(changedFood(change, numbersOff), known.get(change.id) ?? NEVER_LOGGED));
  const replaced = new Set([...deleted, ...changed.map(({ id }) => id)]);
  return [...changed.filter(isWanted), ...foods.filter(({ id }) => !replaced.has(id))];
}

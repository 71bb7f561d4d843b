import { isDeepStrictEqual } from 'node:util';
import type { FoodDay, FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { type FigureFood, withFigures } from '@stridewell/contract/foodlogs/foodlogs.amounts.rules';
import { OWN_SERVING } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { mergeFoodDays } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { settleInstant, settlePart } from '../../core/device-time.rules.ts';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { attachFiles, releaseFiles } from '../files/files.service.ts';
import { readFoods } from '../foods/foods.coach.service.ts';
import { newTexts, notifyOfWords } from '../notifications/notifications.words.service.ts';
import { selectDays, selectEntries, toFoodDay, upsertDay, upsertEntries } from './foodlogs.data.ts';
import { selectOwnFoods } from './foodlogs.foods.data.ts';
import { shownDay } from './foodlogs.service.ts';

type SyncTx = Tx<ClientScope, 'COACH_PLAN_FULL' | 'FOOD_DAY_FULL' | 'FOOD_DAY_TOO_LATE' | 'FOOD_PHOTO_MISSING'>;

/** The time of the request, and the client's time zone. */
type Clock = { now: Date; timeZone: string };

/** A device's day with comparable times. */
function settleDay({ id, status, note, entries }: FoodDay, known: FoodDay | undefined, now: Date): FoodDay {
  const knownEntries = new Map(known?.entries.map((entry) => [entry.id, entry]));
  return {
    id,
    status: settlePart(status, known?.status, now),
    note: settlePart(note, known?.note, now),
    entries: entries.map((entry) => {
      const before = knownEntries.get(entry.id);
      return settlePart({ ...entry, at: settleInstant(entry.at, before?.at, now) }, before, now);
    }),
  };
}

/** Entries without figures get those of their foods, as they are now. */
async function addFigures(tx: SyncTx, entries: readonly FoodEntry[], known: FoodDay | undefined): Promise<FoodEntry[]> {
  const before = new Map(known?.entries.map((entry) => [entry.id, entry]));
  const wanted = entries.filter(({ kind, nutrients, deleted }) => kind === 'food' && nutrients === null && !deleted);
  if (wanted.length === 0) return [...entries];
  const ids = [...new Set(wanted.flatMap(({ foodId }) => foodId ?? []))];
  const [foods, own] = await Promise.all([readFoods(tx, ids), selectOwnFoods(tx, ids)]);
  const byId = new Map<string, FigureFood>(foods.map((food) => [food.id, { ...food, nutrients: food }]));
  for (const { id, unit, serving, nutrients } of own) {
    const portions = serving === null ? [] : [{ name: OWN_SERVING, grams: serving }];
    if (nutrients) byId.set(id, { unit, portions, nutrients });
  }
  return entries.map((entry) => withFigures(entry, before.get(entry.id), byId.get(entry.foodId ?? '')));
}

/**
 * Merges a day from a device of the client in scope with the stored one, and returns the result. Idempotent.
 * @throws FORBIDDEN after the coaching, COACH_PLAN_FULL without a seat, FOOD_DAY_TOO_LATE, FOOD_DAY_FULL when all
 *   devices together have too many entries, FOOD_PHOTO_MISSING for a photo that was not uploaded by this client
 */
export async function syncFoodDay(tx: SyncTx, sent: FoodDay, { now, timeZone }: Clock): Promise<FoodDay> {
  const { clientId, seat } = tx.scope;
  const range = { from: sent.id, to: sent.id };
  // Sent in this order on one connection. The lock lets one day of the client be merged at a time.
  const [relationship, [row], rows] = await Promise.all([
    lockRelationship(tx, clientId),
    selectDays(tx, clientId, range),
    selectEntries(tx, clientId, range),
  ]);
  if (!relationship) throw refuse('FORBIDDEN');
  if (seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  const today = dayInZone(now, timeZone);
  if (sent.id > addDays(today, FOOD_LOG_BOUNDS.ahead)) throw refuse(tx, 'FOOD_DAY_TOO_LATE');
  const known = row && toFoodDay(row, rows);
  const settled = settleDay(sent, known, now);
  const complete = { ...settled, entries: await addFigures(tx, settled.entries, known) };
  const merged = mergeFoodDays(known ?? complete, complete);
  if (merged.entries.length > FOOD_LOG_BOUNDS.entries) throw refuse(tx, 'FOOD_DAY_FULL');
  if (isDeepStrictEqual(merged, known)) return shownDay(tx, merged);
  await attachPhotos(tx, merged, known, now);
  const before = new Map(known?.entries.map((entry) => [entry.id, entry]));
  const changed = merged.entries.filter((entry) => !isDeepStrictEqual(entry, before.get(entry.id)));
  // Sent in this order on one connection, because entries refer to their day.
  await Promise.all([upsertDay(tx, clientId, merged, now), upsertEntries(tx, clientId, merged.id, changed, now)]);
  await recordPhotos(tx, merged, known, now);
  const texts = newTexts(textsOf(known), textsOf(merged));
  await notifyOfWords(tx, { texts, place: 'their food log', fullName: relationship.fullName });
  await expireLabel(tx, clientId);
  await publish(tx, [tx.scope.coachId], { event: 'food_day', clientId, day: merged.id });
  return shownDay(tx, merged);
}

/** The client’s texts of a day, by their places. */
const textsOf = (day: FoodDay | undefined): Map<string, string> =>
  new Map([
    ['note', day?.note.value ?? ''],
    ...(day?.entries ?? []).map(({ id, name, deleted }): [string, string] => [id, deleted ? '' : name]),
  ]);

const photosOf = (day: FoodDay | undefined): Set<string> =>
  new Set(day?.entries.flatMap(({ fileId, deleted }) => (fileId !== null && !deleted ? fileId : [])));

/** Records the first photo of a day. Later ones are counted on the same line of the timeline. */
async function recordPhotos(tx: SyncTx, merged: FoodDay, known: FoodDay | undefined, now: Date): Promise<void> {
  const { clientId } = tx.scope;
  const isPhoto = ({ kind }: FoodEntry) => kind === 'photo';
  const first = merged.entries.find(isPhoto);
  if (!first || known?.entries.some(isPhoto)) return;
  const data = { day: merged.id };
  await record(tx, { type: 'food.photographed', clientId, subjectId: first.id, occurredAt: now, data });
}

/** Protects new photos from the sweep, and releases those that no entry shows any more. */
async function attachPhotos(tx: SyncTx, merged: FoodDay, known: FoodDay | undefined, now: Date): Promise<void> {
  const { clientId } = tx.scope;
  const [before, after] = [photosOf(known), photosOf(merged)];
  const use = { clientId, purpose: 'photo', now } as const;
  const [attached] = await Promise.all([
    attachFiles(tx, { ...use, ids: [...after].filter((id) => !before.has(id)) }),
    releaseFiles(tx, { ...use, ids: [...before].filter((id) => !after.has(id)) }),
  ]);
  if (!attached) throw refuse(tx, 'FOOD_PHOTO_MISSING');
}

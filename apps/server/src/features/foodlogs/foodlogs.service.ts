import type { FoodComment, FoodDay, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import type { OwnFood } from '@stridewell/contract/foodlogs/foodlogs.foods';
import { loggableOf, NEVER_LOGGED } from '@stridewell/contract/foodlogs/foodlogs.loggable.rules';
import { emptyFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { FOOD_LOG_BOUNDS, type KnownDay, statusesOf, USUAL_DAYS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import type { CoachFood } from '@stridewell/contract/foods/foods';
import { tierOf } from '@stridewell/contract/foods/foods.rules';
import { addDays } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCoachFoods, readCurrentFoods, readFoodByBarcode } from '../foods/foods.coach.service.ts';
import { searchAmong } from '../foods/foods.search.service.ts';
import { selectComments } from './foodlogs.comments.data.ts';
import {
  findEntryByBarcode,
  type PersonTx,
  type StoredTotals,
  selectDays,
  selectDaysBefore,
  selectEntries,
  selectMarks,
  selectPhotos,
  selectTotals,
  selectTotalsOf,
  toFoodDay,
} from './foodlogs.data.ts';
import { selectClientFoods, selectOwnFoods } from './foodlogs.foods.data.ts';
import { hideFigures, hideNumbers } from './foodlogs.hidden.rules.ts';
import { selectUsedFoods, type UsedFood } from './foodlogs.used.data.ts';

/** For other features. */
export { selectComments as listFoodComments, selectPhotos as listFoodPhotos };

type Days = { from: string; to: string };

const NOTHING = { status: null, kcal: 0, protein: 0, carbohydrate: 0, fat: 0, entries: 0, uncounted: 0 };

const daysOf = ({ from, to }: Days): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** The totals of each day of a range, including days without entries. */
function everyDay(stored: readonly StoredTotals[], range: Days): StoredTotals[] {
  const byDay = new Map(stored.map((one) => [one.day, one]));
  return daysOf(range).map((day) => byDay.get(day) ?? { day, ...NOTHING });
}

/** Reads the days of a range with their statuses, chosen or guessed from the four weeks before each. */
async function readStatuses(
  tx: PersonTx,
  clientId: string,
  range: Days,
): Promise<{ totals: StoredTotals; status: KnownDay }[]> {
  const stored = await selectTotals(tx, clientId, { from: addDays(range.from, -USUAL_DAYS), to: range.to });
  const wanted = everyDay(stored, range);
  const earlier = stored.filter(({ day }) => day < range.from);
  const statuses = new Map(statusesOf([...earlier, ...wanted]).map((one) => [one.day, one]));
  return wanted.flatMap((totals) => {
    const status = statuses.get(totals.day);
    return status ? [{ totals, status }] : [];
  });
}

export type DailyIntake = {
  date: string;
  status: KnownDay['status'];
  /** Null for days that are not logged. */
  kcal: number | null;
  proteinG: number | null;
  carbsG: number | null;
  fatG: number | null;
};

/** The intake of a client on each day of a range, oldest first. A fasted day counts as 0. */
export async function dailyIntakes(
  tx: PersonTx,
  { clientId, from, to }: Days & { clientId: string },
): Promise<DailyIntake[]> {
  const days = await readStatuses(tx, clientId, { from, to });
  return days.map(({ totals, status: { day: date, status } }) =>
    status === 'unlogged'
      ? { date, status, kcal: null, proteinG: null, carbsG: null, fatG: null }
      : {
          date,
          status,
          kcal: totals.kcal,
          proteinG: totals.protein,
          carbsG: totals.carbohydrate,
          fatG: totals.fat,
        },
  );
}

/** The last amount of a food, and whether the client marked it. */
const knownOf = (used: UsedFood | undefined): Pick<LoggableFood, 'last' | 'favorite'> => ({
  last: used?.amount == null || used.measure === null ? null : { value: used.amount, measure: used.measure },
  favorite: used?.favorite ?? false,
});

/** A logged day of a client, with the meals of a plan that were ticked. */
export type LoggedDay = KnownDay & { kcal: number; photos: number; ticked: number };

/** Selections for the logged days of clients within a range, which `toLoggedDays` reads. */
export const selectLoggedDays = (tx: PersonTx, clientIds: readonly string[], range: Days) => ({
  totals: selectTotalsOf(tx, clientIds, { from: addDays(range.from, -USUAL_DAYS), to: range.to }),
  marks: selectMarks(tx, clientIds, range),
});

type Selected = ReturnType<typeof selectLoggedDays>;

/** The logged days of clients within a range, by client. Days that are not logged are left out. */
export function toLoggedDays(
  { totals, marks }: { [Name in keyof Selected]: Awaited<Selected[Name]> },
  range: Days,
): ReadonlyMap<string, LoggedDay[]> {
  const marked = new Map(marks.map((one) => [`${one.clientId} ${one.day}`, one]));
  const byClient = Map.groupBy(totals, ({ clientId }) => clientId);
  return new Map(
    [...byClient].map(([clientId, days]) => {
      const kcal = new Map(days.map((one) => [one.day, one.kcal]));
      const known = statusesOf(days).filter(({ day, status }) => day >= range.from && status !== 'unlogged');
      const logged = known.map((one): LoggedDay => {
        const { photos = 0, ticked = 0 } = marked.get(`${clientId} ${one.day}`) ?? {};
        return { ...one, kcal: kcal.get(one.day) ?? 0, photos, ticked };
      });
      return [clientId, logged];
    }),
  );
}

/** A food as the client can log it. */
const toLoggable = (food: CoachFood, used: UsedFood | undefined): LoggableFood => {
  const { id, name, brand, unit, kcal, protein, carbohydrate, fat, portions } = food;
  return {
    id,
    name,
    brand,
    unit,
    tier: tierOf(food),
    nutrients: { kcal, protein, carbohydrate, fat },
    portions,
    own: false,
    ...knownOf(used),
  };
};

/** How long a food that the client logged is offered without being a favorite. */
const RECENT_DAYS = 60;

/** Foods by the ids that the client in scope logged or marked, with the use of each: own ones, and the coach's as they are today. */
async function readLoggable(
  tx: Tx<ClientScope>,
  used: readonly UsedFood[],
  own: readonly OwnFood[],
): Promise<LoggableFood[]> {
  const ownById = new Map(own.map((food) => [food.id, food]));
  const others = used.filter(({ foodId }) => !ownById.has(foodId));
  const foods = await readCurrentFoods(
    tx,
    others.map(({ foodId }) => foodId),
  );
  return used.flatMap((one) => {
    const mine = ownById.get(one.foodId);
    if (mine) return loggableOf(mine, knownOf(one));
    const food = foods.get(one.foodId);
    return food && !food.hidden ? toLoggable(food, one) : [];
  });
}

/**
 * All favorites of the client in scope. Then the first of other foods: those logged often and lately, other own ones, and
 * the coach's favorites.
 */
async function listUsualFoods(tx: Tx<ClientScope>, today: string): Promise<LoggableFood[]> {
  const limit = FOOD_LOG_BOUNDS.foods;
  const [used, own, favorites] = await Promise.all([
    selectUsedFoods(tx, { from: addDays(today, -RECENT_DAYS), today, limit }),
    selectOwnFoods(tx),
    listCoachFoods(tx, { show: 'favorites' }),
  ]);
  const all = [
    ...(await readLoggable(tx, used, own)),
    ...own.map((food) => loggableOf(food, NEVER_LOGGED)),
    ...favorites.foods.map((food) => toLoggable(food, undefined)),
  ];
  const foods = new Map<string, LoggableFood>();
  for (const food of all) {
    const known = foods.get(food.id);
    // A favorite that was logged under an earlier id, as recipes are, keeps the amount of that time.
    foods.set(food.id, known ? { ...known, last: known.last ?? food.last } : food);
  }
  const [marked, others] = [true, false].map((favorite) =>
    [...foods.values()].filter((food) => food.favorite === favorite),
  );
  return [...(marked ?? []), ...(others ?? []).slice(0, limit)];
}

/** A day as the client in scope may see it. */
export const shownDay = ({ scope }: Tx<ClientScope>, day: FoodDay): FoodDay =>
  scope.numbersOff ? hideNumbers(day) : day;

const shownFood = ({ scope }: Tx<ClientScope>, food: LoggableFood): LoggableFood =>
  scope.numbersOff ? hideFigures(food) : food;

/** The last two weeks of the client in scope, and planned days, with all data for logging offline. */
export async function getOwnFoodLog(tx: Tx<ClientScope>, today: string) {
  const { clientId, seat } = tx.scope;
  const from = addDays(today, 1 - FOOD_LOG_BOUNDS.days);
  const range = { from, to: addDays(today, FOOD_LOG_BOUNDS.ahead) };
  const [rows, entries, comments, known, foods] = await Promise.all([
    selectDays(tx, clientId, range),
    selectEntries(tx, clientId, range),
    selectComments(tx, clientId, range),
    readStatuses(tx, clientId, { from, to: addDays(today, -1) }),
    listUsualFoods(tx, today),
  ]);
  return {
    today,
    days: rows.map((row) => shownDay(tx, toFoodDay(row, entries))),
    statuses: known.map(({ status }) => status),
    foods: foods.map((food) => shownFood(tx, food)),
    comments,
    readOnly: seat !== 'covered',
  };
}

type ReadDay = { log: FoodDay; status: KnownDay; comments: FoodComment[]; ownFoodIds: string[] };

/** One day of the client in scope, empty if nothing was logged. */
export async function getOwnFoodDay(tx: Tx<ClientScope>, day: string) {
  const { clientId } = tx.scope;
  const range = { from: day, to: day };
  const [[row], entries, comments, [known]] = await Promise.all([
    selectDays(tx, clientId, range),
    selectEntries(tx, clientId, range),
    selectComments(tx, clientId, range),
    readStatuses(tx, clientId, range),
  ]);
  if (!known) throw new Error('a day has no status');
  const log = row ? toFoodDay(row, entries) : emptyFoodDay(day);
  return { day: shownDay(tx, log), status: known.status, comments };
}

/**
 * Foods that a search finds for the client in scope, the best first: own ones, then the coach's. In both, favorites of the
 * client come earlier, and so do the coach's foods that the client logs often and lately.
 */
export async function findLoggableFoods(tx: Tx<ClientScope>, q: string, today: string): Promise<LoggableFood[]> {
  const usedById = new Map<string, UsedFood>();
  const readUses = async (ids: readonly string[]) => {
    const from = addDays(today, -RECENT_DAYS);
    const used = await selectUsedFoods(tx, { from, today, limit: ids.length, among: ids });
    for (const one of used) usedById.set(one.foodId, one);
    return new Map(used.map((one) => [one.foodId, one]));
  };
  const [own, { foods }] = await Promise.all([selectOwnFoods(tx), listCoachFoods(tx, { q }, readUses)]);
  const mine = searchAmong(own, q);
  await readUses(mine.map(({ id }) => id));
  const ownFound = mine.map((food) => loggableOf(food, knownOf(usedById.get(food.id))));
  const loggable = [
    ...ownFound.toSorted((a, b) => Number(b.favorite) - Number(a.favorite)),
    ...foods.map((food) => toLoggable(food, usedById.get(food.id))),
  ];
  return loggable.slice(0, FOOD_LOG_BOUNDS.found).map((food) => shownFood(tx, food));
}

/** The food with a code, first an own one, and without one the last quick entry of the client in scope with it. */
export async function findFoodByBarcode(tx: Tx<ClientScope>, barcode: string, today: string) {
  const own = (await selectOwnFoods(tx)).find((food) => food.barcode === barcode);
  const found = own ? undefined : await readFoodByBarcode(tx, barcode);
  const id = (own ?? found)?.id;
  if (id === undefined) {
    const entry = await findEntryByBarcode(tx, barcode);
    return { food: null, entry: entry && { ...entry, nutrients: tx.scope.numbersOff ? null : entry.nutrients } };
  }
  const [used] = await selectUsedFoods(tx, { from: addDays(today, -RECENT_DAYS), today, limit: 1, among: [id] });
  const food = own ? loggableOf(own, knownOf(used)) : found && toLoggable(found, used);
  return { food: food ? shownFood(tx, food) : null, entry: null };
}

/**
 * A page of a client's food log, latest day first.
 * @throws NOT_FOUND
 */
export async function listClientFoodDays(
  tx: Tx<CoachScope>,
  { clientId, cursor }: { clientId: string; cursor?: string | undefined },
): Promise<{ days: ReadDay[]; nextCursor: string | null }> {
  const [exists, rows] = await Promise.all([
    relationshipExists(tx, clientId),
    selectDaysBefore(tx, clientId, { before: cursor, limit: FOOD_LOG_BOUNDS.days + 1 }),
  ]);
  if (!exists) throw refuse('NOT_FOUND');
  const page = rows.slice(0, FOOD_LOG_BOUNDS.days);
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return { days: [], nextCursor: null };
  const range = { from: last.day, to: first.day };
  const [entries, comments, known] = await Promise.all([
    selectEntries(tx, clientId, range),
    selectComments(tx, clientId, range),
    readStatuses(tx, clientId, range),
  ]);
  const eaten = entries.flatMap(({ foodId, deleted }) => (foodId !== null && !deleted ? foodId : []));
  const own = new Set((await selectClientFoods(tx, clientId, [...new Set(eaten)])).map(({ id }) => id));
  const statuses = new Map(known.map(({ status }) => [status.day, status]));
  const days = page.flatMap((row) => {
    const status = statuses.get(row.day);
    if (!status) return [];
    const log = toFoodDay(row, entries);
    const ids = log.entries.flatMap(({ foodId, deleted }) => (foodId !== null && !deleted ? foodId : []));
    const ownFoodIds = [...new Set(ids)].filter((id) => own.has(id));
    return [{ log, status, comments: comments.filter(({ day }) => day === row.day), ownFoodIds }];
  });
  return { days, nextCursor: rows.length > page.length ? last.day : null };
}

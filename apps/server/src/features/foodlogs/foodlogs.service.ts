import type { FoodComment, FoodDay, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { emptyFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { FOOD_LOG_BOUNDS, type KnownDay, statusesOf, USUAL_DAYS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { tierOf } from '@stridewell/contract/foods/foods.rules';
import { addDays } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCoachFoods, readFoods } from '../foods/foods.coach.service.ts';
import { selectComments } from './foodlogs.comments.data.ts';
import {
  type PersonTx,
  type StoredTotals,
  selectDays,
  selectDaysBefore,
  selectEntries,
  selectTotals,
  selectUsedFoods,
  toFoodDay,
  type UsedFood,
} from './foodlogs.data.ts';
import { hideFigures, hideNumbers } from './foodlogs.hidden.rules.ts';

type Days = { from: string; to: string };
type CoachFood = Awaited<ReturnType<typeof readFoods>>[number];

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

/** A food as the client can log it. */
const toLoggable = (food: CoachFood, used: UsedFood | undefined): LoggableFood => {
  const { id, name, brand, unit, kcal, protein, carbohydrate, fat, portions } = food;
  const amount = used?.amount ?? null;
  const measure = used?.measure ?? null;
  return {
    id,
    name,
    brand,
    unit,
    tier: tierOf(food),
    nutrients: { kcal, protein, carbohydrate, fat },
    portions,
    last: amount === null || measure === null ? null : { value: amount, measure },
  };
};

/** How long a food that the client logged is offered. */
const RECENT_DAYS = 60;

/** Foods that the client in scope logged recently, and then the coach's favorites. */
async function listUsualFoods(tx: Tx<ClientScope>, today: string): Promise<LoggableFood[]> {
  const limit = FOOD_LOG_BOUNDS.foods;
  const used = await selectUsedFoods(tx, { from: addDays(today, -RECENT_DAYS), limit });
  const [foods, favorites] = await Promise.all([
    readFoods(
      tx,
      used.map(({ foodId }) => foodId),
    ),
    listCoachFoods(tx, { show: 'favorites' }),
  ]);
  const byId = new Map([...favorites.foods, ...foods].map((food) => [food.id, food]));
  const usedById = new Map(used.map((one) => [one.foodId, one]));
  const ids = new Set([...usedById.keys(), ...favorites.foods.map(({ id }) => id)]);
  return [...ids]
    .flatMap((id) => byId.get(id) ?? [])
    .slice(0, limit)
    .map((food) => toLoggable(food, usedById.get(food.id)));
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

type ReadDay = { log: FoodDay; status: KnownDay; comments: FoodComment[] };

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

/** Foods that a search finds for the client in scope, the best first. Those that the client logged come before others. */
export async function findLoggableFoods(tx: Tx<ClientScope>, q: string, today: string): Promise<LoggableFood[]> {
  const { foods } = await listCoachFoods(tx, { q });
  const ids = foods.map(({ id }) => id);
  const used = await selectUsedFoods(tx, { from: addDays(today, -RECENT_DAYS), limit: ids.length, among: ids });
  const usedById = new Map(used.map((one) => [one.foodId, one]));
  const loggable = foods.map((food) => toLoggable(food, usedById.get(food.id)));
  return loggable
    .toSorted((a, b) => Number(usedById.has(b.id)) - Number(usedById.has(a.id)))
    .slice(0, FOOD_LOG_BOUNDS.found)
    .map((food) => shownFood(tx, food));
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
  const statuses = new Map(known.map(({ status }) => [status.day, status]));
  const days = page.flatMap((row) => {
    const status = statuses.get(row.day);
    const own = comments.filter(({ day }) => day === row.day);
    return status ? [{ log: toFoodDay(row, entries), status, comments: own }] : [];
  });
  return { days, nextCursor: rows.length > page.length ? last.day : null };
}

import { Readable } from 'node:stream';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { addDays } from '@stridewell/contract/time';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { readFoods } from '../foods/foods.coach.service.ts';
import { selectDaysFrom, selectEntries, selectMeals, toFoodDay } from './foodlogs.data.ts';
import { metadataOf, STANDARD_FILES, standardHeader, standardLines } from './foodlogs.standard.rules.ts';

/** Days that are read at a time. */
const PAGE = 60;

type Page = { days: FoodDay[]; codes: ReadonlyMap<string, string> };

/** The whole log of the client in scope, oldest day first, with the codes of the packs of its foods. */
async function* pagesOf(db: Database, scope: ClientScope): AsyncGenerator<Page> {
  let from: string | undefined = '0001-01-01';
  while (from !== undefined) {
    const start: string = from;
    const page = await db.read(scope, async (tx) => {
      const rows = await selectDaysFrom(tx, scope.clientId, { from: start, limit: PAGE });
      const [first, last] = [rows[0]?.day, rows.at(-1)?.day];
      if (first === undefined || last === undefined) return { days: [], codes: new Map<string, string>() };
      const entries = await selectEntries(tx, scope.clientId, { from: first, to: last });
      const foods = await readFoods(tx, [...new Set(entries.flatMap(({ foodId }) => foodId ?? []))]);
      const days = rows.map((row) => toFoodDay(row, entries));
      return { days, codes: new Map(foods.map(({ id, barcode }) => [id, barcode])) };
    });
    yield page;
    const last = page.days.at(-1);
    from = page.days.length === PAGE && last ? addDays(last.id, 1) : undefined;
  }
}

async function* mealsOf(db: Database, scope: ClientScope, timeZone: string): AsyncGenerator<string> {
  yield standardHeader();
  for await (const { days, codes } of pagesOf(db, scope)) {
    yield days.flatMap((day) => standardLines(day, codes, timeZone)).join('');
  }
}

async function* metadata(db: Database, scope: ClientScope, timeZone: string): AsyncGenerator<string> {
  const meals = await db.read(scope, (tx) => selectMeals(tx, scope.clientId));
  yield `${JSON.stringify(metadataOf(meals, timeZone), null, 2)}\n`;
}

/** The food log of the client in scope in the form of the exchange standard: the names of its files and their contents. */
export const foodLogFiles = (
  db: Database,
  scope: ClientScope,
  timeZone: string,
): { name: string; contents: Readable }[] => [
  { name: STANDARD_FILES.meals, contents: textOf(mealsOf(db, scope, timeZone)) },
  { name: STANDARD_FILES.metadata, contents: textOf(metadata(db, scope, timeZone)) },
];

const textOf = (lines: AsyncIterable<string>) => Readable.from(lines, { objectMode: false, encoding: 'utf8' });

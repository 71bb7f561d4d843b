import { stableId } from '@stridewell/contract/foodlogs/foodlogs.ids.rules';
import type { ImportedDay, ImportedEntry } from '@stridewell/contract/foodlogs/foodlogs.imports';
import { FOOD_LOG_BOUNDS, type LoggedNutrients } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { kjToKcal } from '@stridewell/contract/units';
import { type DayOrder, dayOrderOf, readFileDay } from '../../lib/file-days.ts';
import { readFileAmount } from './foodlogs.import-amounts.ts';

/*
 * Exports of MyFitnessPal (one row a meal, `Nutrition-Summary`) and Cronometer (one row a food, `servings.csv`; one row a
 * day, `dailysummary.csv`). Columns are found by their names, because both apps add and leave out some.
 */

export const FOOD_FILE_LABELS = {
  myfitnesspal: 'MyFitnessPal, by meal',
  cronometer_foods: 'Cronometer, food by food',
  cronometer_days: 'Cronometer, day by day',
} as const;
export type FoodFileKind = keyof typeof FOOD_FILE_LABELS;

type Field =
  | 'day'
  | 'time'
  | 'meal'
  | 'name'
  | 'amount'
  | 'kcal'
  | 'kj'
  | 'protein'
  | 'carbohydrate'
  | 'fat'
  | 'completed';

/** Names of columns in lower case. */
const NAMES: Record<Field, readonly string[]> = {
  day: ['date', 'day'],
  time: ['time'],
  meal: ['meal', 'group'],
  name: ['food name', 'food'],
  amount: ['amount'],
  kcal: ['calories', 'energy (kcal)', 'calories (kcal)', 'energy'],
  kj: ['energy (kj)', 'kilojoules', 'calories (kj)'],
  protein: ['protein (g)', 'protein'],
  carbohydrate: ['carbohydrates (g)', 'carbs (g)', 'carbohydrates', 'carbs'],
  fat: ['fat (g)', 'fat'],
  completed: ['completed'],
};
const FIELDS = Object.keys(NAMES) as Field[];

/** A file whose columns are known. `order` is null where the file leaves open which part of a day is the month. */
export type FoodFile = {
  kind: FoodFileKind;
  columns: Readonly<Record<Field, number>>;
  rows: readonly string[][];
  order: DayOrder | null;
};

const NOT_THERE = -1;

/** The kind and columns of a table with its headers first, or why it is none of these exports. */
export function readFoodFile([header = [], ...rows]: readonly string[][]): FoodFile | { problem: string } {
  const names = header.map((name) => name.trim().toLowerCase());
  const columnOf = (field: Field) =>
    NAMES[field].map((name) => names.indexOf(name)).find((at) => at !== NOT_THERE) ?? NOT_THERE;
  const columns = Object.fromEntries(FIELDS.map((field) => [field, columnOf(field)])) as Record<Field, number>;
  const has = (field: Field) => columns[field] !== NOT_THERE;
  const kind = has('name') && has('amount') ? 'cronometer_foods' : has('meal') ? 'myfitnesspal' : 'cronometer_days';
  if (!has('day') || !(has('kcal') || has('kj'))) {
    return {
      problem:
        'This is not a food diary of MyFitnessPal or Cronometer: it needs a column with the date and one with the energy.',
    };
  }
  const order = dayOrderOf(rows.map((row) => row[columns.day] ?? ''));
  return { kind, columns, rows, order };
}

export type FoodFileChoices = {
  /** For files that leave it open. */
  order: DayOrder;
  /** Days count as fully logged where the file does not say it. */
  isComplete: boolean;
  /** Of the client. Later days are left out. */
  today: string;
};

/** `problems` count rows from 1, after the header. */
export type FoodTable = { days: ImportedDay[]; entries: number; problems: { row: number; problem: string }[] };

const TOTALS = /^(?:daily |weekly )?totals?:?$/i;
const MEALS: Readonly<Record<string, string>> = { snacks: 'Snack', uncategorized: 'Snack', '': 'Snack' };
const MINUTES: Readonly<Record<string, number>> = { breakfast: 480, lunch: 750, dinner: 1110 };
const OTHER_MINUTE = 930;

/** The days of a file as they are sent. */
export function foodDaysOf(file: FoodFile, { order, isComplete, today }: FoodFileChoices): FoodTable {
  const days = new Map<string, ImportedDay>();
  const seen = new Map<string, number>();
  const problems: FoodTable['problems'] = [];
  let entries = 0;
  for (const [index, row] of file.rows.entries()) {
    const cell = (field: Field): string => (row[file.columns[field]] ?? '').trim();
    // Sums of the rows above are no food.
    if (TOTALS.test(cell('day')) || TOTALS.test(cell('meal'))) continue;
    const day = readFileDay(cell('day'), file.order ?? order);
    const read = day === null ? 'Not a date' : day > today ? 'A day in the future' : entryOf(file, cell);
    if (typeof read === 'string' || day === null) {
      problems.push({ row: index + 1, problem: typeof read === 'string' ? read : 'Not a date' });
      continue;
    }
    if (read === null) continue;
    const known = days.get(day);
    if (known && known.entries.length >= FOOD_LOG_BOUNDS.entries) {
      problems.push({ row: index + 1, problem: `More than ${FOOD_LOG_BOUNDS.entries} entries on one day` });
      continue;
    }
    // The same line may stand in a file twice, like two coffees.
    const content = JSON.stringify([day, read]);
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    const entry = { ...read, id: stableId(`${content} ${nth}`) };
    entries += 1;
    if (known) known.entries.push(entry);
    else days.set(day, { day, status: statusOf(file, cell('completed'), isComplete), entries: [entry] });
  }
  return { days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)), entries, problems };
}

/** Only Cronometer's days say whether they are complete. */
const statusOf = ({ columns }: FoodFile, completed: string, isComplete: boolean): ImportedDay['status'] =>
  (columns.completed === NOT_THERE ? isComplete : /^true$/i.test(completed)) ? 'complete' : 'partial';

type Cell = (field: Field) => string;

/** A row as an entry, null for an empty one, or why it cannot be one. */
function entryOf(file: FoodFile, cell: Cell): Omit<ImportedEntry, 'id'> | string | null {
  const energy = cell('kcal') === '' ? kjOf(cell('kj')) : numberOf(cell('kcal'));
  const macros = (['protein', 'carbohydrate', 'fat'] as const).map((field) => numberOf(cell(field)));
  const [protein, carbohydrate, fat] = macros;
  if ([energy, ...macros].some((one) => one === undefined)) return 'Not a number';
  if ((energy ?? 0) > FOOD_LOG_BOUNDS.kcal) return `More than ${FOOD_LOG_BOUNDS.kcal} kcal in one entry`;
  if (macros.some((one) => (one ?? 0) > FOOD_LOG_BOUNDS.grams))
    return `More than ${FOOD_LOG_BOUNDS.grams} g in one entry`;
  const isDay = file.kind === 'cronometer_days';
  const meal = isDay ? 'All day' : mealOf(cell('meal'));
  const name = (cell('name') || (isDay ? 'Day from Cronometer' : `${meal} from MyFitnessPal`)).slice(
    0,
    FOOD_BOUNDS.name,
  );
  const amount = readFileAmount(cell('amount'));
  const minute = minuteOf(cell('time')) ?? MINUTES[meal.toLowerCase()] ?? OTHER_MINUTE;
  if (/^(?:tap |bottled )?water\b/i.test(name) && !energy && amount.ml !== null) {
    return {
      kind: 'water',
      meal: '',
      name: '',
      amount: null,
      quantity: amount.ml,
      unit: 'ml',
      nutrients: null,
      minute,
    };
  }
  const isEmpty = (energy ?? null) === null && macros.every((one) => (one ?? null) === null);
  // A day or meal without anything is none; a food without figures was still eaten.
  if (file.kind !== 'cronometer_foods' && (isEmpty || (energy === 0 && macros.every((one) => !one)))) return null;
  const nutrients: LoggedNutrients | null =
    energy === null || energy === undefined
      ? null
      : { kcal: energy, protein: protein ?? null, carbohydrate: carbohydrate ?? null, fat: fat ?? null };
  const { logged, quantity, unit } = amount;
  return { kind: 'quick', meal, name, amount: logged, quantity, unit, nutrients, minute };
}

const mealOf = (text: string): string => (MEALS[text.toLowerCase()] ?? text).slice(0, FOOD_LOG_BOUNDS.meal);

/** A number as both apps write it, with points or commas; null for none, undefined for anything else. */
function numberOf(text: string): number | null | undefined {
  if (text === '' || /^[-–—]+$/.test(text)) return null;
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  const plain = isGrouped ? text.replaceAll(',', '') : text.replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Math.round(Number(plain) * 100) / 100 : undefined;
}

function kjOf(text: string): number | null | undefined {
  const kj = numberOf(text);
  return kj === null || kj === undefined ? kj : Math.round(kjToKcal(kj) * 100) / 100;
}

/** The minute of the day of `7:30`, `07:30:00` or `7:30 PM`; undefined for none. */
function minuteOf(text: string): number | undefined {
  const [, hours = '', minutes = '', half = ''] = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(text) ?? [];
  if (hours === '') return undefined;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const minute = hour * 60 + Number(minutes);
  return minute < 1440 ? minute : undefined;
}

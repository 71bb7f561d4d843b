import { type FoodInput, type FoodRow, foodRow, keyOfRow, mergeRow, problemIn } from '@stridewell/contract/foods/foods';
import {
  energyDoubt,
  FOOD_BOUNDS,
  FOOD_CATEGORIES,
  FOOD_CATEGORY_LABELS,
  FOOD_FIELD_LABELS,
  type FoodCategory,
  type Portion,
} from '@stridewell/contract/foods/foods.rules';
import { usdaName } from './foods.usda-names.ts';

/** Columns of a file with foods, all values for 100 g or 100 ml. */
export const FOOD_COLUMNS = [
  'name',
  'brand',
  'category',
  'kcal',
  'protein',
  'carbohydrate',
  'sugar',
  'fat',
  'saturatedFat',
  'fibre',
  'sodiumMg',
  'alcohol',
  'portionName',
  'portionGrams',
  'portion2Name',
  'portion2Grams',
  'sourceId',
] as const;
export type FoodColumn = (typeof FOOD_COLUMNS)[number];

const OTHER_LABELS: Readonly<Record<string, string>> = {
  kcal: 'Energy (kcal)',
  sodiumMg: 'Sodium (mg)',
  portionName: 'Portion',
  portionGrams: 'Portion weight (g)',
  portion2Name: 'Second portion',
  portion2Grams: 'Second portion weight (g)',
};
export const FOOD_COLUMN_LABELS = Object.fromEntries(
  FOOD_COLUMNS.map((column) => [column, OTHER_LABELS[column] ?? FOOD_FIELD_LABELS[column] ?? column]),
) as Record<FoodColumn, string>;

/** Columns without which no food can be read. */
export const REQUIRED_COLUMNS = ['name', 'kcal', 'protein', 'carbohydrate', 'fat'] as const satisfies FoodColumn[];

/** Words in the headers of food tables. Numbers of sodium in g or energy in kJ are other columns. */
const GUESSES: Record<FoodColumn, RegExp> = {
  name: /^shrt_desc|^long_desc|^(food )?name|^food$|^description/,
  brand: /brand/,
  category: /categor|food ?group/,
  kcal: /kcal|calories/,
  protein: /^protein/,
  carbohydrate: /^carb/,
  sugar: /sugar/,
  fat: /^(total )?fat\b|^lipid/,
  saturatedFat: /saturated|^fa_sat/,
  fibre: /^(dietary )?fib(er|re)/,
  sodiumMg: /^sodium/,
  alcohol: /alcohol|ethanol/,
  portionName: /^gmwt_desc1|^portion( name)?$|^serving( name)?$/,
  portionGrams: /^gmwt_1|^portion grams|^serving (grams|size|weight)/,
  portion2Name: /^gmwt_desc2/,
  portion2Grams: /^gmwt_2/,
  sourceId: /^ndb|^fdc|^id$|^code$/,
};

/** The file's column for each of our columns; null for none. */
export type FoodMapping = Record<FoodColumn, number | null>;

/** The columns that the headers suggest, each used once. */
export function guessFoodMapping(header: readonly string[]): FoodMapping {
  const taken = new Set<number>();
  const find = (column: FoodColumn): number | null => {
    const index = header.findIndex((text, at) => !taken.has(at) && GUESSES[column].test(text.trim().toLowerCase()));
    if (index === -1) return null;
    taken.add(index);
    return index;
  };
  return Object.fromEntries(FOOD_COLUMNS.map((column) => [column, find(column)])) as FoodMapping;
}

/** Whether the file is the abbreviated one of USDA SR, whose ids begin with the food group. */
export const isUsdaFile = (header: readonly string[]): boolean => header.some((text) => /^ndb_no$/i.test(text.trim()));

/** The source of a table of USDA, by the name of its ids; undefined for other tables. */
export function sourceOf(header: readonly string[]): string | undefined {
  if (isUsdaFile(header)) return 'USDA SR Legacy';
  return header.includes('fdc_id') ? 'USDA FoodData Central' : undefined;
}

/** Food groups of USDA SR by the first two digits of an id. */
export const USDA_GROUPS: Readonly<Record<string, FoodCategory>> = {
  '01': 'dairy_eggs',
  '02': 'spices',
  '03': 'baby',
  '04': 'fats_oils',
  '05': 'poultry',
  '06': 'soups_sauces',
  '07': 'meat',
  '08': 'grains',
  '09': 'fruit',
  '10': 'meat',
  '11': 'vegetables',
  '12': 'nuts_seeds',
  '13': 'meat',
  '14': 'drinks',
  '15': 'fish',
  '16': 'legumes',
  '17': 'meat',
  '18': 'baked',
  '19': 'sweets',
  '20': 'grains',
  '21': 'meals',
  '22': 'meals',
  '25': 'snacks',
  '36': 'meals',
};

/** A number of at least 0, with a point or a comma; undefined for an empty cell, null for anything else. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return undefined;
  return /^\d{1,7}(?:[.,]\d{1,10})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** A name in small letters where it is written in capitals alone, and with a space after each comma. */
function readName(text: string, isUsda: boolean): string {
  if (isUsda) return usdaName(text);
  const spaced = text.replaceAll(/\s+/g, ' ').trim();
  if (/\p{Ll}/u.test(spaced)) return spaced;
  const lower = spaced.toLowerCase().replaceAll(/,(?=\p{L})/gu, ', ');
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

const categoryOf = (text: string): FoodCategory | undefined =>
  FOOD_CATEGORIES.find((one) => FOOD_CATEGORY_LABELS[one].toLowerCase() === text.trim().toLowerCase());

export type FoodChoices = { mapping: FoodMapping; source: string; isUsda: boolean };
/** A row that is not imported. The name is empty where the row has none. */
export type SkippedRow = { line: number; name: string; problem: string };
export type FoodTable = {
  rows: FoodRow[];
  /** The line of each row in the file; the header is line 1. */
  lines: number[];
  problems: SkippedRow[];
  /** Rows whose energy does not fit to their nutrients. They are read all the same. */
  doubts: number;
};

/** Reads the rows below the header. A row that is not valid, or whose food was in the file before, is left out. */
export function foodsFromTable(table: readonly (readonly string[])[], choices: FoodChoices): FoodTable {
  const read: FoodTable = { rows: [], lines: [], problems: [], doubts: 0 };
  const seen = new Set<string>();
  for (const [index, cells] of table.entries()) {
    if (index === 0) continue;
    const result = readRow(cells, choices);
    const key = 'row' in result ? keyOfRow(result.row) : '';
    const problem = 'problem' in result ? result.problem : seen.has(key) ? 'This food is in the file twice' : null;
    if (problem !== null) read.problems.push({ line: index + 1, name: skippedName(cells, choices), problem });
    else if ('row' in result) {
      seen.add(key);
      read.rows.push(result.row);
      read.lines.push(index + 1);
      if (energyDoubt(result.food)) read.doubts += 1;
    }
  }
  return read;
}

/** A food by which the row is found in its file: the name with the id of the source. */
function skippedName(cells: readonly string[], { mapping, isUsda }: FoodChoices): string {
  const cell = (column: FoodColumn): string => (mapping[column] === null ? '' : (cells[mapping[column]] ?? '').trim());
  return foodLabel({ name: readName(cell('name'), isUsda).slice(0, FOOD_BOUNDS.name), sourceId: cell('sourceId') });
}

/** Like "Rye bread (ID 175036)". */
export const foodLabel = ({ name, sourceId }: { name: string; sourceId?: string | undefined }): string =>
  sourceId ? `${name} (ID ${sourceId.slice(0, FOOD_BOUNDS.sourceId)})`.trim() : name;

const AMOUNTS = [
  'kcal',
  'protein',
  'carbohydrate',
  'sugar',
  'fat',
  'saturatedFat',
  'fibre',
  'sodiumMg',
  'alcohol',
] as const;

function readRow(
  cells: readonly string[],
  { mapping, source, isUsda }: FoodChoices,
): { row: FoodRow; food: FoodInput } | { problem: string } {
  const cell = (column: FoodColumn): string => {
    const at = mapping[column];
    return at === null ? '' : (cells[at] ?? '').trim();
  };
  const values: Record<string, unknown> = { name: readName(cell('name'), isUsda).slice(0, FOOD_BOUNDS.name) };
  for (const column of AMOUNTS) {
    const amount = readAmount(cell(column));
    if (amount === null)
      return { problem: `${FOOD_COLUMN_LABELS[column]}: “${cell(column).slice(0, 30)}” is not a number` };
    if (amount !== undefined) values[column] = amount;
  }
  const missing = REQUIRED_COLUMNS.find((column) => values[column] === undefined || values[column] === '');
  if (missing) return { problem: `${FOOD_COLUMN_LABELS[missing]} is missing` };
  const sourceId = cell('sourceId').slice(0, FOOD_BOUNDS.sourceId);
  const category =
    categoryOf(cell('category')) ?? (isUsda ? USDA_GROUPS[sourceId.padStart(5, '0').slice(0, 2)] : undefined);
  const portions = readPortions(cell);
  const checked = foodRow.safeParse({
    ...values,
    ...(cell('brand') && { brand: cell('brand').slice(0, FOOD_BOUNDS.brand) }),
    ...(category && { category }),
    ...(portions.length > 0 && { portions }),
    ...(source && { source, sourceId }),
  });
  if (!checked.success) return { problem: problemIn(checked.error) };
  const merged = mergeRow(null, checked.data);
  return 'problem' in merged ? merged : { row: checked.data, food: merged.food };
}

/** Portions with a name and a weight. */
function readPortions(cell: (column: FoodColumn) => string): Portion[] {
  const pairs = [
    [cell('portionName'), cell('portionGrams')],
    [cell('portion2Name'), cell('portion2Grams')],
  ] as const;
  return pairs.flatMap(([text, weight]) => {
    const name = text.replaceAll(/\s+/g, ' ').slice(0, FOOD_BOUNDS.portion).trim();
    const grams = readAmount(weight);
    return name && grams && grams <= FOOD_BOUNDS.portionGrams ? [{ name, grams }] : [];
  });
}

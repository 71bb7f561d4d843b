import { FOOD_CATEGORY_LABELS } from '@stridewell/contract/foods/foods.rules';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { decodeText } from '../../lib/decode-text.ts';
import { USDA_GROUPS } from './foods.import-file.ts';

/** The files of a download that hold foods, by name. The others describe samples and laboratories. */
const FILES = ['food.csv', 'food_nutrient.csv', 'food_portion.csv', 'measure_unit.csv', 'food_category.csv'] as const;
type FileName = (typeof FILES)[number];
const NEEDED: readonly FileName[] = ['food.csv', 'food_nutrient.csv'];

/** Larger files are those of branded foods, which do not fit into the memory of a browser. */
const MOST_BYTES = 150_000_000;

/** Foods that people eat. A download also has the samples that they were measured from. */
const KINDS = new Set(['sr_legacy_food', 'foundation_food', 'survey_fndds_food', 'branded_food']);

/** Ids of nutrients in FoodData Central. The first of a list that a food has counts. */
const NUTRIENTS = {
  kcal: ['1008', '2048', '2047'],
  protein: ['1003'],
  carbohydrate: ['1005', '1050'],
  sugar: ['2000', '1063'],
  fat: ['1004', '1085'],
  saturated_fat: ['1258'],
  fibre: ['1079', '2033'],
  sodium_mg: ['1093'],
  alcohol: ['1018'],
} as const;
const COLUMNS = Object.keys(NUTRIENTS) as (keyof typeof NUTRIENTS)[];
const WANTED = new Set<string>(Object.values(NUTRIENTS).flat());

/** The header of the table, with names that the columns are matched by. */
const HEADER = ['fdc_id', 'name', 'category', ...COLUMNS, 'portion', 'portion grams', 'gmwt_desc2', 'gmwt_2'];

type Row = Readonly<Record<string, string>>;

/** Reads each row with its headers. Rows are not kept, because one file can have millions. */
function eachRow(text: string | undefined, take: (row: Row) => void): void {
  if (text === undefined) return;
  Papa.parse<Row>(text, { header: true, skipEmptyLines: true, step: ({ data }) => take(data) });
}

/** Like "1 cup, chopped". The unit 9999 stands for none, and "Quantity not specified" for no portion. */
function portionName({ amount, measure_unit_id: unitId, portion_description: description, modifier }: Row, units: Row) {
  const unit = unitId && unitId !== '9999' ? units[unitId] : '';
  const words = [unit, /^quantity not specified$/i.test(description ?? '') ? '' : description, modifier];
  const text = words.filter(Boolean).join(', ');
  if (text === '') return '';
  return /^\d/.test(text) || !amount ? text : `${Number(amount)} ${text}`;
}

/**
 * One table of the foods in a download of USDA FoodData Central (CSV, https://fdc.nal.usda.gov/download-datasets), with
 * values for 100 g, the first two portions of a food, and its long name.
 * @param files the texts of its files by name
 */
export function tableOfDownload(files: Partial<Record<FileName, string>>): string[][] {
  const [categories, units] = [{} as Record<string, string>, {} as Record<string, string>];
  eachRow(files['food_category.csv'], ({ id = '', code = '' }) => {
    const group = USDA_GROUPS[code.padStart(4, '0').slice(0, 2)];
    if (group) categories[id] = FOOD_CATEGORY_LABELS[group];
  });
  eachRow(files['measure_unit.csv'], ({ id = '', name = '' }) => {
    units[id] = name;
  });
  const amounts = new Map<string, Map<string, string>>();
  const foods: Row[] = [];
  eachRow(files['food.csv'], (food) => {
    if (!KINDS.has(food.data_type ?? '')) return;
    foods.push(food);
    amounts.set(food.fdc_id ?? '', new Map());
  });
  eachRow(files['food_nutrient.csv'], ({ fdc_id: id = '', nutrient_id: nutrient = '', amount = '' }) => {
    if (WANTED.has(nutrient)) amounts.get(id)?.set(nutrient, amount);
  });
  const portions = new Map<string, string[]>();
  eachRow(files['food_portion.csv'], (portion) => {
    const [id = '', name] = [portion.fdc_id, portionName(portion, units)];
    const known = portions.get(id) ?? [];
    if (name && portion.gram_weight && known.length < 4) portions.set(id, [...known, name, portion.gram_weight]);
  });
  const rows = foods.map(({ fdc_id: id = '', description = '', food_category_id: category = '' }) => {
    const values = COLUMNS.map((column) => {
      const found = NUTRIENTS[column].find((nutrient) => amounts.get(id)?.has(nutrient));
      return (found && amounts.get(id)?.get(found)) ?? '';
    });
    const [name = '', grams = '', secondName = '', secondGrams = ''] = portions.get(id) ?? [];
    return [id, description, categories[category] ?? '', ...values, name, grams, secondName, secondGrams];
  });
  return [HEADER, ...rows];
}

/** The foods of a zipped download as CSV. A file of another ending is a text. */
export async function textOfDownload(bytes: Uint8Array, name: string): Promise<string | { problem: string }> {
  if (!/\.zip$/i.test(name)) return decodeText(bytes);
  let tooLarge = false;
  try {
    const found = unzipSync(bytes, {
      filter({ name: path, originalSize }) {
        const isWanted = FILES.some((file) => path.split('/').at(-1) === file);
        if (isWanted && originalSize > MOST_BYTES) tooLarge = true;
        return isWanted && originalSize <= MOST_BYTES;
      },
    });
    if (tooLarge) return { problem: 'This download is too large to read here. Choose Foundation Foods or SR Legacy.' };
    const files: Partial<Record<FileName, string>> = {};
    for (const [path, content] of Object.entries(found)) {
      const file = FILES.find((one) => path.split('/').at(-1) === one);
      if (file) files[file] = strFromU8(content);
    }
    const missing = NEEDED.find((file) => files[file] === undefined);
    if (missing)
      return { problem: `There is no ${missing} in this ZIP file. Choose a CSV download of FoodData Central.` };
    return Papa.unparse(tableOfDownload(files));
  } catch {
    return { problem: 'This ZIP file is damaged. Please download it again.' };
  }
}

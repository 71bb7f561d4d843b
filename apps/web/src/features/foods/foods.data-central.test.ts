import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../lib/read-csv.ts';
import { tableOfDownload, textOfDownload } from './foods.data-central.ts';
import { foodsFromTable, guessFoodMapping, sourceOf } from './foods.import-file.ts';

/** Rows as FoodData Central writes them: every cell in quotes. */
const csv = (...rows: (string | number)[][]) => rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');

const FILES = {
  'food.csv': csv(
    ['fdc_id', 'data_type', 'description', 'food_category_id', 'publication_date'],
    [173410, 'sr_legacy_food', 'Butter, salted', 1, '2019-04-01'],
    [2346404, 'foundation_food', 'Potatoes, russet, without skin, raw', 11, '2022-10-28'],
    [319875, 'market_acquisition', 'Potatoes, sample 3', 11, '2019-04-01'],
    [167512, 'sr_legacy_food', 'Ale, without figures', 14, '2019-04-01'],
  ),
  'food_nutrient.csv': csv(
    ['id', 'fdc_id', 'nutrient_id', 'amount', 'data_points'],
    [1, 173410, 1008, 717, 0],
    [2, 173410, 1003, 0.85, 16],
    [3, 173410, 1004, 81.11, 580],
    [4, 173410, 1005, 0.06, 0],
    [5, 173410, 1258, 51.368, 0],
    [6, 173410, 1093, 643, 0],
    [7, 173410, 1106, 684, 0],
    [8, 2346404, 2047, 84, 1],
    [9, 2346404, 2048, 79, 1],
    [10, 2346404, 1003, 2.27, 8],
    [11, 2346404, 1004, 0.36, 8],
    [12, 2346404, 1005, 17.77, 8],
    [13, 319875, 1008, 75, 1],
  ),
  'food_portion.csv': csv(
    ['id', 'fdc_id', 'seq_num', 'amount', 'measure_unit_id', 'portion_description', 'modifier', 'gram_weight'],
    [1, 173410, 1, 1, 9999, '', 'pat (1" sq, 1/3" high)'.replaceAll('"', '""'), 5],
    [2, 173410, 2, 1, 1001, '', '', 14.2],
    [3, 173410, 3, 1, 1000, '', '', 227],
    [4, 2346404, 1, 1, 9999, 'Quantity not specified', '', 100],
  ),
  'measure_unit.csv': csv(['id', 'name'], [1000, 'cup'], [1001, 'tablespoon'], [9999, 'undetermined']),
  'food_category.csv': csv(
    ['id', 'code', 'description'],
    [1, '0100', 'Dairy and Egg Products'],
    [11, '1100', 'Vegetables and Vegetable Products'],
  ),
};

const zip = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`FoodData_Central_csv/${name}`, strToU8(text)])),
  );

describe('a download of FoodData Central', () => {
  it('is read with long names, categories, portions and the energy of either kind of food', async () => {
    const text = await textOfDownload(zip({ ...FILES, 'lab_method.csv': 'id\n1' }), 'FoodData_Central_csv_2026.zip');
    const table = readCsv(String(text));
    const rows = 'rows' in table ? table.rows : [];
    const [header = []] = rows;
    const source = sourceOf(header) ?? '';
    expect(source).toBe('USDA FoodData Central');
    const read = foodsFromTable(rows, { mapping: guessFoodMapping(header), source, isUsda: false });
    expect(read.rows).toMatchObject([
      {
        name: 'Butter, salted',
        category: 'dairy_eggs',
        kcal: 717,
        saturatedFat: 51.368,
        sodiumMg: 643,
        sourceId: '173410',
        portions: [
          { name: '1 pat (1" sq, 1/3" high)', grams: 5 },
          { name: '1 tablespoon', grams: 14.2 },
        ],
      },
      { name: 'Potatoes, russet, without skin, raw', category: 'vegetables', kcal: 79, carbohydrate: 17.77 },
    ]);
    expect(read.problems).toEqual([
      { line: 4, name: 'Ale, without figures (ID 167512)', problem: 'Energy (kcal) is missing' },
    ]);
  });

  it('needs no portions and categories', () => {
    const { 'food.csv': food, 'food_nutrient.csv': nutrients } = FILES;
    const [, butter = []] = tableOfDownload({ 'food.csv': food, 'food_nutrient.csv': nutrients });
    expect(butter.slice(0, 4)).toEqual(['173410', 'Butter, salted', '', '717']);
  });

  it.each([
    ['another ZIP file', zip({ 'food.csv': FILES['food.csv'] }), /There is no food_nutrient\.csv in this ZIP file/],
    ['a damaged one', zip(FILES).slice(0, 200), /damaged/],
  ])('is refused when it is %s', async (_, bytes, problem) => {
    expect(await textOfDownload(bytes, 'x.zip')).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('is a text with any other ending', async () => {
    expect(await textOfDownload(strToU8('name,kcal'), 'foods.csv')).toBe('name,kcal');
  });
});

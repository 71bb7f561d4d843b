import { describe, expect, it } from 'vitest';
import { foodsFromTable, guessFoodMapping, isUsdaFile, readAmount } from './foods.import-file.ts';
import { usdaName } from './foods.usda-names.ts';

const USDA = [
  'NDB_No',
  'Shrt_Desc',
  'Water_(g)',
  'Energ_Kcal',
  'Protein_(g)',
  'Lipid_Tot_(g)',
  'Carbohydrt_(g)',
  'Fiber_TD_(g)',
  'Sugar_Tot_(g)',
  'Sodium_(mg)',
  'FA_Sat_(g)',
  'GmWt_1',
  'GmWt_Desc1',
  'GmWt_2',
  'GmWt_Desc2',
];
const butter = ['01001', 'BUTTER,WITH SALT', '15.87', '717', '0.85', '81.11', '0.06', '0', '0.06', '643', '51.368'];
const row = (changes: Record<number, string>) =>
  Object.assign([...butter, '5', '1 pat', '14.2', '1 tbsp'], changes) as string[];
const read = (...rows: string[][]) =>
  foodsFromTable([USDA, ...rows], { mapping: guessFoodMapping(USDA), source: 'USDA SR Legacy', isUsda: true });

describe('a description of USDA SR', () => {
  it.each([
    [
      'CHIKEN,BROILER OR FRYERS,BRST,SKINLESS,BNLESS,MEAT ONLY,RAW',
      'Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw',
    ],
    ['MILK,WHL,3.25% MILKFAT,W/ ADDED VITAMIN D', 'Milk, whole, 3.25% milkfat, with added vitamin d'],
    ['BROCCOLI,CKD,BLD,DRND,WO/SALT', 'Broccoli, cooked, boiled, drained, without salt'],
    ['CHEESE,CHEDDAR,RED FAT', 'Cheese, cheddar, reduced fat'],
    ['PEPPERS,SWT,RED,RAW', 'Peppers, sweet, red, raw'],
    ['CHICKPEAS ,MATURE SEEDS,CKD,BLD,WO/SALT', 'Chickpeas, mature seeds, cooked, boiled, without salt'],
    ['POTATOES,FR FR,SALT ADDED IN PROC', 'Potatoes, french fried, salt added in processing'],
    ['Popcorn, microwave, regular flavor', 'Popcorn, microwave, regular flavor'],
  ])('%s is written in full', (description, name) => {
    expect(usdaName(description)).toBe(name);
    expect(usdaName(name)).toBe(name);
  });
});

describe('a file with foods', () => {
  it('is read by its headers', () => {
    expect(isUsdaFile(USDA)).toBe(true);
    expect(read(row({})).rows).toEqual([
      {
        name: 'Butter, with salt',
        category: 'dairy_eggs',
        kcal: 717,
        protein: 0.85,
        fat: 81.11,
        carbohydrate: 0.06,
        fibre: 0,
        sugar: 0.06,
        sodiumMg: 643,
        saturatedFat: 51.368,
        portions: [
          { name: '1 pat', grams: 5 },
          { name: '1 tbsp', grams: 14.2 },
        ],
        source: 'USDA SR Legacy',
        sourceId: '01001',
      },
    ]);
  });

  it('with headers of other tables', () => {
    const header = ['Name', 'Brand', 'Category', 'Calories', 'Protein', 'Carbohydrates', 'Total fat', 'Dietary fiber'];
    const mapping = guessFoodMapping(header);
    const { rows } = foodsFromTable([header, ['Oat drink', 'Mill', 'drinks', '46', '1,0', '6.7', '1.5', '']], {
      mapping,
      source: '',
      isUsda: false,
    });
    expect(rows).toEqual([
      { name: 'Oat drink', brand: 'Mill', category: 'drinks', kcal: 46, protein: 1, carbohydrate: 6.7, fat: 1.5 },
    ]);
  });

  it.each([
    ['a name', { 1: ' ' }, 'Name is missing'],
    ['energy', { 3: '' }, /^Energy \(kcal\) is missing$/],
    ['numbers', { 4: 'trace' }, 'Protein: “trace” is not a number'],
    ['positive numbers', { 4: '-1' }, 'Protein: “-1” is not a number'],
    ['possible numbers', { 4: '50' }, /^Protein, .* add up to 131 g/],
    ['characters that can be shown', { 1: 'Butter \u0000' }, /control characters/],
    ['a part that is less than the whole', { 8: '20' }, 'More sugar than carbohydrate'],
  ])('needs %s', (_, changes, problem) => {
    expect(read(row(changes)).problems).toMatchObject([{ line: 2, problem: expect.stringMatching(problem) }]);
  });

  it('names a food that it has twice by its line and its own name', () => {
    expect(read(row({}), row({ 1: 'Other' }), row({ 0: '01002' }))).toMatchObject({
      lines: [2, 4],
      problems: [{ line: 3, name: 'Other (ID 01001)', problem: 'This food is in the file twice' }],
    });
  });

  it('leaves out cells that say nothing', () => {
    const [food] = read(row({ 8: '', 12: '', 14: '' })).rows;
    expect(food).not.toHaveProperty('sugar');
    expect(food).not.toHaveProperty('portions');
  });

  it('is read with energy that does not fit, and says how often', () => {
    expect(read(row({}), row({ 0: '01002', 3: '71' }))).toMatchObject({ doubts: 1, problems: [] });
  });
});

it('amounts are numbers of at least 0, or nothing', () => {
  expect(['1.5', '1,5', ' 7 ', '', 'x', '1e9', '-2', '1.2.3'].map(readAmount)).toEqual([
    1.5,
    1.5,
    7,
    undefined,
    null,
    null,
    null,
    null,
  ]);
});

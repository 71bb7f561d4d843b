import { describe, expect, it } from 'vitest';
import { readCsv } from '../../lib/read-csv.ts';
import { type FoodFile, type FoodFileChoices, foodDaysOf, readFoodFile } from './foodlogs.import-file.ts';

const fileOf = (text: string): FoodFile => {
  const table = readCsv(text);
  const file = 'rows' in table ? readFoodFile(table.rows) : table;
  if ('problem' in file) throw new Error(file.problem);
  return file;
};
const read = (text: string, choices: Partial<FoodFileChoices> = {}) =>
  foodDaysOf(fileOf(text), { order: 'mdy', isComplete: false, today: '2026-03-02', ...choices });

const MEALS = `Date,Meal,Calories,Fat (g),Saturated Fat,Cholesterol,Sodium (mg),Carbohydrates (g),Fiber,Protein (g),Note
2026-02-10,Breakfast,550.0,15.0,4,30,400,60.0,8,45.0,
2026-02-10,Snacks,"1,050.5",30.0,8,90,900,90.0,10,,late
2026-02-10,Dinner,0,0,0,0,0,0,0,0,
Totals,,1600.5,45,,,,150,,45,
2026-02-11,Lunch,700,20,5,60,700,70,6,60,`;

const FOODS = `\uFEFFDay,Time,Group,Food Name,Amount,Energy (kcal),Carbs (g),Net Carbs (g),Fat (g),Protein (g),Category
2026-02-10,7:30 AM,Breakfast,"Oats, rolled",80.00 g,300.8,54.0,46.0,5.2,10.6,Grains
2026-02-10,7:30 AM,Breakfast,Coffee,1.00 cup,5,0,0,0,0.3,Beverages
2026-02-10,7:30 AM,Breakfast,Coffee,1.00 cup,5,0,0,0,0.3,Beverages
2026-02-10,6:05 PM,Uncategorized,ZZ Chili,1.00 full recipe,291.49,38.04,28,6.44,21.28,
2026-02-10,,Dinner,Water,500.00 ml,0.0,,,,,Beverages`;

describe('a diary of MyFitnessPal', () => {
  it('has an entry for each meal with food, partly logged unless the person says otherwise', () => {
    expect(fileOf(MEALS).kind).toBe('myfitnesspal');
    const { days, entries, problems } = read(MEALS);
    expect(problems).toEqual([]);
    expect(entries).toBe(3);
    expect(days.map(({ day, status }) => [day, status])).toEqual([
      ['2026-02-10', 'partial'],
      ['2026-02-11', 'partial'],
    ]);
    expect(days[0]?.entries).toMatchObject([
      {
        kind: 'quick',
        meal: 'Breakfast',
        name: 'Breakfast from MyFitnessPal',
        minute: 480,
        nutrients: { kcal: 550, protein: 45, carbohydrate: 60, fat: 15 },
      },
      { meal: 'Snack', nutrients: { kcal: 1050.5, protein: null, carbohydrate: 90, fat: 30 } },
    ]);
    expect(read(MEALS, { isComplete: true }).days.every(({ status }) => status === 'complete')).toBe(true);
  });

  it('is read in kilojoules, with semicolons and commas, and days in the order of a country', () => {
    const text = 'Date;Meal;Energy (kJ);Protein (g)\n03/04/2025;Lunch;2092;30,5\n04/04/2025;Lunch;2092;1';
    expect(fileOf(text).order).toBeNull();
    expect(read(text, { order: 'dmy' }).days).toMatchObject([
      { day: '2025-04-03', entries: [{ nutrients: { kcal: 500, protein: 30.5 } }] },
      { day: '2025-04-04' },
    ]);
    expect(read(text, { order: 'mdy' }).days.map(({ day }) => day)).toEqual(['2025-03-04', '2025-04-04']);
  });

  it('says which rows are left out, and why', () => {
    const text = `Date,Meal,Calories,Protein (g)
someday,Lunch,700,60
2026-02-30,Lunch,700,60
2026-03-03,Lunch,700,60
2026-02-10,Lunch,many,60
2026-02-10,Lunch,-5,60
2026-02-10,Lunch,12000,60
2026-02-10,Lunch,700,1200`;
    expect(read(text).problems).toEqual([
      { row: 1, problem: 'Not a date' },
      { row: 2, problem: 'Not a date' },
      { row: 3, problem: 'A day in the future' },
      { row: 4, problem: 'Not a number' },
      { row: 5, problem: 'Not a number' },
      { row: 6, problem: 'More than 9999 kcal in one entry' },
      { row: 7, problem: 'More than 999 g in one entry' },
    ]);
  });
});

describe('a diary of Cronometer', () => {
  it('has each food with its amount, its time, and water', () => {
    const { days } = read(FOODS);
    expect(days[0]?.entries).toMatchObject([
      { name: 'Oats, rolled', amount: { value: 80, measure: 'g' }, quantity: 80, unit: 'g', minute: 450 },
      { name: 'Coffee', amount: { value: 1, measure: 'cup' }, unit: 'ml' },
      { name: 'Coffee' },
      { name: 'ZZ Chili', meal: 'Snack', amount: { value: 1, measure: 'full recipe' }, quantity: null, minute: 1085 },
      { kind: 'water', meal: '', quantity: 500, unit: 'ml', nutrients: null },
    ]);
  });

  it('gives each line the same id whenever it is read, also equal lines', () => {
    const ids = (text: string) => read(text).days.flatMap(({ entries }) => entries.map(({ id }) => id));
    const [one, other] = [ids(FOODS), ids(FOODS)];
    expect(one).toEqual(other);
    expect(new Set(one).size).toBe(5);
    expect(ids(FOODS.replace('300.8', '301'))[0]).not.toBe(one[0]);
  });

  it('by day says which days are complete, and leaves out empty ones', () => {
    const text = `Date,Energy (kcal),Alcohol (g),Carbs (g),Fiber (g),Net Carbs (g),Fat (g),Protein (g),Completed
2026-02-10,2712.4,0,301.2,38.1,263.1,82.6,158.3,true
2026-02-11,2988.0,0,340.0,40.0,300.0,91.0,162.0,false
2026-02-12,0.0,0,0,0,0,0,0,false
2026-02-13,,,,,,,,false`;
    expect(read(text, { isComplete: true }).days).toMatchObject([
      { day: '2026-02-10', status: 'complete', entries: [{ meal: 'All day', nutrients: { kcal: 2712.4, fat: 82.6 } }] },
      { day: '2026-02-11', status: 'partial' },
    ]);
  });
});

it.each(['a,b\n1,2', 'Date,Weight\n2026-01-01,80', ''])('%s is no diary', (text) => {
  const table = readCsv(text);
  expect('rows' in table && readFoodFile(table.rows)).toHaveProperty('problem');
});

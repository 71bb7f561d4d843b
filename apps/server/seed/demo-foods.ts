import { randomUUID } from 'node:crypto';
import { EMPTY_FOOD, type FoodInput } from '@stridewell/contract/foods/foods';
import { type FoodCategory, foodKey, foodWords } from '@stridewell/contract/foods/foods.rules';
import { foods, foodWordRows } from '../src/features/foods/foods.table.ts';
import type { OwnerDb } from './factories.ts';

/** kcal, protein, carbohydrate, fat, sugar, saturated fat and fibre in g, and sodium in mg. */
type Values = [number, number, number, number, number | null, number | null, number | null, number | null];
/** The id in the source, the values per 100 g, a portion with its grams, and grams of alcohol. */
type Entry = [string, FoodCategory, string, Values, ([string, number] | null)?, number?];

/** Everyday foods with the values of USDA SR Legacy. */
const FOODS: readonly Entry[] = [
  ['09003', 'fruit', 'Apple with skin', [52, 0.26, 13.81, 0.17, 10.39, 0.028, 2.4, 1], ['1 medium', 182]],
  ['09040', 'fruit', 'Banana', [89, 1.09, 22.84, 0.33, 12.23, 0.112, 2.6, 1], ['1 medium', 118]],
  ['09200', 'fruit', 'Orange', [47, 0.94, 11.75, 0.12, 9.35, 0.015, 2.4, 0], ['1 medium', 131]],
  ['09316', 'fruit', 'Strawberries', [32, 0.67, 7.68, 0.3, 4.89, 0.015, 2, 1], ['1 cup', 152]],
  ['09050', 'fruit', 'Blueberries', [57, 0.74, 14.49, 0.33, 9.96, 0.028, 2.4, 1], ['1 cup', 148]],
  ['09132', 'fruit', 'Grapes', [69, 0.72, 18.1, 0.16, 15.48, 0.054, 0.9, 2], ['1 cup', 151]],
  ['09252', 'fruit', 'Pear', [57, 0.36, 15.23, 0.14, 9.75, 0.022, 3.1, 1], ['1 medium', 178]],
  ['09266', 'fruit', 'Pineapple', [50, 0.54, 13.12, 0.12, 9.85, 0.009, 1.4, 1], ['1 cup of chunks', 165]],
  ['09326', 'fruit', 'Watermelon', [30, 0.61, 7.55, 0.15, 6.2, 0.016, 0.4, 1], ['1 cup of balls', 154]],
  ['09037', 'fruit', 'Avocado', [160, 2, 8.53, 14.66, 0.66, 2.126, 6.7, 7], ['1 cup of cubes', 150]],
  ['09150', 'fruit', 'Lemon without peel', [29, 1.1, 9.32, 0.3, 2.5, 0.039, 2.8, 2], ['1 medium', 58]],
  ['11090', 'vegetables', 'Broccoli, raw', [34, 2.82, 6.64, 0.37, 1.7, 0.039, 2.6, 33], ['1 cup, chopped', 91]],
  ['11124', 'vegetables', 'Carrot, raw', [41, 0.93, 9.58, 0.24, 4.74, 0.037, 2.8, 69], ['1 medium', 61]],
  ['11457', 'vegetables', 'Spinach, raw', [23, 2.86, 3.63, 0.39, 0.42, 0.063, 2.2, 79], ['1 cup', 30]],
  ['11529', 'vegetables', 'Tomato, raw', [18, 0.88, 3.89, 0.2, 2.63, 0.028, 1.2, 5], ['1 medium', 123]],
  [
    '11205',
    'vegetables',
    'Cucumber with peel',
    [15, 0.65, 3.63, 0.11, 1.67, 0.037, 0.5, 2],
    ['half a cup of slices', 52],
  ],
  ['11821', 'vegetables', 'Red bell pepper, raw', [31, 0.99, 6.03, 0.3, 4.2, 0.027, 2.1, 4], ['1 medium', 119]],
  ['11282', 'vegetables', 'Onion, raw', [40, 1.1, 9.34, 0.1, 4.24, 0.042, 1.7, 4], ['1 medium', 110]],
  ['11260', 'vegetables', 'White mushrooms, raw', [22, 3.09, 3.26, 0.34, 1.98, 0.05, 1, 5], ['1 cup of slices', 70]],
  ['11251', 'vegetables', 'Romaine lettuce', [17, 1.23, 3.29, 0.3, 1.19, 0.039, 2.1, 8], ['1 cup, shredded', 47]],
  ['11135', 'vegetables', 'Cauliflower, raw', [25, 1.92, 4.97, 0.28, 1.91, 0.064, 2, 30], ['1 cup, chopped', 107]],
  ['11052', 'vegetables', 'Green beans, raw', [31, 1.83, 6.97, 0.22, 3.26, 0.05, 2.7, 6], ['1 cup', 100]],
  ['11167', 'vegetables', 'Sweet corn, raw', [86, 3.27, 18.7, 1.35, 6.26, 0.325, 2, 15], ['1 ear', 90]],
  ['11143', 'vegetables', 'Celery, raw', [16, 0.69, 2.97, 0.17, 1.83, 0.042, 1.6, 80], ['1 stalk', 40]],
  ['11215', 'vegetables', 'Garlic, raw', [149, 6.36, 33.06, 0.5, 1, 0.089, 2.1, 17], ['1 clove', 3]],
  ['11477', 'vegetables', 'Zucchini with skin, raw', [17, 1.21, 3.11, 0.32, 2.5, 0.084, 1, 8], ['1 medium', 196]],
  ['11674', 'vegetables', 'Potato, baked with skin', [93, 2.5, 21.15, 0.13, 1.18, 0.035, 2.2, 10], ['1 medium', 173]],
  [
    '11508',
    'vegetables',
    'Sweet potato, baked in its skin',
    [90, 2.01, 20.71, 0.15, 6.48, 0.034, 3.3, 36],
    ['1 medium', 114],
  ],
  [
    '05064',
    'poultry',
    'Chicken breast, roasted, without skin',
    [165, 31.02, 0, 3.57, 0, 1.01, 0, 74],
    ['half a breast', 86],
  ],
  [
    '05098',
    'poultry',
    'Chicken thigh, roasted, without skin',
    [179, 24.76, 0, 8.15, 0, 2.311, 0, 106],
    ['1 thigh', 52],
  ],
  ['23562', 'meat', 'Ground beef, 10% fat, raw', [176, 20, 0, 10, 0, 4.058, 0, 66]],
  ['10061', 'meat', 'Pork tenderloin, lean, roasted', [143, 26.17, 0, 3.51, 0, 1.198, 0, 57]],
  ['07029', 'meat', 'Ham, sliced', [163, 16.6, 3.83, 8.6, 0, 2.936, 1.3, 1143], ['1 slice', 28]],
  [
    '15237',
    'fish',
    'Atlantic salmon, farmed, cooked',
    [206, 22.1, 0, 12.35, null, 2.504, 0, 61],
    ['half a fillet', 178],
  ],
  ['15121', 'fish', 'Tuna, canned in water, drained', [86, 19.44, 0, 0.96, 0, 0.211, 0, 247], ['1 can', 165]],
  ['15016', 'fish', 'Atlantic cod, cooked', [105, 22.83, 0, 0.86, 0, 0.168, 0, 78], ['1 fillet', 180]],
  ['15151', 'fish', 'Shrimp, cooked', [119, 22.78, 1.52, 1.7, 0, 0.521, 0, 947]],
  ['01129', 'dairy_eggs', 'Egg, hard-boiled', [155, 12.58, 1.12, 10.61, 1.12, 3.267, 0, 124], ['1 large', 50]],
  ['01124', 'dairy_eggs', 'Egg white, raw', [52, 10.9, 0.73, 0.17, 0.71, 0, 0, 166], ['of 1 large egg', 33]],
  ['01077', 'dairy_eggs', 'Milk, 3.25% fat', [61, 3.15, 4.8, 3.25, 5.05, 1.865, 0, 43], ['1 cup', 244]],
  ['01079', 'dairy_eggs', 'Milk, 2% fat', [50, 3.3, 4.8, 1.98, 5.06, 1.257, 0, 47], ['1 cup', 244]],
  [
    '01256',
    'dairy_eggs',
    'Greek yogurt, nonfat, plain',
    [59, 10.19, 3.6, 0.39, 3.24, 0.117, 0, 36],
    ['1 container', 170],
  ],
  ['01015', 'dairy_eggs', 'Cottage cheese, 2% fat', [86, 11.83, 3.66, 2.45, 3.67, 0.979, 0, 330]],
  ['01009', 'dairy_eggs', 'Cheddar', [403, 24.9, 1.28, 33.14, 0.52, 21.092, 0, 621], ['1 slice', 28]],
  ['01026', 'dairy_eggs', 'Mozzarella, whole milk', [300, 22.17, 2.19, 22.35, 1.03, 13.152, 0, 627]],
  ['01145', 'dairy_eggs', 'Butter, unsalted', [717, 0.85, 0.06, 81.11, 0.06, 51.368, 0, 11], ['1 tablespoon', 14.2]],
  ['16070', 'legumes', 'Lentils, boiled', [116, 9.02, 20.13, 0.38, 1.8, 0.053, 7.9, 2], ['1 cup', 198]],
  ['16057', 'legumes', 'Chickpeas, boiled', [164, 8.86, 27.42, 2.59, 4.8, 0.269, 7.6, 7], ['1 cup', 164]],
  ['16015', 'legumes', 'Black beans, boiled', [132, 8.86, 23.71, 0.54, null, 0.139, 8.7, 1], ['1 cup', 172]],
  ['16126', 'legumes', 'Tofu, firm', [70, 8.19, 1.69, 4.17, 0.6, 0.863, 0.9, 12]],
  [
    '16098',
    'legumes',
    'Peanut butter, smooth, salted',
    [588, 25.09, 19.56, 50.39, 9.22, 10.51, 6, 459],
    ['2 tablespoons', 32],
  ],
  ['16158', 'legumes', 'Hummus', [166, 7.9, 14.29, 9.6, null, 1.437, 6, 379], ['1 tablespoon', 15]],
  ['12061', 'nuts_seeds', 'Almonds', [579, 21.15, 21.55, 49.93, 4.2, 3.802, 12.5, 1], ['23 almonds', 28.35]],
  ['12155', 'nuts_seeds', 'Walnuts', [654, 15.23, 13.71, 65.21, 2.61, 6.126, 6.7, 2], ['14 halves', 28.35]],
  ['12006', 'nuts_seeds', 'Chia seeds', [486, 16.54, 42.12, 30.74, null, 3.33, 34.4, 16], ['1 ounce', 28.35]],
  ['20045', 'grains', 'White rice, long-grain, cooked', [130, 2.69, 28.17, 0.28, 0.05, 0.077, 0.4, 1], ['1 cup', 158]],
  ['20037', 'grains', 'Brown rice, long-grain, cooked', [111, 2.58, 22.96, 0.9, 0.35, 0.18, 1.8, 5], ['1 cup', 202]],
  ['20121', 'grains', 'Spaghetti, cooked', [158, 5.8, 30.86, 0.93, 0.56, 0.176, 1.8, 1], ['1 cup', 140]],
  ['08120', 'grains', 'Rolled oats, dry', [379, 13.15, 67.7, 6.52, 0.99, 1.11, 10.1, 6], ['1 cup', 81]],
  ['20137', 'grains', 'Quinoa, cooked', [120, 4.4, 21.3, 1.92, 0.87, 0.231, 2.8, 7], ['1 cup', 185]],
  ['18075', 'baked', 'Whole-wheat bread', [252, 12.45, 42.71, 3.5, 4.34, 0.722, 6, 455], ['1 slice', 32]],
  ['18060', 'baked', 'Rye bread', [259, 8.5, 48.3, 3.3, 3.85, 0.626, 5.8, 603], ['1 slice', 32]],
  ['18406', 'baked', 'Bagel, plain', [275, 10.5, 53.4, 1.6, null, 0.22, 2.3, 534], ['1 medium', 105]],
  ['18364', 'baked', 'Flour tortilla', [301, 8, 51.21, 6.7, 4.39, 1.63, 2.3, 686], ['1 of 8 inches', 49]],
  ['04053', 'fats_oils', 'Olive oil', [884, 0, 0, 100, 0, 13.808, 0, 2], ['1 tablespoon', 13.5]],
  ['19296', 'sweets', 'Honey', [304, 0.3, 82.4, 0, 82.12, 0, 0.2, 4], ['1 tablespoon', 21]],
  ['19335', 'sweets', 'Sugar', [387, 0, 99.98, 0, 99.8, 0, 0, 1], ['1 teaspoon', 4.2]],
  [
    '19904',
    'sweets',
    'Dark chocolate, 70 to 85% cocoa',
    [598, 7.79, 45.9, 42.63, 23.99, 24.489, 10.9, 20],
    ['1 ounce', 28.35],
  ],
  ['19297', 'sweets', 'Jam', [278, 0.37, 68.86, 0.07, 48.5, 0.01, 1.1, 32], ['1 tablespoon', 20]],
  ['19811', 'snacks', 'Potato chips, unsalted', [536, 7, 52.9, 34.6, 0.22, 10.96, 4.8, 8], ['1 ounce', 28.35]],
  ['19034', 'snacks', 'Popcorn, air-popped', [387, 12.94, 77.78, 4.54, 0.87, 0.637, 14.5, 8], ['1 cup', 8]],
  ['14209', 'drinks', 'Coffee, brewed', [1, 0.12, 0, 0.02, 0, 0.002, 0, 2], ['1 cup', 237]],
  ['14355', 'drinks', 'Black tea, brewed', [1, 0, 0.3, 0, 0, 0.002, 0, 3], ['1 cup', 237]],
  ['09206', 'drinks', 'Orange juice, fresh', [45, 0.7, 10.4, 0.2, 8.4, 0.024, 0.2, 1], ['1 cup', 248]],
  ['14429', 'drinks', 'Water from the tap', [0, 0, 0, 0, 0, 0, 0, 3], ['1 cup', 237]],
  ['14003', 'drinks', 'Beer', [43, 0.46, 3.55, 0, 0, 0, 0, 4], ['1 can', 356], 3.9],
  ['14096', 'drinks', 'Red wine', [85, 0.07, 2.61, 0, 0.62, 0, 0, 4], ['1 glass', 147], 10.6],
  ['11935', 'soups_sauces', 'Ketchup', [112, 1.25, 26.23, 0.18, 21.71, 0.05, 0.3, 907], ['1 tablespoon', 17]],
  ['16123', 'soups_sauces', 'Soy sauce', [53, 8.14, 4.93, 0.57, 0.4, 0.073, 0.8, 5493], ['1 tablespoon', 16]],
  ['06931', 'soups_sauces', 'Tomato sauce for pasta', [49, 1.41, 7.53, 1.48, 5.5, 0.17, 1.8, 419], ['half a cup', 129]],
  ['02047', 'spices', 'Table salt', [0, 0, 0, 0, 0, 0, 0, 38758], ['1 teaspoon', 6]],
];

function foodOf([sourceId, category, name, values, portion = null, alcohol]: Entry): FoodInput {
  const [kcal, protein, carbohydrate, fat, sugar, saturatedFat, fibre, sodiumMg] = values;
  return {
    ...EMPTY_FOOD,
    name,
    category,
    kcal,
    protein,
    carbohydrate,
    fat,
    sugar,
    saturatedFat,
    fibre,
    sodiumMg,
    alcohol: alcohol ?? null,
    portions: portion ? [{ name: portion[0], grams: portion[1] }] : [],
    source: 'USDA SR Legacy',
    sourceId,
  };
}

/** The foods that operators have entered so far. */
export async function seedFoods(db: OwnerDb, now: Date): Promise<void> {
  const rows = FOODS.map(foodOf).map((food) => ({ ...food, id: randomUUID(), key: foodKey(food), changedAt: now }));
  const stored = await db
    .insert(foods)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: foods.id, nameKey: foods.nameKey, name: foods.name });
  await db
    .insert(foodWordRows)
    .values(stored.flatMap(({ id, nameKey, name }) => foodWords(name).map((word) => ({ word, nameKey, foodId: id }))));
}

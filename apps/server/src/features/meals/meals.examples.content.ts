import type { MealPlan, MealPlanDay, PlanAim, PlannedFood } from '@stridewell/contract/meals/meals.plan.rules';
import { NO_CONSTRAINTS } from '@stridewell/contract/meals/meals.plan.rules';
import { BUILT_IN_FOODS } from '../foods/foods.built-in.service.ts';

/** A built-in template. Plans of clients store its `id` and keys, so they never change. */
export type BuiltInPlan = { id: string; plan: MealPlan };

/** Names of built-in foods with the amount of each in grams, or in milliliters for drinks. */
type Meal = readonly (readonly [name: string, amount: number])[];
type Kitchen = Record<'breakfast' | 'lunch' | 'snack' | 'dinner', readonly Meal[]>;

const foods = new Map(BUILT_IN_FOODS.map((one) => [one.food.name, one]));

function plannedFood([name, value]: Meal[number], key: string): PlannedFood {
  const found = foods.get(name);
  if (!found) throw new Error(`no built-in food is called ${name}`);
  return { key, foodId: found.id, name, amount: { value, measure: found.food.unit }, swaps: [] };
}

const MEALS = [
  { part: 'breakfast', name: 'Breakfast', time: '07:30' },
  { part: 'lunch', name: 'Lunch', time: '12:30' },
  { part: 'snack', name: 'Snack', time: '16:00' },
  { part: 'dinner', name: 'Dinner', time: '19:00' },
] as const;
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A week that repeats each part of its kitchen in turn. */
const weekOf = (prefix: string, kitchen: Kitchen): MealPlanDay[] =>
  WEEK.map((dayName, day) => {
    const dayKey = `${prefix}d${day + 1}`;
    const meals = MEALS.map(({ part, name, time }, index) => {
      const key = `${dayKey}m${index + 1}`;
      const dishes = kitchen[part];
      const dish = dishes[day % dishes.length] ?? [];
      const some = dish.map((line, at) => plannedFood(line, `${key}f${at + 1}`));
      return { key, name, time, note: '', options: [{ key: `${key}o1`, name: '', foods: some }] };
    });
    return { key: dayKey, name: dayName, meals };
  });

type Example = Pick<MealPlan, 'name' | 'notes'> & { id: string; prefix: string; aim: PlanAim; kitchen: Kitchen };

const planOf = ({ id, prefix, name, notes, aim, kitchen }: Example, constraints = NO_CONSTRAINTS): BuiltInPlan => ({
  id,
  plan: { name, notes, aim, constraints: { ...constraints, mealsPerDay: MEALS.length }, days: weekOf(prefix, kitchen) },
});

const balanced = planOf({
  id: 'balanced-week',
  prefix: 'balanced',
  name: 'Balanced week',
  notes: 'Everyday food with vegetables at every main meal.',
  aim: { kcal: 2000, protein: 120, carbohydrate: 220, fat: 70 },
  kitchen: {
    breakfast: [
      [
        ['Rolled oats, dry', 60],
        ['Milk, 2% fat', 250],
        ['Banana', 120],
        ['Walnuts', 15],
      ],
      [
        ['Whole-wheat bread', 80],
        ['Scrambled eggs', 120],
        ['Tomato, raw', 120],
      ],
      [
        ['Greek yogurt, plain, 2%', 250],
        ['Muesli, unsweetened', 60],
        ['Blueberries, fresh', 100],
      ],
    ],
    lunch: [
      [
        ['Chicken breast, grilled', 140],
        ['Brown rice, cooked', 200],
        ['Broccoli, cooked', 150],
        ['Olive oil', 10],
      ],
      [
        ['Tuna, canned in water, drained', 120],
        ['Whole-wheat bread', 100],
        ['Cucumber, with peel', 100],
        ['Avocado', 70],
      ],
      [
        ['Lentils, cooked', 220],
        ['Feta cheese', 50],
        ['Red bell pepper, raw', 120],
        ['Olive oil', 12],
      ],
    ],
    snack: [
      [
        ['Apple, with skin', 180],
        ['Almonds', 25],
      ],
      [
        ['Cottage cheese, low-fat 2%', 200],
        ['Peach, fresh', 150],
      ],
    ],
    dinner: [
      [
        ['Salmon, farmed, cooked', 130],
        ['Potato, boiled, without skin', 250],
        ['Green beans, cooked', 150],
      ],
      [
        ['Ground beef, 10% fat, pan-browned', 120],
        ['Spaghetti, cooked', 220],
        ['Tomato sauce, canned', 150],
        ['Parmesan cheese, grated', 10],
      ],
      [
        ['Turkey breast, roasted', 140],
        ['Sweet potato, baked in its skin', 220],
        ['Spinach, cooked', 150],
        ['Olive oil', 12],
      ],
    ],
  },
});

const highProtein = planOf({
  id: 'high-protein-week',
  prefix: 'protein',
  name: 'High-protein week',
  notes: 'Protein at each of the four meals.',
  aim: { kcal: 2200, protein: 160, carbohydrate: 220, fat: 70 },
  kitchen: {
    breakfast: [
      [
        ['Skyr, plain, nonfat', 300],
        ['Rolled oats, dry', 60],
        ['Strawberries, fresh', 150],
        ['Almonds', 20],
      ],
      [
        ['Scrambled eggs', 180],
        ['Whole-wheat bread', 80],
        ['Orange', 150],
      ],
    ],
    lunch: [
      [
        ['Chicken breast, grilled', 180],
        ['White rice, long-grain, cooked', 230],
        ['Zucchini, with skin, cooked', 150],
        ['Olive oil', 12],
      ],
      [
        ['Tuna, canned in water, drained', 150],
        ['Chickpeas, cooked', 180],
        ['Tomato, raw', 150],
        ['Olive oil', 15],
      ],
      [
        ['Turkey breast, roasted', 170],
        ['Quinoa, cooked', 220],
        ['Red bell pepper, raw', 120],
        ['Olive oil', 12],
      ],
    ],
    snack: [
      [
        ['Cottage cheese, low-fat 2%', 250],
        ['Banana', 120],
      ],
      [
        ['Greek yogurt, plain, 2%', 250],
        ['Honey', 10],
        ['Walnuts', 20],
      ],
    ],
    dinner: [
      [
        ['Cod, cooked', 220],
        ['Potato, boiled, without skin', 280],
        ['Broccoli, cooked', 180],
        ['Olive oil', 15],
      ],
      [
        ['Sirloin steak, lean, broiled', 160],
        ['Sweet potato, baked in its skin', 250],
        ['Green beans, cooked', 150],
      ],
      [
        ['Salmon, farmed, cooked', 150],
        ['Brown rice, cooked', 200],
        ['Asparagus, cooked', 150],
      ],
    ],
  },
});

const vegetarian = planOf(
  {
    id: 'vegetarian-week',
    prefix: 'veggie',
    name: 'Vegetarian week',
    notes: 'Legumes, dairy and eggs cover the protein.',
    aim: { kcal: 1900, protein: 95, carbohydrate: 220, fat: 65 },
    kitchen: {
      breakfast: [
        [
          ['Rolled oats, dry', 60],
          ['Milk, 2% fat', 250],
          ['Blueberries, fresh', 100],
          ['Chia seeds', 12],
        ],
        [
          ['Greek yogurt, plain, 2%', 250],
          ['Muesli, unsweetened', 60],
          ['Kiwi, green', 140],
        ],
      ],
      lunch: [
        [
          ['Lentils, cooked', 220],
          ['Quinoa, cooked', 150],
          ['Feta cheese', 50],
          ['Olive oil', 10],
        ],
        [
          ['Egg, hard-boiled', 120],
          ['Whole-wheat bread', 100],
          ['Avocado', 80],
          ['Tomato, raw', 120],
        ],
        [
          ['Black beans, cooked', 200],
          ['Brown rice, cooked', 180],
          ['Red bell pepper, raw', 120],
          ['Cheddar cheese', 30],
        ],
      ],
      snack: [
        [
          ['Cottage cheese, low-fat 2%', 200],
          ['Pear, fresh', 170],
        ],
        [
          ['Apple, with skin', 180],
          ['Peanut butter, smooth', 25],
        ],
      ],
      dinner: [
        [
          ['Tofu, firm', 200],
          ['White rice, long-grain, cooked', 200],
          ['Broccoli, cooked', 180],
          ['Olive oil', 10],
        ],
        [
          ['Whole-wheat spaghetti, cooked', 230],
          ['Tomato sauce, canned', 150],
          ['Mozzarella cheese, part skim', 70],
          ['Spinach, cooked', 150],
        ],
        [
          ['Chickpeas, cooked', 220],
          ['Sweet potato, baked in its skin', 200],
          ['Kale, cooked', 150],
          ['Olive oil', 12],
        ],
      ],
    },
  },
  { ...NO_CONSTRAINTS, diet: 'vegetarian' },
);

export const BUILT_IN_PLANS: readonly BuiltInPlan[] = [balanced, highProtein, vegetarian];

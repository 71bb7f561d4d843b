import { nutrientsOf } from '@stridewell/contract/foodlogs/foodlogs.amounts.rules';
import { plannedEntryId } from '@stridewell/contract/foodlogs/foodlogs.ids.rules';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { nameOfPlanned } from '@stridewell/contract/meals/meals.naming.rules';
import { type MealPlan, planDayOn } from '@stridewell/contract/meals/meals.plan.rules';
import { type FoodsById, roundTotals, totalsOfOption } from '@stridewell/contract/meals/meals.totals.rules';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { clientFoodFavorites, foodComments, foodDays, foodEntries } from '../src/features/foodlogs/foodlogs.table.ts';
import { BUILT_IN_FOODS } from '../src/features/foods/foods.content.ts';
import { mealPlans } from '../src/features/meals/meals.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import { wobble } from './demo-history.ts';
import { readTargets } from './demo-meals.ts';
import { APPROVED_CLIENT } from './demo-targets.ts';
import { PHOTO_CLIENT } from './demo-ways.ts';
import type { OwnerDb } from './factories.ts';

type Scene = {
  coachId: string;
  people: readonly { clientId: string; course: { anchor: string } }[];
  today: string;
  now: Date;
  /** Foods of the meal plans. */
  foods: FoodsById;
};

/** Every third client logs food, the first one included. */
const LOGS_EVERY = 3;
const DAYS = 49;
/** Clients log whole days at first, so that a later day with breakfast alone stands out as incomplete. */
const WHOLE_DAYS = 14;
/** The client of the approved proposal eats this share of the target, and keeps the weight. */
const EATS_LESS = 0.74;
/** Energy of the meals below on an average day. */
const USUAL_KCAL = 1800;
/** Foods that each of them has marked. */
const FAVORITES = ['Banana', 'Yogurt, plain, low-fat'];
/** A glass in ml. */
const GLASS = 250;

type Serving = readonly [food: string, portion: string, count: number];
type Meal = { meal: string; minute: number; choices: readonly (readonly Serving[])[] };

/** Choices for each meal, and the time when it is logged. */
const MEALS: readonly Meal[] = [
  {
    meal: 'Breakfast',
    minute: 465,
    choices: [
      [
        ['Oats, whole grain', 'half a cup', 1],
        ['Milk, 1% fat', '1 cup', 1],
        ['Banana', '1 medium', 1],
      ],
      [
        ['Yogurt, plain, low-fat', '1 cup', 1],
        ['Banana', '1 medium', 1],
        ['Almond butter', '1 tbsp', 1],
      ],
    ],
  },
  {
    meal: 'Lunch',
    minute: 750,
    choices: [
      [
        ['Chicken breast, grilled', '1 breast', 1.5],
        ['Egg noodles, cooked', '1 cup', 1],
        ['Broccoli, cooked', '1 cup', 1],
        ['Olive oil', '1 tbsp', 1],
      ],
      [
        ['Tuna salad', '1 cup', 1],
        ['Potato, baked, with skin', '1 medium', 1],
      ],
    ],
  },
  {
    meal: 'Dinner',
    minute: 1140,
    choices: [
      [
        ['Salmon, farmed, cooked', 'half a fillet', 1],
        ['Potato, baked, with skin', '1 medium', 1],
        ['Broccoli, cooked', '1 cup', 1],
      ],
      [
        ['Chicken breast, roasted', 'half a breast', 2],
        ['Egg noodles, cooked', '1 cup', 1.5],
        ['Olive oil', '1 tbsp', 1],
      ],
    ],
  },
  {
    meal: 'Snack',
    minute: 960,
    choices: [[['Yogurt, plain, low-fat', '1 container', 1]], [['Apple, peeled', '1 medium', 1]]],
  },
];

type Entry = Omit<typeof foodEntries.$inferInsert, 'coachId' | 'clientId' | 'day'>;

const AT_ONCE = { deleted: false, fileId: null, mealPlanId: null, plannedMealId: null } as const;

/** A number of portions that a person would log, in quarters. */
const quarters = (count: number): number => Math.max(0.25, Math.round(4 * count) / 4);

function entryOf([name, measure, count]: Serving, meal: string, at: Date): Entry {
  const found = BUILT_IN_FOODS.find(({ food }) => food.name === name);
  const portion = found?.food.portions.find((one) => one.name === measure);
  if (!found || !portion) throw new Error(`the demo eats an unknown food: ${name}, ${measure}`);
  const quantity = portion.grams * count;
  return {
    ...AT_ONCE,
    ...nutrientsOf(found.food, quantity),
    id: uuidv7(),
    kind: 'food',
    meal,
    name,
    foodId: found.id,
    tier: 'curated',
    amount: count,
    measure,
    quantity,
    unit: found.food.unit,
    loggedAt: at,
    changedAt: at,
    arrivedAt: at,
  };
}

const glassOf = (at: Date): Entry => ({
  ...AT_ONCE,
  id: uuidv7(),
  kind: 'water',
  meal: '',
  name: '',
  quantity: GLASS,
  unit: 'ml',
  loggedAt: at,
  changedAt: at,
  arrivedAt: at,
});

const nutrientsIn = ({ kcal, protein, carbohydrate, fat }: Entry) =>
  typeof kcal === 'number'
    ? { kcal, protein: protein ?? null, carbohydrate: carbohydrate ?? null, fat: fat ?? null }
    : null;

type DayOfLog = { seed: number; size: number; whole: boolean; now: Date };

/**
 * The log of one client on one day, up to `now`. Every eleventh day is empty, and every ninth has breakfast alone unless
 * it is `whole`. `size` scales the portions.
 */
function entriesOn(day: string, { seed, size, whole, now }: DayOfLog): Entry[] {
  if (isEmpty(seed)) return [];
  const meals = isShort(seed) && !whole ? MEALS.slice(0, 1) : MEALS;
  const eaten = meals.flatMap(({ meal, minute, choices }, index) => {
    const at = instantAtWallClock(day, minute, DEMO_ZONE);
    const chosen = choices[wobble(seed * 7 + index) > 0 ? 1 : 0] ?? [];
    return chosen.map(([food, portion, count]) => entryOf([food, portion, quarters(size * count)], meal, at));
  });
  const glasses = Array.from({ length: 5 + (seed % 3) }, (_, index) =>
    glassOf(instantAtWallClock(day, 480 + index * 100, DEMO_ZONE)),
  );
  return [...eaten, ...glasses].filter(({ loggedAt }) => loggedAt <= now);
}

/** Days without a log. */
const isEmpty = (seed: number): boolean => seed % 11 === 5;
/** Days with breakfast alone. */
const isShort = (seed: number): boolean => seed % 9 === 8;

type Followed = { id: string; plan: MealPlan; startDay: string; foods: FoodsById };

/** The planned meals that a client ticked on one day, up to `now`, with the same empty and short days. */
function ticksOn(day: string, { id: mealPlanId, plan, startDay, foods }: Followed, seed: number, now: Date): Entry[] {
  if (isEmpty(seed)) return [];
  const meals = planDayOn(plan, { startDay, date: day })?.meals ?? [];
  const eaten = isShort(seed) ? meals.slice(0, 1) : meals;
  return eaten.flatMap(({ key, name: meal, time, options: [option] }) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const at = instantAtWallClock(day, 60 * hours + minutes + 20, DEMO_ZONE);
    if (!option || at > now) return [];
    const { kcal, protein, carbohydrate, fat } = roundTotals(totalsOfOption(option, foods));
    const name = nameOfPlanned(option);
    const plannedMealId = `${key}.${option.key}`;
    const id = plannedEntryId({ planId: mealPlanId, key: plannedMealId }, day);
    const facts = { ...AT_ONCE, id, kind: 'quick' as const, meal, mealPlanId };
    const times = { loggedAt: at, changedAt: at, arrivedAt: at };
    return [{ ...facts, ...times, plannedMealId, name: name.slice(0, 80), kcal, protein, carbohydrate, fat }];
  });
}

/** The plan of a client; undefined for one who has none. */
async function planOf(db: OwnerDb, { coachId, foods }: Scene, clientId: string): Promise<Followed | undefined> {
  const [row] = await db
    .select({ id: mealPlans.id, plan: mealPlans.content, startDay: mealPlans.startDay })
    .from(mealPlans)
    .where(and(eq(mealPlans.coachId, coachId), eq(mealPlans.clientId, clientId)));
  return row?.startDay ? { ...row, startDay: row.startDay, foods } : undefined;
}

/**
 * Seeds seven weeks of food logs and favorites for a third of the clients, and a comment of the coach. They eat about as
 * much as their target, and tick the meals of their plan while they have one. The client who takes photos of meals logs
 * no food.
 */
export async function seedFoodLogs(db: OwnerDb, scene: Scene): Promise<void> {
  const { coachId, people, today, now } = scene;
  const targets = await readTargets(db, coachId);
  for (const [index, { clientId, course }] of people.entries()) {
    if (index % LOGS_EVERY !== 0 || index === PHOTO_CLIENT) continue;
    const followed = await planOf(db, scene, clientId);
    const share = index === APPROVED_CLIENT ? EATS_LESS : 1;
    const size = (share * (targets.get(clientId)?.kcal ?? USUAL_KCAL)) / USUAL_KCAL;
    const eatenOn = (day: string, ago: number) => {
      const seed = index * 31 + ago;
      if (followed && day >= followed.startDay) return ticksOn(day, followed, seed, now);
      return entriesOn(day, { seed, size, whole: ago >= DAYS - WHOLE_DAYS, now });
    };
    const logged = Array.from({ length: DAYS }, (_, ago) => ({ day: addDays(today, -ago), ago }))
      .map(({ day, ago }) => ({ day, entries: eatenOn(day, ago) }))
      .filter(({ day, entries }) => day >= course.anchor && entries.length > 0);
    if (logged.length === 0) continue;
    const of = { coachId, clientId };
    await db.insert(foodDays).values(
      logged.map(({ day, entries }) => {
        const times = entries.map(({ loggedAt }) => loggedAt).toSorted((a, b) => b.getTime() - a.getTime());
        const [last = now] = times;
        const facts = entries.map((entry) => ({
          kind: entry.kind,
          quantity: entry.quantity ?? null,
          nutrients: nutrientsIn(entry),
          deleted: false,
        }));
        const changed = { statusChangedAt: last, noteChangedAt: last, updatedAt: last };
        return { ...of, ...totalsOf(facts), ...changed, day, status: null, note: '' };
      }),
    );
    await db
      .insert(foodEntries)
      .values(logged.flatMap(({ day, entries }) => entries.map((entry) => ({ ...entry, ...of, day }))));
    const began = logged.at(-1)?.entries[0]?.loggedAt ?? now;
    const favorites = BUILT_IN_FOODS.filter(({ food }) => FAVORITES.includes(food.name));
    await db
      .insert(clientFoodFavorites)
      .values(favorites.map(({ id: foodId }) => ({ ...of, foodId, createdAt: began })));
    const yesterday = logged.find(({ day }) => day < today);
    if (!yesterday || index > 0) continue;
    const text = 'Good breakfast. Try to have some protein with your snack, too.';
    const createdAt = instantAtWallClock(yesterday.day, 1260, DEMO_ZONE);
    await db.insert(foodComments).values({ ...of, day: yesterday.day, id: uuidv7(), text, createdAt });
  }
}

import { randomUUID } from 'node:crypto';
import type { FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { clientFoodFavorites, clientFoods, foodDays, foodEntries } from '../../src/features/foodlogs/foodlogs.table.ts';
import { referralLetters } from '../../src/features/onboarding/onboarding.table.ts';
import { mealDrafts } from '../../src/features/planner/planner.table.ts';
import { measurements } from '../../src/features/progress/progress.table.ts';
import { nutritionTargets, targetReviews } from '../../src/features/targets/targets.table.ts';
import type { TestApp } from '../app.ts';
import { anEntry } from '../food-samples.ts';
import type { Pair } from '../people.ts';
import { insertMany, NEW_ID } from './many.ts';

type Stored = Pick<TestApp, 'owner'>;
type NewDay = Partial<typeof foodDays.$inferInsert> & { by: Pair; day: string; entry?: FoodEntry };

/** A stored day of the food log of the client `by` with one entry. @returns the id of the entry */
export async function aLoggedFood({ owner }: Stored, { by, entry = anEntry(), ...options }: NewDay): Promise<string> {
  const { coachId, clientId } = by;
  const { day } = options;
  const at = new Date(`${day}T12:00:00Z`);
  const times = { statusChangedAt: at, noteChangedAt: at, updatedAt: at };
  await owner.insert(foodDays).values({ note: '', ...times, ...totalsOf([entry]), ...options, coachId, clientId });
  const { amount, nutrients, at: _, changedAt: __, ...facts } = entry;
  await owner.insert(foodEntries).values({
    ...facts,
    ...nutrients,
    coachId,
    clientId,
    day,
    amount: amount?.value ?? null,
    measure: amount?.measure ?? null,
    loggedAt: at,
    changedAt: at,
    arrivedAt: at,
  });
  return entry.id;
}

type NewDays = { by: Pair; from: string; count: number; kcal: number; lossKg?: number };

/** Days with a complete food log of `kcal` and a weigh-in, which falls by `lossKg` a day from 80 kg. */
export async function someLoggedDays({ owner }: Stored, { by, from, count, kcal, lossKg = 0 }: NewDays): Promise<void> {
  const { coachId, clientId } = by;
  const days = Array.from({ length: count }, (_, index) => ({ coachId, clientId, day: addDays(from, index) }));
  const totals = { kcal, protein: 0, carbohydrate: 0, fat: 0, waterMl: 0, entries: 1, uncounted: 0 };
  const at = new Date(`${from}T12:00:00Z`);
  const times = { statusChangedAt: at, noteChangedAt: at, updatedAt: at };
  await owner
    .insert(foodDays)
    .values(days.map((day) => ({ ...day, ...totals, ...times, status: 'complete' as const, note: '' })));
  await owner.insert(measurements).values(
    days.map((day, index) => ({
      ...day,
      id: randomUUID(),
      kind: 'weight' as const,
      value: Number((80 - lossKg * index).toFixed(2)),
      source: 'client' as const,
      recordedAt: at,
    })),
  );
}

type NewFood = Partial<Omit<typeof clientFoods.$inferInsert, 'coachId' | 'clientId'>> & { of: Pair };

/** A stored food of a client. @returns its id */
export async function aClientFood({ owner }: Stored, { of, ...changes }: NewFood): Promise<string> {
  const id = changes.id ?? randomUUID();
  const { coachId, clientId } = of;
  const at = new Date('2026-01-05T12:00:00Z');
  const nutrients = { kcal: 250, protein: 9, carbohydrate: 45, fat: 4 };
  const food = { name: 'Bakery roll', brand: '', unit: 'g' as const, serving: 60, nutrients };
  await owner.insert(clientFoods).values({ food, createdAt: at, changedAt: at, ...changes, coachId, clientId, id });
  return id;
}

type OfClient = { of: Pair; count: number };
const ofPair = ({ coachId, clientId }: Pair) => ({ coachId, clientId });

/** Stored foods of a client that are alike. */
export const someClientFoods = (test: Stored, { of, count }: OfClient): Promise<void> =>
  insertMany(test, clientFoods, count, {
    ...ofPair(of),
    id: NEW_ID,
    food: { name: 'Roll', brand: '', unit: 'g', serving: null, nutrients: null },
    createdAt: sql`now()`,
    changedAt: sql`now()`,
  });

/** Stored foods of a client who has no others, all marked as favorites. */
export async function someMarkedFoods(test: Stored, { of, count }: OfClient): Promise<void> {
  await someClientFoods(test, { of, count });
  await test.owner.execute(sql`insert into client_food_favorites (coach_id, client_id, food_id, created_at)
    select coach_id, client_id, id, now() from client_foods where client_id = ${of.clientId}`);
}

/** Stored favorites of a client among foods that are gone. */
export const someLostFavorites = (test: Stored, { of, count }: OfClient): Promise<void> =>
  insertMany(test, clientFoodFavorites, count, { ...ofPair(of), foodId: NEW_ID, createdAt: sql`now()` });

/** A stored favorite of a client. */
export async function aFavoriteFood({ owner }: Stored, { of, foodId }: { of: Pair; foodId: string }): Promise<void> {
  const createdAt = new Date('2026-01-05T12:00:00Z');
  await owner.insert(clientFoodFavorites).values({ coachId: of.coachId, clientId: of.clientId, foodId, createdAt });
}

type NewTarget = Partial<Omit<typeof nutritionTargets.$inferInsert, 'coachId' | 'clientId'>> & {
  of: { coachId: string; clientId: string };
};

/** A stored target of 2,000 kcal for a client who keeps the weight. */
export async function aTarget({ owner }: Stored, { of, ...changes }: NewTarget): Promise<string> {
  const id = changes.id ?? randomUUID();
  await owner.insert(nutritionTargets).values({
    coachId: of.coachId,
    clientId: of.clientId,
    number: 1,
    startsOn: '2026-01-05',
    source: 'calculated',
    kcal: 2000,
    protein: 120,
    fat: 60,
    carbohydrate: 245,
    fibre: 28,
    waterLiters: 2,
    weeklyPercent: 0,
    reasons: { expenditure: '', kcal: '', protein: '', fat: '', carbohydrate: '', fibre: '', water: '' },
    basis: {
      goal: 'maintain',
      weeklyPercent: null,
      activity: 'moderate',
      weightKg: 70,
      heightCm: 170,
      ageYears: 35,
      sex: 'female',
      bodyFatPercent: null,
      expenditure: 2000,
      floor: 1430,
    },
    note: '',
    createdBy: 'coach',
    createdAt: new Date('2026-01-05T12:00:00Z'),
    ...changes,
    id,
  });
  return id;
}

type NewReview = Partial<Omit<typeof targetReviews.$inferInsert, 'coachId' | 'clientId'>> & { of: Pair; day: string };

const about = (value: number, sd: number) => ({ value, low: value - 2 * sd, high: value + 2 * sd, sd });
const USED = { days: 28, complete: 24, partial: 2, unlogged: 2, fasted: 0, weighIns: 20, guessed: 0, leftOut: 0 };

/** A stored review that proposes 1,900 instead of 2,000 kcal. */
export async function aTargetReview({ owner }: Stored, { of, day, ...changes }: NewReview): Promise<string> {
  const id = changes.id ?? randomUUID();
  const at = new Date(`${day}T12:00:00Z`);
  const found = { kcal: about(1900, 80), weightKg: about(70, 0.3), rateKg: about(0.1, 0.05) };
  await owner.insert(targetReviews).values({
    coachId: of.coachId,
    clientId: of.clientId,
    day,
    kind: 'approve',
    status: 'open',
    fromKcal: 2000,
    toKcal: 1900,
    sentence: 'Suggested target: 1,900 kcal instead of 2,000 kcal.',
    estimate: { day, ...found, plateau: 0.2, used: USED, intakeKcal: 2000 },
    createdAt: at,
    changedAt: at,
    ...changes,
    id,
  });
  return id;
}

/** A stored letter about a low weight, which the client has not read. */
export async function aReferralLetter(
  { owner }: Stored,
  { of, day, id = randomUUID() }: { of: Pair; day: string; id?: string },
): Promise<string> {
  await owner.insert(referralLetters).values({
    coachId: of.coachId,
    clientId: of.clientId,
    id,
    observations: [{ code: 'low_weight', day, source: 'weigh_ins', figures: 'Body mass index 17.9.' }],
    createdAt: new Date(`${day}T12:00:00Z`),
  });
  return id;
}

type NewMealDraft = Partial<Omit<typeof mealDrafts.$inferInsert, 'coachId'>> & { of: { id: string } };

/** A meal plan that the rules drafted for the coach `of`. */
export async function aMealDraft({ owner }: Stored, { of, ...options }: NewMealDraft): Promise<string> {
  const { id = randomUUID() } = options;
  const facts = { draftedBy: 'engine', rulesVersion: '1', repairs: 0 } as const;
  await owner.insert(mealDrafts).values({ at: new Date(), ...facts, violations: [], ...options, coachId: of.id, id });
  return id;
}

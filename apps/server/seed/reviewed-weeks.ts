import { randomUUID } from 'node:crypto';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { Registry } from '../src/core/registry.ts';
import { mintCoachScope } from '../src/core/tenancy/mint.ts';
import { foodDays } from '../src/features/foodlogs/foodlogs.table.ts';
import { measurements } from '../src/features/progress/progress.table.ts';
import { clientRecords } from '../src/features/records/records.table.ts';
import { reviewTarget } from '../src/features/targets/targets.review.service.ts';
import { nutritionTargets, targetReviews } from '../src/features/targets/targets.table.ts';
import type { OwnerDb } from './factories.ts';
import { asProduct } from './product.ts';

const DAYS = 42;
const TARGET_KCAL = 2000;
/** Eaten each day by a client who keeps the weight, so the target is too high for the goal to keep it. */
const EATEN_KCAL = 1750;
const WEIGHT_KG = 70;

/**
 * Six weeks of a client with a target by hand: each day is weighed and logged completely, but for `unlogged`. Then the
 * weekly review runs, as the job runs it.
 * @returns what it proposes
 * @throws when it proposes nothing
 */
export async function seedReviewedWeeks(
  db: OwnerDb,
  of: { coachId: string; clientId: string },
  { now, timeZone, unlogged }: { now: Date; timeZone: string; unlogged: string },
): Promise<{ fromKcal: number; toKcal: number; sentence: string }> {
  const { coachId, clientId } = of;
  const pair = { coachId, clientId };
  const today = dayInZone(now, timeZone);
  await db.insert(clientRecords).values({
    ...pair,
    dateOfBirth: '1991-03-02',
    gender: 'female',
    heightCm: 170,
    startWeightKg: WEIGHT_KG,
    goalWeightKg: WEIGHT_KG,
    updatedBy: 'coach',
    updatedAt: now,
  });
  await db.insert(nutritionTargets).values({
    ...pair,
    id: randomUUID(),
    number: 1,
    startsOn: addDays(today, -DAYS),
    source: 'calculated',
    kcal: TARGET_KCAL,
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
      weightKg: WEIGHT_KG,
      heightCm: 170,
      ageYears: 35,
      sex: 'female',
      bodyFatPercent: null,
      expenditure: TARGET_KCAL,
      floor: 1430,
    },
    note: '',
    createdBy: 'coach',
    createdAt: now,
  });
  const days = Array.from({ length: DAYS }, (_, ago) => addDays(today, -1 - ago));
  await db.insert(foodDays).values(
    days
      .filter((day) => day !== unlogged)
      .map((day) => ({
        ...pair,
        day,
        status: 'complete' as const,
        statusChangedAt: now,
        note: '',
        noteChangedAt: now,
        updatedAt: now,
        kcal: EATEN_KCAL,
        protein: 100,
        carbohydrate: 180,
        fat: 60,
        waterMl: 0,
        entries: 1,
        uncounted: 0,
      })),
  );
  await db.insert(measurements).values(
    days.map((day, index) => ({
      ...pair,
      id: randomUUID(),
      day,
      kind: 'weight' as const,
      source: 'client' as const,
      recordedAt: now,
      value: WEIGHT_KG + (index % 3) / 10,
    })),
  );
  // The product's screens tell the coach here, so no notification has to be delivered.
  const registry = new Registry([], { send: async () => undefined });
  await asProduct(db, mintCoachScope(coachId), (tx) => reviewTarget(tx, clientId, now), registry);
  const [review] = await db
    .select()
    .from(targetReviews)
    .where(and(eq(targetReviews.coachId, coachId), eq(targetReviews.clientId, clientId)));
  if (!review || review.fromKcal === null || review.toKcal === null) {
    throw new Error(`the review proposes nothing: ${review?.sentence}`);
  }
  return { fromKcal: review.fromKcal, toKcal: review.toKcal, sentence: review.sentence };
}

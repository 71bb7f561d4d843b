import type { NutritionWay } from '@stridewell/contract/people.rules';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { coachings } from '../src/core/relationships/coachings.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { OwnerDb } from './factories.ts';

type Scene = { coachId: string; people: readonly { clientId: string }[]; today: string };

/** Every third client has nutrition: the first one follows numbers, the second one a plan, and so on. */
const WAYS: readonly NutritionWay[] = ['numbers', 'plan', 'habits', 'photos'];
const WAY_EVERY = 3;
/** The client with habits hid the numbers this many days ago. */
const HIDDEN_DAYS = 18;

/** The place of the client who takes photos of meals. */
export const PHOTO_CLIENT = WAY_EVERY * WAYS.indexOf('photos');
/** The places of the clients who work with habits or photos, and have no meal plan. */
export const WAYS_WITHOUT_PLAN: readonly number[] = [WAY_EVERY * WAYS.indexOf('habits'), PHOTO_CLIENT];

/** Seeds a client for each way of working on nutrition. The one with habits hides calories and weight. */
export async function seedWays(db: OwnerDb, { coachId, people, today }: Scene): Promise<void> {
  for (const [number, nutritionWay] of WAYS.entries()) {
    const person = people[WAY_EVERY * number];
    if (!person) continue;
    const hidden = {
      numbersOffBy: 'client' as const,
      numbersOffSince: instantAtWallClock(addDays(today, -HIDDEN_DAYS), 480, DEMO_ZONE),
    };
    await db
      .update(coachings)
      .set({ nutritionWay, ...(nutritionWay === 'habits' && hidden) })
      .where(and(eq(coachings.coachId, coachId), eq(coachings.clientId, person.clientId)));
  }
}

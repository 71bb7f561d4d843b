import type { FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { foodDays, foodEntries } from '../../src/features/foodlogs/foodlogs.table.ts';
import type { TestApp } from '../app.ts';
import { anEntry } from '../food-samples.ts';
import type { Pair } from '../people.ts';

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

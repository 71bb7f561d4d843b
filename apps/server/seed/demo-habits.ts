import type { HabitInput } from '@stridewell/contract/habits/habits';
import { addDays } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { clientHabits, habitDays, habits } from '../src/features/habits/habits.table.ts';
import type { OwnerDb } from './factories.ts';

type Scene = { coachId: string; people: readonly { clientId: string; course: { anchor: string } }[]; today: string };

const HABITS: readonly (HabitInput & { daysPerWeek: number; values: readonly (number | null)[] })[] = [
  {
    name: 'Walk',
    kind: 'steps',
    unit: 'steps',
    goal: 8000,
    daysPerWeek: 7,
    values: [9120, 8450, null, 6300, 10_240, 8800, 7150],
  },
  { name: 'Sleep', kind: 'sleep', unit: 'h', goal: 7.5, daysPerWeek: 5, values: [7.5, 8, 6.5, null, 7.75] },
  { name: 'Stretch after training', kind: 'other', unit: '', goal: null, daysPerWeek: 3, values: [1, null, null, 1] },
];

/** Every third client has habits, beginning with the first. */
const HAS_EVERY = 3;
const DAYS = 21;

/** Seeds the coach's habits, and three weeks of what clients ticked, up to yesterday. */
export async function seedHabits(db: OwnerDb, { coachId, people, today }: Scene): Promise<void> {
  const seeded = HABITS.map(({ daysPerWeek, values, ...habit }) => ({
    habit: { ...habit, id: uuidv7() },
    daysPerWeek,
    values,
  }));
  await db.insert(habits).values(seeded.map(({ habit }) => ({ ...habit, coachId })));
  const given = people.filter(({ course }, index) => index % HAS_EVERY === 0 && course.anchor < addDays(today, -DAYS));
  if (given.length === 0) return;
  const createdAt = new Date(`${addDays(today, -DAYS)}T16:00:00Z`);
  await db
    .insert(clientHabits)
    .values(
      given.flatMap(({ clientId }) =>
        seeded.map(({ habit, daysPerWeek }) => ({ coachId, clientId, habitId: habit.id, daysPerWeek, createdAt })),
      ),
    );
  const rows = given.flatMap(({ clientId }, person) =>
    seeded.flatMap(({ habit, values }) =>
      Array.from({ length: DAYS }, (_, index) => index + 1).flatMap((back) => {
        const value = values[(back + person) % values.length];
        if (value === null || value === undefined) return [];
        const day = addDays(today, -back);
        return [{ coachId, clientId, day, habitId: habit.id, value, recordedAt: new Date(`${day}T20:00:00Z`) }];
      }),
    ),
  );
  await db.insert(habitDays).values(rows);
}

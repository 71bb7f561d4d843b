import { type ClientHabit, type Habit, MOST_CLIENT_HABITS, MOST_HABITS } from '@stridewell/contract/habits/habits';
import { HABIT_DAYS_BACK } from '@stridewell/contract/habits/habits.rules';
import { addDays, isoWeekday } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import { lockRelationship, relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  countOtherClientHabits,
  deleteHabitDay,
  findStopped,
  habitExists,
  lockOtherHabits,
  markHabitDeleted,
  selectClientHabits,
  selectGivenHabits,
  selectHabitDays,
  selectHabitDaysOf,
  stopClientHabit,
  upsertClientHabit,
  upsertHabit,
  upsertHabitDay,
} from './habits.data.ts';

/** For other features. */
export { selectGivenHabits, selectHabitDaysOf };

/** Adds or changes a habit. The same request again changes nothing. @throws TOO_MANY_HABITS */
export async function saveHabit(tx: Tx<CoachScope, 'TOO_MANY_HABITS'>, habit: Habit): Promise<Habit> {
  if ((await lockOtherHabits(tx, habit.id)) >= MOST_HABITS) throw refuse(tx, 'TOO_MANY_HABITS');
  await upsertHabit(tx, habit);
  return habit;
}

/** Deletes a habit from the list, and stops it for all clients. The same request again changes nothing. */
export const removeHabit = (tx: Tx<CoachScope>, id: string): Promise<void> => markHabitDeleted(tx, id);

/** Weeks before the current one whose days are listed. */
const WEEKS_BEFORE = 3;

/**
 * The habits that a client has now.
 * @param today in the reader's time zone
 * @throws NOT_FOUND when the scope has no such client
 */
export async function listClientHabits(
  tx: Tx<CoachScope | ClientScope>,
  clientId: string,
  today: string,
): Promise<ClientHabit[]> {
  const since = addDays(today, 1 - isoWeekday(today) - 7 * WEEKS_BEFORE);
  const [exists, given, days] = await Promise.all([
    relationshipExists(tx, clientId),
    selectClientHabits(tx, clientId),
    selectHabitDays(tx, clientId, since),
  ]);
  if (!exists) throw refuse('NOT_FOUND');
  return given.map((habit) => ({
    ...habit,
    days: days.filter(({ habitId }) => habitId === habit.id).map(({ day, value }) => ({ day, value })),
  }));
}

/**
 * Gives a client a habit, or stops it.
 * @param daysPerWeek null stops it
 * @throws NOT_FOUND for an unknown client or habit, TOO_MANY_CLIENT_HABITS
 */
export async function setClientHabit(
  tx: Tx<CoachScope, 'TOO_MANY_CLIENT_HABITS'>,
  { clientId, habitId, daysPerWeek }: { clientId: string; habitId: string; daysPerWeek: number | null },
  now: Date,
): Promise<void> {
  if ((await lockRelationship(tx, clientId)) === undefined || !(await habitExists(tx, habitId))) {
    throw refuse('NOT_FOUND');
  }
  const key = { clientId, habitId };
  await expireLabel(tx, clientId);
  if (daysPerWeek === null) {
    await stopClientHabit(tx, key);
    return;
  }
  if ((await countOtherClientHabits(tx, key)) >= MOST_CLIENT_HABITS) throw refuse(tx, 'TOO_MANY_CLIENT_HABITS');
  await upsertClientHabit(tx, { ...key, daysPerWeek, createdAt: now });
}

/**
 * Sets or clears a day of the client in scope. Of two phones, the last one counts.
 * @throws NOT_FOUND for a habit that the client never had, HABIT_STOPPED, DAY_NOT_OPEN
 */
export async function saveOwnHabitDay(
  tx: Tx<ClientScope, 'DAY_NOT_OPEN' | 'HABIT_STOPPED'>,
  { habitId, day, value }: { habitId: string; day: string; value: number | null },
  { now, today }: { now: Date; today: string },
): Promise<void> {
  const stopped = await findStopped(tx, habitId);
  if (stopped === undefined) throw refuse('NOT_FOUND');
  if (stopped) throw refuse(tx, 'HABIT_STOPPED');
  if (day > today || day < addDays(today, -HABIT_DAYS_BACK)) throw refuse(tx, 'DAY_NOT_OPEN');
  if (value === null) await deleteHabitDay(tx, { habitId, day });
  else await upsertHabitDay(tx, { habitId, day, value, recordedAt: now });
  await expireLabel(tx, tx.scope.clientId);
}

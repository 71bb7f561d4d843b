import type { ClientHabit, Habit, ListedHabit } from '@stridewell/contract/habits/habits';
import type { HabitDay } from '@stridewell/contract/habits/habits.rules';
import { and, asc, between, count, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientHabits, habitDays, habits } from './habits.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;
type ClientKey = { clientId: string; habitId: string };

const ofCoach = (tx: PersonTx) => and(eq(habits.coachId, tx.scope.coachId), eq(habits.deleted, false));
const ofClient = (tx: PersonTx, { clientId, habitId }: ClientKey) =>
  and(
    eq(clientHabits.coachId, tx.scope.coachId),
    eq(clientHabits.clientId, clientId),
    eq(clientHabits.habitId, habitId),
  );
const columns = { id: habits.id, name: habits.name, kind: habits.kind, unit: habits.unit, goal: habits.goal };

/** All habits of the coach, by name. */
export const selectHabits = (tx: Tx<CoachScope>): Promise<ListedHabit[]> =>
  tx
    .select({ ...columns, clients: sql<number>`count(${clientHabits.clientId})::integer` })
    .from(habits)
    .leftJoin(
      clientHabits,
      and(
        eq(clientHabits.coachId, habits.coachId),
        eq(clientHabits.habitId, habits.id),
        eq(clientHabits.stopped, false),
      ),
    )
    .where(ofCoach(tx))
    .groupBy(habits.coachId, habits.id)
    .orderBy(asc(habits.name), asc(habits.id));

/** How many habits the coach has beside one. Locked until the transaction ends, so that a limit also holds for two at once. */
export async function lockOtherHabits(tx: Tx<CoachScope>, id: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`habits:${tx.scope.coachId}`}, 0))`);
  const [row] = await tx
    .select({ count: count() })
    .from(habits)
    .where(and(ofCoach(tx), ne(habits.id, id)));
  return row?.count ?? 0;
}

/** Adds a habit, or changes the one with this id. */
export async function upsertHabit(tx: Tx<CoachScope>, { id, ...content }: Habit): Promise<void> {
  await tx
    .insert(habits)
    .values({ coachId: tx.scope.coachId, id, ...content })
    .onConflictDoUpdate({ target: [habits.coachId, habits.id], set: { ...content, deleted: false } });
}

export async function markHabitDeleted(tx: Tx<CoachScope>, id: string): Promise<void> {
  await tx
    .update(habits)
    .set({ deleted: true })
    .where(and(ofCoach(tx), eq(habits.id, id)));
  await tx
    .update(clientHabits)
    .set({ stopped: true })
    .where(and(eq(clientHabits.coachId, tx.scope.coachId), eq(clientHabits.habitId, id)));
}

export async function habitExists(tx: Tx<CoachScope>, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: habits.id })
    .from(habits)
    .where(and(ofCoach(tx), eq(habits.id, id)));
  return found.length > 0;
}

/** Habits that a client has now, by name. */
export const selectClientHabits = (tx: PersonTx, clientId: string): Promise<Omit<ClientHabit, 'days'>[]> =>
  tx
    .select({ ...columns, daysPerWeek: clientHabits.daysPerWeek })
    .from(clientHabits)
    .innerJoin(habits, and(eq(habits.coachId, clientHabits.coachId), eq(habits.id, clientHabits.habitId)))
    .where(
      and(
        eq(clientHabits.coachId, tx.scope.coachId),
        eq(clientHabits.clientId, clientId),
        eq(clientHabits.stopped, false),
      ),
    )
    .orderBy(asc(habits.name), asc(habits.id));

/** Days of a client's habits since one, oldest first. */
export const selectHabitDays = (
  tx: PersonTx,
  clientId: string,
  since: string,
): Promise<(HabitDay & { habitId: string })[]> =>
  tx
    .select({ habitId: habitDays.habitId, day: habitDays.day, value: habitDays.value })
    .from(habitDays)
    .where(and(eq(habitDays.coachId, tx.scope.coachId), eq(habitDays.clientId, clientId), gte(habitDays.day, since)))
    .orderBy(asc(habitDays.day));

/** Habits that clients have now, and since when, by name. */
export const selectGivenHabits = (tx: PersonTx, clientIds: readonly string[]) =>
  tx
    .select({
      clientId: clientHabits.clientId,
      id: habits.id,
      name: habits.name,
      goal: habits.goal,
      daysPerWeek: clientHabits.daysPerWeek,
      givenAt: clientHabits.createdAt,
    })
    .from(clientHabits)
    .innerJoin(habits, and(eq(habits.coachId, clientHabits.coachId), eq(habits.id, clientHabits.habitId)))
    .where(
      and(
        eq(clientHabits.coachId, tx.scope.coachId),
        inArray(clientHabits.clientId, [...clientIds]),
        eq(clientHabits.stopped, false),
      ),
    )
    .orderBy(asc(habits.name), asc(habits.id));

/** Days of clients' habits within a range, oldest first. */
export const selectHabitDaysOf = (
  tx: PersonTx,
  clientIds: readonly string[],
  { from, to }: { from: string; to: string },
) =>
  tx
    .select({ clientId: habitDays.clientId, habitId: habitDays.habitId, day: habitDays.day, value: habitDays.value })
    .from(habitDays)
    .where(
      and(
        eq(habitDays.coachId, tx.scope.coachId),
        inArray(habitDays.clientId, [...clientIds]),
        between(habitDays.day, from, to),
      ),
    )
    .orderBy(asc(habitDays.day));

/** How many habits a client has now beside one. The caller has locked the client. */
export async function countOtherClientHabits(tx: Tx<CoachScope>, { clientId, habitId }: ClientKey): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(clientHabits)
    .where(
      and(
        eq(clientHabits.coachId, tx.scope.coachId),
        eq(clientHabits.clientId, clientId),
        eq(clientHabits.stopped, false),
        ne(clientHabits.habitId, habitId),
      ),
    );
  return row?.count ?? 0;
}

export async function upsertClientHabit(
  tx: Tx<CoachScope>,
  given: ClientKey & { daysPerWeek: number; createdAt: Date },
): Promise<void> {
  const { daysPerWeek } = given;
  await tx
    .insert(clientHabits)
    .values({ coachId: tx.scope.coachId, ...given })
    .onConflictDoUpdate({
      target: [clientHabits.coachId, clientHabits.clientId, clientHabits.habitId],
      set: { daysPerWeek, stopped: false },
    });
}

export async function stopClientHabit(tx: Tx<CoachScope>, key: ClientKey): Promise<void> {
  await tx.update(clientHabits).set({ stopped: true }).where(ofClient(tx, key));
}

/** Whether the habit of the client in scope was stopped; undefined when they never had it. */
export async function findStopped(tx: Tx<ClientScope>, habitId: string): Promise<boolean | undefined> {
  const [found] = await tx
    .select({ stopped: clientHabits.stopped })
    .from(clientHabits)
    .where(ofClient(tx, { clientId: tx.scope.clientId, habitId }));
  return found?.stopped;
}

export async function upsertHabitDay(
  tx: Tx<ClientScope>,
  of: HabitDay & { habitId: string; recordedAt: Date },
): Promise<void> {
  const { coachId, clientId } = tx.scope;
  const { value, recordedAt } = of;
  await tx
    .insert(habitDays)
    .values({ coachId, clientId, ...of })
    .onConflictDoUpdate({
      target: [habitDays.coachId, habitDays.clientId, habitDays.day, habitDays.habitId],
      set: { value, recordedAt },
    });
}

export async function deleteHabitDay(tx: Tx<ClientScope>, { habitId, day }: { habitId: string; day: string }) {
  const { coachId, clientId } = tx.scope;
  await tx
    .delete(habitDays)
    .where(
      and(
        eq(habitDays.coachId, coachId),
        eq(habitDays.clientId, clientId),
        eq(habitDays.day, day),
        eq(habitDays.habitId, habitId),
      ),
    );
}

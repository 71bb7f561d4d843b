import type { RecurringExpense, RecurringInput } from '@stridewell/contract/expenses/expenses';
import { and, asc, count, eq, getTableColumns, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { recurringExpenses } from './expenses.table.ts';

const { coachId: _coach, createdAt: _created, ...COLUMNS } = getTableColumns(recurringExpenses);

const ofCoach = (tx: Tx<CoachScope>) => eq(recurringExpenses.coachId, tx.scope.coachId);
const isRecurring = (tx: Tx<CoachScope>, id: string) => and(ofCoach(tx), eq(recurringExpenses.id, id));

export const selectRecurring = (tx: Tx<CoachScope>): Promise<RecurringExpense[]> =>
  tx
    .select(COLUMNS)
    .from(recurringExpenses)
    .where(ofCoach(tx))
    .orderBy(sql`${recurringExpenses.nextOn} nulls last`, asc(recurringExpenses.payee), asc(recurringExpenses.id));

/** Locks the coach's recurring expenses, so that none is added twice and the limit holds. */
export async function lockRecurringList(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`recurring:${tx.scope.coachId}`}, 0))`);
}

export async function countRecurring(tx: Tx<CoachScope>): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(recurringExpenses).where(ofCoach(tx));
  return row?.count ?? 0;
}

/** Reads a recurring expense and locks it until the transaction ends. */
export async function lockRecurring(tx: Tx<CoachScope>, id: string): Promise<RecurringExpense | undefined> {
  const [row] = await tx.select(COLUMNS).from(recurringExpenses).where(isRecurring(tx, id)).for('update');
  return row;
}

/** Recurring expenses with a day up to `today` that was not added yet, locked until the transaction ends. */
export const lockDueRecurring = (tx: Tx<CoachScope>, today: string): Promise<RecurringExpense[]> =>
  tx
    .select(COLUMNS)
    .from(recurringExpenses)
    .where(and(ofCoach(tx), lte(recurringExpenses.nextOn, today)))
    .orderBy(asc(recurringExpenses.id))
    .for('update');

/** Adds a recurring expense. @returns undefined when the id is taken */
export async function insertRecurring(
  tx: Tx<CoachScope>,
  recurring: RecurringInput & { id: string; nextOn: string | null },
): Promise<RecurringExpense | undefined> {
  const [row] = await tx
    .insert(recurringExpenses)
    .values({ ...recurring, coachId: tx.scope.coachId })
    .onConflictDoNothing()
    .returning(COLUMNS);
  return row;
}

type Changes = Partial<RecurringInput & { nextOn: string | null; paused: boolean }>;

export async function updateRecurring(
  tx: Tx<CoachScope>,
  id: string,
  changes: Changes & { version?: number },
): Promise<RecurringExpense | undefined> {
  const [row] = await tx.update(recurringExpenses).set(changes).where(isRecurring(tx, id)).returning(COLUMNS);
  return row;
}

export async function deleteRecurring(tx: Tx<CoachScope>, id: string): Promise<RecurringExpense | undefined> {
  const [row] = await tx.delete(recurringExpenses).where(isRecurring(tx, id)).returning(COLUMNS);
  return row;
}

/** Coaches with a day up to `until` that was not added yet, in the order of their ids. */
export const selectDueCoaches = (
  tx: Tx<SystemScope<'expenses'>>,
  { until, after, limit }: { until: string; after: string | undefined; limit: number },
) =>
  tx
    .selectDistinct({ coachId: recurringExpenses.coachId })
    .from(recurringExpenses)
    .where(
      and(
        isNotNull(recurringExpenses.nextOn),
        lte(recurringExpenses.nextOn, until),
        after === undefined ? undefined : gt(recurringExpenses.coachId, after),
      ),
    )
    .orderBy(asc(recurringExpenses.coachId))
    .limit(limit);

/** The time zone of the coach in scope. */
export async function findCoachZone(tx: Tx<CoachScope>): Promise<string> {
  const [row] = await tx.select({ timeZone: coaches.timeZone }).from(coaches).where(eq(coaches.id, tx.scope.coachId));
  return row?.timeZone ?? 'UTC';
}

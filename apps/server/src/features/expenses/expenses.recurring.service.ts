import type { RecurringExpense, RecurringInput } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS, RECURRING_START_DAYS } from '@stridewell/contract/expenses/expenses.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { audit } from '../audit/audit.service.ts';
import { insertLedgerEntries } from '../money/money.ledger.service.ts';
import {
  countRecurring,
  deleteRecurring,
  findCoachZone,
  insertRecurring,
  lockDueRecurring,
  lockRecurring,
  lockRecurringList,
  selectDueCoaches,
  selectRecurring,
  updateRecurring,
} from './expenses.data.ts';
import { nextOccurrence, occurrencesBetween } from './expenses.recurring.rules.ts';
import { bookkeeperScopeOf, dueExpensesScope } from './expenses.scopes.ts';
import { expenseFacts } from './expenses.service.ts';

export { selectRecurring as listRecurring };

/** Adds the missing days up to `today`. Each day is added once, even if its entry was edited since. */
async function addDue(tx: Tx<CoachScope>, recurring: RecurringExpense, today: string): Promise<RecurringExpense> {
  const { id, nextOn, amountCents, currency, payee, category, note } = recurring;
  if (nextOn === null || nextOn > today) return recurring;
  const added = await insertLedgerEntries(
    tx,
    occurrencesBetween(recurring, nextOn, today).map((occurredOn) => ({
      id: uuidv7(),
      kind: 'expense' as const,
      amountCents,
      currency,
      payee,
      category,
      note,
      occurredOn,
      source: 'recurring' as const,
      sourceId: id,
      originKey: `recurring ${id} ${occurredOn}`,
    })),
  );
  for (const entry of added) {
    const after = { ...expenseFacts(entry), automatic: true };
    audit(tx, { action: 'expense.added', subjectId: entry.id, after });
  }
  const next = nextOccurrence(recurring, addDays(today, 1));
  return (await updateRecurring(tx, id, { nextOn: next })) ?? recurring;
}

/** Facts of a recurring expense for the audit log, without payee and note, which are texts. */
const factsOf = (recurring: RecurringInput & { paused?: boolean }) => ({
  amountCents: recurring.amountCents,
  currency: recurring.currency,
  category: recurring.category,
  frequency: recurring.frequency,
  startsOn: recurring.startsOn,
  endsOn: recurring.endsOn,
  paused: recurring.paused ?? false,
});

const isSame = (stored: RecurringExpense, recurring: RecurringInput): boolean =>
  Object.entries(recurring).every(([name, value]) => stored[name as keyof RecurringInput] === value);

type Refusals = 'RECURRING_CHANGED' | 'TOO_MANY_RECURRING' | 'START_TOO_EARLY' | 'ENDS_BEFORE_START';
type SavedRecurring = { recurringId: string; recurring: RecurringInput; basedOn: number };

/**
 * Adds a recurring expense with its days up to today, or changes it from the next day on. Idempotent.
 * @throws RECURRING_CHANGED when it was changed since version `basedOn`, TOO_MANY_RECURRING, START_TOO_EARLY,
 * ENDS_BEFORE_START, NOT_FOUND
 */
export async function saveRecurring(
  tx: Tx<CoachScope, Refusals>,
  { recurringId: id, recurring, basedOn }: SavedRecurring,
  today: string,
): Promise<RecurringExpense> {
  const { startsOn, endsOn } = recurring;
  if (startsOn < addDays(today, -RECURRING_START_DAYS)) throw refuse(tx, 'START_TOO_EARLY');
  if (endsOn !== null && endsOn < startsOn) throw refuse(tx, 'ENDS_BEFORE_START');
  await lockRecurringList(tx);
  const stored = await lockRecurring(tx, id);
  if (stored && isSame(stored, recurring)) return stored;
  if (stored) {
    if (stored.version !== basedOn) throw refuse(tx, 'RECURRING_CHANGED', { data: { recurring: stored } });
    // Days due so far get the old amount.
    await addDue(tx, stored, today);
    const nextOn = stored.paused ? null : nextOccurrence(recurring, addDays(today, 1));
    const [before, after] = [factsOf(stored), factsOf({ ...recurring, paused: stored.paused })];
    audit(tx, { action: 'recurring_expense.changed', subjectId: id, before, after });
    return (await updateRecurring(tx, id, { ...recurring, nextOn, version: basedOn + 1 })) ?? stored;
  }
  if (basedOn > 0) throw refuse('NOT_FOUND');
  if ((await countRecurring(tx)) >= EXPENSE_BOUNDS.recurring) throw refuse(tx, 'TOO_MANY_RECURRING');
  const added = await insertRecurring(tx, { ...recurring, id, nextOn: nextOccurrence(recurring, startsOn) });
  if (!added) throw new Error('a recurring expense appeared under the lock');
  audit(tx, { action: 'recurring_expense.added', subjectId: id, after: factsOf(added) });
  return addDue(tx, added, today);
}

/** Pauses or resumes a recurring expense. Days of a pause are not added later. @throws NOT_FOUND */
export async function pauseRecurring(
  tx: Tx<CoachScope>,
  { recurringId, paused }: { recurringId: string; paused: boolean },
  today: string,
): Promise<RecurringExpense> {
  const stored = await lockRecurring(tx, recurringId);
  if (!stored) throw refuse('NOT_FOUND');
  if (stored.paused === paused) return stored;
  if (paused) await addDue(tx, stored, today);
  const nextOn = paused ? null : nextOccurrence(stored, today);
  const [before, after] = [factsOf(stored), factsOf({ ...stored, paused })];
  audit(tx, { action: 'recurring_expense.changed', subjectId: recurringId, before, after });
  const changed = await updateRecurring(tx, recurringId, { paused, nextOn, version: stored.version + 1 });
  return changed ? addDue(tx, changed, today) : stored;
}

/** Deletes a recurring expense and keeps its entries. Idempotent. */
export async function removeRecurring(tx: Tx<CoachScope>, recurringId: string): Promise<void> {
  const deleted = await deleteRecurring(tx, recurringId);
  if (deleted) audit(tx, { action: 'recurring_expense.deleted', subjectId: recurringId, before: factsOf(deleted) });
}

const BATCH = 200;
/** The time zone in which a day begins first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

type RecurringDeps = { db: Database; log: Logger; now: () => Date };

async function addDueOfCoach(tx: Tx<CoachScope>, now: Date): Promise<void> {
  const today = dayInZone(now, await findCoachZone(tx));
  for (const recurring of await lockDueRecurring(tx, today)) await addDue(tx, recurring, today);
}

/**
 * Adds due expenses for each coach, including days missed while the server was down. Each coach has a transaction, so
 * an interrupted run loses nothing. A failure for one coach does not hold up the others.
 */
export async function addDueExpenses({ db, log, now }: RecurringDeps): Promise<void> {
  const at = now();
  const until = dayInZone(at, EARLIEST_ZONE);
  await eachDue({
    name: 'coaches',
    log,
    failure: 'recurring expenses were not added',
    read: (after: { coachId: string } | undefined) =>
      db.read(dueExpensesScope, (tx) => selectDueCoaches(tx, { until, after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: ({ coachId }) => ({ coachId }),
    work: ({ coachId }) => db.write(bookkeeperScopeOf(coachId), (tx) => addDueOfCoach(tx, at)),
  });
}

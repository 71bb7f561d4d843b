import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach, requireFeature } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { isLedgerCursor, listPayees } from '../money/money.ledger.service.ts';
import { importExpenses, undoImport } from './expenses.import.service.ts';
import { listRecurring, pauseRecurring, removeRecurring, saveRecurring } from './expenses.recurring.service.ts';
import { deleteExpense, listExpenses, restoreExpense, saveExpense } from './expenses.service.ts';

type Asked = { context: { findActor: () => Promise<Actor | null>; services: Services }; input: { coachId: string } };

/** The coach with a plan that keeps books, and the coach's clock. */
async function requireBooks({ context, input }: Asked) {
  const { actor, coach, scope } = requireCoach(await context.findActor(), input.coachId);
  const now = context.services.now();
  requireFeature(actor, 'advanced_ai', now);
  const { timeZone, currency } = coach;
  return { scope, currency, clock: { now, timeZone }, today: dayInZone(now, timeZone), db: context.services.db };
}

export const expensesProcedures = {
  listExpenses: os.expenses.listExpenses.handler(async (asked) => {
    const { scope, db, today, currency } = await requireBooks(asked);
    const { coachId: _, ...selection } = asked.input;
    if (selection.cursor !== undefined && !isLedgerCursor(selection.sort, selection.cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    return { ...(await db.readAtOnce(scope, (tx) => listExpenses(tx, selection))), today, currency };
  }),

  listPayees: os.expenses.listPayees.handler(async (asked) => {
    const { scope, db } = await requireBooks(asked);
    return { payees: await db.readAtOnce(scope, (tx) => listPayees(tx, EXPENSE_BOUNDS.payees)) };
  }),

  saveExpense: os.expenses.saveExpense.handler(async (asked) => {
    const { scope, db, clock } = await requireBooks(asked);
    return db.write(scope, (tx) => saveExpense(tx, asked.input, clock), asked.errors);
  }),

  deleteExpense: os.expenses.deleteExpense.handler(async (asked) => {
    const { scope, db, clock } = await requireBooks(asked);
    return { deleted: await db.write(scope, (tx) => deleteExpense(tx, asked.input.expenseId, clock.now)) };
  }),

  restoreExpense: os.expenses.restoreExpense.handler(async (asked) => {
    const { scope, db, clock } = await requireBooks(asked);
    await db.write(scope, (tx) => restoreExpense(tx, asked.input, clock), asked.errors);
    return { expenseId: asked.input.expenseId };
  }),

  listRecurring: os.expenses.listRecurring.handler(async (asked) => {
    const { scope, db, today, currency } = await requireBooks(asked);
    return { recurring: await db.readAtOnce(scope, listRecurring), today, currency };
  }),

  saveRecurring: os.expenses.saveRecurring.handler(async (asked) => {
    const { scope, db, today } = await requireBooks(asked);
    return db.write(scope, (tx) => saveRecurring(tx, asked.input, today), asked.errors);
  }),

  pauseRecurring: os.expenses.pauseRecurring.handler(async (asked) => {
    const { scope, db, today } = await requireBooks(asked);
    return db.write(scope, (tx) => pauseRecurring(tx, asked.input, today));
  }),

  deleteRecurring: os.expenses.deleteRecurring.handler(async (asked) => {
    const { scope, db } = await requireBooks(asked);
    await db.write(scope, (tx) => removeRecurring(tx, asked.input.recurringId));
    return { recurringId: asked.input.recurringId };
  }),

  importExpenses: os.expenses.importExpenses.handler(async (asked) => {
    const { scope, db, clock } = await requireBooks(asked);
    return db.write(scope, (tx) => importExpenses(tx, asked.input, clock), asked.errors);
  }),

  undoImport: os.expenses.undoImport.handler(async (asked) => {
    const { scope, db } = await requireBooks(asked);
    return { deleted: await db.write(scope, (tx) => undoImport(tx, asked.input.importId)) };
  }),
};

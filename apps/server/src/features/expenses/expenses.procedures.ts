import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { dayInZone } from '@stridewell/contract/time';
import { coachProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { isLedgerCursor, listPayees } from '../money/money.ledger.service.ts';
import { importExpenses, undoImport } from './expenses.import.service.ts';
import { listRecurring, pauseRecurring, removeRecurring, saveRecurring } from './expenses.recurring.service.ts';
import { deleteExpense, listExpenses, restoreExpense, saveExpense } from './expenses.service.ts';

const { expenses } = coachProcedure;

export const expensesProcedures = {
  listExpenses: expenses.listExpenses.handler(async ({ context: { scope, db, now, coach }, input }) => {
    const { coachId: _, ...selection } = input;
    if (selection.cursor !== undefined && !isLedgerCursor(selection.sort, selection.cursor)) {
      throw refuse('BAD_REQUEST', { message: 'This page of the list does not exist.' });
    }
    return {
      ...(await db.readAtOnce(scope, (tx) => listExpenses(tx, selection))),
      today: dayInZone(now, coach.timeZone),
      currency: coach.currency,
    };
  }),

  listPayees: expenses.listPayees.handler(async ({ context: { scope, db } }) => ({
    payees: await db.readAtOnce(scope, (tx) => listPayees(tx, EXPENSE_BOUNDS.payees)),
  })),

  saveExpense: expenses.saveExpense.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => saveExpense(tx, input, today), errors),
  ),

  deleteExpense: expenses.deleteExpense.handler(async ({ context: { scope, db, now }, input }) => ({
    deleted: await db.write(scope, (tx) => deleteExpense(tx, input.expenseId, now)),
  })),

  restoreExpense: expenses.restoreExpense.handler(async ({ context: { scope, db, today }, input, errors }) => {
    await db.write(scope, (tx) => restoreExpense(tx, input, today), errors);
    return { expenseId: input.expenseId };
  }),

  listRecurring: expenses.listRecurring.handler(async ({ context: { scope, db, now, coach } }) => ({
    recurring: await db.readAtOnce(scope, listRecurring),
    today: dayInZone(now, coach.timeZone),
    currency: coach.currency,
  })),

  saveRecurring: expenses.saveRecurring.handler(({ context: { scope, db, now, coach }, input, errors }) =>
    db.write(scope, (tx) => saveRecurring(tx, input, dayInZone(now, coach.timeZone)), errors),
  ),

  pauseRecurring: expenses.pauseRecurring.handler(({ context: { scope, db, now, coach }, input }) =>
    db.write(scope, (tx) => pauseRecurring(tx, input, dayInZone(now, coach.timeZone))),
  ),

  deleteRecurring: expenses.deleteRecurring.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => removeRecurring(tx, input.recurringId));
    return { recurringId: input.recurringId };
  }),

  importExpenses: expenses.importExpenses.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => importExpenses(tx, input, today), errors),
  ),

  undoImport: expenses.undoImport.handler(async ({ context: { scope, db }, input }) => ({
    deleted: await db.write(scope, (tx) => undoImport(tx, input.importId)),
  })),
};

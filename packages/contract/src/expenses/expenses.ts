import { z } from 'zod';
import { parseListCursor } from '../clients/clients.rules.ts';
import { procedure } from '../errors.ts';
import { cents, computedDay, day, hasNoRepeats, id, line, text } from '../fields.ts';
import { storedFile } from '../files/files.ts';
import { CURRENCY_CODES } from '../money/money.amounts.rules.ts';
import { LEDGER_SOURCES } from '../money/money.ledger.rules.ts';
import { EXPENSE_BOUNDS, EXPENSE_SORTS, FREQUENCIES } from './expenses.rules.ts';

/** One line that may be empty, with the problems of `line`. */
const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please remove line breaks and control characters');

const amountCents = cents
  .min(1, 'Please enter an amount')
  .max(EXPENSE_BOUNDS.amountCents, 'Please enter an amount up to 1,000,000');

const currency = z
  .string()
  .refine((code) => CURRENCY_CODES.some((known) => known === code), 'Please choose a currency');

/** Fields that expenses and recurring expenses share. Amounts are in the smallest units of their currency. */
const spending = z.object({
  amountCents,
  currency,
  payee: optionalLine(EXPENSE_BOUNDS.payee),
  category: line(EXPENSE_BOUNDS.category, 'Choose a category'),
  note: text(EXPENSE_BOUNDS.note),
});

export const expenseInput = spending.extend({
  occurredOn: day,
  /** An uploaded file with the purpose `receipt`. */
  receiptId: id.nullable(),
});
export type ExpenseInput = z.infer<typeof expenseInput>;

/** How an expense came into the books. It stays with one that is deleted and restored. */
export const expenseOrigin = z.object({
  source: z.enum(LEDGER_SOURCES),
  sourceId: id.nullable(),
  /** Names the row of a file or the day of a recurring expense, so that it counts once; null for a typed expense. */
  originKey: z
    .string()
    .max(400)
    .regex(/^\P{Cc}*$/u)
    .nullable(),
});
export type ExpenseOrigin = z.infer<typeof expenseOrigin>;

export const expense = expenseInput.extend({
  id,
  receipt: storedFile.nullable(),
  source: z.enum(LEDGER_SOURCES),
  /** Counts the edits, so that two devices cannot overwrite each other. */
  version: z.int(),
});
export type Expense = z.infer<typeof expense>;

const q = z
  .string()
  .trim()
  .max(120)
  .regex(/^\P{Cc}*$/u)
  .default('');

/** Filters of the list; the file of expenses has them as well. */
export const expenseSelection = z.object({
  q,
  category: optionalLine(EXPENSE_BOUNDS.category).optional(),
  currency: currency.optional(),
  from: day.optional(),
  to: day.optional(),
  /** Only expenses without a receipt. */
  receipt: z.literal('missing').optional(),
  sort: z.enum(EXPENSE_SORTS).default('newest'),
});
export type ExpenseSelection = z.infer<typeof expenseSelection>;

export const listCursor = z
  .string()
  .max(1000)
  .regex(/^\P{Cc}*~\P{Cc}{36}$/u)
  .refine((cursor) => id.safeParse(parseListCursor(cursor).id).success);

export const recurringInput = spending.extend({
  frequency: z.enum(FREQUENCIES),
  startsOn: day,
  endsOn: day.nullable(),
});
export type RecurringInput = z.infer<typeof recurringInput>;

export const recurringExpense = recurringInput.extend({
  id,
  /** The next day on which it is added; null while it is paused and after its end. */
  nextOn: computedDay.nullable(),
  paused: z.boolean(),
  version: z.int(),
});
export type RecurringExpense = z.infer<typeof recurringExpense>;

/** A row of a bank's file. `nth` counts the rows of the file with the same day, amount and payee from 1. */
export const importedRow = spending.extend({
  id,
  kind: z.enum(['expense', 'revenue']),
  occurredOn: day,
  nth: z.int().min(1).max(EXPENSE_BOUNDS.perImport),
});
export type ImportedRow = z.infer<typeof importedRow>;

const IN_FUTURE = { status: 400, message: 'An expense cannot be in the future.' };
const FILE_NOT_FOUND = { status: 409, message: 'The receipt is gone. Please upload it again.' };
const basedOn = z.int().min(0).max(1_000_000);
const expenseKey = { coachId: id, expenseId: id };
const recurringKey = { coachId: id, recurringId: id };

export const expenses = {
  listExpenses: procedure({ allow: 'coach', plan: 'advanced_ai', whileViewing: true })
    .route({ method: 'GET', path: '/expenses', tags: ['expenses'], summary: 'List the expenses of a coach' })
    .input(expenseSelection.extend({ coachId: id, cursor: listCursor.optional() }))
    .output(
      z.object({
        expenses: z.array(expense),
        total: z.int(),
        /** Of all pages. Amounts of different currencies are never added together. */
        sums: z.array(z.object({ currency: z.string(), cents })),
        /** The coach's own, in alphabetical order. */
        categories: z.array(z.string()),
        today: day,
        currency: z.string(),
        nextCursor: z.string().nullable(),
      }),
    ),
  listPayees: procedure({ allow: 'coach', plan: 'advanced_ai', whileViewing: true })
    .route({
      method: 'GET',
      path: '/expenses/payees',
      tags: ['expenses'],
      summary: 'List the payees of a coach, each with the latest category',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ payees: z.array(z.object({ payee: z.string(), category: z.string() })) })),
  saveExpense: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'PUT',
      path: '/expenses/{expenseId}',
      tags: ['expenses'],
      summary: 'Add or change an expense; the sender creates the id, and repeating changes nothing',
    })
    .input(
      z.object({
        ...expenseKey,
        expense: expenseInput,
        /** Version that the coach edited; 0 for a new expense. */
        basedOn,
      }),
    )
    .output(expense)
    .errors({
      EXPENSE_CHANGED: {
        status: 409,
        message: 'This expense was changed elsewhere. Please look at it again.',
        data: z.object({ expense }),
      },
      DAY_IN_FUTURE: IN_FUTURE,
      FILE_NOT_FOUND,
    }),
  deleteExpense: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'DELETE',
      path: '/expenses/{expenseId}',
      tags: ['expenses'],
      summary: 'Delete an expense and return what restores it; repeating changes nothing',
    })
    .input(z.object(expenseKey))
    .output(z.object({ deleted: z.object({ expense: expenseInput, origin: expenseOrigin }).nullable() })),
  restoreExpense: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'POST',
      path: '/expenses/{expenseId}/restore',
      tags: ['expenses'],
      summary: 'Restore a deleted expense; repeating changes nothing',
    })
    .input(z.object({ ...expenseKey, expense: expenseInput, origin: expenseOrigin }))
    .output(z.object({ expenseId: id }))
    .errors({ DAY_IN_FUTURE: IN_FUTURE, FILE_NOT_FOUND }),
  listRecurring: procedure({ allow: 'coach', plan: 'advanced_ai', whileViewing: true })
    .route({
      method: 'GET',
      path: '/recurring_expenses',
      tags: ['expenses'],
      summary: 'List the recurring expenses of a coach',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ recurring: z.array(recurringExpense), today: day, currency: z.string() })),
  saveRecurring: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'PUT',
      path: '/recurring_expenses/{recurringId}',
      tags: ['expenses'],
      summary: 'Add or change a recurring expense from its next day on; repeating changes nothing',
    })
    .input(z.object({ ...recurringKey, recurring: recurringInput, basedOn }))
    .output(recurringExpense)
    .errors({
      RECURRING_CHANGED: {
        status: 409,
        message: 'This recurring expense was changed elsewhere. Please look at it again.',
        data: z.object({ recurring: recurringExpense }),
      },
      TOO_MANY_RECURRING: {
        status: 409,
        message: `You can have up to ${EXPENSE_BOUNDS.recurring} recurring expenses. Delete some first.`,
      },
      START_TOO_EARLY: { status: 400, message: 'The first day can be at most five years ago.' },
      ENDS_BEFORE_START: { status: 400, message: 'The last day cannot be before the first.' },
    }),
  pauseRecurring: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'PATCH',
      path: '/recurring_expenses/{recurringId}/paused',
      tags: ['expenses'],
      summary: 'Pause or resume a recurring expense; the days of a pause are not added later',
    })
    .input(z.object({ ...recurringKey, paused: z.boolean() }))
    .output(recurringExpense),
  deleteRecurring: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'DELETE',
      path: '/recurring_expenses/{recurringId}',
      tags: ['expenses'],
      summary: 'Delete a recurring expense but keep what it added; repeating changes nothing',
    })
    .input(z.object(recurringKey))
    .output(z.object({ recurringId: id })),
  importExpenses: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'POST',
      path: '/expenses/import',
      tags: ['expenses'],
      summary: "Import rows of a bank's file that the books do not have yet; repeating changes nothing",
    })
    .input(
      z.object({
        coachId: id,
        importId: id,
        rows: z
          .array(importedRow)
          .min(1)
          .max(EXPENSE_BOUNDS.perRequest)
          .refine((rows) => hasNoRepeats(rows.map((row) => row.id)), 'Please send each row once'),
        /** Answers what would be added, and stores nothing. */
        dryRun: z.boolean(),
      }),
    )
    .output(z.object({ added: z.int(), known: z.int() }))
    .errors({ DAY_IN_FUTURE: IN_FUTURE }),
  undoImport: procedure({ allow: 'coach', plan: 'advanced_ai' })
    .route({
      method: 'DELETE',
      path: '/expense_imports/{importId}',
      tags: ['expenses'],
      summary: 'Delete the entries of an import that were not changed since; repeating changes nothing',
    })
    .input(z.object({ coachId: id, importId: id }))
    .output(z.object({ deleted: z.int() })),
};

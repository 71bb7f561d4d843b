import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { day, hasNoRepeats, id, line } from '../fields.ts';
import { FOOD_BOUNDS, FOOD_UNITS } from '../foods/foods.rules.ts';
import { IMPORT_BOUNDS } from './foodlogs.imports.rules.ts';
import { FOOD_LOG_BOUNDS } from './foodlogs.rules.ts';
import { loggedAmount, loggedNutrients } from './foodlogs.ts';

/** A line of another app's file. `id` follows from its content (`importedEntryId`), so the same file twice adds nothing. */
const importedEntry = z.object({
  id,
  kind: z.enum(['quick', 'water']),
  meal: z.union([z.literal(''), line(FOOD_LOG_BOUNDS.meal)]),
  name: z.union([z.literal(''), line(FOOD_BOUNDS.name)]),
  amount: loggedAmount.nullable(),
  quantity: z.number().min(0).max(FOOD_LOG_BOUNDS.quantity).nullable(),
  unit: z.enum(FOOD_UNITS).nullable(),
  nutrients: loggedNutrients.nullable(),
  /** Minute of the client's day. */
  minute: z.int().min(0).max(1439),
});
export type ImportedEntry = z.infer<typeof importedEntry>;

export const importedDay = z.object({
  day,
  /** Only for days whose status the client has not chosen. */
  status: z.enum(['complete', 'partial']),
  entries: z
    .array(importedEntry)
    .min(1)
    .max(FOOD_LOG_BOUNDS.entries)
    .refine((list) => hasNoRepeats(list.map((one) => one.id)), 'Please send each entry once')
    .refine(
      (list) => list.every(({ kind, meal, quantity }) => (kind === 'water' ? quantity !== null : meal !== '')),
      'An entry needs a meal, and water needs an amount',
    ),
});
export type ImportedDay = z.infer<typeof importedDay>;

const fileInput = z.object({
  importId: id,
  days: z
    .array(importedDay)
    .min(1)
    .max(IMPORT_BOUNDS.days)
    .refine((days) => hasNoRepeats(days.map((one) => one.day)), 'Please send each day once')
    .refine(
      (days) => days.reduce((sum, { entries }) => sum + entries.length, 0) <= IMPORT_BOUNDS.entries,
      `Please send up to ${IMPORT_BOUNDS.entries} entries at a time`,
    ),
  /** Days that have other entries: they stay as they are, or get those of the file as well. */
  existing: z.enum(['keep', 'add']),
  /** Only says what the import would do. */
  dryRun: z.boolean(),
});

const importResult = z.object({
  added: z.int(),
  /** Entries that are there already, or were deleted by hand after an earlier import. */
  known: z.int(),
  /** Days with other entries, which stay as they are without `add`. */
  taken: z.array(day),
  /** Days that would get too many entries, and stay as they are. */
  full: z.array(day),
});
export type FoodImportResult = z.infer<typeof importResult>;

const undone = z.object({
  undone: z.int(),
  /** Days are left: repeat the request. */
  more: z.boolean(),
});

const errors = {
  COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
  FOOD_DAY_TOO_LATE: { status: 409, message: 'This file has days in the future.' },
} as const;

export const foodImports = {
  importOwnFood: procedure({ allow: 'client' })
    .route({
      method: 'POST',
      path: '/food_logs/imports/{importId}',
      tags: ['foodlogs'],
      summary: "Import days of another app into the caller's food log; repeating adds nothing",
    })
    .input(fileInput)
    .output(importResult)
    .errors(errors),
  undoOwnFoodImport: procedure({ allow: 'client' })
    .route({
      method: 'DELETE',
      path: '/food_logs/imports/{importId}',
      tags: ['foodlogs'],
      summary: 'Undo an import of the calling client, some days at a time; repeating changes nothing',
    })
    .input(z.object({ importId: id }))
    .output(undone),
  importClientFood: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/food_imports/{importId}',
      tags: ['foodlogs'],
      summary: "Import days of another app into a client's food log; repeating adds nothing",
    })
    .input(fileInput.extend({ coachId: id, clientId: id }))
    .output(importResult)
    .errors(errors),
  undoClientFoodImport: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/clients/{clientId}/food_imports/{importId}',
      tags: ['foodlogs'],
      summary: "Undo an import into a client's food log, some days at a time; repeating changes nothing",
    })
    .input(z.object({ coachId: id, clientId: id, importId: id }))
    .output(undone),
};

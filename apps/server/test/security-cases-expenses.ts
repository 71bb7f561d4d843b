import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });

const spending = { amountCents: 4_500, currency: 'USD', payee: 'Studio One', category: 'Rent', note: '' };
export const anExpense = { ...spending, occurredOn: '2026-01-05', receiptId: null };
export const aRecurring = { ...spending, frequency: 'monthly' as const, startsOn: '2199-01-31', endsOn: null };
const anOrigin = { source: 'manual', sourceId: null, originKey: null };

const saving = (path: (world: World) => string, changes: object = {}, basedOn: unknown = 1) =>
  send('PUT', path, withCoach({ expense: { ...anExpense, ...changes }, basedOn }));
const restoring = (changes: object = {}, origin: object = {}) =>
  send(
    'POST',
    '/expenses/{new}/restore',
    withCoach({ expense: { ...anExpense, ...changes }, origin: { ...anOrigin, ...origin } }),
  );
const savingRecurring = (path: (world: World) => string, changes: object = {}) =>
  send('PUT', path, withCoach({ recurring: { ...aRecurring, ...changes }, basedOn: 1 }));
const pausing = (path: (world: World) => string, paused: unknown = false) => send('PATCH', path, withCoach({ paused }));
const importing = (rows: (row: object) => object[]) =>
  send(
    'POST',
    '/expenses/import',
    withCoach({
      importId: nowhere,
      rows: rows({ ...spending, kind: 'expense', occurredOn: '2026-01-06', nth: 1 }),
      dryRun: false,
    }),
  );

export const EXPENSES_CASES: Record<string, Case> = {
  'expenses.listExpenses': {
    call: get('/expenses?coachId={coachId}&sort=largest'),
    bad: [
      get(`/expenses?coachId={coachId}&sort=largest&cursor=${encodeURIComponent(`x~${nowhere}`)}`),
      get(`/expenses?coachId={coachId}&cursor=${encodeURIComponent(`2026-02-30~${nowhere}`)}`),
    ],
  },
  'expenses.saveExpense': {
    call: saving(({ expenseId }) => `/expenses/${expenseId}`),
    missing: [saving(() => `/expenses/${nowhere}`)],
  },
  'expenses.restoreExpense': {
    call: restoring(),
  },
  'expenses.saveRecurring': {
    call: savingRecurring(({ recurringId }) => `/recurring_expenses/${recurringId}`),
    missing: [savingRecurring(() => `/recurring_expenses/${nowhere}`)],
  },
  'expenses.pauseRecurring': {
    call: pausing(({ recurringId }) => `/recurring_expenses/${recurringId}/paused`),
    missing: [pausing(() => `/recurring_expenses/${nowhere}/paused`)],
  },
  'expenses.importExpenses': {
    call: importing((row) => [{ ...row, id: randomUUID() }]),
  },
};

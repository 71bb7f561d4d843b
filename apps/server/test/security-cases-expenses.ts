import { randomUUID } from 'node:crypto';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });

const spending = { amountCents: 4_500, currency: 'USD', payee: 'Studio One', category: 'Rent', note: '' };
export const anExpense = { ...spending, occurredOn: '2026-01-05', receiptId: null };
export const aRecurring = { ...spending, frequency: 'monthly' as const, startsOn: '2199-01-31', endsOn: null };
const anOrigin = { source: 'manual', sourceId: null, originKey: null };

const BAD_SPENDING: readonly object[] = [
  { amountCents: -5 },
  { amountCents: 0 },
  { amountCents: 1.5 },
  { amountCents: '100' },
  { amountCents: EXPENSE_BOUNDS.amountCents + 1 },
  { currency: 'ZZZ' },
  { currency: 'toString' },
  { payee: 'Two\nlines' },
  { payee: LONG },
  { category: ' ' },
  { category: 'Half a \ud83d' },
  { note: 'Zero \u0000' },
  { note: LONG },
];
const BAD_EXPENSES = [...BAD_SPENDING, { occurredOn: '2026-02-30' }, { occurredOn: 'today' }, { receiptId: 'x' }];
const BAD_RECURRING = [...BAD_SPENDING, { frequency: 'daily' }, { startsOn: '2026-02-29' }, { endsOn: 'never' }];

const saving = (path: (world: World) => string, changes: object = {}, basedOn: unknown = 1) =>
  send('PUT', path, withCoach({ expense: { ...anExpense, ...changes }, basedOn }));
const restoring = (changes: object = {}, origin: object = {}) =>
  send(
    'POST',
    () => `/expenses/${randomUUID()}/restore`,
    withCoach({ expense: { ...anExpense, ...changes }, origin: { ...anOrigin, ...origin } }),
  );
const savingRecurring = (path: (world: World) => string, changes: object = {}) =>
  send('PUT', path, withCoach({ recurring: { ...aRecurring, ...changes }, basedOn: 1 }));
const pausing = (path: (world: World) => string, paused: unknown = false) => send('PATCH', path, withCoach({ paused }));
const importing = (rows: (row: object) => object[]) =>
  send(
    'POST',
    () => '/expenses/import',
    withCoach({
      importId: nowhere,
      rows: rows({ ...spending, kind: 'expense', occurredOn: '2026-01-06', nth: 1 }),
      dryRun: false,
    }),
  );

export const EXPENSES_CASES: Record<string, Case> = {
  'expenses.listExpenses': {
    call: get(({ coachId }) => `/expenses?coachId=${coachId}&sort=largest`),
    bad: [
      ...badGets('/expenses', `/expenses?coachId=${nowhere}&sort=cents`, `/expenses?coachId=${nowhere}&q=%00`),
      ...badGets(`/expenses?coachId=${nowhere}&from=soon`, `/expenses?coachId=${nowhere}&receipt=yes`),
      get(({ coachId }) => `/expenses?coachId=${coachId}&cursor=later`),
      get(({ coachId }) => `/expenses?coachId=${coachId}&sort=largest&cursor=${encodeURIComponent(`x~${nowhere}`)}`),
      get(({ coachId }) => `/expenses?coachId=${coachId}&cursor=${encodeURIComponent(`2026-02-30~${nowhere}`)}`),
    ],
  },
  'expenses.listPayees': {
    call: get(({ coachId }) => `/expenses/payees?coachId=${coachId}`),
    bad: badGets('/expenses/payees', '/expenses/payees?coachId=x'),
  },
  'expenses.saveExpense': {
    call: saving(({ expenseId }) => `/expenses/${expenseId}`),
    bad: [
      ...badSends('PUT', `/expenses/${nowhere}`),
      saving(() => `/expenses/${nowhere}`, {}, -1),
      ...BAD_EXPENSES.map((changes) => saving(() => `/expenses/${nowhere}`, changes)),
    ],
    missing: [saving(() => `/expenses/${nowhere}`)],
  },
  'expenses.deleteExpense': {
    call: send('DELETE', () => `/expenses/${randomUUID()}`, withCoach({})),
    bad: badSends('DELETE', '/expenses/x'),
  },
  'expenses.restoreExpense': {
    call: restoring(),
    bad: [
      ...badSends('POST', `/expenses/${nowhere}/restore`),
      restoring({}, { source: 'gift' }),
      restoring({}, { originKey: 'Zero \u0000' }),
      restoring({}, { sourceId: 'x' }),
      ...BAD_EXPENSES.map((changes) => restoring(changes)),
    ],
  },
  'expenses.listRecurring': {
    call: get(({ coachId }) => `/recurring_expenses?coachId=${coachId}`),
    bad: badGets('/recurring_expenses', '/recurring_expenses?coachId=x'),
  },
  'expenses.saveRecurring': {
    call: savingRecurring(({ recurringId }) => `/recurring_expenses/${recurringId}`),
    bad: [
      ...badSends('PUT', `/recurring_expenses/${nowhere}`),
      ...BAD_RECURRING.map((changes) => savingRecurring(() => `/recurring_expenses/${nowhere}`, changes)),
    ],
    missing: [savingRecurring(() => `/recurring_expenses/${nowhere}`)],
  },
  'expenses.pauseRecurring': {
    call: pausing(({ recurringId }) => `/recurring_expenses/${recurringId}/paused`),
    bad: [
      ...badSends('PATCH', `/recurring_expenses/${nowhere}/paused`),
      pausing(() => `/recurring_expenses/${nowhere}/paused`, 'yes'),
    ],
    missing: [pausing(() => `/recurring_expenses/${nowhere}/paused`)],
  },
  'expenses.deleteRecurring': {
    call: send('DELETE', () => `/recurring_expenses/${randomUUID()}`, withCoach({})),
    bad: badSends('DELETE', '/recurring_expenses/x'),
  },
  'expenses.importExpenses': {
    call: importing((row) => [{ ...row, id: randomUUID() }]),
    bad: [
      ...badSends('POST', '/expenses/import'),
      importing(() => []),
      importing((row) => [
        { ...row, id: nowhere },
        { ...row, id: nowhere },
      ]),
      importing((row) => Array.from({ length: EXPENSE_BOUNDS.perRequest + 1 }, () => ({ ...row, id: randomUUID() }))),
      importing((row) => [{ ...row, id: nowhere, kind: 'refund' }]),
      importing((row) => [{ ...row, id: nowhere, nth: 0 }]),
      ...BAD_SPENDING.map((changes) => importing((row) => [{ ...row, id: nowhere, ...changes }])),
    ],
  },
  'expenses.undoImport': {
    call: send('DELETE', () => `/expense_imports/${nowhere}`, withCoach({})),
    bad: badSends('DELETE', '/expense_imports/x'),
  },
};

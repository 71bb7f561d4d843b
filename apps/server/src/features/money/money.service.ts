import { firstOfMonth, lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { type DueRenewal, RENEWAL_DAYS } from '@stridewell/contract/money/money.renewals.rules';
import { addDays } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import {
  selectClientsInDebt,
  selectComparedSums,
  selectDebtDays,
  selectDueMoney,
  selectEndingSubscriptions,
  selectLedgerSums,
} from './money.data.ts';
import { findLedgerEntry, insertLedgerEntries, type NewLedgerEntry } from './money.ledger.data.ts';
import { selectComingPayments } from './money.subscriptions.data.ts';

/** For other features. */
export {
  selectClientsInDebt as listClientsInDebt,
  selectComingPayments as listComingPayments,
  selectDebtDays as listDebtDays,
  selectEndingSubscriptions as listEndingSubscriptions,
};

type TypedEntry = Pick<NewLedgerEntry, 'id' | 'amountCents' | 'currency' | 'occurredOn' | 'category'> & {
  kind: 'revenue' | 'expense';
};

/** Adds a typed entry to the books. Idempotent. @throws DAY_IN_FUTURE, ID_TAKEN */
export async function createLedgerEntry(
  tx: Tx<CoachScope, 'DAY_IN_FUTURE'>,
  entry: TypedEntry,
  today: string,
): Promise<void> {
  if (entry.occurredOn > today) throw refuse(tx, 'DAY_IN_FUTURE');
  const [added] = await insertLedgerEntries(tx, [entry]);
  if (!added) return requireSame(tx, entry);
  const { id: subjectId, kind, amountCents, currency, category, occurredOn } = entry;
  const after = { kind, amountCents, currency, category, occurredOn };
  audit(tx, { action: `${kind}.added`, subjectId, after });
}

/** @throws ID_TAKEN for another entry with this id */
async function requireSame(tx: Tx<CoachScope>, { id, ...entry }: TypedEntry): Promise<void> {
  const known = await findLedgerEntry(tx, id);
  const fields = ['kind', 'amountCents', 'currency', 'category', 'occurredOn'] as const;
  if (fields.some((field) => known?.entry[field] !== entry[field])) throw refuse('ID_TAKEN');
}

/**
 * Revenue and expenses of one currency in its smallest unit, over the days from `from` to `to`, both included. Refunds
 * reduce the revenue. `isEmpty` until the first entry of any day and currency.
 */
export async function sumLedger(tx: Tx<CoachScope>, range: { from: string; to: string; currency: string }) {
  const { refunds, ...sums } = await selectLedgerSums(tx, range);
  return { ...sums, revenue: sums.revenue - refunds };
}

type ComparedRange = { current: Range; previous: Range; currency: string; today: string; since: string };
type Range = { from: string; to: string };

/**
 * The sums of two periods in one statement, and `revenueLeft`: the share of a whole month's revenue that came in after
 * today's day of the month, in the months since `since`; null without revenue. On the last day of a month it is zero,
 * whatever the month's length.
 */
export async function compareLedger(tx: Tx<CoachScope>, { current, previous, currency, today, since }: ComparedRange) {
  const { refunds, beforeRevenue, beforeRefunds, beforeExpenses, revenueLeft, ...sums } = await selectComparedSums(tx, {
    from: current.from,
    to: current.to,
    beforeFrom: previous.from,
    beforeTo: previous.to,
    currency,
    since,
    month: firstOfMonth(today),
    day: lastOfMonth(today) === today ? 31 : Number(today.slice(8)),
  });
  return {
    sums: { ...sums, revenue: sums.revenue - refunds },
    before: { revenue: beforeRevenue - beforeRefunds, expenses: beforeExpenses },
    revenueLeft: revenueLeft === null ? null : Math.min(1, Math.max(0, revenueLeft)),
  };
}

/** Money to follow up today: invoices that are overdue or whose payment failed, and subscriptions that end soon. */
export async function listDueMoney(tx: Tx<CoachScope>, today: string) {
  const rows = await selectDueMoney(tx, { today, until: addDays(today, RENEWAL_DAYS) });
  const invoices = rows.filter(({ kind }) => kind === 'invoice');
  return {
    invoices: {
      total: invoices[0]?.total ?? 0,
      rows: invoices.map(({ kind: _, total: __, id: invoiceId, ...row }) => ({ invoiceId, ...row })),
    },
    renewals: rows
      .filter(({ kind }) => kind === 'renewal')
      .map(({ clientId, label, dueOn }): DueRenewal => ({ clientId, label, lastDay: addDays(dueOn, -1) })),
  };
}

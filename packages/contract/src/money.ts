import { z } from 'zod';
import { procedure } from './errors.ts';
import { cents, day, id, line } from './fields.ts';

/** Direction of an amount in the books. A refund reduces the revenue of its day. */
export const LEDGER_KINDS = ['revenue', 'refund', 'expense'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** How an entry came into the books. */
export const LEDGER_SOURCES = ['manual', 'payment', 'recurring', 'import'] as const;

export const ledgerEntryInput = z.object({
  coachId: id,
  id,
  kind: z.enum(['revenue', 'expense']),
  amountCents: cents.min(1, 'Please enter an amount').max(100_000_000, 'Please enter an amount below 1,000,000'),
  occurredOn: day,
  category: line(60),
});

export const money = {
  createLedgerEntry: procedure
    .route({ method: 'POST', path: '/ledger_entries', tags: ['money'], summary: 'Record revenue or an expense' })
    .input(ledgerEntryInput)
    .output(z.object({ id })),
};

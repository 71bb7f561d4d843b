import type { LedgerRowView, RowSelection } from '@stridewell/contract/metrics';
import type { RowKind } from '@stridewell/contract/metrics.periods.rules';
import type { LedgerKind } from '@stridewell/contract/money.ledger.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type LedgerRow, listLedger, sumSelection } from '../money/money.ledger.service.ts';

const KINDS: Record<RowKind, readonly LedgerKind[]> = {
  revenue: ['revenue', 'refund'],
  expense: ['expense'],
  all: ['revenue', 'refund', 'expense'],
};

const toRow = ({ entry, clientName }: { entry: LedgerRow; clientName: string | null }): LedgerRowView => ({
  id: entry.id,
  kind: entry.kind,
  amountCents: entry.amountCents,
  currency: entry.currency,
  occurredOn: entry.occurredOn,
  category: entry.category,
  payee: entry.payee,
  note: entry.note,
  clientId: entry.clientId,
  clientName,
});

type RowPage = { cursor?: string | undefined; limit?: number };

/** A page of the entries behind a figure, the newest first, with their sum. */
export async function listBusinessRows(tx: Tx<CoachScope>, { kind, ...selection }: RowSelection, page: RowPage) {
  const selected = { ...selection, kinds: KINDS[kind] };
  const [{ entries, nextCursor }, revenue, expenses] = await Promise.all([
    listLedger(tx, selected, { sort: 'newest', ...page }),
    sumSelection(tx, { ...selected, kinds: KINDS[kind].filter((one) => one !== 'expense') }),
    sumSelection(tx, { ...selected, kinds: KINDS[kind].filter((one) => one === 'expense') }),
  ]);
  const [earned, spent] = [revenue.sums[0]?.cents ?? 0, expenses.sums[0]?.cents ?? 0];
  return {
    rows: entries.map(toRow),
    total: revenue.total + expenses.total,
    cents: kind === 'expense' ? spent : earned - spent,
    nextCursor,
  };
}

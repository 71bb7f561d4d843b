import { formatListCursor, parseListCursor } from '@stridewell/contract/clients/clients.rules';
import type { BusinessRow, BusinessRowOf, RowSelection } from '@stridewell/contract/metrics/metrics';
import { ENTRY_KINDS, type EntryKind } from '@stridewell/contract/metrics/metrics.periods.rules';
import type { LedgerKind } from '@stridewell/contract/money/money.ledger.rules';
import { mrrSteps, runningOn } from '@stridewell/contract/money/money.mrr.rules';
import { dayInZone } from '@stridewell/contract/time';
import { listActiveClients } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type LedgerRow,
  listFirstPayers,
  listLedger,
  listSubscriptionChanges,
  listSubscriptionNames,
  sumSelection,
} from '../money/money.ledger.service.ts';

const KINDS: Record<EntryKind, readonly LedgerKind[]> = {
  revenue: ['revenue', 'refund'],
  expense: ['expense'],
  all: ['revenue', 'refund', 'expense'],
};
/** Rows per page, the same as in `listLedger`. */
const PAGE = 50;

type BusinessPage = { rows: BusinessRow[]; total: number; cents: number | null; nextCursor: string | null };
type Paging = { cursor?: string | undefined; limit?: number };

const toRow = ({ entry, clientName }: { entry: LedgerRow; clientName: string | null }): BusinessRowOf<'entry'> => ({
  of: 'entry',
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

type EntrySelection = Omit<RowSelection, 'kind'> & { kind: EntryKind };

async function listEntries(tx: Tx<CoachScope>, { kind, ...selection }: EntrySelection, paging: Paging) {
  const selected = { ...selection, kinds: KINDS[kind] };
  const [{ entries, nextCursor }, revenue, expenses] = await Promise.all([
    listLedger(tx, selected, { sort: 'newest', ...paging }),
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

type DatedRow = Exclude<BusinessRow, { of: 'entry' }>;
/** Days and ids sort as text, and together are unique within a list. */
const placeOf = ({ on, id }: DatedRow) => `${on} ${id}`;

/** A page of rows that were computed as a whole, newest first. */
function pageOf(all: readonly DatedRow[], cents: number | null, { cursor, limit = PAGE }: Paging): BusinessPage {
  const sorted = all.toSorted((a, b) => (placeOf(a) > placeOf(b) ? -1 : 1));
  const after = cursor === undefined ? null : parseListCursor(cursor);
  const left = after ? sorted.filter((row) => placeOf(row) < `${after.key} ${after.id}`) : sorted;
  const rows = left.slice(0, limit);
  const last = left.length > limit ? rows.at(-1) : undefined;
  const nextCursor = last ? formatListCursor({ key: last.on, id: last.id }) : null;
  return { rows, total: all.length, cents, nextCursor };
}

/** The subscriptions behind MRR, or the changes behind one of its movements. */
async function listRecurring(tx: Tx<CoachScope>, { kind, from, to, currency, clientId }: RowSelection, paging: Paging) {
  const [changes, known] = await Promise.all([listSubscriptionChanges(tx, currency), listSubscriptionNames(tx)]);
  const subscriptions = new Map(known.map(({ id, ...names }) => [id, names]));
  const isWanted = (row: { clientId: string }) => clientId === undefined || row.clientId === clientId;
  if (kind === 'mrr') {
    const running = runningOn(changes, to).filter(isWanted);
    const rows = running.map(({ subscriptionId, ...row }) => ({
      of: 'subscription' as const,
      ...row,
      id: subscriptionId,
      ...(subscriptions.get(subscriptionId) ?? { name: '', clientName: '' }),
    }));
    return pageOf(rows, sumOf(running), paging);
  }
  const steps = mrrSteps(changes).filter(
    (step) => step.kind === kind && step.on >= from && step.on <= to && isWanted(step),
  );
  const rows = steps.map(({ on, clientId: id, before, cents, subscriptionIds }) => {
    const changed = subscriptionIds.flatMap((one) => subscriptions.get(one) ?? []);
    return {
      of: 'movement' as const,
      on,
      id,
      clientId: id,
      clientName: changed[0]?.clientName ?? '',
      names: changed.map(({ name }) => name).sort(),
      beforeCents: before,
      afterCents: before + cents,
    };
  });
  return pageOf(rows, sumOf(steps), paging);
}

const sumOf = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

/** Today's active clients, latest first. */
async function listActive(
  tx: Tx<CoachScope>,
  { clientId }: RowSelection,
  { timeZone, ...paging }: Paging & { timeZone: string },
) {
  const clients = await listActiveClients(tx);
  const rows = clients
    .filter(({ id }) => clientId === undefined || id === clientId)
    .map(({ acceptedAt, createdAt, ...client }) => ({
      of: 'active' as const,
      ...client,
      on: dayInZone(acceptedAt ?? createdAt, timeZone),
    }));
  return pageOf(rows, null, paging);
}

/** A page of the rows behind a figure, newest first, with their sum. Excludes days after `today`. */
export async function listBusinessRows(
  tx: Tx<CoachScope>,
  selection: RowSelection,
  { today, timeZone, ...paging }: Paging & { today: string; timeZone: string },
): Promise<BusinessPage> {
  const entryKind = ENTRY_KINDS.find((kind) => kind === selection.kind);
  if (entryKind) return listEntries(tx, { ...selection, kind: entryKind }, paging);
  const past = { ...selection, to: selection.to < today ? selection.to : today };
  if (selection.kind === 'active') return listActive(tx, selection, { timeZone, ...paging });
  if (selection.kind !== 'cohort') return listRecurring(tx, past, paging);
  const clients = await listFirstPayers(tx, past);
  const wanted = clients.filter(({ id }) => selection.clientId === undefined || id === selection.clientId);
  return pageOf(
    wanted.map((client) => ({ ...client, of: 'client' as const })),
    null,
    paging,
  );
}

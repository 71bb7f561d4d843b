import { formatListCursor, parseListCursor } from '@stridewell/contract/clients/clients.rules';
import type { BoardColumn, LeadSelection } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUSES } from '@stridewell/contract/pipeline/pipeline.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countSelected, selectColumn, selectColumnTotals, selectLeadPage } from './pipeline.list.data.ts';
import { toLead } from './pipeline.service.ts';

const PAGE = 50;

/** All columns of the board, each with its most recent leads. */
export async function getBoard(tx: Tx<CoachScope>, q: string): Promise<BoardColumn[]> {
  const [totals, ...columns] = await Promise.all([
    selectColumnTotals(tx, q),
    ...LEAD_STATUSES.map((status) => selectColumn(tx, q, status)),
  ]);
  return LEAD_STATUSES.map((status, index) => {
    const own = totals.filter((total) => total.status === status);
    return {
      status,
      count: own.reduce((sum, total) => sum + total.count, 0),
      values: own.flatMap(({ currency, cents }) => (cents > 0 ? [{ currency, cents }] : [])),
      leads: (columns[index] ?? []).map(toLead),
    };
  });
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isDate = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Whether a cursor fits the sort order. The database would fail on a malformed one. */
export function isCursorOf(sort: LeadSelection['sort'], cursor: string): boolean {
  const { key } = parseListCursor(cursor);
  if (sort === 'follow_up') return key === 'infinity' || (DAY.test(key) && isDate(key));
  if (sort === 'value') return /^(?:-1|\d{1,12})$/.test(key);
  if (sort === 'newest') return INSTANT.test(key) && isDate(key);
  return true;
}

/** A page of the list, and the number of filtered leads. */
export async function listLeads(
  tx: Tx<CoachScope>,
  { cursor, limit = PAGE, ...selection }: LeadSelection & { cursor?: string | undefined; limit?: number },
) {
  const after = cursor === undefined ? undefined : parseListCursor(cursor);
  const [rows, total] = await Promise.all([
    // One extra row shows whether there is another page.
    selectLeadPage(tx, { ...selection, after, limit: limit + 1 }),
    countSelected(tx, selection),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    leads: shown.map(({ key: _, ...row }) => toLead(row)),
    total,
    nextCursor: last && rows.length > limit ? formatListCursor({ key: last.key, id: last.id }) : null,
  };
}

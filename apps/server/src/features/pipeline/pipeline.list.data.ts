import type { ListPosition } from '@stridewell/contract/clients/clients.rules';
import type { LeadSelection } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS, LEAD_ORDER, type LeadSort, type LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { LEAD } from './pipeline.data.ts';
import { leads } from './pipeline.table.ts';

/** Sort keys. Leads without a value sort below zero, and those without a follow-up come last. */
const SORTS: Record<LeadSort, { by: SQL; key: SQL<string>; type: SQL }> = {
  newest: {
    by: sql`${leads.createdAt}`,
    key: sql`to_char(${leads.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    type: sql`timestamptz`,
  },
  name: { by: sql`lower(${leads.name})`, key: sql`lower(${leads.name})`, type: sql`text` },
  value: {
    by: sql`coalesce(${leads.valueCents}, -1)`,
    key: sql`coalesce(${leads.valueCents}, -1)::text`,
    type: sql`bigint`,
  },
  follow_up: {
    by: sql`coalesce(${leads.followUpOn}, 'infinity')`,
    key: sql`coalesce(${leads.followUpOn}, 'infinity')::text`,
    type: sql`date`,
  },
};

/** Searches each name, address, number and source, because a coach has few leads. */
const matches = (q: string): SQL | undefined =>
  q
    ? sql`strpos(lower(concat_ws(' ', ${leads.name}, ${leads.email}, ${leads.phone}, ${leads.source})), lower(${q}::text)) > 0`
    : undefined;

type Selection = { q: string; status?: LeadStatus | undefined };

const isSelected = (tx: Tx<CoachScope>, { q, status }: Selection) =>
  and(eq(leads.coachId, tx.scope.coachId), status && eq(leads.status, status), matches(q));

export async function countSelected(tx: Tx<CoachScope>, selection: Selection): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(leads).where(isSelected(tx, selection));
  return row?.count ?? 0;
}

/** At most `limit` leads in the order of `sort`, with the sort key for the cursor of the next page. */
export function selectLeadPage(
  tx: Tx<CoachScope>,
  { after, limit, sort, ...selection }: LeadSelection & { after: ListPosition | undefined; limit: number },
) {
  const { by, key, type } = SORTS[sort];
  const falls = LEAD_ORDER[sort] === 'desc';
  const place = after && sql`(${after.key}::${type}, ${after.id}::uuid)`;
  return tx
    .select({ ...LEAD, key })
    .from(leads)
    .where(and(isSelected(tx, selection), place && sql`(${by}, ${leads.id}) ${falls ? sql`<` : sql`>`} ${place}`))
    .orderBy(falls ? desc(by) : asc(by), falls ? desc(leads.id) : asc(leads.id))
    .limit(limit);
}

/** Number of leads by status, and their values by currency. */
export const selectColumnTotals = (tx: Tx<CoachScope>, q: string) =>
  tx
    .select({
      status: leads.status,
      currency: leads.currency,
      count: sql<number>`count(*)::int`,
      cents: sql<number>`coalesce(sum(${leads.valueCents}), 0)::float8`,
    })
    .from(leads)
    .where(isSelected(tx, { q }))
    .groupBy(leads.status, leads.currency)
    .orderBy(leads.currency);

/** The leads that most recently got a status. */
export const selectColumn = (tx: Tx<CoachScope>, q: string, status: LeadStatus) =>
  tx
    .select(LEAD)
    .from(leads)
    .where(isSelected(tx, { q, status }))
    .orderBy(desc(leads.statusSince), desc(leads.id))
    .limit(LEAD_BOUNDS.perColumn);

import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { leads } from './pipeline.table.ts';

const SENT_LEAD = {
  id: leads.id,
  name: leads.name,
  email: leads.email,
  phone: leads.phone,
  status: leads.status,
  statusSince: leads.statusSince,
  valueCents: leads.valueCents,
  clientId: leads.clientId,
  changedAt: leads.changedAt,
};
/** A lead as a CRM knows it: without notes. */
export type SentLead = Pick<
  typeof leads.$inferSelect,
  'id' | 'name' | 'email' | 'phone' | 'status' | 'statusSince' | 'valueCents' | 'clientId' | 'changedAt'
>;

/** A page of the coach's leads, in the order of their ids. */
export const selectLeadsPage = (
  tx: Tx<CoachScope>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SentLead[]> =>
  tx
    .select(SENT_LEAD)
    .from(leads)
    .where(and(eq(leads.coachId, tx.scope.coachId), after === undefined ? undefined : gt(leads.id, after)))
    .orderBy(asc(leads.id))
    .limit(limit);

export const selectLeadsByIds = async (tx: Tx<CoachScope>, ids: readonly string[]): Promise<SentLead[]> =>
  ids.length === 0
    ? []
    : tx
        .select(SENT_LEAD)
        .from(leads)
        .where(and(eq(leads.coachId, tx.scope.coachId), inArray(leads.id, [...ids])));

/** The leads that became these clients. */
export const selectLeadsOfClients = async (tx: Tx<CoachScope>, clientIds: readonly string[]): Promise<SentLead[]> =>
  clientIds.length === 0
    ? []
    : tx
        .select(SENT_LEAD)
        .from(leads)
        .where(
          and(eq(leads.coachId, tx.scope.coachId), isNotNull(leads.clientId), inArray(leads.clientId, [...clientIds])),
        )
        .orderBy(asc(leads.id));

export const selectLeadsByEmail = (tx: Tx<CoachScope>, email: string): Promise<SentLead[]> =>
  tx
    .select(SENT_LEAD)
    .from(leads)
    .where(and(eq(leads.coachId, tx.scope.coachId), eq(leads.email, email)))
    .limit(1);

export async function findCurrency(tx: Tx<CoachScope>): Promise<string> {
  const [row] = await tx.select({ currency: coaches.currency }).from(coaches).where(eq(coaches.id, tx.scope.coachId));
  return row?.currency ?? 'USD';
}

import type { ClientMetrics, PipelineMetrics } from '@stridewell/contract/metrics';
import { and, desc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope } from '../../platform/db/scope.ts';
import { relationships } from '../clients/clients.table.ts';
import { leads } from '../pipeline/pipeline.table.ts';
import { clientMetrics, ledgerEntries, pipelineMetrics } from './metrics.table.ts';

/** `set` clause that takes every column of the refused row. */
function excluded(table: PgTable): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

/**
 * Writes today's row. Requests that race write the same figures or newer ones, and a row that would stay as it is is
 * not written at all.
 */
export async function saveClientMetrics(tx: Tx<CoachScope>, row: ClientMetrics): Promise<void> {
  await tx
    .insert(clientMetrics)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoUpdate({
      target: [clientMetrics.coachId, clientMetrics.date],
      set: excluded(clientMetrics),
      setWhere: sql`(${clientMetrics}.*) is distinct from (excluded.*)`,
    });
}

export async function savePipelineMetrics(tx: Tx<CoachScope>, row: PipelineMetrics): Promise<void> {
  await tx
    .insert(pipelineMetrics)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoUpdate({
      target: [pipelineMetrics.coachId, pipelineMetrics.date],
      set: excluded(pipelineMetrics),
      setWhere: sql`(${pipelineMetrics}.*) is distinct from (excluded.*)`,
    });
}

/** Active clients on the newest recorded day up to `day`. */
export async function findActiveClientsOn(tx: Tx<CoachScope>, day: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ totalActiveClients: clientMetrics.totalActiveClients })
    .from(clientMetrics)
    .where(and(eq(clientMetrics.coachId, tx.scope.coachId), lte(clientMetrics.date, day)))
    .orderBy(desc(clientMetrics.date))
    .limit(1);
  return row?.totalActiveClients;
}

/** Open leads, running trials, active clients, and how all prospects so far ended. */
export async function countPipeline(tx: Tx<CoachScope>) {
  const { coachId } = tx.scope;
  const isOpen = sql`${leads.clientId} is null and ${leads.closedOn} is null`;
  const active = tx
    .select({ count: sql`count(*)` })
    .from(relationships)
    .where(and(eq(relationships.coachId, coachId), eq(relationships.status, 'active')));
  const [row] = await tx
    .select({
      leads: sql<number>`count(*) filter (where ${isOpen})::int`,
      trials: sql<number>`count(*) filter (where ${isOpen} and ${leads.trialStartedOn} is not null)::int`,
      converted: sql<number>`count(${leads.clientId})::int`,
      prospects: sql<number>`count(*)::int`,
      paidClients: sql<number>`(${active})::int`,
    })
    .from(leads)
    .where(eq(leads.coachId, coachId));
  return row ?? { leads: 0, trials: 0, converted: 0, prospects: 0, paidClients: 0 };
}

/** Sums of the days from `from` to `to`, both included, in cents; `entries` counts everything ever recorded. */
export async function sumLedger(tx: Tx<CoachScope>, from: string, to: string) {
  const within = sql`${ledgerEntries.occurredOn} between ${from} and ${to}`;
  const sumOf = (kind: string) =>
    sql<number>`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${within} and ${ledgerEntries.kind} = ${kind}), 0)::float8`;
  const active = tx
    .select({ count: sql`count(*)` })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.status, 'active')));
  const [row] = await tx
    .select({
      revenue: sumOf('revenue'),
      expenses: sumOf('expense'),
      entries: sql<number>`count(*)::int`,
      activeClients: sql<number>`(${active})::int`,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.coachId, tx.scope.coachId));
  return row ?? { revenue: 0, expenses: 0, entries: 0, activeClients: 0 };
}

/** Adds an entry; an id that exists already is left as it is. */
export async function insertLedgerEntry(
  tx: Tx<CoachScope>,
  entry: Omit<typeof ledgerEntries.$inferInsert, 'coachId' | 'createdAt'>,
): Promise<void> {
  await tx
    .insert(ledgerEntries)
    .values({ ...entry, coachId: tx.scope.coachId })
    .onConflictDoNothing();
}

import type { ClientMetrics, PipelineMetrics } from '@stridewell/contract/metrics/metrics';
import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { events } from '../../core/events/events.table.ts';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import type { StatusChange } from './metrics.retention.rules.ts';
import { clientMetrics, pipelineMetrics } from './metrics.table.ts';

const { coachId: _ofClients, ...clientColumns } = getTableColumns(clientMetrics);
const { coachId: _ofPipeline, ...pipelineColumns } = getTableColumns(pipelineMetrics);

/** A `set` clause with these columns of the conflicting row, except for the key, which a cluster cannot change. */
const excluded = ({ date: _, ...columns }: Record<string, PgColumn>): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );

/** Writes today's row, unless it is unchanged. Concurrent requests write the same or newer figures. */
export async function upsertClientMetrics(tx: Tx<CoachScope>, row: ClientMetrics): Promise<void> {
  await tx
    .insert(clientMetrics)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoUpdate({
      target: [clientMetrics.coachId, clientMetrics.date],
      set: excluded(clientColumns),
      setWhere: sql`(${clientMetrics}.*) is distinct from (excluded.*)`,
    });
}

export async function upsertPipelineMetrics(tx: Tx<CoachScope>, row: PipelineMetrics): Promise<void> {
  await tx
    .insert(pipelineMetrics)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoUpdate({
      target: [pipelineMetrics.coachId, pipelineMetrics.date],
      set: excluded(pipelineColumns),
      setWhere: sql`(${pipelineMetrics}.*) is distinct from (excluded.*)`,
    });
}

/** A row `m` of a table as JSON, with the names of its columns in code. */
const jsonOf = (columns: Record<string, PgColumn>): SQL =>
  sql.raw(`json_build_object(${Object.entries(columns).map(([key, { name }]) => `'${key}', m.${name}`)})`);

const storedFigures = prepared(
  'stored_figures',
  (tx: Tx<CoachScope>, { coachId, today, before }: Places<{ today: string; before: string }>) =>
    tx
      .select({
        clients: sql<ClientMetrics | null>`(select ${jsonOf(clientColumns)} from ${clientMetrics} m
          where m.coach_id = ${coachId} and m.date = ${today})`,
        pipeline: sql<PipelineMetrics | null>`(select ${jsonOf(pipelineColumns)} from ${pipelineMetrics} m
          where m.coach_id = ${coachId} and m.date = ${today})`,
        activeBefore: sql<number | null>`(select m.total_active_clients from ${clientMetrics} m
          where m.coach_id = ${coachId} and m.date <= ${before} order by m.date desc limit 1)`,
      })
      .from(coaches)
      .where(eq(coaches.id, coachId)),
);

export type StoredFigures = Awaited<ReturnType<typeof storedFigures>>[number];

/** The rows of `today`, if any, and the number of active clients on the newest stored day up to `before`. */
export async function findStoredFigures(
  tx: Tx<CoachScope>,
  days: { today: string; before: string },
): Promise<StoredFigures> {
  const [row] = await storedFigures(tx, days);
  return row ?? { clients: null, pipeline: null, activeBefore: null };
}

/** The newest stored day of each of the last weeks. Week 0 ends today. */
export const selectWeeklyOnTrack = (tx: Tx<CoachScope>, today: string, weeks: number) =>
  tx
    .selectDistinctOn([sql`w.week`], {
      week: sql<number>`w.week`,
      onTrack: sql<number>`w.clients_on_track`,
      active: sql<number>`w.total_active_clients`,
    })
    .from(sql`(select m.*, (${today}::date - m.date) / 7 as week from ${clientMetrics} m
      where m.coach_id = ${tx.scope.coachId} and m.date > ${today}::date - ${7 * weeks}::integer
      and m.date <= ${today}::date) w`)
    .orderBy(sql`w.week, w.date desc`);

/**
 * Changes of the coach's relationships by time, with days in `timeZone`. Starts from the relationships, because an
 * index finds the few changes of each among thousands of other events.
 */
export const selectStatusChanges = (tx: Tx<CoachScope>, timeZone: string): Promise<StatusChange[]> =>
  tx
    .select({
      clientId: events.clientId,
      on: sql<string>`(${events.occurredAt} at time zone ${timeZone})::date::text`,
      status: sql<
        StatusChange['status']
      >`case ${events.type} when 'relationship.restored' then ${events.data} ->> 'status'
        when 'relationship.paused' then 'paused' when 'relationship.accepted' then 'active'
        when 'relationship.resumed' then 'active' else 'left' end`,
    })
    .from(relationships)
    .innerJoin(events, and(eq(events.coachId, relationships.coachId), eq(events.clientId, relationships.clientId)))
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        eq(events.coachId, tx.scope.coachId),
        inArray(events.type, [
          'relationship.accepted',
          'relationship.paused',
          'relationship.resumed',
          'relationship.archived',
          'relationship.restored',
          'relationship.ended',
        ]),
      ),
    )
    .orderBy(asc(events.occurredAt), asc(events.id));

import { eq, sql } from 'drizzle-orm';
import { countActiveClients } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { leads } from './pipeline.table.ts';

const isOpen = sql`${leads.clientId} is null and ${leads.closedOn} is null`;

export const selectPipelineCounts = prepared('pipeline_counts', (tx: Tx<CoachScope>, { coachId }) =>
  tx
    .select({
      leads: sql<number>`count(*) filter (where ${isOpen})::int`,
      trials: sql<number>`count(*) filter (where ${isOpen} and ${leads.trialStartedOn} is not null)::int`,
      converted: sql<number>`count(${leads.clientId})::int`,
      prospects: sql<number>`count(*)::int`,
      paidClients: sql<number>`(${countActiveClients(tx, coachId)})::int`,
    })
    .from(leads)
    .where(eq(leads.coachId, coachId)),
);

import { trendDays } from '@stridewell/contract/progress/progress.rules';
import { and, eq, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { slopeOfWeights, weighedSince, weightColumns } from './progress.data.ts';

type Asked = { clientIds: readonly string[]; weighed: string; since: string; window: number };

const weightTrends = prepared(
  'weight_trends',
  (tx: Tx<CoachScope>, { coachId, clientIds, weighed, since, window }: Places<Asked>) =>
    tx
      .select({
        clientId: relationships.clientId,
        ...weightColumns(coachId, weighed),
        trend: slopeOfWeights(coachId, since, window),
      })
      .from(relationships)
      .where(and(eq(relationships.coachId, coachId), sql`${relationships.clientId} = any(${clientIds}::uuid[])`)),
);

/** Weight figures of clients, and the trend of their weigh-ins over `days`. */
export const selectWeightTrends = (
  tx: Tx<CoachScope>,
  clientIds: readonly string[],
  { now, days }: { now: Date; days: number },
) =>
  weightTrends(tx, {
    clientIds,
    weighed: weighedSince(now),
    since: weighedSince(now, days),
    window: trendDays(days),
  });

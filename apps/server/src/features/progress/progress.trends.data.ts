import type { WeightTrend } from '@stridewell/contract/performance.rules';
import { and, eq, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { dailyWeights } from '../checkins/checkins.service.ts';
import { weightColumns } from './progress.data.ts';
import { measurements } from './progress.table.ts';

const weightTrends = prepared(
  'weight_trends',
  (tx: Tx<CoachScope>, { coachId, clientIds, since }: Places<{ clientIds: readonly string[]; since: string }>) => {
    const clientId = sql`client_coach_relationships.client_id`;
    const day = sql`${since}::date`;
    const measured = sql`(select m.day, m.value from ${measurements} m where m.coach_id = ${coachId}
      and m.client_id = ${clientId} and m.kind = 'weight' and m.day >= ${day})`;
    return tx
      .select({
        clientId: relationships.clientId,
        ...weightColumns(coachId),
        trend: sql<WeightTrend>`(select json_build_object('count', count(*), 'spanDays', coalesce(max(w.day) - min(w.day), 0),
            'slopeKgPerDay', regr_slope(w.kg, w.day - ${day}))
          from (select coalesce(m.day, c.day) as day, coalesce(m.value, c.weight_kg) as kg
            from ${measured} m full join ${dailyWeights(coachId, clientId, day)} c on c.day = m.day) w)`,
      })
      .from(relationships)
      .where(and(eq(relationships.coachId, coachId), sql`${relationships.clientId} = any(${clientIds}::uuid[])`));
  },
);

/** The weight figures of clients, and the trend of their weigh-ins since a day; of one day the measurement counts. */
export const selectWeightTrends = (tx: Tx<CoachScope>, clientIds: readonly string[], since: string) =>
  weightTrends(tx, { clientIds, since });

import { resolvePlan } from '@stridewell/contract/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { Infrastructure } from '../../core/services.ts';
import { eachDueGently } from '../../platform/queue/gently.ts';
import { listTrackedClients } from '../clients/clients.service.ts';
import { type EndingDay, selectEndingDays } from './metrics.data.ts';
import { endingDaysScope, figuresScopeOf } from './metrics.policy.ts';
import { computeClientMetrics, computePipelineMetrics, refreshMetrics } from './metrics.service.ts';

const BATCH = 100;

type DailyDeps = Pick<Infrastructure, 'db' | 'log' | 'now'>;

/**
 * Stores the client and pipeline figures of all active coaches in the last hour of their day, so that a trend has every
 * day and not only those on which the coach looked. A repeated run writes what changed since.
 */
export async function storeDailyMetrics(deps: DailyDeps): Promise<void> {
  const { db, log, now } = deps;
  await eachDueGently({
    read: (last: EndingDay | undefined) =>
      db.read(endingDaysScope, (tx) => selectEndingDays(tx, { at: now(), after: last?.coachId ?? null, limit: BATCH })),
    size: BATCH,
    work: (coach) => storeFigures(deps, coach),
    report: (err, { coachId }) => log.error({ err, coachId }, 'daily figures were not stored'),
  });
}

async function storeFigures({ db, now }: DailyDeps, { coachId, timeZone, storedPlan }: EndingDay): Promise<void> {
  const scope = figuresScopeOf(coachId);
  const today = dayInZone(now(), timeZone);
  const plan = resolvePlan({ storedPlan, role: 'Coach-Base' }, 'server');
  await refreshMetrics(db, scope, (tx) =>
    computeClientMetrics(
      tx,
      listTrackedClients(tx, { now: now(), timeZone, plan }).then(({ tracked }) => tracked),
      today,
    ),
  );
  await refreshMetrics(db, scope, (tx) => computePipelineMetrics(tx, today));
}

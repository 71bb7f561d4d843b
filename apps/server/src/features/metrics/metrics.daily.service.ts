import { resolvePlan } from '@stridewell/contract/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { Infrastructure } from '../../core/services.ts';
import { eachGently } from '../../platform/queue/gently.ts';
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
  const failed: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const place = { at: now(), after, limit: BATCH };
    const coaches: EndingDay[] = await db.read(endingDaysScope, (tx) => selectEndingDays(tx, place));
    await eachGently(coaches, async (coach) => {
      try {
        await storeFigures(deps, coach);
      } catch (error) {
        log.error({ err: error, coachId: coach.coachId }, 'daily figures were not stored');
        failed.push(error);
      }
    });
    after = coaches.at(-1)?.coachId ?? null;
    if (coaches.length < BATCH) break;
  }
  if (failed.length > 0) throw failed[0];
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

import { resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { type CoachAtTime, selectCoachesAtTime } from '../../core/people/coach-clock.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { listTrackedClients, listTrackedClientsOf } from '../clients/clients.service.ts';
import { endingDaysScope, figuresScopeOf } from './metrics.scopes.ts';
import {
  computeClientMetrics,
  computePipelineMetrics,
  readStoredFigures,
  recomputeClientMetrics,
  refreshMetrics,
} from './metrics.service.ts';

const LAST_HOUR = { unit: 'hour', is: 23 } as const;
const BATCH = 100;
/** Past days to recompute, because a phone was offline or a coach logged a check-in of an earlier day. */
const LATE_DAYS = 3;

type DailyDeps = Pick<Infrastructure, 'db' | 'log' | 'now'>;

/**
 * Stores the client and pipeline figures of all active coaches in the last hour of their day, so that a trend has every
 * day and not only those on which the coach looked. Recomputes the previous days for late and edited data. A repeated
 * run only writes changes.
 */
export async function storeDailyMetrics(deps: DailyDeps): Promise<void> {
  const { db, log, now } = deps;
  await eachDue({
    name: 'coaches',
    log,
    failure: 'daily figures were not stored',
    read: (after: { coachId: string } | undefined) =>
      db.read(endingDaysScope, (tx) =>
        selectCoachesAtTime(tx, LAST_HOUR, { at: now(), after: after?.coachId, limit: BATCH }),
      ),
    size: BATCH,
    place: ({ coachId }) => ({ coachId }),
    work: (coach) => storeFigures(deps, coach),
  });
}

async function storeFigures({ db, now }: DailyDeps, { coachId, timeZone, storedPlan }: CoachAtTime): Promise<void> {
  const scope = figuresScopeOf(coachId);
  const today = dayInZone(now(), timeZone);
  const plan = resolvePlan({ storedPlan, role: 'Coach-Base' }, 'server');
  await refreshMetrics(db, scope, (tx) =>
    computeClientMetrics(
      listTrackedClients(tx, { now: now(), timeZone, plan }).then(({ tracked }) => tracked),
      readStoredFigures(tx, today),
      today,
    ),
  );
  await refreshMetrics(db, scope, (tx) => computePipelineMetrics(tx, readStoredFigures(tx, today), today));
  for (let ago = 1; ago <= LATE_DAYS; ago += 1) {
    const day = addDays(today, -ago);
    await refreshMetrics(db, scope, (tx) =>
      recomputeClientMetrics(listTrackedClientsOf(tx, { day, timeZone, plan }), readStoredFigures(tx, day), day),
    );
  }
}

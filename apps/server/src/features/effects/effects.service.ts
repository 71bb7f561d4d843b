import type { EffectReport } from '@stridewell/contract/effects/effects';
import { COMPARISONS, poolState } from '@stridewell/contract/effects/effects.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { defineScheduledJob } from '../../platform/queue/queue.ts';
import { listComparisons } from '../flows/flows.service.ts';
import { listTimeOutcomes } from '../retention/retention.times.service.ts';
import {
  findInPool,
  lockInPool,
  replaceCells,
  selectCoaches,
  selectEffects,
  selectPool,
  storeEffect,
  updateInPool,
} from './effects.data.ts';
import { type EffectCell, effectInterval, LEAST_SHARE } from './effects.rules.ts';
import { counterScopeOf, poolScope } from './effects.scopes.ts';

/** Counts the comparisons of each coach, then computes the effects over the pool. */
export const countEffectsJob = defineScheduledJob('effects.count', { schedule: '20 5 * * 1' });

const BATCH = 200;
/** Percent of draws in which a suggested time comes later. */
const LATER_SHARE = 50;

type Deps = Pick<Infrastructure, 'db' | 'log' | 'now'>;

/** Replaces all counts and effects, so a repeated run changes nothing. */
export async function countEffects({ db, log, now }: Deps): Promise<void> {
  const at = now();
  const counting = eachDue({
    name: 'coaches',
    log,
    failure: 'the comparisons of a coach were not counted',
    read: (after: { coachId: string } | undefined) =>
      db.read(poolScope, (tx) => selectCoaches(tx, { after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(counterScopeOf(coachId), (tx) => countOwn(tx, at)),
  });
  // The counts of last week stay for a coach that failed, so the pool is computed in any case.
  const [counted] = await Promise.allSettled([counting]);
  await poolEffects({ db, at });
  if (counted.status === 'rejected') throw counted.reason;
}

async function countOwn(tx: Tx<CoachScope>, now: Date): Promise<void> {
  if (!(await lockInPool(tx))) return;
  const [comparisons, times] = await Promise.all([listComparisons(tx, now), listTimeOutcomes(tx)]);
  const automatic = [...Map.groupBy(comparisons, ({ share }) => share)]
    .filter(([share]) => share >= LEAST_SHARE)
    .map(([share, rows]) => {
      const [sent, heldOut] = [rows.find((row) => !row.isHeldOut), rows.find((row) => row.isHeldOut)];
      return {
        comparison: 'automatic' as const,
        share,
        clients: sent?.clients ?? 0,
        active: sent?.back ?? 0,
        comparedClients: heldOut?.clients ?? 0,
        comparedActive: heldOut?.back ?? 0,
      };
    });
  const [atOnce, later] = [times.find(({ isNow }) => isNow), times.find(({ isNow }) => !isNow)];
  const timing = {
    comparison: 'timing' as const,
    share: LATER_SHARE,
    clients: atOnce?.clients ?? 0,
    active: atOnce?.active ?? 0,
    comparedClients: later?.clients ?? 0,
    comparedActive: later?.active ?? 0,
  };
  await replaceCells(tx, times.length === 0 ? automatic : [...automatic, timing]);
}

const clientsIn = (cells: readonly EffectCell[]): number =>
  cells.reduce((sum, { clients, comparedClients }) => sum + clients + comparedClients, 0);

/** Computes the effects from the counts of all coaches in the pool. */
async function poolEffects({ db, at }: { db: Deps['db']; at: Date }): Promise<void> {
  const day = dayInZone(at, 'UTC');
  await db.write(poolScope, async (tx) => {
    const pool = await selectPool(tx);
    for (const comparison of COMPARISONS) {
      const ofCoaches = pool.map(({ cells }) => cells.filter((cell) => cell.comparison === comparison));
      const clients = ofCoaches.map(clientsIn);
      const state = poolState(clients);
      const interval = state === 'counted' ? effectInterval(ofCoaches.flat()) : null;
      await storeEffect(tx, comparison, {
        day,
        state,
        clients: clients.reduce((sum, count) => sum + count, 0),
        coaches: clients.filter((count) => count > 0).length,
        estimate: interval?.estimate ?? null,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
      });
    }
  });
}

/** The effects over the pool, and whether the coach is in it. */
export async function getEffects(tx: Tx<CoachScope>): Promise<EffectReport> {
  const [rows, inPool] = await Promise.all([selectEffects(tx), findInPool(tx)]);
  return {
    inPool,
    effects: COMPARISONS.map((comparison) => {
      const row = rows.find((one) => one.comparison === comparison);
      if (!row) return { comparison, state: 'few_clients', clients: 0, coaches: 0, interval: null, countedOn: null };
      const { state, clients, coaches, estimate, low, high, day } = row;
      const isCounted = estimate !== null && low !== null && high !== null;
      return {
        comparison,
        state,
        clients,
        coaches,
        interval: isCounted ? { estimate, low, high } : null,
        countedOn: day,
      };
    }),
  };
}

/** Leaves the pool from the next computation on, or joins it again. Idempotent. */
export async function setEffectPool(tx: Tx<CoachScope>, inPool: boolean): Promise<{ inPool: boolean }> {
  await updateInPool(tx, inPool);
  return { inPool };
}

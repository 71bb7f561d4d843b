import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { v7 as uuidv7 } from 'uuid';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { requireTime } from '../../platform/queue/each-due.ts';
import { audit } from '../audit/audit.service.ts';
import { type CoachTx, type ConnectionRow, lockConnection, updateConnection } from './crm.data.ts';
import { createHubspot, type Hubspot } from './crm.hubspot.service.ts';
import { type TokenDeps, tokenReader } from './crm.tokens.service.ts';

export type SyncDeps = Pick<Infrastructure, 'db' | 'env' | 'seal' | 'now' | 'log'>;

/** A run whose process died is over after this time, which is longer than its requests between two transactions. */
const RUN_SECONDS = 300;
const MINUTE_MS = 60_000;
/** Without the plan, a connection is looked at again this late. */
export const LATER_MS = 60 * MINUTE_MS;

/** The sync must not continue: the coach disconnected, the plan ended, or another process took over. */
export class SyncStopped extends Error {
  override readonly name = 'SyncStopped';
}

/** One sync of a coach. No other runs beside it. */
export type Run = {
  id: string;
  deps: SyncDeps;
  scope: CoachScope;
  hubspot: Hubspot;
  /** As it was at the start. */
  connection: ConnectionRow;
  /**
   * Runs a transaction of the sync, and extends its time.
   * @throws SyncStopped
   */
  write: <Result>(work: (tx: CoachTx) => Promise<Result>) => Promise<Result>;
};

/** Starts a run, unless another is under way or the coach has no connection. */
export async function startRun(deps: TokenDeps, scope: CoachScope): Promise<Run | null> {
  const { db, now, env } = deps;
  if (!env.hubspot) return null;
  const id = uuidv7();
  const connection = await db.write(scope, async (tx) => {
    const row = await lockConnection(tx);
    if (row?.status !== 'on' || (row.runUntil && row.runUntil > now())) return null;
    await updateConnection(tx, { runId: id, runUntil: runEnd(now()) });
    return row;
  });
  if (!connection) return null;
  return {
    id,
    deps,
    scope,
    connection,
    hubspot: createHubspot(env.hubspot, tokenReader(deps, scope)),
    write: (work) => {
      requireTime();
      return db.write(scope, async (tx) => {
        const row = await lockConnection(tx);
        if (row?.status !== 'on' || row.runId !== id) throw new SyncStopped('the run is over');
        await updateConnection(tx, { runUntil: runEnd(now()) });
        return work(tx);
      });
    },
  };
}

const runEnd = (at: Date): Date => new Date(at.getTime() + RUN_SECONDS * 1000);

/** Numbers of what a sync changed. Names and values are no facts of the audit log. */
type Changed = Partial<Record<'contacts' | 'deals' | 'leadsAdded' | 'people' | 'leadsMoved', number>>;

/** Notes what a run changed in HubSpot (`crm.sent`) or here (`crm.received`), unless it changed nothing. */
export function noteChanged(tx: CoachTx, action: 'crm.sent' | 'crm.received', changed: Changed): void {
  const after = Object.fromEntries(Object.entries(changed).filter(([, count]) => count > 0));
  if (Object.keys(after).length > 0) audit(tx, { action, subjectId: tx.scope.coachId, after, bySystem: true });
}

/** Ends a run, whatever its result. */
export const RUN_OVER = { runId: null, runUntil: null } as const;

/**
 * Checks the coach's plan within a run.
 * @throws SyncStopped
 */
export async function requirePlan(tx: CoachTx, now: Date): Promise<void> {
  const coach = await findCoachOnRecord(tx);
  if (!coach?.isActive || !isFeatureAllowed(coach.access, 'integrations', now)) throw new SyncStopped('no plan');
}

import type { CrmProblem } from '@stridewell/contract/crm/crm.rules';
import type { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { audit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { MappingError } from './crm.batch.service.ts';
import { sendContacts } from './crm.contacts.service.ts';
import { type CoachTx, type ConnectionRow, lockConnection, selectDueCoaches, updateConnection } from './crm.data.ts';
import { sendDeals } from './crm.deals.service.ts';
import { eraseInHubspot } from './crm.erase.service.ts';
import { HubspotError } from './crm.hubspot.service.ts';
import { readContacts, readDeals } from './crm.incoming.service.ts';
import { syncJob } from './crm.jobs.ts';
import { LATER_MS, RUN_OVER, type Run, requirePlan, type SyncDeps, SyncStopped, startRun } from './crm.run.service.ts';
import { dueConnectionsScope, syncScopeOf } from './crm.scopes.ts';
import { settleSent } from './crm.settle.service.ts';

const BATCH = 100;
/** From one complete sync to the next. */
const INTERVAL_MS = 5 * 60_000;
const RETRY_MS = 3 * INTERVAL_MS;

/** Starts the syncs that are due, each as a separate job. */
export async function startSyncs({ db, log, now }: SyncDeps): Promise<void> {
  await eachDue({
    name: 'coaches',
    log,
    failure: 'a sync with a CRM was not started',
    read: (after: { coachId: string } | undefined) =>
      db.read(dueConnectionsScope, (tx) => selectDueCoaches(tx, { now: now(), after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(syncScopeOf(coachId), (tx) => startSync(tx, now())),
  });
}

/** Starts a sync that is due. It is due again later, in case its job gets lost. */
async function startSync(tx: CoachTx, now: Date): Promise<void> {
  const row = await lockConnection(tx);
  if (row?.status !== 'on' || row.nextSyncAt > now) return;
  await updateConnection(tx, { nextSyncAt: new Date(now.getTime() + RETRY_MS) });
  await enqueue(tx, syncJob, { coachId: row.coachId });
}

/**
 * Brings a coach's people and their HubSpot account into step: reads what changed there, then sends what changed here. A
 * second call at the same time does nothing. Each step is stored before the next request, so a sync that dies continues.
 */
export async function syncCoach(deps: SyncDeps, { coachId }: z.infer<typeof syncJob.schema>): Promise<void> {
  const run = await startRun(deps, syncScopeOf(coachId));
  if (!run) return;
  try {
    await eraseInHubspot(run);
    await run.write((tx) => requirePlan(tx, deps.now()));
    await settleSent(run);
    await readContacts(run);
    await readDeals(run);
    await sendContacts(run);
    await sendDeals(run);
    await run.write((tx) => finish(tx, run));
  } catch (error) {
    await end(run, error);
  }
}

async function finish(tx: CoachTx, { connection, deps: { now } }: Run): Promise<void> {
  await leave(tx, connection, new Date(now().getTime() + INTERVAL_MS));
  await updateConnection(tx, { syncedAt: now(), failingSince: null, problem: null, problemDetail: '' });
}

/** Ends a run. When the coach asked for another sync meanwhile, it starts now. */
async function leave(tx: CoachTx, before: ConnectionRow, nextSyncAt: Date): Promise<void> {
  const row = await lockConnection(tx);
  if (!row) return;
  const isAsked = row.status === 'on' && row.nextSyncAt.getTime() !== before.nextSyncAt.getTime();
  await updateConnection(tx, { ...RUN_OVER, nextSyncAt: isAsked ? row.nextSyncAt : nextSyncAt });
  if (isAsked) await enqueue(tx, syncJob, { coachId: row.coachId });
}

/** Notes why a run ended early. @throws what is not a failure of HubSpot or an expected end */
async function end({ id, deps: { db, now, log }, scope, connection }: Run, error: unknown): Promise<void> {
  const in_ = (ms: number) => new Date(now().getTime() + ms);
  const problem = problemOf(error);
  const isOver = error instanceof SyncStopped;
  await db.write(scope, async (tx) => {
    const row = await lockConnection(tx);
    if (row?.runId !== id) return;
    if (problem === null) return leave(tx, connection, in_(isOver ? LATER_MS : INTERVAL_MS));
    if (error instanceof HubspotError && error.failure === 'token') return loseAccess(tx, row, now());
    const seconds = error instanceof HubspotError && error.failure === 'limits' ? error.retryAfterSeconds : 0;
    await leave(tx, connection, in_(seconds > 0 ? seconds * 1000 : INTERVAL_MS));
    await updateConnection(tx, {
      failingSince: row.failingSince ?? now(),
      problem,
      problemDetail: error instanceof MappingError ? error.detail : '',
    });
    if (seconds > 0) await enqueue(tx, syncJob, { coachId: row.coachId }, { startAfterSeconds: seconds });
  });
  if (problem === null && !isOver) throw error;
  log.info({ coachId: scope.coachId, problem, err: error }, 'a sync with HubSpot ended early');
}

const PROBLEMS = {
  token: 'reconnect',
  limits: 'limits',
  unreachable: 'unreachable',
  forbidden: 'forbidden',
  refused: 'answer',
  missing: 'answer',
  answer: 'answer',
} as const satisfies Record<HubspotError['failure'], CrmProblem>;

function problemOf(error: unknown): CrmProblem | null {
  if (error instanceof MappingError) return error.problem;
  return error instanceof HubspotError ? PROBLEMS[error.failure] : null;
}

/** Notes that HubSpot no longer accepts our tokens, and tells the coach once. The links stay for the next connection. */
export async function loseAccess(tx: CoachTx, row: ConnectionRow, now: Date): Promise<void> {
  if (row.status !== 'on') return;
  await updateConnection(tx, {
    ...RUN_OVER,
    status: 'lost',
    sealed: null,
    accessUntil: null,
    failingSince: row.failingSince ?? now,
    problem: 'reconnect',
    problemDetail: '',
  });
  audit(tx, { action: 'crm.access_lost', subjectId: row.coachId, bySystem: true });
  await notify(tx, {
    userId: row.coachId,
    type: 'crm_attention',
    title: 'Connect HubSpot again',
    message: 'HubSpot no longer accepts our access, so your contacts and deals are not in step. Connect it again.',
    metadata: {},
  });
}

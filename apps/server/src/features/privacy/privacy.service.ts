import type { DataExport } from '@stridewell/contract/privacy/privacy';
import { EXPORT_STATUSES } from '@stridewell/contract/privacy/privacy.rules';
import { v7 as uuidv7 } from 'uuid';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { OperatorScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isGone } from '../../platform/files/store.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { auditAbout } from '../audit/audit.service.ts';
import {
  closeExport,
  deleteExport,
  type ExportPlace,
  type ExportRow,
  findNewest,
  findNewestWithAsker,
  findReady,
  insertExport,
  selectDue,
} from './privacy.data.ts';
import { sweepExportsJob, writeExportJob } from './privacy.jobs.ts';
import { exportScope } from './privacy.scopes.ts';
import { exportFolder, exportKey } from './privacy.write.service.ts';

const DAY_MS = 86_400_000;
/** How long a copy may wait for a worker. */
const WAITING_DAYS = 2;
/** How long an expired copy stays on the page. */
const SHOWN_DAYS = 30;
const SWEEP_BATCH = 100;

function toExport(row: ExportRow, now: Date): DataExport | null {
  const isOver = row.status === 'ready' && row.dueAt <= now;
  const status = isOver ? 'expired' : EXPORT_STATUSES.find((one) => one === row.status);
  if (!status) return null;
  const isReady = status === 'ready';
  return {
    id: row.id,
    status,
    askedAt: row.askedAt.toISOString(),
    bySupport: row.askedBy !== row.userId,
    bytes: isReady ? row.bytes : null,
    expiresAt: isReady ? row.dueAt.toISOString() : null,
  };
}

/** The newest copy of the person in scope. */
export async function getOwnExport(tx: Tx<UserScope>, now: Date): Promise<DataExport | null> {
  const row = await findNewest(tx, tx.scope.userId);
  return row ? toExport(row, now) : null;
}

/** The newest copy of a person, with the name of the operator who requested it. */
export async function findExport(tx: Tx<OperatorScope>, userId: string, now: Date) {
  const found = await findNewestWithAsker(tx, userId);
  const shown = found && toExport(found.row, now);
  return shown ? { export: shown, askedByName: shown.bySupport ? found.askedByName : null } : undefined;
}

/**
 * Starts a copy of a person's data, for the person or for an operator at their request.
 * @returns undefined, without a change, while another copy is being written or can be downloaded
 */
export async function startExport(
  tx: Tx<UserScope> | Tx<OperatorScope>,
  { userId, now }: { userId: string; now: Date },
): Promise<DataExport | undefined> {
  const asked = { userId, id: uuidv7(), askedBy: tx.scope.userId, askedAt: now };
  const row = await insertExport(tx, { ...asked, dueAt: new Date(now.getTime() + WAITING_DAYS * DAY_MS) });
  if (!row) return undefined;
  await enqueue(tx, writeExportJob, { userId, id: row.id });
  return toExport(row, now) ?? undefined;
}

/** @throws EXPORT_EXISTS while another copy is being written or can be downloaded */
export async function askForOwnExport(tx: Tx<UserScope, 'EXPORT_EXISTS'>, now: Date): Promise<DataExport> {
  const { userId } = tx.scope;
  const started = await startExport(tx, { userId, now });
  if (!started) throw refuse(tx, 'EXPORT_EXISTS');
  auditAbout(tx, userId, { action: 'account.export_asked', subjectId: started.id });
  return started;
}

type ExportDeps = Pick<Infrastructure, 'db' | 'files' | 'now'>;

/**
 * Opens the archive of a copy of the person in scope, after recording the download.
 * @throws NOT_FOUND, even for another person's copy or an expired one
 */
export async function openExport({ db, files, now }: ExportDeps, scope: UserScope, id: string) {
  const row = await db.write(scope, async (tx) => {
    const found = await findReady(tx, id, now());
    if (found) auditAbout(tx, scope.userId, { action: 'account.export_downloaded', subjectId: id });
    return found;
  });
  if (!row) throw refuse('NOT_FOUND');
  const contents = await files.get(exportKey(row)).catch((error: unknown) => {
    throw isGone(error) ? refuse('NOT_FOUND') : error;
  });
  return { row, contents };
}

/** Starts a sweep with the transaction instead of on schedule, because an account was deleted. */
export const requestExportSweep = (queue: Queue, tx: Tx): Promise<void> => queue.send(sweepExportsJob, {}, tx);

/**
 * Deletes the archives of expired copies, and later their rows.
 * @throws the first failure, after trying all others
 */
export async function sweepExports(deps: ExportDeps & Pick<Infrastructure, 'log'>): Promise<void> {
  const now = deps.now();
  await eachDue({
    name: 'copies',
    log: deps.log,
    failure: 'a copy of data was not swept',
    read: (after: ExportPlace | undefined) =>
      deps.db.read(exportScope, (tx) => selectDue(tx, { now, after, limit: SWEEP_BATCH })),
    size: SWEEP_BATCH,
    place: ({ dueAt, userId, id }) => ({ dueAt: dueAt.toISOString(), userId, id }),
    work: (row) => sweepOne(deps, row),
  });
}

/** Deletes the archive first, so that after an interruption the next sweep finds the row again. */
async function sweepOne({ db, files, now }: ExportDeps, row: ExportRow): Promise<void> {
  await files.deleteFolder(exportFolder(row));
  await db.write(exportScope, async (tx) => {
    if (row.status !== 'waiting' && row.status !== 'ready') return deleteExport(tx, row);
    const dueAt = new Date(now().getTime() + SHOWN_DAYS * DAY_MS);
    await closeExport(tx, row, { status: row.status === 'ready' ? 'expired' : 'failed', dueAt });
  });
}

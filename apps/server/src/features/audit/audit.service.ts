import type { AuditEntry } from '@stridewell/contract/audit/audit';
import {
  type AuditAction,
  type AuditActor,
  type AuditFacts,
  type AuditRow,
  networkOf,
} from '@stridewell/contract/audit/audit.rules';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { databaseUse } from '../../platform/db/failures.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { appendEntries, lockChain, selectHistory, selectLastSignIns, selectNewest, selectPage } from './audit.data.ts';
import { AuditKeys, entryText, headText, storedTime } from './audit.seal.rules.ts';

/** Purpose from which the keys of the audit log are derived. */
export const KEY_PURPOSE = 'audit log';

/** An audited change. `before` and `after` hold small facts such as amounts and statuses, never people's texts. */
export type AuditedChange = {
  action: AuditAction;
  /** The row that changed, such as an invoice. */
  subjectId?: string;
  /** The client it is about, who may read the entry. */
  clientId?: string;
  before?: AuditFacts;
  after?: AuditFacts;
  /** The person that the system acts for, such as at their sign-in. */
  byPerson?: string;
  /** The client's account, for a client's action in the coach's tenant. Must be the scope's user. */
  byClient?: string | undefined;
  /** The system acted in the coach's tenant, such as a job. */
  bySystem?: true;
  /** The operator that the system acts for, such as at the end of their session. */
  byOperator?: string | undefined;
};

/** Entries about these rows for the coach who owns them, newest first. */
export const listHistory = selectHistory;

type Pending = Omit<AuditRow, 'seq'>;

const pendingOf = new WeakMap<Tx, Pending[]>();

/**
 * Records a change in the tenant of the scope. The entry is written right before COMMIT and rolls back with the change.
 */
export const audit = (tx: Tx<CoachScope | ClientScope>, change: AuditedChange): void =>
  auditAbout(tx, tx.scope.coachId, change);

/** Records a change that concerns the person `chainId`, such as a sign-in or an operator's decision about a coach. */
export function auditAbout(tx: Tx, chainId: string, change: AuditedChange): void {
  const entry = {
    chainId,
    id: uuidv7(),
    at: new Date(),
    ...actorOf(tx, change),
    action: change.action,
    subjectId: change.subjectId ?? null,
    clientId: change.clientId ?? null,
    before: change.before ?? null,
    after: change.after ?? null,
    network: networkOf(databaseUse.getStore()?.address ?? ''),
  };
  const waiting = pendingOf.get(tx);
  if (waiting) {
    waiting.push(entry);
    return;
  }
  const entries = [entry];
  pendingOf.set(tx, entries);
  tx.beforeCommit(() => writeEntries(tx, entries));
}

/** Records the download of a file with tenant data, before its first byte is sent. */
export const auditExport = (
  db: Database,
  scope: CoachScope,
  { file, ...about }: Pick<AuditedChange, 'subjectId' | 'clientId'> & { file: string },
): Promise<void> =>
  db.write(scope, async (tx) => audit(tx, { action: 'export.downloaded', after: { file }, ...about }));

type Asked<S extends Scope, Result> = {
  asked: AuditedChange;
  work: () => Promise<Result>;
  /** Records the result and its effects. */
  record: (tx: Tx<S>, result: Result) => Promise<void>;
};

/**
 * Records a request to the payment provider or the auth library, runs it, and records the result. Their work is outside
 * of our transactions, so if the process is killed in between, the first entry remains.
 */
export async function auditAsked<S extends Scope, Result>(
  db: Database,
  { scope, chainId }: { scope: S; chainId: string },
  { asked, work, record }: Asked<S, Result>,
): Promise<Result> {
  const note = (change: AuditedChange) => db.write(scope, async (tx) => auditAbout(tx, chainId, change));
  await note(asked);
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    const action = error instanceof Refusal ? 'account.change_refused' : 'account.change_unconfirmed';
    // If this cannot be written either, the original failure is reported.
    await note({ action, after: { earlierEntry: asked.action } }).catch(() => undefined);
    throw error;
  }
  await db.write(scope, (tx) => record(tx, result));
  return result;
}

type Actor = { actor: AuditActor; actorId: string | null };

function actorOf(
  { scope: { role, settings } }: Tx,
  { byPerson, byClient, byOperator, bySystem }: AuditedChange,
): Actor {
  if (byOperator !== undefined) return { actor: 'operator', actorId: byOperator };
  if (byPerson !== undefined) return { actor: 'person', actorId: byPerson };
  if (byClient !== undefined) return { actor: 'client', actorId: byClient };
  const actorId = settings.userId ?? null;
  // The policies let a coach's tenant write entries with the coach's id only.
  if (bySystem) return { actor: 'system', actorId };
  if (role === 'coach' || role === 'client' || role === 'operator') return { actor: role, actorId };
  return role === 'user' ? { actor: 'person', actorId } : { actor: 'system', actorId: null };
}

/** Writes chains in the order of their ids, to avoid deadlocks. */
async function writeEntries(tx: Tx, entries: readonly Pending[]): Promise<void> {
  const keys = auditKeysOf(tx);
  const chains = [...Map.groupBy(entries, ({ chainId }) => chainId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [chainId, added] of chains) {
    const before = await lockChain(tx, chainId);
    let { hash } = before;
    const sealed = added.map((entry, index) => {
      const row = { ...entry, seq: before.lastSeq + index + 1 };
      hash = keys.seal(entryText({ ...row, at: storedTime(row.at) }, hash));
      return { ...row, hash };
    });
    const head = { chainId, lastSeq: before.lastSeq + added.length, hash };
    // A head that was manipulated is not sealed again, so the check still finds it.
    const isIntact = before.lastSeq === 0 || keys.check(headText(before), before.seal) === 'intact';
    await appendEntries(tx, sealed, { ...head, seal: isIntact ? keys.seal(headText(head)) : before.seal });
  }
}

/** The keys of the audit log, derived from AUTH_SECRET and not stored in the database. */
export const auditKeysOf = ({ keysFor }: Pick<Tx, 'keysFor'>): AuditKeys => new AuditKeys(keysFor(KEY_PURPOSE));

/** The newest entries about a coach or a person whose action begins with `actions`, newest first. */
export const listEntriesAbout = (tx: Tx, chainId: string, of: { actions: string; limit: number }) =>
  selectNewest(tx, { chainId, ...of });

/** Last sign-in of each of these people. */
export async function listLastSignIns(tx: Tx, userIds: readonly string[]): Promise<Map<string, Date>> {
  if (userIds.length === 0) return new Map();
  return new Map((await selectLastSignIns(tx, userIds)).map(({ userId, at }) => [userId, at]));
}

const PAGE = 50;

type Selection = {
  chainId: string;
  /** Only entries about this client. */
  clientId?: string;
  /** Only entries whose action begins with one of these. */
  actions?: readonly string[];
  /** The reader, whose own actions are marked. */
  readerId: string;
  /** Number of the last entry on the previous page. */
  before: number | undefined;
};

/** A page of a chain that the scope may read, newest first. */
export async function listEntries(
  tx: Tx,
  { readerId, ...of }: Selection,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const rows = await selectPage(tx, { ...of, limit: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  return {
    entries: shown.map(({ id, at, actor, actorId, action, before, after, network }) => ({
      id,
      at: at.toISOString(),
      actor,
      // Jobs act in a coach's tenant under the coach's id.
      own: actor !== 'system' && actorId === readerId,
      action,
      before: before && { ...before },
      after: after && { ...after },
      network,
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.seq ?? null) : null,
  };
}

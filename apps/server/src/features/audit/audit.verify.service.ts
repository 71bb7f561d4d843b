import type { AuditRow } from '@stridewell/contract/audit.rules';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { eachGently } from '../../platform/queue/gently.ts';
import { type AuditReader, findHead, findLastCheck, insertCheck, selectChainIds, selectEntries } from './audit.data.ts';
import { verifyScope } from './audit.policy.ts';
import { hashOf } from './audit.service.ts';

/** Entries read at once. */
const BATCH = 1000;
/** Chains whose ids are read at once. */
const CHAINS = 100;

/** A place where a chain does not hold. `seq` is that of the entry, or of the gap. */
export type AuditProblem = { chainId: string; seq: number; problem: 'changed' | 'missing' };
type ChainReport = { entries: number; problems: AuditProblem[] };
export type AuditReport = ChainReport & { chains: number };

/**
 * Recomputes every hash of the audit log and compares each chain with its head, so that an entry that was changed,
 * removed or added behind the application's back is found. After the first problem of a chain its later entries are
 * checked against the hashes that they hold.
 * @param reader a connection that row-level security does not stop
 */
export async function verifyAudit(reader: AuditReader): Promise<AuditReport> {
  const report: AuditReport = { chains: 0, entries: 0, problems: [] };
  for await (const chainIds of chainsOf((after) => selectChainIds(reader, after, CHAINS))) {
    for (const chainId of chainIds) addTo(report, await verifyChain(reader, chainId));
  }
  return report;
}

/** Checks all chains one after the other, at most half of the time, and keeps the result for operators. */
export async function verifyGently({ db, log, now }: Services): Promise<void> {
  const report: AuditReport = { chains: 0, entries: 0, problems: [] };
  const read = <Result>(work: (reader: AuditReader) => Promise<Result>) => db.read(verifyScope, work);
  for await (const chainIds of chainsOf((after) => read((tx) => selectChainIds(tx, after, CHAINS)))) {
    await eachGently(chainIds, async (chainId) => addTo(report, await read((tx) => verifyChain(tx, chainId))));
  }
  const { chains, entries, problems } = report;
  if (problems.length > 0) log.error({ chains, entries, problems: problems.slice(0, 20) }, 'audit log was changed');
  const check = { finishedAt: now(), chains, entries, problems: problems.length };
  await db.write(verifyScope, (tx) => insertCheck(tx, { ...check, firstProblem: problems[0]?.chainId ?? null }));
}

/** The last check of all chains, for work of the system. */
export const getLastCheck = (db: Database) => db.readAtOnce(verifyScope, findLastCheck);

/** The ids of all chains in their order, some at a time. */
async function* chainsOf(next: (after: string | null) => Promise<string[]>): AsyncGenerator<string[]> {
  let after: string | null = null;
  do {
    const ids: string[] = await next(after);
    yield ids;
    after = ids.at(-1) ?? null;
  } while (after !== null);
}

function addTo(report: AuditReport, { entries, problems }: ChainReport): void {
  report.chains += 1;
  report.entries += entries;
  report.problems.push(...problems);
}

/**
 * Checks the chain of one coach or person.
 * @throws NOT_FOUND without any entry
 */
export async function checkChain(tx: Tx<OperatorScope>, chainId: string): Promise<ChainReport> {
  const report = await verifyChain(tx, chainId);
  if (report.entries === 0 && report.problems[0]?.seq === 0) throw refuse('NOT_FOUND');
  return report;
}

/** Checks one chain. Entries may be added meanwhile: they are read before the head, until both say the same. */
async function verifyChain(reader: AuditReader, chainId: string): Promise<ChainReport> {
  const report: ChainReport = { entries: 0, problems: [] };
  let last = { seq: 0, hash: '' };
  const note = (seq: number, problem: AuditProblem['problem']) => {
    if (report.problems.at(-1)?.seq !== seq) report.problems.push({ chainId, seq, problem });
  };
  for (;;) {
    const rows = await selectEntries(reader, { chainId, after: last.seq, limit: BATCH });
    for (const { hash, ...row } of rows) {
      const problem = problemOf(row, hash, last);
      if (problem) note(problem === 'missing' ? last.seq + 1 : row.seq, problem);
      last = { seq: row.seq, hash };
    }
    report.entries += rows.length;
    if (rows.length === BATCH) continue;
    const head = await findHead(reader, chainId);
    if (!head) return { ...report, problems: [{ chainId, seq: 0, problem: 'missing' }] };
    if (last.seq < head.lastSeq && rows.length > 0) continue;
    if (last.seq < head.lastSeq) note(last.seq + 1, 'missing');
    else if (last.seq > head.lastSeq || last.hash !== head.hash) note(last.seq, 'changed');
    return report;
  }
}

function problemOf(
  row: AuditRow,
  hash: string,
  last: { seq: number; hash: string },
): AuditProblem['problem'] | undefined {
  if (row.seq !== last.seq + 1) return 'missing';
  return hashOf(row, last.hash) === hash ? undefined : 'changed';
}

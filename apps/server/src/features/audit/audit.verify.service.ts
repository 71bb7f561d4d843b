import type { AuditRow } from '@stridewell/contract/audit.rules';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { selectChainIds, selectChains, selectEntries } from './audit.data.ts';
import { hashOf } from './audit.service.ts';

/** Entries read at once. */
const BATCH = 1000;

/** A place where a chain does not hold. `seq` is that of the entry, or of the gap. */
export type AuditProblem = { chainId: string; seq: number; problem: 'changed' | 'missing' };
export type AuditReport = { chains: number; entries: number; problems: AuditProblem[] };

type Head = { chainId: string; lastSeq: number; hash: string };

/**
 * Recomputes every hash of the audit log and compares each chain with its head, so that an entry that was changed,
 * removed or added behind the application's back is found. After the first problem of a chain its later entries are
 * checked against the hashes that they hold.
 * @param owner a connection that row-level security does not stop
 */
export async function verifyAudit(owner: NodePgDatabase): Promise<AuditReport> {
  const heads = await selectChains(owner);
  const report: AuditReport = { chains: heads.length, entries: 0, problems: [] };
  for (const head of heads) await verifyChain(owner, head, report);
  const chainIds = new Set(heads.map(({ chainId }) => chainId));
  for (const chainId of await selectChainIds(owner)) {
    if (!chainIds.has(chainId)) report.problems.push({ chainId, seq: 0, problem: 'missing' });
  }
  return report;
}

async function verifyChain(owner: NodePgDatabase, head: Head, report: AuditReport): Promise<void> {
  const { chainId } = head;
  let last = { seq: 0, hash: '' };
  for (;;) {
    const rows = await selectEntries(owner, { chainId, after: last.seq, limit: BATCH });
    for (const { hash, ...row } of rows) {
      const problem = problemOf(row, hash, last);
      if (problem) report.problems.push({ chainId, seq: problem === 'missing' ? last.seq + 1 : row.seq, problem });
      last = { seq: row.seq, hash };
    }
    report.entries += rows.length;
    if (rows.length < BATCH) break;
  }
  if (last.seq < head.lastSeq) report.problems.push({ chainId, seq: last.seq + 1, problem: 'missing' });
  else if (last.hash !== head.hash) report.problems.push({ chainId, seq: last.seq, problem: 'changed' });
}

function problemOf(
  row: AuditRow,
  hash: string,
  last: { seq: number; hash: string },
): AuditProblem['problem'] | undefined {
  if (row.seq !== last.seq + 1) return 'missing';
  return hashOf(row, last.hash) === hash ? undefined : 'changed';
}

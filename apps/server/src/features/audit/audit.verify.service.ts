import type { AuditProblemKind } from '@stridewell/contract/audit/audit.rules';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type AuditKeys,
  carriedText,
  createHeadsDigest,
  entryText,
  headText,
  pinnedText,
  readHead,
  type StoredRow,
  unkeyedHash,
} from './audit.seal.rules.ts';
import { auditKeysOf } from './audit.service.ts';
import {
  type AuditReader,
  countMarked,
  findHead,
  findMark,
  findSealedCheck,
  selectChainIds,
  selectEntries,
  selectMarks,
} from './audit.verify.data.ts';

/** Entries read at once. */
const BATCH = 1000;
/** Chains whose ids are read at once. */
export const CHAINS = 100;
/** Marks read at once. */
const MARKS = 10_000;

/** A problem in a chain. `seq` is the number of the entry, or of the gap. */
export type AuditProblem = { chainId: string; seq: number; problem: AuditProblemKind };
/** A problem of the log as a whole, even if each chain is intact. */
export type LogProblem =
  | 'check_missing'
  | 'check_changed'
  | 'check_other_key'
  | 'marks_changed'
  | 'head_unreadable'
  | 'head_forged'
  | 'head_other_key'
  | 'head_missing'
  | 'fewer_entries';
type ChainReport = { entries: number; problems: AuditProblem[] };
export type AuditReport = ChainReport & { chains: number; log: LogProblem[] };

export const countProblems = ({ problems, log }: AuditReport): number => problems.length + log.length;

/**
 * Checks the seals of all entries, compares each chain with its head and with the last check, and finds missing chains.
 * After the first problem in a chain, later entries are checked against their stored seals.
 * @param reader a connection that bypasses row-level security, in one snapshot
 * @param head the output of an earlier check, to compare with
 */
export async function verifyAudit(reader: AuditReader, keys: AuditKeys, head?: string): Promise<AuditReport> {
  const report: AuditReport = { chains: 0, entries: 0, problems: [], log: await checkMarks(reader, keys) };
  for await (const chainIds of listChains((after) => selectChainIds(reader, after, CHAINS))) {
    for (const chainId of chainIds) addChain(report, await verifyChain(reader, keys, chainId));
  }
  if (head !== undefined) report.log.push(...(await compareHead(reader, keys, head, report)));
  return report;
}

/** The ids of all chains in order, read in batches. */
export async function* listChains(next: (after: string | null) => Promise<string[]>): AsyncGenerator<string[]> {
  let after: string | null = null;
  do {
    const ids: string[] = await next(after);
    yield ids;
    after = ids.at(-1) ?? null;
  } while (after !== null);
}

export const selectNextChains = (reader: AuditReader, after: string | null): Promise<string[]> =>
  selectChainIds(reader, after, CHAINS);

export function addChain(report: AuditReport, { entries, problems }: ChainReport): void {
  // Of a deleted chain, only the mark is left.
  if (entries > 0) report.chains += 1;
  report.entries += entries;
  report.problems.push(...problems);
}

/** Compares the marks with the last sealed check. Only checks change the marks. */
export async function checkMarks(reader: AuditReader, keys: AuditKeys): Promise<LogProblem[]> {
  const check = await findSealedCheck(reader);
  if (!check) return ['check_missing'];
  const state = keys.check(pinnedText(check), check.seal);
  if (state !== 'intact') return [state === 'other_key' ? 'check_other_key' : 'check_changed'];
  const { chains, entries } = await countMarked(reader);
  const isSame = (await digestMarks(reader)) === check.heads && chains === check.chains && entries === check.entries;
  return isSame ? [] : ['marks_changed'];
}

export async function digestMarks(reader: AuditReader): Promise<string> {
  const digest = createHeadsDigest();
  let after: string | null = null;
  do {
    const marks: Awaited<ReturnType<typeof selectMarks>> = await selectMarks(reader, after, MARKS);
    for (const mark of marks) digest.add(mark);
    after = marks.length === MARKS ? (marks.at(-1)?.chainId ?? null) : null;
  } while (after !== null);
  return digest.digest();
}

/** Compares the log with the result of an earlier check, kept outside the database. */
async function compareHead(
  reader: AuditReader,
  keys: AuditKeys,
  text: string,
  { chains, entries }: AuditReport,
): Promise<LogProblem[]> {
  const head = readHead(text);
  if (!head) return ['head_unreadable'];
  const state = keys.check(pinnedText(head.pinned), head.seal);
  if (state !== 'intact') return [state === 'other_key' ? 'head_other_key' : 'head_forged'];
  const stored = await findSealedCheck(reader, head.pinned.finishedAt);
  const fewer = chains < head.pinned.chains || entries < head.pinned.entries;
  return [
    ...(stored?.seal === head.seal ? [] : ['head_missing' as const]),
    ...(fewer ? ['fewer_entries' as const] : []),
  ];
}

/**
 * Checks the chain of one coach or person.
 * @throws NOT_FOUND when it has no entries
 */
export async function checkChain(tx: Tx<OperatorScope>, chainId: string): Promise<ChainReport> {
  const report = await verifyChain(tx, auditKeysOf(tx), chainId);
  if (report.entries === 0 && report.problems[0]?.seq === 0) throw refuse('NOT_FOUND');
  return report;
}

type Carried = { seq: number; seal: string | null };

/** Checks one chain. Entries may be added meanwhile, so they are read before the head, until both agree. */
export async function verifyChain(reader: AuditReader, keys: AuditKeys, chainId: string): Promise<ChainReport> {
  const report: ChainReport = { entries: 0, problems: [] };
  const start = await findHead(reader, chainId);
  const carried = { seq: start?.carriedSeq ?? 0, seal: start?.carriedSeal ?? null };
  const mark = await findMark(reader, chainId);
  let last = { seq: 0, hash: '' };
  const note = (seq: number, problem: AuditProblemKind) => {
    if (report.problems.at(-1)?.seq !== seq) report.problems.push({ chainId, seq, problem });
  };
  for (;;) {
    const rows = await selectEntries(reader, { chainId, after: last.seq, limit: BATCH });
    for (const { hash, ...row } of rows) {
      const problem = problemOf(keys, row, { hash, last, carried });
      if (problem) note(problem === 'missing' ? last.seq + 1 : row.seq, problem);
      if (row.seq === mark?.seq && hash !== mark.hash) note(row.seq, 'changed');
      last = { seq: row.seq, hash };
    }
    report.entries += rows.length;
    if (rows.length === BATCH) continue;
    const head = await findHead(reader, chainId);
    if (!head) return { ...report, problems: [{ chainId, seq: 0, problem: 'missing' }] };
    if (last.seq < head.lastSeq && rows.length > 0) continue;
    const expected = Math.max(head.lastSeq, mark?.seq ?? 0);
    if (last.seq < expected) note(last.seq + 1, 'missing');
    else if (last.seq > head.lastSeq || last.hash !== head.hash) note(last.seq, 'changed');
    else {
      const state = keys.check(headText(head), head.seal);
      if (state !== 'intact') note(last.seq, state);
    }
    return report;
  }
}

type Place = { hash: string; last: { seq: number; hash: string }; carried: Carried };

function problemOf(keys: AuditKeys, row: StoredRow, { hash, last, carried }: Place): AuditProblemKind | undefined {
  if (row.seq !== last.seq + 1) return 'missing';
  if (row.seq < carried.seq) return unkeyedHash(row, last.hash) === hash ? undefined : 'changed';
  if (row.seq > carried.seq) return noneIfIntact(keys.check(entryText(row, last.hash), hash));
  if (unkeyedHash(row, last.hash) !== hash) return 'changed';
  return noneIfIntact(keys.check(carriedText({ chainId: row.chainId, lastSeq: row.seq, hash }), carried.seal));
}

const noneIfIntact = (state: 'intact' | 'changed' | 'other_key') => (state === 'intact' ? undefined : state);

import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Services } from '../../core/services.ts';
import type { Database } from '../../platform/db/database.ts';
import { deriveKey } from '../../platform/derived-key.ts';
import type { Logger } from '../../platform/logger.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import { eachDue, ItemsFailed } from '../../platform/queue/each-due.ts';
import { findLastCheck } from './audit.data.ts';
import { verifyScope } from './audit.scopes.ts';
import { AuditKeys, carriedText, headText, pinnedText, unkeyedHash, writeHead } from './audit.seal.rules.ts';
import { auditKeysOf, KEY_PURPOSE } from './audit.service.ts';
import {
  type AuditKeeper,
  type AuditOwner,
  type AuditReader,
  countMarked,
  findHead,
  insertCheck,
  moveMarks,
  sealCarried,
  selectEntries,
  takeCarryOrder,
} from './audit.verify.data.ts';
import {
  type AuditReport,
  addChain,
  CHAINS,
  checkMarks,
  countProblems,
  digestMarks,
  listChains,
  selectNextChains,
  verifyChain,
} from './audit.verify.service.ts';

export const auditHeadMail = defineMail('audit_head', async () => {
  const { auditHeadSubject: subject, AuditHeadMail: Body } = await import('./audit.mail.tsx');
  return { subject, Body };
});

/** Time limit for the check of one chain. */
const CHAIN_SECONDS = 15 * 60;
/** Entries read at once. */
const BATCH = 1000;
/** Most failing chains that are excluded individually. Beyond this, no mark moves. */
const LEFT_OUT = 1000;

/** The last check of all chains, for work of the system. */
export const getLastCheck = (db: Database) => db.readAtOnce(verifyScope, findLastCheck);

/**
 * Checks all chains one after another, using at most half of the time. Stores the result for operators, seals it, and
 * copies the sealed head outside of the database: to the log and to the operators. A chain that cannot be read does not
 * hold up the others, and its mark stays.
 * @throws ItemsFailed when a chain could not be read, after storing the result of the others
 */
export async function verifyGently(services: Services): Promise<void> {
  const { db, log, now, mailer, env } = services;
  const keys = auditKeysOf(db);
  const read = <Result>(work: (reader: AuditReader) => Promise<Result>) => db.read(verifyScope, work);
  const report: AuditReport = {
    chains: 0,
    entries: 0,
    problems: [],
    log: await read((reader) => checkMarks(reader, keys)),
  };
  const unread = new Set<string>();
  const failure = await eachDue({
    name: null,
    log,
    failure: 'an audit chain was not checked',
    read: (after: { chainId: string } | undefined) =>
      read((reader) => selectNextChains(reader, after?.chainId ?? null)),
    size: CHAINS,
    place: (chainId) => ({ chainId }),
    work: async (chainId) => {
      unread.add(chainId);
      addChain(report, await read((reader) => verifyChain(reader, keys, chainId)));
      unread.delete(chainId);
    },
    itemSeconds: CHAIN_SECONDS,
  }).catch((error: unknown) => {
    if (error instanceof ItemsFailed) return error;
    throw error;
  });
  const { chains, entries, problems } = report;
  const found = { chains, entries, problems: countProblems(report), log: report.log };
  if (found.problems > 0) log.error({ ...found, first: problems.slice(0, 20) }, 'audit log was changed');
  const readers = env.OPERATOR_EMAILS.length > 0 ? env.OPERATOR_EMAILS : [env.CONTACT_EMAIL];
  await db.write(verifyScope, async (tx) => {
    const { head, carried } = await keepCheck(tx, keys, { report, unread: [...unread], finishedAt: now() });
    log.info({ ...found, carried, head }, 'audit log checked');
    const props = {
      chains: String(chains),
      entries: String(entries),
      carried: String(carried),
      problems: String(found.problems),
      head: head ?? '',
      url: `${env.appUrl}/operator/audit-log`,
    };
    for (const to of readers) await mailer.send({ to, template: auditHeadMail, props }, tx);
  });
  if (failure) throw failure;
}

/**
 * Stores the result of a check. Broken chains keep their mark, and nothing is sealed while the marks contradict the
 * last check, so that no problem is ever forgotten.
 * @returns the sealed head, null when nothing was sealed, and how many entries have no key
 */
async function keepCheck(
  keeper: AuditKeeper,
  keys: AuditKeys,
  { report, unread = [], finishedAt }: { report: AuditReport; unread?: readonly string[]; finishedAt: Date },
): Promise<{ head: string | null; carried: number }> {
  const { problems, log } = report;
  const base = { finishedAt, problems: countProblems(report), firstProblem: problems[0]?.chainId ?? null };
  if (log.length > 0) {
    await insertCheck(keeper, { ...base, chains: report.chains, entries: report.entries });
    return { head: null, carried: (await countMarked(keeper)).carried };
  }
  const broken = [...new Set([...problems.map(({ chainId }) => chainId), ...unread])];
  if (broken.length <= LEFT_OUT) await moveMarks(keeper, broken);
  const pinned = { finishedAt, ...(await countMarked(keeper)), heads: await digestMarks(keeper) };
  const seal = keys.seal(pinnedText(pinned));
  await insertCheck(keeper, { ...base, ...pinned, seal });
  return { head: writeHead(pinned, seal), carried: pinned.carried };
}

/** The keys of the audit log for a connection of the owner. */
export const createAuditKeys = (secrets: readonly string[]): AuditKeys =>
  new AuditKeys(secrets.map((secret) => deriveKey(secret, KEY_PURPOSE)));

/**
 * Seals a log of a version that hashed its entries without a key, once, right after the migration. Each chain is
 * checked first. A broken chain is not sealed, so every later check reports it. Changes before this moment that updated
 * all hashes can no longer be detected.
 */
export async function carryOver(owner: NodePgDatabase, keys: AuditKeys, log?: Logger): Promise<void> {
  await owner.transaction(async (tx) => {
    if (!(await takeCarryOrder(tx))) return;
    const report: AuditReport = { chains: 0, entries: 0, problems: [], log: [] };
    for await (const chainIds of listChains((after) => selectNextChains(tx, after))) {
      for (const chainId of chainIds) addChain(report, await carryChain(tx, keys, chainId));
    }
    const { head } = await keepCheck(tx, keys, { report, finishedAt: new Date() });
    const { chains, entries, problems } = report;
    if (entries > 0) log?.warn({ chains, entries, problems, head }, 'audit log was sealed with a key');
  });
}

async function carryChain(owner: AuditOwner, keys: AuditKeys, chainId: string) {
  const head = await findHead(owner, chainId);
  let last = { seq: 0, hash: '' };
  let broken: number | undefined;
  for (;;) {
    const rows = await selectEntries(owner, { chainId, after: last.seq, limit: BATCH });
    for (const { hash, ...row } of rows) {
      if (row.seq !== last.seq + 1 || unkeyedHash(row, last.hash) !== hash) broken ??= row.seq;
      last = { seq: row.seq, hash };
    }
    if (rows.length < BATCH) break;
  }
  if (last.seq !== head?.lastSeq || last.hash !== head.hash) broken ??= last.seq;
  const carried = { chainId, lastSeq: last.seq, hash: last.hash };
  await sealCarried(owner, chainId, {
    seal: keys.seal(headText({ chainId, lastSeq: head?.lastSeq ?? 0, hash: head?.hash ?? '' })),
    carriedSeq: last.seq,
    carriedSeal: broken === undefined ? keys.seal(carriedText(carried)) : null,
  });
  return {
    entries: last.seq,
    problems: broken === undefined ? [] : [{ chainId, seq: broken, problem: 'changed' as const }],
  };
}

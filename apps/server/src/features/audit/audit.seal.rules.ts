import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type AuditRow, canonicalJson } from '@stridewell/contract/audit/audit.rules';

/** An entry with its time as text in microseconds, like the database. A Date would truncate it. */
export type StoredRow = Omit<AuditRow, 'at'> & { at: string };

/** The newest entry of a chain. */
export type Head = { chainId: string; lastSeq: number; hash: string };

/** Numbers of chains and entries in a check of all chains, and a digest of their heads. */
export type Pinned = { finishedAt: Date; chains: number; entries: number; carried: number; heads: string };

export type SealState = 'intact' | 'changed' | 'other_key';

/** The keys of the audit log. The first one seals; all of them verify. */
export class AuditKeys {
  readonly #keys: readonly { id: string; key: Buffer }[];

  /** @param keys the key of the current secret, then those of former ones */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ key, id: macOf(key, 'id').slice(0, 8) }));
  }

  /** Name of the sealing key, which reveals nothing about it. */
  get id(): string {
    return this.#first.id;
  }

  get #first(): { id: string; key: Buffer } {
    const [first] = this.#keys;
    if (!first) throw new Error('the audit log has no key');
    return first;
  }

  /** The seal of a text: the name of the key and the HMAC-SHA-256. */
  seal(text: string): string {
    const { id, key } = this.#first;
    return `${id}.${macOf(key, text)}`;
  }

  check(text: string, seal: string | null): SealState {
    if (seal === null) return 'changed';
    const [id = '', mac = ''] = seal.split('.');
    const found = this.#keys.find((each) => each.id === id);
    // Every seal has this format, so any other text was not written by the application.
    if (!found) return /^[0-9a-f]{8}\.[0-9a-f]{64}$/.test(seal) ? 'other_key' : 'changed';
    const expected = Buffer.from(macOf(found.key, text));
    const given = Buffer.from(mac);
    return expected.length === given.length && timingSafeEqual(expected, given) ? 'intact' : 'changed';
  }
}

const macOf = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** A time in the format of the database, with microseconds. */
export const storedTime = (at: Date): string => at.toISOString().replace('Z', '000Z');

const factsOf = (row: StoredRow, at: string) => [
  row.chainId,
  row.seq,
  row.id,
  at,
  row.actor,
  row.actorId,
  row.action,
  row.subjectId,
  row.clientId,
  row.before,
  row.after,
  row.network,
];

/** The text sealed for an entry: all its fields, and the seal of the previous entry in its chain. */
export const entryText = (row: StoredRow, hashBefore: string): string =>
  canonicalJson(['entry', hashBefore, ...factsOf(row, row.at)]);

/** The hash of an entry in versions without a key, which had no microseconds. */
export const unkeyedHash = (row: StoredRow, hashBefore: string): string =>
  createHash('sha256')
    .update(canonicalJson([hashBefore, ...factsOf(row, row.at.replace('000Z', 'Z'))]))
    .digest('hex');

/** The text sealed for the head of a chain, so that it cannot be moved back to an earlier entry. */
export const headText = ({ chainId, lastSeq, hash }: Head): string => canonicalJson(['head', chainId, lastSeq, hash]);

/** The text sealed for the entries of a chain that were written without a key. */
export const carriedText = ({ chainId, lastSeq, hash }: Head): string =>
  canonicalJson(['carried', chainId, lastSeq, hash]);

export const pinnedText = ({ finishedAt, chains, entries, carried, heads }: Pinned): string =>
  canonicalJson(['check', finishedAt.toISOString(), chains, entries, carried, heads]);

/** A digest of all heads, in the order of their chains. */
export function createHeadsDigest() {
  const hash = createHash('sha256');
  return {
    add: ({ chainId, lastSeq, hash: of }: Head) => void hash.update(`${chainId} ${lastSeq} ${of}\n`),
    digest: () => hash.digest('hex'),
  };
}

/** Writes a sealed check as one word, to be kept outside the database. */
export const writeHead = ({ finishedAt, chains, entries, carried, heads }: Pinned, seal: string): string =>
  [finishedAt.toISOString(), chains, entries, carried, heads, seal].join('/');

/** Parses the output of `writeHead`; undefined for any other text. */
export function readHead(text: string): { pinned: Pinned; seal: string } | undefined {
  const found = /^([^/]{24})\/(\d+)\/(\d+)\/(\d+)\/([0-9a-f]{64})\/([0-9a-f]{8}\.[0-9a-f]{64})$/.exec(text.trim());
  if (!found) return undefined;
  const [, time = '', chains, entries, carried, heads = '', seal = ''] = found;
  const finishedAt = new Date(time);
  if (Number.isNaN(finishedAt.getTime())) return undefined;
  return {
    pinned: { finishedAt, chains: Number(chains), entries: Number(entries), carried: Number(carried), heads },
    seal,
  };
}

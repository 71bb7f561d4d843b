import { AsyncLocalStorage } from 'node:async_hooks';

/** How one request or job uses the database: its limits, and what it has done so far. */
export type DatabaseUse = {
  /** Statements sent, transaction control left out. */
  statements: number;
  /** The first connection error. Kept, because a library may replace it with another error. */
  unavailable?: unknown;
  /** Every transaction is read-only: an operator looks at the account of another person. */
  readOnly?: boolean;
  /** Network of the person behind a request (`networkOf`). A job has none. */
  address?: string;
};

/** The use of the current request or job. */
export const databaseUse = new AsyncLocalStorage<DatabaseUse>();

/**
 * SQLSTATEs of a server that ends connections or takes none: class 08 (connection), 57P01 to 57P03 (shutting down,
 * crashed, starting up) and 53300 (too many connections). Also 40P01 (deadlock).
 */
const UNAVAILABLE_STATE = /^(?:08...|57P0[123]|53300|40P01)$/;
/** Codes of the operating system for a server that cannot be reached or has hung up. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** The driver gives these errors no code. */
const DRIVER_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;
/** Codes for a full disk: of PostgreSQL, the operating system and quotas. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** A server or a disk that the work needs cannot be reached. The same work may succeed a moment later. */
export class Unavailable extends Error {}

/** The error, its causes, and the members of an aggregate error. */
function* chainOf(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 10) return;
  yield error;
  yield* chainOf(error.cause, depth + 1);
  if (error instanceof AggregateError) for (const part of error.errors) yield* chainOf(part, depth + 1);
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/**
 * Whether the database (or another server that the work needs) could not be reached or hung up. The same work may
 * succeed a moment later. A commit may have happened, even though its answer was lost.
 */
export function isUnavailable(error: unknown): boolean {
  for (const one of chainOf(error)) {
    if (one instanceof Unavailable) return true;
    const code = codeOf(one);
    if (UNAVAILABLE_STATE.test(code) || UNREACHABLE.has(code) || DRIVER_MESSAGE.test(one.message)) return true;
  }
  return false;
}

/** A deadlock, and any statement after it in the same transaction. */
const OF_DEADLOCK = new Set(['40P01', '25P02']);

/**
 * Whether a deadlock may have ended the transaction. Of statements that are sent at once, the first error that arrives
 * may be that of a later one, which says only that the transaction has failed.
 */
export function mayBeDeadlock(error: unknown): boolean {
  for (const one of chainOf(error)) if (OF_DEADLOCK.has(codeOf(one))) return true;
  return false;
}

/** Whether the disk of the files or of the database has no space left. */
export function isStorageFull(error: unknown): boolean {
  for (const one of chainOf(error)) if (FULL.has(codeOf(one))) return true;
  return false;
}

/** Whether the current request or job may only read. */
export const isReadOnly = (): boolean => databaseUse.getStore()?.readOnly === true;

/** Whether the error is a write in a read-only transaction. */
export function isReadOnlyViolation(error: unknown): boolean {
  for (const one of chainOf(error)) if (codeOf(one) === '25006') return true;
  return false;
}

/** Remembers for the current request that the database could not be reached. */
export function noteFailure(error: unknown): void {
  const use = databaseUse.getStore();
  if (use && use.unavailable === undefined && isUnavailable(error)) use.unavailable = error;
}

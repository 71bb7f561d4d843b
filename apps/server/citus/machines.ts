import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../test/server-process.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
/** The encoding and locale of an embedded database. In the locale C, only ASCII letters have a lower case. */
const CREATION = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
/** Every copy of the test database needs a worker process of Citus. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_worker_processes: '64',
};

/** The program folder of Debian's newest PostgreSQL with headers for building. */
export async function findPrograms(): Promise<string> {
  const versions = await readdir(DEBIAN).catch(() => []);
  for (const version of versions.sort((one, other) => Number(other) - Number(one))) {
    const folder = path.join(DEBIAN, version, 'bin');
    if ((await readdir(folder)).includes('pg_config')) return folder;
  }
  throw new Error(
    `There is no PostgreSQL with headers in ${DEBIAN}. Install postgresql-15 and postgresql-server-dev-15.`,
  );
}

const askConfig = async (programs: string, what: string): Promise<string> =>
  (await run(path.join(programs, 'pg_config'), [what])).stdout.trim();

export async function hasCitus(programs: string): Promise<boolean> {
  const extensions = path.join(await askConfig(programs, '--sharedir'), 'extension');
  return (await readdir(extensions)).includes('citus.control');
}

async function show(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

/** Removes a function from Citus that newer releases of PostgreSQL 15 declare too. */
async function leaveOutKnownFunction(programs: string, folder: string): Promise<void> {
  const headers = await askConfig(programs, '--includedir-server');
  const known = await readFile(path.join(headers, 'commands/dbcommands.h'), 'utf8');
  if (!known.includes('have_createdb_privilege')) return;
  const file = path.join(folder, 'src/include/pg_version_compat.h');
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace(/^static inline bool\nhave_createdb_privilege\(void\)\n\{\n.*?^\}\n/ms, ''));
}

/** Builds Citus from a copy of its source and installs it into Debian's PostgreSQL. Takes about two minutes. */
export async function installCitus(programs: string, source: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-citus-'));
  try {
    // With new timestamps, make would regenerate the configure script.
    await cp(source, folder, { recursive: true, preserveTimestamps: true });
    await leaveOutKnownFunction(programs, folder);
    await show('./configure', [`PG_CONFIG=${path.join(programs, 'pg_config')}`, '--without-libcurl'], folder);
    await show('make', ['-s', `-j${os.availableParallelism()}`], folder);
    await show('make', ['-s', 'install'], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root. */
async function findUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (what) => (await run('id', [what, 'postgres'])).stdout));
  return { uid: Number(uid), gid: Number(gid) };
}

/** A coordinator and its workers, without durability, in a temporary folder. */
export class Machines {
  readonly #programs: string;
  #folder: string | undefined;
  #started: string[] = [];

  constructor(programs: string) {
    this.#programs = programs;
  }

  async #program(name: string, args: readonly string[]): Promise<void> {
    const child = spawn(path.join(this.#programs, name), args, {
      ...(await findUser()),
      cwd: '/',
      // The machines' user cannot read our home folder, where libpq would look for certificates.
      env: { PATH: process.env.PATH, HOME: this.#folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  }

  /** Starts `count` machines. Returns the addresses of their databases `postgres`. */
  async start(count: number): Promise<string[]> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-machines-'));
    this.#folder = folder;
    const user = await findUser();
    if (user) await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o755);
    const urls: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const data = path.join(folder, `machine-${number}`);
      const port = await freePort();
      await this.#program('initdb', ['-D', data, ...CREATION]);
      const settings = Object.entries({ ...SETTINGS, port: String(port) });
      await appendFile(
        path.join(data, 'postgresql.conf'),
        settings.map(([name, value]) => `${name} = '${value}'\n`).join(''),
      );
      await this.#program('pg_ctl', ['-D', data, '-w', '-l', path.join(data, 'log'), 'start']);
      this.#started.push(data);
      urls.push(`postgres://postgres@127.0.0.1:${port}/postgres`);
    }
    return urls;
  }

  async stop(): Promise<void> {
    for (const data of this.#started.splice(0)) await this.#program('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}

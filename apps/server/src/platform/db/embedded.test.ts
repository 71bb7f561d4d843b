import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { hasCode, readIfPresent, startTimeOf } from './embedded-process.ts';

const childScript = fileURLToPath(new URL('../../../test/embedded-child.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

const gone = (pid: number) =>
  vi.waitFor(async () => expect(await startTimeOf(pid)).toBeUndefined(), { timeout: 5000, interval: 10 });

async function makeDir(): Promise<string> {
  return realpath(await mkdtemp(path.join(tmpdir(), 'embedded-')));
}

/** Kills what a failed test left running on `dir`, then removes it. */
async function removeDir(dir: string): Promise<void> {
  const pid = Number.parseInt((await readIfPresent(path.join(dir, 'pg/postmaster.pid'))) ?? '', 10);
  const command = pid > 0 ? await readIfPresent(`/proc/${pid}/cmdline`) : undefined;
  if (command?.includes(dir)) {
    kill(pid);
    await gone(pid);
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}

async function temporaryDir(): Promise<string> {
  const dir = await makeDir();
  onTestFinished(() => removeDir(dir));
  return dir;
}

const start = (dir: string) => startEmbeddedPostgres({ dir, durable: false });

async function query<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the PostgreSQL of `dir`; see embedded-child.ts for what it prints. */
function startChild(dir: string, mode: 'hold' | 'insert') {
  const child = spawn(process.execPath, [childScript, dir, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const lines: unknown[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const line = async (index: number) => {
    await expect.poll(() => lines.length, { timeout: 15_000, interval: 10 }).toBeGreaterThan(index);
    return lines[index];
  };
  return {
    pid: child.pid ?? 0,
    lines,
    line,
    /** Lets it stop its server in order. */
    finish: async () => {
      child.stdin.end();
      await closed;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

describe('a directory that is in use', () => {
  let dir = '';
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    dir = await makeDir();
    server = await start(dir);
  });
  afterAll(async () => {
    await server.stop();
    await removeDir(dir);
  });

  test('has a new cluster with the documented properties', async () => {
    expect(server.outcome).toBe('initialised');
    const [row] = await query(
      server,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
        current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
        current_setting('max_connections') AS connections, current_setting('fsync') AS fsync,
        (SELECT rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolname = 'postgres') AS scram,
        lower('ÄÖ') AS lower, 'Z' < 'a' COLLATE "default" AS by_code_point`,
    );
    expect(row).toEqual({
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '127.0.0.1',
      sockets: '',
      connections: '200',
      fsync: 'off',
      scram: true,
      lower: 'äö',
      by_code_point: true,
    });
    expect((await stat(path.join(dir, 'pg-password'))).mode & 0o777).toBe(0o600);
  });

  test('refuses connections without the password', async () => {
    const url = new URL(server.ownerUrl);
    url.password = 'guess';
    const client = new pg.Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  test('refuses another process and a second start in this one, and keeps running', async () => {
    const message = expect.stringMatching(new RegExp(`${dir} is in use by process ${process.pid}\\b`));
    await expect(start(dir)).rejects.toMatchObject({ code: 'already_in_use', message });
    const child = startChild(dir, 'hold');
    expect(await child.line(0)).toEqual({ code: 'already_in_use', message });
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is served by a process that does not inherit our environment', async () => {
    await query(server, 'CREATE TABLE environment (line text)');
    await query(server, "COPY environment FROM PROGRAM 'env'");
    const names = await query(server, 'SELECT line FROM environment');
    expect(names).toContainEqual({ line: 'LC_CTYPE=C.UTF-8' });
    expect(names).not.toContainEqual({ line: expect.stringMatching(/^(PATH|TZ)=/) });
  });
});

describe('a directory whose server was stopped', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await makeDir();
    const server = await start(dir);
    await query(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await Promise.all([server.stop(), server.stop()]);
    await gone(server.pid);
  });
  afterAll(() => removeDir(dir));

  async function expectOutcome(outcome: EmbeddedPostgres['outcome']): Promise<void> {
    const server = await start(dir);
    try {
      expect(server.outcome).toBe(outcome);
      expect(await query(server, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    } finally {
      await server.stop();
    }
  }

  test('starts with its data and leaves nothing behind when stopped again', async () => {
    await expectOutcome('started');
    expect((await readdir(dir)).sort()).toEqual(['pg', 'pg-password', 'pg.log']);
    await expect(stat(path.join(dir, 'pg/postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.each<[string, () => string | Promise<string>]>([
    ['a living process that is no PostgreSQL', () => String(process.pid)],
    ['a process that does not exist', () => '4194305'],
    ['a zombie of the right name', zombie],
    ['nothing, because a power failure emptied it', () => ''],
  ])('recovers when the pid file names %s', async (_what, pidOf) => {
    const pid = await pidOf();
    const content = pid && [pid, path.join(dir, 'pg'), '1', '1', '', '127.0.0.1', '0 0', 'ready', ''].join('\n');
    await writeFile(path.join(dir, 'pg/postmaster.pid'), content);
    await expectOutcome('recovered');
  });

  test('recovers when the pid file names the server of another directory, which keeps running', async () => {
    const other = await temporaryDir();
    // Copied by root, the files belong to root: the copy is given to the user that runs PostgreSQL.
    await cp(dir, other, { recursive: true });
    const server = await start(other);
    try {
      expect(server.outcome).toBe('started');
      await cp(path.join(other, 'pg/postmaster.pid'), path.join(dir, 'pg/postmaster.pid'));
      await expectOutcome('recovered');
      expect(await query(server, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    } finally {
      await server.stop();
    }
  });

  test('waits for a server that is still shutting down', async () => {
    const child = startChild(dir, 'hold');
    const { pid } = (await child.line(0)) as { pid: number };
    const [port, password] = await Promise.all([
      readFile(path.join(dir, 'pg/postmaster.pid'), 'utf8').then((text) => Number(text.split('\n')[3])),
      readFile(path.join(dir, 'pg-password'), 'utf8'),
    ]);
    const guest = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    await guest.connect();
    await child.kill();
    // A smart shutdown waits until the other client disconnects.
    kill(pid, 'SIGTERM');
    const status = async () => (await readFile(path.join(dir, 'pg/postmaster.pid'), 'utf8')).split('\n')[7]?.trim();
    await expect.poll(status).toBe('stopping');
    let settled = false;
    const next = expectOutcome('started').finally(() => {
      settled = true;
    });
    await expect.poll(() => readIfPresent(path.join(dir, 'pg.lock'))).toMatch(new RegExp(`^${process.pid}\n`));
    expect(await guest.query('SELECT 1')).toMatchObject({ rowCount: 1 });
    expect(settled).toBe(false);
    await guest.end();
    await next;
  });

  test('says what is wrong when the password does not fit or the cluster is damaged, and destroys nothing', async () => {
    const copy = await temporaryDir();
    await cp(dir, copy, { recursive: true });
    await writeFile(path.join(copy, 'pg-password'), 'another');
    await expect(start(copy)).rejects.toMatchObject({
      code: 'start_failed',
      message: expect.stringContaining('password authentication failed'),
    });
    await rm(path.join(copy, 'pg/global/pg_control'));
    await expect(start(copy)).rejects.toMatchObject({
      code: 'start_failed',
      message: expect.stringMatching(/The end of .*pg\.log:.*could not find the database system/s),
    });
    expect(await readdir(path.join(copy, 'pg/base'))).not.toEqual([]);
    expect(await readdir(copy)).not.toContain('pg.lock');
  });
});

async function zombie(): Promise<string> {
  const dir = await temporaryDir();
  await symlink('/bin/true', path.join(dir, 'postgres'));
  // The shell becomes a `sleep`, which never collects its child.
  const parent = spawn('/bin/sh', ['-c', './postgres & echo $!; exec sleep 60'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const [pid] = await once(createInterface({ input: parent.stdout }), 'line');
  await gone(Number(pid));
  return String(pid);
}

test('no acknowledged row is lost when the parent is killed, or the parent and the server', async () => {
  const dir = await temporaryDir();
  const killWhileInserting = async (alsoServer: boolean) => {
    const child = startChild(dir, 'insert');
    const { pid } = (await child.line(0)) as { pid: number };
    await child.line(100);
    if (alsoServer) kill(pid);
    await child.kill();
    return { pid, ids: child.lines.slice(1) };
  };
  const expectRows = async (server: EmbeddedPostgres, ids: unknown[]) => {
    const rows = await query<{ id: number }>(server, 'SELECT id FROM acknowledged');
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(ids));
  };

  const first = await killWhileInserting(false);
  const adopting = await startEmbeddedPostgres({ dir });
  expect(adopting).toMatchObject({ outcome: 'adopted', pid: first.pid });
  await expectRows(adopting, first.ids);
  await adopting.stop();

  const second = await killWhileInserting(true);
  const recovering = await startEmbeddedPostgres({ dir });
  expect(recovering.outcome).toBe('recovered');
  expect(recovering.pid).not.toBe(second.pid);
  await expectRows(recovering, [...first.ids, ...second.ids]);
  await recovering.stop();
});

test('an interrupted initdb is redone, by exactly one of two processes that start at once', async () => {
  const dir = await temporaryDir();
  await mkdir(path.join(dir, 'pg'));
  await writeFile(path.join(dir, 'pg/PG_VERSION'), '18\n');
  const interrupted = startChild(dir, 'hold');
  const halfMade = async () => (await readdir(dir)).some((name) => name.startsWith('pg.new-'));
  await expect.poll(halfMade, { timeout: 10_000, interval: 2 }).toBe(true);
  await interrupted.kill();

  const rivals = [startChild(dir, 'hold'), startChild(dir, 'hold')];
  const results = await Promise.all(rivals.map((rival) => rival.line(0)));
  expect(results).toContainEqual({ outcome: 'initialised', pid: expect.any(Number) });
  expect(results).toContainEqual({ code: 'already_in_use', message: expect.stringContaining(dir) });
  await Promise.all(rivals.map((rival) => rival.finish()));
  expect((await readdir(dir)).sort()).toEqual(['pg', 'pg-password', 'pg.log']);
});

test('a platform without binaries is asked to set DATABASE_URL, before anything is created', async () => {
  const dir = path.join(await temporaryDir(), 'data');
  for (const host of [
    { platform: 'sunos', arch: 'x64' },
    { platform: 'win32', arch: 'mips' },
  ]) {
    await expect(startEmbeddedPostgres({ dir }, host)).rejects.toMatchObject({
      code: 'unsupported_platform',
      message: expect.stringContaining('DATABASE_URL'),
    });
  }
  await expect(stat(dir)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a closed parent directory is named when PostgreSQL must run as another user', async () => {
  const parent = await temporaryDir();
  await chmod(parent, 0o700);
  const starting = start(path.join(parent, 'data'));
  if (isRoot) {
    const message = expect.stringMatching(new RegExp(`may not enter ${parent},.*chmod o\\+x ${parent}.*DATABASE_URL`));
    await expect(starting).rejects.toMatchObject({ code: 'unreachable_directory', message });
    expect((await stat(parent)).mode & 0o777).toBe(0o700);
  } else {
    await (await starting).stop();
  }
});

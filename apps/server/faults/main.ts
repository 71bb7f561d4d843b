import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { withConnection } from '../src/platform/db/pool.ts';
import { errorMessage, errorText } from '../src/platform/describe-error.ts';
import { KeepAliveTraffic } from '../test/keep-alive-traffic.ts';
import { freePort, postmasterOf, ServerProcesses, signIn, stopProcess } from '../test/server-process.ts';
import { type Account, Load } from './load.ts';

/**
 * Breaks a running server on purpose and prints what it survived: terminated connections, a killed database, a stop
 * under traffic and a full disk. `npm run test:faults`; exits with 1 when a check fails.
 */

const TERMINATIONS = 100;
const KILLS = 20;
const LIMIT_MS = 290_000;
/** Recovery must take only seconds, even on a busy machine. */
const RECOVERY_MS = 15_000;

const run = promisify(execFile);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const problems: string[] = [];
function prove(claim: string, holds: boolean, figures = ''): void {
  print(`${holds ? 'ok    ' : 'FAILED'} ${claim}${figures && `: ${figures}`}`);
  if (!holds) problems.push(claim);
}

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);
const spread = (times: readonly number[]) => {
  const ordered = sorted(times);
  const at = (part: number) => Math.round(ordered[Math.floor((ordered.length - 1) * part)] ?? 0);
  return `median ${at(0.5)} ms, longest ${at(1)} ms`;
};

const servers = new ServerProcesses();

async function startServer() {
  const dataDir = await servers.newFolder();
  const files = path.join(dataDir, 'files');
  await mkdir(files, { mode: 0o700 });
  // A separate disk that is full after eight megabytes.
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', files]).then(
    () => true,
    () => false,
  );
  const PORT = String(await freePort());
  const server = await servers.start({ DATA_DIR: dataDir, PORT, LOG_LEVEL: 'warn' });
  if (server.outcome !== 'ready') throw new Error(`the server did not start:\n${server.output()}`);
  return { ...server, dataDir, files, mounted, url: `http://127.0.0.1:${PORT}` };
}
type Server = Awaited<ReturnType<typeof startServer>>;

async function ownerUrl(dataDir: string): Promise<string> {
  const [, , , port] = (await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(path.join(dataDir, 'pg-password'), 'utf8')).trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/stridewell`;
}

async function accountOf(url: string): Promise<Account> {
  const cookie = await signIn(url);
  const ask = async (route: string) => (await fetch(`${url}/rest/v1/${route}`, { headers: { cookie } })).json();
  const { user } = (await ask('session')) as { user: { id: string } };
  const { conversations } = (await ask(`conversations?coachId=${user.id}`)) as {
    conversations: { id: string }[];
  };
  const [first] = conversations;
  if (!first) throw new Error('the demo coach has no conversation');
  return { url, cookie, coachId: user.id, conversationId: first.id };
}

/** Ends all connections of the server except our own, and resets rate limits, which would end the load. */
const terminate = (owner: pg.Client) =>
  owner
    .query('delete from rate_limits')
    .then(() =>
      owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    );

async function terminations(server: Server, load: Load): Promise<void> {
  const times: number[] = [];
  let ended = 0;
  await withConnection(await ownerUrl(server.dataDir), async (owner) => {
    for (let round = 0; round < TERMINATIONS; round += 1) {
      ended += (await terminate(owner)).rowCount ?? 0;
      times.push(await load.recovery(RECOVERY_MS));
    }
  });
  prove(
    `${TERMINATIONS} terminations of all connections under load`,
    server.child.exitCode === null,
    `${ended} connections, requests succeed again after ${spread(times)}`,
  );
}

async function kills(server: Server, load: Load): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const pid = await postmasterOf(server.dataDir);
    process.kill(pid, 'SIGKILL');
    const start = performance.now();
    while ((await postmasterOf(server.dataDir).catch(() => pid)) === pid) {
      if (performance.now() - start > RECOVERY_MS) throw new Error('the database was not started again');
      await delay(20);
    }
    await load.recovery(RECOVERY_MS);
    times.push(performance.now() - start);
    await withConnection(await ownerUrl(server.dataDir), (owner) => owner.query('delete from rate_limits'));
  }
  prove(
    `${KILLS} kills of the database under load`,
    server.child.exitCode === null,
    `database runs again after ${spread(restartsOf(server))}, requests succeed after ${spread(times)}, ` +
      `${server.output().split('database not started again').length - 1} attempts failed`,
  );
}

/** How long each restart of the database took, as the server logs it. */
const restartsOf = (server: Server) =>
  [...server.output().matchAll(/"ms":(\d+)[^\n]*started again/g)].map(([, ms]) => Number(ms));

async function checkWrites(server: Server, load: Load): Promise<void> {
  const { rows } = await withConnection(await ownerUrl(server.dataDir), (owner) =>
    owner.query<{ missing: number }>(
      'select count(*)::int as missing from unnest($1::uuid[]) id where not exists (select 1 from messages m where m.id = id)',
      [load.acknowledged],
    ),
  );
  prove(
    'no acknowledged write is lost',
    rows[0]?.missing === 0 && load.acknowledged.length > TERMINATIONS,
    `${load.acknowledged.length} writes`,
  );
}

function report(load: Load): void {
  const statuses = [...load.statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  prove('every answer is a success or a 503 with Retry-After', load.surprises.length === 0, statuses);
  for (const surprise of new Set(load.surprises.slice(0, 10))) print(`       ${surprise}`);
}

async function fullDisk(server: Server, { url, cookie, coachId, conversationId }: Account): Promise<void> {
  if (!server.mounted) {
    print('--     a full disk: not tried, because this user may not mount a small one (the server suite injects it)');
    return;
  }
  const upload = async (bytes: number) => {
    const id = randomUUID();
    const query = new URLSearchParams({ coachId, clientId: conversationId, id, purpose: 'message', name: 'plan.pdf' });
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'x')]);
    const headers = { cookie, origin: url, 'content-type': 'application/octet-stream' };
    const answer = await fetch(`${url}/rest/v1/files?${query}`, { method: 'POST', headers, body });
    return { id, status: answer.status, code: Reflect.get(Object(await answer.json()), 'code') };
  };
  const names = async () =>
    (await readdir(server.files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  const before = await names();
  const refused = await upload(12_000_000);
  const rows = await withConnection(await ownerUrl(server.dataDir), (owner) =>
    owner.query('select 1 from files where id = $1', [refused.id]),
  );
  prove('an upload to a full disk answers 507', refused.status === 507, `${refused.status} ${refused.code}`);
  prove(
    'it leaves no half file and no row',
    (await names()) === before && rows.rowCount === 0,
    `${before} files before and after`,
  );
  prove('a smaller upload fits', (await upload(10_000)).status === 200);
}

async function stopUnderTraffic(server: Server, { url, cookie, coachId, conversationId }: Account): Promise<void> {
  const traffic = new KeepAliveTraffic(url, '/rest/v1/session', cookie, 20);
  const upload = { coachId, clientId: conversationId, id: randomUUID(), purpose: 'message', name: 'plan.pdf' };
  traffic.holdConnections(`/rest/v1/files?${new URLSearchParams(upload)}`);
  await delay(2000);
  const { code, ms } = await stopProcess(server.child);
  await traffic.end();
  prove(
    'SIGTERM under keep-alive traffic, with an upload held open, ends within ten seconds',
    code === 0 && ms < 10_000,
    `${ms} ms, exit code ${code}`,
  );
  const failed = traffic.failures.length + traffic.statuses.filter((status) => status !== 200).length;
  prove('every request that ran was answered', failed === 0, `${traffic.statuses.length} requests`);
  for (const failure of traffic.failures.slice(0, 5)) print(`       ${String(failure)}`);
  const remains = await postmasterOf(server.dataDir).catch(() => undefined);
  prove('the database is stopped as well', remains === undefined);
}

async function main(): Promise<void> {
  const start = performance.now();
  const server = await startServer();
  try {
    const account = await accountOf(server.url);
    const load = new Load(account);
    try {
      await load.recovery(60_000);
      await terminations(server, load);
      await kills(server, load);
    } finally {
      await load.end();
      report(load);
    }
    await checkWrites(server, load);
    await fullDisk(server, account);
    await stopUnderTraffic(server, account);
    const leaked = /Message [\da-f]{8}-/.test(server.output());
    prove('the log holds no value of a request', !leaked);
  } finally {
    if (server.child.exitCode === null) await stopProcess(server.child);
    if (server.mounted) await run('umount', [server.files]);
  }
  print(`${Math.round((performance.now() - start) / 1000)} s`);
}

const limit = setTimeout(() => {
  print(`FAILED not done within ${LIMIT_MS / 1000} s`);
  void servers.clean().finally(() => process.exit(1));
}, LIMIT_MS);
try {
  await main();
} catch (error) {
  problems.push(errorMessage(error));
  print(`FAILED ${errorText(error)}`);
} finally {
  clearTimeout(limit);
  await servers.clean();
}
print(problems.length === 0 ? 'all faults survived' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

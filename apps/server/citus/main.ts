import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, dropDatabase, findMachines } from '../test/cluster.ts';
import { findPrograms, hasCitus, installCitus, Machines } from './machines.ts';

/**
 * Proves that the product runs on Citus: distributes the demo over machines and runs the server suite there.
 * `npm run test:citus`, with DATABASE_URL of a coordinator, or with CITUS_SOURCE to build it where it is not installed
 * and to start three machines. The last line is `N passed, N failed`.
 */

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** The demo is a different installation than the tests' databases: they cannot share login roles on a cluster. */
const DEMO_SECRET = 'a-secret-that-only-the-demo-on-a-cluster-knows-0123456789';
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a program of this Node until it ends. */
async function runNode(args: readonly string[], variables: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

async function startMachines(machines: Machines, programs: string): Promise<readonly string[]> {
  if (!(await hasCitus(programs))) {
    const source = process.env.CITUS_SOURCE;
    if (!source)
      throw new Error('Citus is not installed. Set CITUS_SOURCE to its source, or DATABASE_URL to a coordinator.');
    print(`building Citus from ${source}`);
    await installCitus(programs, source);
  }
  return machines.start(3);
}

async function findGiven(url: string): Promise<readonly string[]> {
  const given = await findMachines(url);
  if (!given) throw new Error('The database at DATABASE_URL has no Citus.');
  return given;
}

/**
 * Distributes a database with the demo twice, the second time without changes, and runs the suite on copies of an empty
 * one.
 */
async function prove(nodes: readonly string[]): Promise<number> {
  const name = `citus_${randomBytes(5).toString('hex')}`;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'stridewell-citus-'));
  try {
    const url = await createDatabase(nodes, name);
    const variables = {
      DATABASE_URL: url,
      AUTH_SECRET: DEMO_SECRET,
      DATA_DIR: dataDir,
      DEMO: 'true',
      LOG_LEVEL: 'warn',
    };
    for (const args of ['migrate', 'seed demo', 'distribute', 'distribute']) {
      print(`\n${args}`);
      const [command, ...rest] = args.split(' ');
      const code = await runNode(['--import', 'tsx', `apps/server/src/commands/${command}.ts`, ...rest], variables);
      if (code !== 0) throw new Error(`${args} ended with ${code}`);
    }
    print('\nserver suite');
    return await runNode(['scripts/test.mjs', '--suite=server'], { DATABASE_URL: url, TEST_ON_CITUS: 'true' });
  } finally {
    await dropDatabase(nodes, name);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const given = process.env.DATABASE_URL;
const programs = given ? '' : await findPrograms();
const machines = new Machines(programs);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void machines.stop().finally(() => process.exit(1)));
}
try {
  process.exitCode = await prove(given ? await findGiven(given) : await startMachines(machines, programs));
} finally {
  await machines.stop();
}

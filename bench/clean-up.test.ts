import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT, toolEnv } from '../scripts/run-command.mjs';

const BENCH = ['node', '--import', 'tsx', 'bench/main.ts', '--only=session-cpu'];
const WAIT = { timeout: 60_000, interval: 50 };

/** The temporary folder of the bench under test. */
let temp: string;
let started: ChildProcess[];

beforeEach(() => {
  temp = mkdtempSync(path.join(os.tmpdir(), 'stridewell-clean-up-'));
  chmodSync(temp, 0o755);
  started = [];
});

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(temp, { recursive: true, force: true, maxRetries: 10 });
});

function start([command = '', ...args]: readonly string[]): ChildProcess {
  const env = toolEnv({ TMPDIR: temp });
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  return child;
}

const runFolders = () => readdirSync(temp).filter((name) => name.startsWith('stridewell-bench-'));

/** Resolves to the process id of the database once it runs. */
const databaseOf = () =>
  vi.waitFor(() => {
    const [folder = ''] = runFolders();
    const file = readFileSync(path.join(temp, folder, 'database/pg/postmaster.pid'), 'utf8').split('\n');
    expect(file[7]?.trim()).toBe('ready');
    return Number(file[0]);
  }, WAIT);

function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  if (process.platform === 'linux') return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ');
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const expectNothingLeft = (database: number) =>
  vi.waitFor(() => {
    expect(isRunning(database)).toBe(false);
    expect(runFolders()).toEqual([]);
  }, WAIT);

describe('the bench stops its database and deletes its folder', () => {
  it('when it is interrupted', async () => {
    const bench = start(BENCH);
    const database = await databaseOf();
    bench.kill('SIGINT');
    expect(await once(bench, 'exit')).toEqual([130, null]);
    expect(isRunning(database)).toBe(false);
    expect(runFolders()).toEqual([]);
  });

  it('when it is killed', async () => {
    const bench = start(BENCH);
    const database = await databaseOf();
    bench.kill('SIGKILL');
    await expectNothingLeft(database);
  });

  it('when its parent is killed', async () => {
    // A second command keeps the shell from becoming the bench.
    const parent = start(['sh', '-c', `${BENCH.join(' ')}; true`]);
    const database = await databaseOf();
    parent.kill('SIGKILL');
    await expectNothingLeft(database);
  });
});

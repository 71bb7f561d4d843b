import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { acquireLock } from './embedded-lock.ts';
import { startTimeOf } from './embedded-process.ts';

const childScript = fileURLToPath(new URL('../../../test/embedded-child.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

const started: number[] = [];
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const isGone = async (pid: number) => (await startTimeOf(pid)) === undefined;

/** The server that `dir` left behind, if a test failed half-way. */
async function killServerOf(dir: string): Promise<void> {
  const pidFile = await readFile(path.join(dir, 'pg/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(pidFile, 10);
  if (!(pid > 0)) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (command.includes(dir)) kill(pid);
}

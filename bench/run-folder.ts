import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp } from './clean-up.ts';

const PARENT_CHECK_MS = 250;
/** As a shell reports a process that this signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The temporary folder of one run. Child processes, databases and files of the run end with it. */
export type RunFolder = {
  /** Makes a data directory that the user who runs PostgreSQL can reach. */
  createDataDir(name: string): string;
  /** Makes this child end with the run. */
  own(child: ChildProcess): void;
  /** Ends the run at once. */
  abort(reason: string, code: number): never;
  /** Ends a run whose children have ended. */
  close(): Promise<void>;
};

/**
 * Cleans up in three cases: signals end the run in this process; the end of the parent (`npm`) does the same, because
 * a killed parent passes no signal on; and a guard process outlives a kill of this process.
 */
export function openRunFolder(): RunFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stridewell-bench-'));
  chmodSync(folder, 0o755);
  const children = new Set<number>();
  // In a separate process group, because Ctrl-C reaches the whole group of the terminal.
  const guard = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL('./guard.ts', import.meta.url)), folder],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  guard.unref();

  const abort = (reason: string, code: number): never => {
    process.stderr.write(`${reason}\n`);
    cleanUp(folder, children);
    process.exit(code);
  };
  for (const [signal, code] of Object.entries(EXIT_CODES))
    process.once(signal, () => abort(`The bench was stopped by ${signal}.`, code));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) abort('The bench was stopped: its parent process ended.', EXIT_CODES.SIGHUP);
  }, PARENT_CHECK_MS);
  watch.unref();

  return {
    abort,
    createDataDir(name) {
      const dataDir = path.join(folder, name);
      mkdirSync(dataDir, { mode: 0o755 });
      return dataDir;
    },
    own(child) {
      const { pid } = child;
      if (pid === undefined) return;
      children.add(pid);
      guard.stdin.write(`+${pid}\n`);
      child.once('exit', () => {
        children.delete(pid);
        if (guard.stdin.writable) guard.stdin.write(`-${pid}\n`);
      });
    },
    async close() {
      clearInterval(watch);
      const ended = once(guard, 'exit');
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** Blocks the event loop, because errors of breaking connections must not end the process half-way. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Every embedded database keeps its cluster in `pg` of its data directory. */
function pidFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => path.join(folder, name, 'pg/postmaster.pid'))
    .filter((file) => existsSync(file));
}

/**
 * Stops databases at once: their data is deleted next. A server removes its pid file when all its processes are gone.
 */
function stopDatabases(folder: string): void {
  const deadline = Date.now() + PATIENCE_MS;
  const stopped = new Set<number>();
  for (let files = pidFilesIn(folder); files.length > 0 && Date.now() < deadline; files = pidFilesIn(folder)) {
    for (const file of files) {
      const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
      // initdb writes its pid negated, and a pid file that is being written holds none.
      if (!(pid > 0) || stopped.has(pid)) continue;
      signal(pid, 'SIGQUIT');
      stopped.add(pid);
    }
    pause();
  }
}

/**
 * Kills the child processes of a run, stops its databases and deletes its folder, without using the event loop.
 * Idempotent.
 */
export function cleanUp(folder: string, children: Iterable<number>): void {
  for (const pid of children) signal(pid, 'SIGKILL');
  stopDatabases(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: LOOK_EVERY_MS });
}

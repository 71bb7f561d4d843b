import { Worker } from 'node:worker_threads';
import type { BusyProblem, BusyTime, BusyWindow } from './busy-times.ts';
import type { BusyAnswer, BusyJob, BusyText } from './busy-times.worker.ts';

/** How long one text may take, with the start of the worker. */
const SECONDS = 10;
/** More than a text of five megabytes needs. */
const MEMORY_MB = 512;

/** The worker beside this file, or in the build at the top of its folder. */
function workerFile(here: string): URL {
  if (here.endsWith('.ts')) return new URL('./busy-times.worker.ts', here);
  const dist = here.lastIndexOf('/dist/');
  return new URL('busy-times-worker.js', here.slice(0, dist + '/dist/'.length));
}

/**
 * Reads iCalendar texts in a separate thread, because a text can be made to keep a reader busy for ever.
 * @param texts by a key of the caller. An event has its own time, and none where it repeats or lasts whole days
 * @returns the times of each text, or why it has none
 */
export async function readBusyTimes(
  texts: readonly BusyText[],
  window: BusyWindow,
  seconds = SECONDS,
): Promise<Map<string, BusyTime[] | BusyProblem>> {
  const read = new Map<string, BusyTime[] | BusyProblem>();
  for (let rest = texts; rest.length > 0; rest = texts.filter(([key]) => !read.has(key))) {
    const stuckAt = await run({ texts: rest, window }, read, seconds);
    if (stuckAt !== null) read.set(stuckAt, 'too_complex');
  }
  return read;
}

/** @returns the key of the text that took too long or too much memory; null when all were read */
function run(workerData: BusyJob, read: Map<string, BusyTime[] | BusyProblem>, seconds: number) {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const { texts } = workerData;
  const worker = new Worker(workerFile(import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const current = () => texts.find(([key]) => !read.has(key))?.[0] ?? null;
  const timer = setTimeout(() => resolve(current()), seconds * 1000);
  worker.on('message', (answer: BusyAnswer) => {
    read.set(answer.key, 'times' in answer ? answer.times : answer.problem);
    timer.refresh();
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(current());
    else reject(error);
  });
  worker.on('exit', () => resolve(current()));
  return promise.finally(async () => {
    clearTimeout(timer);
    await worker.terminate();
  });
}

import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { currentRun, eachDue, type JobRun, requireTime, type StoppedSweeps, WorkStopped } from './each-due.ts';

type Options = { itemSeconds?: number; lines?: string[] };

/** Works on numbers up to `count`, two at a time. */
const eachNumber = (
  count: number,
  work: (item: number) => Promise<void>,
  { itemSeconds, lines = [] }: Options = {},
): Promise<void> =>
  eachDue({
    name: 'numbers',
    log: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
    failure: 'a number was not counted',
    read: async (after: { number: string } | undefined) =>
      Array.from({ length: count }, (_, index) => index + 1)
        .filter((item) => item > Number(after?.number ?? 0))
        .slice(0, 2),
    size: 2,
    place: (item) => ({ number: String(item) }),
    work,
    ...(itemSeconds !== undefined && { itemSeconds }),
  });

/** One try of a job, which stops when `stop` aborts. */
const inRun = (stop: AbortController, stopped: StoppedSweeps, work: () => Promise<void>): Promise<void> => {
  const run: JobRun = { stop: stop.signal, stopped };
  return currentRun.run(run, work);
};

it('processes one item after another, and in a job rests as long as it worked', async () => {
  const steps: string[] = [];
  const start = performance.now();
  let worked = 0;
  await inRun(new AbortController(), {}, () =>
    eachNumber(2, async (item) => {
      const begin = performance.now();
      steps.push(`${item} begins`);
      await wait(10);
      steps.push(`${item} ends`);
      worked += performance.now() - begin;
    }),
  );
  expect(steps).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
  // Timers count whole milliseconds, so each rest may be one short.
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * worked - 2);
});

it('processes all due items, logs each failure and fails at the end', async () => {
  const worked: number[] = [];
  const lines: string[] = [];
  const working = eachNumber(
    5,
    async (item) => {
      if (item % 2 === 0) throw new Error(`${item} is even`);
      worked.push(item);
    },
    { lines },
  );
  await expect(working).rejects.toThrow('2 of 5 failed, the first one with: 2 is even');
  expect(worked).toEqual([1, 3, 5]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { number: '2', err: { message: '2 is even' }, msg: 'a number was not counted' },
    { number: '4', err: { message: '4 is even' }, msg: 'a number was not counted' },
  ]);
});

it('skips an item that hangs, even if it fails later', async () => {
  const worked: number[] = [];
  const hang = Promise.withResolvers<void>();
  const working = eachNumber(
    3,
    async (item) => {
      if (item === 1) return hang.promise;
      worked.push(item);
    },
    { itemSeconds: 0.02 },
  );
  await expect(working).rejects.toThrow('1 of 3 failed, the first one with: took longer than 0.02 s');
  expect(worked).toEqual([2, 3]);
  hang.reject(new Error('too late'));
  await wait(0);
});

it('stops between two items when the job should end, and continues there on the next try', async () => {
  const worked: number[] = [];
  const stopped: StoppedSweeps = {};
  const stop = new AbortController();
  const first = inRun(stop, stopped, () =>
    eachNumber(5, async (item) => {
      worked.push(item);
      if (item === 3) stop.abort(new Error('the process stops'));
    }),
  );
  await expect(first).rejects.toThrow(WorkStopped);
  expect(worked).toEqual([1, 2, 3]);
  expect(stopped).toEqual({ numbers: { after: { number: '3' }, done: 3, failed: 0, reason: null } });
  await inRun(new AbortController(), stopped, () => eachNumber(5, async (item) => void worked.push(item)));
  expect(worked).toEqual([1, 2, 3, 4, 5]);
  expect(stopped).toEqual({});
});

it('fails at the end of the next try for an item that failed before the stop, and then starts over', async () => {
  const worked: number[] = [];
  const stopped: StoppedSweeps = {};
  const stop = new AbortController();
  const first = inRun(stop, stopped, () =>
    eachNumber(3, async () => {
      stop.abort(new Error('its time is over'));
      throw new Error('1 is refused');
    }),
  );
  await expect(first).rejects.toThrow(WorkStopped);
  const next = inRun(new AbortController(), stopped, () => eachNumber(3, async (item) => void worked.push(item)));
  await expect(next).rejects.toThrow('1 of 3 failed, the first one with: 1 is refused');
  expect(worked).toEqual([2, 3]);
  await inRun(new AbortController(), stopped, () => eachNumber(3, async (item) => void worked.push(item)));
  expect(worked).toEqual([2, 3, 1, 2, 3]);
});

it('stops other long work when the job should end', async () => {
  expect(requireTime).not.toThrow();
  const stop = new AbortController();
  stop.abort(new Error('its time is over'));
  await expect(inRun(stop, {}, async () => requireTime())).rejects.toThrow('stopped early: its time is over');
});

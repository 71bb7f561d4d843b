import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachDueGently, stopSignal, WorkStopped } from './gently.ts';

/** Works on numbers up to `count`, two at a time. */
const eachNumber = (
  count: number,
  work: (item: number) => Promise<void>,
  report: (error: unknown, item: number) => unknown = () => undefined,
) =>
  eachDueGently({
    read: async (last: number | undefined) =>
      Array.from({ length: count }, (_, index) => index + 1)
        .filter((item) => item > (last ?? 0))
        .slice(0, 2),
    size: 2,
    work,
    report,
  });

it('works on one item after the other and rests as long as it worked', async () => {
  const steps: string[] = [];
  const start = performance.now();
  let worked = 0;
  await eachNumber(2, async (item) => {
    const begin = performance.now();
    steps.push(`${item} begins`);
    await wait(10);
    steps.push(`${item} ends`);
    worked += performance.now() - begin;
  });
  expect(steps).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
  // Timers count whole milliseconds, so each rest may be one short.
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * worked - 2);
});

it('works through all that is due, past items that fail, and fails at the end', async () => {
  const worked: number[] = [];
  const reported: number[] = [];
  const working = eachNumber(
    5,
    async (item) => {
      if (item % 2 === 0) throw new Error(`${item} is even`);
      worked.push(item);
    },
    (_, item) => reported.push(item),
  );
  await expect(working).rejects.toThrow('2 of 5 failed, the first one with: 2 is even');
  expect(worked).toEqual([1, 3, 5]);
  expect(reported).toEqual([2, 4]);
});

it('ends between two items when the job should end', async () => {
  const worked: number[] = [];
  const stop = new AbortController();
  const working = stopSignal.run(stop.signal, () =>
    eachNumber(5, async (item) => {
      worked.push(item);
      if (item === 3) stop.abort(new Error('the process stops'));
    }),
  );
  await expect(working).rejects.toThrow(WorkStopped);
  expect(worked).toEqual([1, 2, 3]);
});

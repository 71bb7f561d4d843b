import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachDueGently, eachGently } from './gently.ts';

it('works on one item after the other and rests as long as it worked', async () => {
  const steps: string[] = [];
  const start = performance.now();
  let worked = 0;
  await eachGently(['first', 'second'], async (item) => {
    const begin = performance.now();
    steps.push(`${item} begins`);
    await wait(10);
    steps.push(`${item} ends`);
    worked += performance.now() - begin;
  });
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  // Timers count whole milliseconds, so each rest may be one short.
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * worked - 2);
});

it('stops at an item that fails', async () => {
  const seen: number[] = [];
  const failing = eachGently([1, 2, 3], async (item) => {
    seen.push(item);
    if (item === 2) throw new Error('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect(seen).toEqual([1, 2]);
});

it('works through all that is due, past items that fail, and fails at the end', async () => {
  const worked: number[] = [];
  const reported: number[] = [];
  const working = eachDueGently({
    read: async (last: number | undefined) => [1, 2, 3, 4, 5].filter((item) => item > (last ?? 0)).slice(0, 2),
    size: 2,
    work: async (item) => {
      if (item % 2 === 0) throw new Error(`${item} is even`);
      worked.push(item);
    },
    report: (_, item) => reported.push(item),
  });
  await expect(working).rejects.toThrow('2 is even');
  expect(worked).toEqual([1, 3, 5]);
  expect(reported).toEqual([2, 4]);
});

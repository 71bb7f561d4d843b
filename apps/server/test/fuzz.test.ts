import { expect, it } from 'vitest';
import { fuzz, isSuccess } from '../fuzz/fuzz.ts';
import { createTestApp } from './app.ts';

// `npm run test:fuzz` makes far more calls, with another seed each time.
it('no call fails on our side', { timeout: 180_000 }, async () => {
  const { failures, calls, byStatus, isComplete } = await fuzz(() => createTestApp(), {
    seed: 1,
    calls: 400,
    limitMs: 170_000,
  });
  expect(failures).toEqual([]);
  expect({ calls, isComplete }).toEqual({ calls: 400, isComplete: true });
  const successes = [...byStatus].reduce((sum, [status, times]) => sum + (isSuccess(status) ? times : 0), 0);
  expect(successes).toBeGreaterThan(100);
});

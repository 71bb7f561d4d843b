import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { fingerprint, jobsDone } from './world.ts';

/**
 * Watches the rows of an app. Each call checks that `work` changes none. Consecutive calls take the rows after one as
 * those before the next, so between them nothing may change rows either.
 */
export function watchRows(test: () => TestApp): (work: () => Promise<unknown>) => Promise<void> {
  let known: string | undefined;
  return async (work) => {
    // Jobs of earlier calls also write, so they are done before.
    if (known === undefined) await jobsDone(test());
    const before = known ?? (await fingerprint(test()));
    await work();
    known = await fingerprint(test());
    expect(known).toBe(before);
  };
}

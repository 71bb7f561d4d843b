import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { fingerprint, jobsDone } from './world.ts';

/** Checks that `work` changes no row. Jobs of earlier calls also write, so they are done before. */
export async function changesNothing(test: TestApp, work: () => Promise<unknown>): Promise<void> {
  await jobsDone(test);
  const before = await fingerprint(test);
  await work();
  expect(await fingerprint(test)).toBe(before);
}

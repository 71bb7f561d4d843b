import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { acquireLock, type Lock } from './embedded-lock.ts';

async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'embedded-lock-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

describe('the lock', () => {
  const isLock = (result: Lock | { heldBy: number }): result is Lock => 'release' in result;

  /** A lock file of this process, with some lines replaced. */
  async function lockText(dir: string, changes: { pid?: string; startedAt?: string; place?: string; nonce?: string }) {
    const file = path.join(dir, 'template');
    const lock = await acquireLock(file);
    const [pid, startedAt, place, nonce] = (await readFile(file, 'utf8')).split('\n');
    if (isLock(lock)) await lock.release();
    return Object.values({ pid, startedAt, place, nonce, ...changes }).join('\n');
  }

  test('of a reused pid, or in an invalid file, is taken over', async () => {
    const dir = await temporaryDir();
    const file = path.join(dir, 'lock');
    for (const text of [await lockText(dir, { startedAt: '1' }), '', 'half a li']) {
      await writeFile(file, text);
      const lock = await acquireLock(file);
      expect(isLock(lock)).toBe(true);
      if (isLock(lock)) await lock.release();
    }
    expect(await readdir(dir)).toEqual([]);
  });

  test('of dead processes, some of which died while taking over, goes to exactly one of many', async () => {
    const dir = await temporaryDir();
    const file = path.join(dir, 'lock');
    const text = await lockText(dir, { startedAt: '1', nonce: '' });
    const chain = Object.entries({ lock: 'a', 'lock.a': 'b', 'lock.a.b': 'c' });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 12 }), async (dead, takers) => {
        // Each process died right after it had won the right to replace the previous one.
        for (const [name, nonce] of chain.slice(0, dead)) await writeFile(path.join(dir, name), text + nonce);
        const results = await Promise.all(Array.from({ length: takers }, () => acquireLock(file)));
        const [winner, ...others] = results.filter(isLock);
        expect(others).toEqual([]);
        expect(results.filter((result) => !isLock(result))).toEqual(Array(takers - 1).fill({ heldBy: process.pid }));
        await winner?.release();
        expect(await readdir(dir)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('of another container is respected only while its heartbeat continues', async () => {
    const dir = await temporaryDir();
    const file = path.join(dir, 'lock');
    await writeFile(file, await lockText(dir, { pid: '1', place: 'elsewhere' }));
    const heart = setInterval(() => utimes(file, new Date(), new Date()), 100);
    onTestFinished(() => clearInterval(heart));
    expect(await acquireLock(file, 2000)).toEqual({ heldBy: 1 });
    clearInterval(heart);
    const lock = await acquireLock(file, 300);
    expect(isLock(lock)).toBe(true);
    const begin = (await stat(file)).mtimeMs;
    await expect.poll(async () => (await stat(file)).mtimeMs, { timeout: 5000 }).toBeGreaterThan(begin);
    if (isLock(lock)) await lock.release();
  });
});

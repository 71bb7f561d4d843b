import { describe, expect, it } from 'vitest';
import { FairQueue, type Hold } from './fair-queue.ts';

/** Pieces of work that end when the test ends them. */
function pieces(queue: FairQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const done: Promise<unknown>[] = [];
  const add = (account: string, name: string, weight = 0) => {
    done.push(
      queue.run(account, async (hold: Hold) => {
        if (weight > 0) await hold(weight);
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    );
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { add, end, started, all: () => Promise.all(done) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('gives each account its turn, however much work another account has', async () => {
    const { add, end, started, all } = pieces(new FairQueue({ atOnce: 2, capacity: 1 }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
    add('b', 'b1');
    add('c', 'c1');
    add('b', 'b2');
    await turn();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started.at(-1)).toBe('c1');
    await end('c1');
    expect(started.at(-1)).toBe('a2');
    await end('b1');
    expect(started.at(-1)).toBe('b2');
    for (const name of ['a2', 'b2', 'a3', 'a4']) await end(name);
    await all();
    expect(started).toHaveLength(7);
  });

  it('never holds more than its capacity', async () => {
    const { add, end, started, all } = pieces(new FairQueue({ atOnce: 3, capacity: 10 }));
    add('a', 'large', 8);
    add('b', 'too much beside it', 5);
    add('c', 'small', 2);
    await turn();
    expect(started).toEqual(['large']);
    await end('large');
    expect(started).toEqual(['large', 'too much beside it', 'small']);
    await end('too much beside it');
    await end('small');
    await all();
  });

  it('passes errors on and continues', async () => {
    const queue = new FairQueue({ atOnce: 1, capacity: 10 });
    await expect(queue.run('a', (hold) => hold(11))).rejects.toThrow(RangeError);
    await expect(queue.run('a', async (hold) => hold(10).then(() => Promise.reject(new Error('no'))))).rejects.toThrow(
      'no',
    );
    expect(await queue.run('a', async (hold) => hold(10).then(() => 'done'))).toBe('done');
  });
});

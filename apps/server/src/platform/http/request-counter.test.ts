import { describe, expect, it } from 'vitest';
import { RequestCounter } from './request-counter.ts';
import type { RequestCount } from './request-minutes.data.ts';

describe('the counter of a process', () => {
  const aCounter = (store: (counted: RequestCount) => Promise<void>) => {
    const counter = new RequestCounter(store, { warn: () => undefined });
    counter.stop();
    return counter;
  };

  it('stores each request once, and nothing without requests', async () => {
    const stored: RequestCount[] = [];
    const counter = aCounter(async (counted) => void stored.push(counted));
    await counter.write();
    for (const status of [200, 404, 500, 503]) counter.add(status);
    await counter.write();
    await counter.write();
    counter.add(499);
    await counter.write();
    expect(stored).toEqual([
      { requests: 4, failures: 2 },
      { requests: 1, failures: 0 },
    ]);
  });

  it('keeps what could not be stored, with what came meanwhile', async () => {
    const stored: RequestCount[] = [];
    let isAway = true;
    const counter = aCounter(async (counted) => {
      if (isAway) throw new Error('No connection');
      stored.push(counted);
    });
    counter.add(500);
    const writing = counter.write();
    counter.add(200);
    await writing;
    isAway = false;
    await counter.write();
    expect(stored).toEqual([{ requests: 2, failures: 1 }]);
  });
});

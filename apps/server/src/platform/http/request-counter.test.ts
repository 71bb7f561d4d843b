import { describe, expect, it } from 'vitest';
import { RequestCounter } from './request-counter.ts';
import type { RequestCount } from './request-minutes.data.ts';

describe('the counter of a process', () => {
  const aCounter = (store: (counted: RequestCount) => Promise<void>) => {
    const isCounted = (url: string) => url.startsWith('/rest/');
    const counter = new RequestCounter({ isCounted, store, log: { warn: () => undefined } });
    counter.stop();
    return counter;
  };

  it('stores each counted request once, and nothing without requests', async () => {
    const stored: RequestCount[] = [];
    const counter = aCounter(async (counted) => void stored.push(counted));
    await counter.write();
    for (const status of [200, 404, 500, 503]) counter.add('/rest/v1/clients', status);
    for (const status of [200, 500]) counter.add('/assets/index.js', status);
    await counter.write();
    await counter.write();
    counter.add('/rest/v1/clients', 499);
    await counter.write();
    expect(stored).toEqual([
      { requests: 4, failures: 2 },
      { requests: 1, failures: 0 },
    ]);
  });

  it('keeps counts that could not be stored, and adds later ones', async () => {
    const stored: RequestCount[] = [];
    let isAway = true;
    const counter = aCounter(async (counted) => {
      if (isAway) throw new Error('No connection');
      stored.push(counted);
    });
    counter.add('/rest/v1/clients', 500);
    const writing = counter.write();
    counter.add('/rest/v1/clients', 200);
    await writing;
    isAway = false;
    await counter.write();
    expect(stored).toEqual([{ requests: 2, failures: 1 }]);
  });
});

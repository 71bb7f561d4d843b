import { describe, expect, it } from 'vitest';
import { MAX_SPREAD, measureRatio } from './ratio.ts';

const always = (value: number) => async () => value;

describe('measureRatio', () => {
  it('alternates between target and base, and which of them is first', async () => {
    const order: string[] = [];
    const record = (name: string, cost: number) => async () => {
      order.push(name);
      return cost;
    };
    await measureRatio(record('target', 3), record('base', 2));
    expect(order.slice(0, 8)).toEqual(['target', 'base', 'base', 'target', 'target', 'base', 'base', 'target']);
  });

  it('takes the same load on both sides out of the ratio', async () => {
    let load = 0;
    const loaded = (cost: number) => async () => {
      load += 1;
      return cost * (1 + Math.floor(load / 2) / 10);
    };
    const { value } = await measureRatio(loaded(3), loaded(2));
    expect(value).toBeGreaterThan(1.4);
    expect(value).toBeLessThan(1.6);
  });

  it('takes more rounds as long as the ratio has not repeated', async () => {
    let calls = 0;
    const drifting = async () => {
      calls += 1;
      return calls < 20 ? 3 : 2;
    };
    const { spread } = await measureRatio(drifting, always(2));
    expect(calls).toBeGreaterThan(36);
    expect(spread).toBeLessThanOrEqual(MAX_SPREAD);
  });

  it('ends with few rounds when its time is over', async () => {
    let calls = 0;
    let clock = 0;
    const slow = async () => {
      calls += 1;
      clock += 5000;
      return 2;
    };
    await measureRatio(slow, always(1), () => clock);
    expect(calls).toBe(9);
  });
});

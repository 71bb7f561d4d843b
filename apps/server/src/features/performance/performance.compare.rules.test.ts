import { COMPARED_HABITS } from '@stridewell/contract/performance/performance.compare.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMPARISON_MIN,
  type ComparedClient,
  compareTopQuarter,
  holm,
  mannWhitneyP,
} from './performance.compare.rules.ts';

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Habits = ComparedClient['habits'];
const habitsOf = (value: () => number): Habits => ({
  checkIns: value(),
  messages: value(),
  replyHours: value(),
  sessions: value(),
  planned: value(),
  sleepHours: value(),
});

/** Clients whose habits are noise, except for the `effect` on the messages of the best quarter. */
const clientsOf = (count: number, seed: number, effect = 0): ComparedClient[] => {
  const random = randomOf(seed * 7919);
  return Array.from({ length: count }, (_, index) => {
    const habits = habitsOf(random);
    const isTop = index >= count - Math.floor(count / 4);
    const messages = (habits.messages ?? 0) + (isTop ? effect : 0);
    return { percent: Math.floor((100 * index) / count), habits: { ...habits, messages } };
  });
};

/** The p of the exact test: the share of all ways to choose the group whose rank sum is at least as far from the mean. */
function countedP(group: readonly number[], others: readonly number[]): number {
  const all = [...group, ...others];
  const ranks = all.map((one) => all.reduce((sum, each) => sum + (each < one ? 2 : each === one ? 1 : 0), 0));
  const mean = (ranks.reduce((sum, each) => sum + each, 0) * group.length) / all.length;
  const sumOf = (mask: number) => ranks.reduce((sum, each, at) => ((mask >> at) & 1 ? sum + each : sum), 0);
  const masks = Array.from({ length: 2 ** all.length }, (_, mask) => mask).filter(
    (mask) => mask.toString(2).replaceAll('0', '').length === group.length,
  );
  const observed = Math.abs(sumOf(2 ** group.length - 1) - mean);
  return masks.filter((mask) => Math.abs(sumOf(mask) - mean) >= observed - 1e-9).length / masks.length;
}

describe('Mann-Whitney', () => {
  it.each([
    [[1, 1, 1], [1, 1, 1, 1], 1],
    [[1, 4], [2, 3], 1],
    [[], [1], 1],
  ])('of %j and %j is %d', (group, others, p) => {
    expect(mannWhitneyP(group, others)).toBeCloseTo(p, 10);
  });

  it('is the count of all choices in the smallest comparison, whatever values are equal', () => {
    const sides = fc.integer({ min: 1, max: 20 }).chain((max) => {
      const side = (length: number) => fc.array(fc.integer({ min: 0, max }), { minLength: length, maxLength: length });
      return fc.tuple(side(3), side(9));
    });
    fc.assert(
      fc.property(sides, ([group, others]) => {
        expect(mannWhitneyP(group, others)).toBeCloseTo(countedP(group, others), 9);
      }),
      { numRuns: 300 },
    );
  });

  it('is close to the normal distribution where groups are no longer counted', () => {
    const random = randomOf(11);
    for (let run = 0; run < 50; run += 1) {
      const [few, many] = [8, 22].map((length) => Array.from({ length }, () => random()));
      const counted = mannWhitneyP(few ?? [], many ?? []);
      // One more client at the median changes little, and crosses the limit.
      const normal = mannWhitneyP(few ?? [], [...(many ?? []), 0.5]);
      expect(Math.abs(counted - normal)).toBeLessThan(0.12);
    }
  });
});

it('Holm corrects by the number of comparisons that are left', () => {
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
  expect(holm([])).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (ps) => {
      for (const [index, p] of holm(ps).entries()) {
        expect(p).toBeGreaterThanOrEqual(ps[index] ?? 0);
        expect(p).toBeLessThanOrEqual(1);
      }
    }),
  );
});

describe('the top quarter', () => {
  it('needs clients', () => {
    expect(compareTopQuarter(clientsOf(COMPARISON_MIN - 2, 1))).toEqual({ state: 'too_few', missing: 2 });
    expect(compareTopQuarter([])).toEqual({ state: 'too_few', missing: COMPARISON_MIN });
  });

  it.each([12, 20, 30, 60])('of %d clients says nothing about noise in 95 % of runs', (count) => {
    const runs = 1000;
    const loud = Array.from({ length: runs }, (_, seed) => compareTopQuarter(clientsOf(count, seed + 1))).filter(
      ({ state }) => state === 'different',
    );
    expect(loud.length / runs).toBeLessThanOrEqual(0.05);
  });

  it.each([24, 60])('of %d clients is known by what they do more', (count) => {
    const found = compareTopQuarter(clientsOf(count, 5, 2));
    if (found.state !== 'different') throw new Error(`the result is ${found.state}`);
    const difference = found.differences.find(({ habit }) => habit === 'messages');
    expect(difference?.p).toBeLessThan(0.05);
    expect(difference?.top).toBeGreaterThan((difference?.others ?? 0) + 1);
    expect(found.topClients + found.otherClients).toBe(count);
    expect(difference).toMatchObject({ topClients: found.topClients, otherClients: found.otherClients });
  });

  it('is none where most clients did everything', () => {
    const clients = clientsOf(20, 3).map((client, index) => ({ ...client, percent: index < 15 ? 100 : 50 }));
    expect(compareTopQuarter(clients)).toEqual({ state: 'alike', topClients: 15, otherClients: 5 });
  });

  it('leaves out habits that few clients have', () => {
    const clients = clientsOf(24, 5, 2).map((client, index) => ({
      ...client,
      habits: { ...client.habits, messages: index > 15 ? client.habits.messages : null },
    }));
    expect(compareTopQuarter(clients).state).toBe('alike');
  });

  it('does not depend on the order of the clients', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 12, max: 30 }), (seed, count) => {
        const clients = clientsOf(count, seed, 1);
        expect(compareTopQuarter(clients.toReversed())).toEqual(compareTopQuarter(clients));
      }),
      { numRuns: 30 },
    );
    expect(COMPARED_HABITS.length).toBe(Object.keys(habitsOf(() => 0)).length);
  });
});

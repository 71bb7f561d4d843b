import { poolState } from '@stridewell/contract/effects/effects.rules';
import { describe, expect, it } from 'vitest';
import { type EffectCell, effectInterval, rulesOut } from './effects.rules.ts';

/** Mulberry32: the same draws on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const emptyCell = (share: number): EffectCell => ({
  comparison: 'automatic',
  share,
  clients: 0,
  active: 0,
  comparedClients: 0,
  comparedActive: 0,
});

function addClient(cell: EffectCell, random: () => number, base: number, effect: number): void {
  const isCompared = random() * 100 < cell.share;
  const isActive = random() < (isCompared ? base : base + effect);
  if (isCompared) {
    cell.comparedClients += 1;
    cell.comparedActive += isActive ? 1 : 0;
  } else {
    cell.clients += 1;
    cell.active += isActive ? 1 : 0;
  }
}

/** The verdict of a usual 95 % interval, which is meant for one look. */
function naiveRulesOut(cells: readonly EffectCell[], effect: number): boolean {
  const sum = (pick: (cell: EffectCell) => number) => cells.reduce((total, cell) => total + pick(cell), 0);
  const [n, k] = [sum((cell) => cell.clients), sum((cell) => cell.active)];
  const [m, j] = [sum((cell) => cell.comparedClients), sum((cell) => cell.comparedActive)];
  if (n === 0 || m === 0) return false;
  const [one, other] = [k / n, j / m];
  const error = Math.sqrt((one * (1 - one)) / n + (other * (1 - other)) / m);
  return Math.abs(one - other - effect) > 1.96 * error && error > 0;
}

const RUNS = 400;
const WEEKS = 40;

/** Share of simulated pools that rule out the true effect at any of forty weekly looks. */
function falseShare(
  { shares, effect, seed }: { shares: readonly number[]; effect: number; seed: number },
  isRuledOut = rulesOut,
): number {
  const random = randomOf(seed);
  let wrong = 0;
  for (let run = 0; run < RUNS; run += 1) {
    // Coaches differ in their share of returning clients, and in the percent they hold out.
    const coaches = Array.from({ length: 12 }, (_, place) => ({
      cell: emptyCell(shares[place % shares.length] ?? 10),
      base: 0.1 + 0.6 * random(),
    }));
    for (let week = 0; week < WEEKS; week += 1) {
      for (const { cell, base } of coaches) addClient(cell, random, base, effect);
      if (
        !isRuledOut(
          coaches.map(({ cell }) => cell),
          effect,
        )
      )
        continue;
      wrong += 1;
      break;
    }
  }
  return wrong / RUNS;
}

describe('the interval of an effect', () => {
  it.each([
    ['with no effect and several shares', { shares: [10, 15, 20], effect: 0, seed: 1 }],
    ['with an effect and several shares', { shares: [10, 15, 20], effect: 0.2, seed: 2 }],
    ['with even groups', { shares: [50], effect: 0, seed: 3 }],
  ])('covers the true effect in every look for 95 of 100 pools %s', (_, pool) => {
    expect(falseShare(pool)).toBeLessThanOrEqual(0.05);
  });

  it('holds where an interval for one moment fails, because the pool is looked at each week', () => {
    const pool = { shares: [50], effect: 0, seed: 3 };
    expect(falseShare(pool, naiveRulesOut)).toBeGreaterThan(0.15);
  });

  it('finds an effect that is there, with an end on each side of the estimate', () => {
    const random = randomOf(4);
    const cell = emptyCell(20);
    for (let client = 0; client < 4000; client += 1) addClient(cell, random, 0.3, 0.15);
    const { estimate, low, high } = effectInterval([cell]);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(estimate);
    expect(high).toBeGreaterThan(estimate);
    expect(high - low).toBeLessThan(0.25);
    expect(rulesOut([cell], low - 0.001)).toBe(true);
    expect(rulesOut([cell], low + 0.001)).toBe(false);
  });

  it('is not misled by coaches who hold out more and have other clients', () => {
    // Both coaches: no effect. The sums alone would show 26 points.
    const cells = [
      { ...emptyCell(10), clients: 900, active: 720, comparedClients: 100, comparedActive: 80 },
      { ...emptyCell(50), clients: 500, active: 100, comparedClients: 500, comparedActive: 100 },
    ];
    const { estimate, low, high } = effectInterval(cells);
    expect(estimate).toBeCloseTo(0, 6);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it.each([
    ['one client', { clients: 1, active: 1 }],
    ['one client who got nothing', { comparedClients: 1, comparedActive: 1 }],
    ['no active client', { clients: 5000, comparedClients: 600 }],
    ['a hundred thousand clients', { clients: 90_000, active: 27_000, comparedClients: 10_000, comparedActive: 3000 }],
  ])('is within all possible differences for %s', (_, counts) => {
    const { estimate, low, high } = effectInterval([{ ...emptyCell(10), ...counts }]);
    expect(low).toBeGreaterThanOrEqual(-1);
    expect(high).toBeLessThanOrEqual(1);
    expect(estimate).toBeGreaterThanOrEqual(low);
    expect(estimate).toBeLessThanOrEqual(high);
  });
});

describe('a pool', () => {
  it.each([
    ['few_clients', Array(10).fill(4)],
    ['few_coaches', Array(9).fill(10)],
    ['few_coaches', [...Array(9).fill(10), 0]],
    ['one_coach', [...Array(9).fill(5), 12]],
    ['counted', [...Array(9).fill(5), 11]],
    ['few_clients', []],
  ])('is %s with %j clients', (state, clients) => {
    expect(poolState(clients)).toBe(state);
  });
});

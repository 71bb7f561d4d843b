import { describe, expect, it } from 'vitest';
import { FORECAST_MONTHS, forecastRevenue, type PastMonth } from './metrics.forecast.rules.ts';

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

type History = (random: () => number, count: number) => PastMonth[];

const HISTORIES: Record<string, History> = {
  'single payments around a level': (random, count) =>
    Array.from({ length: count }, () => ({ revenue: 400_000 + 60_000 * normal(random), mrr: 0 })),
  'single payments that grow': (random, count) =>
    Array.from({ length: count }, (_, at) => ({ revenue: 300_000 + 12_000 * at + 50_000 * normal(random), mrr: 0 })),
  'subscriptions with single payments on top': (random, count) =>
    Array.from({ length: count }, () => ({ revenue: 500_000 + 90_000 + 40_000 * normal(random), mrr: 500_000 })),
  'subscriptions that start and end': (random, count) => {
    let clients = 20;
    return Array.from({ length: count }, () => {
      let left = 0;
      for (let client = 0; client < clients; client += 1) left += random() < 0.04 ? 1 : 0;
      clients += (random() < 0.7 ? 1 : 0) + (random() < 0.3 ? 1 : 0) - left;
      return { revenue: clients * 15_000 + 20_000 * Math.abs(normal(random)), mrr: clients * 15_000 };
    });
  },
};

/** Share of outcomes within the band, so many months ahead. */
function coverage(history: History, months: number, ahead: number): number {
  const random = randomFrom(months * 31 + ahead);
  const runs = 3000;
  let held = 0;
  for (let run = 0; run < runs; run += 1) {
    const all = history(random, months + FORECAST_MONTHS);
    const past = all.slice(0, months);
    const band = forecastRevenue(past)?.[ahead - 1];
    const outcome = all[months - 1 + ahead]?.revenue ?? 0;
    if (band && outcome >= band.low && outcome <= band.high) held += 1;
  }
  return held / runs;
}

describe('the forecast', () => {
  it('needs half a year', () => {
    const months = Array.from({ length: 5 }, () => ({ revenue: 100, mrr: 0 }));
    expect(forecastRevenue(months)).toBeNull();
    expect(forecastRevenue([...months, { revenue: 100, mrr: 0 }])).toHaveLength(FORECAST_MONTHS);
  });

  it('continues what never changes', () => {
    const months = Array.from({ length: 12 }, () => ({ revenue: 5000, mrr: 4000 }));
    expect(forecastRevenue(months)).toEqual(Array.from({ length: 3 }, () => ({ cents: 5000, low: 5000, high: 5000 })));
  });

  it('is never negative', () => {
    const months = [6, 5, 4, 3, 2, 1].map((revenue) => ({ revenue: revenue * 1000, mrr: 0 }));
    expect(forecastRevenue(months)?.every(({ low, cents }) => low >= 0 && cents >= 0)).toBe(true);
  });

  const cases = Object.keys(HISTORIES).flatMap((name) =>
    [6, 12, 36].flatMap((months) => [1, 2, 3].map((ahead) => [name, months, ahead] as const)),
  );
  it.each(cases)('holds four of five outcomes: %s, %i months, %i ahead', (name, months, ahead) => {
    const history = HISTORIES[name];
    if (!history) throw new Error('no such history');
    const share = coverage(history, months, ahead);
    expect(share).toBeGreaterThanOrEqual(0.72);
    expect(share).toBeLessThanOrEqual(0.88);
  });
});

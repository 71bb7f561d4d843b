import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORECAST_MONTHS, forecastRevenue, type PastMonth, type RunningMonth } from './metrics.forecast.rules.ts';

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

type History = (random: () => number, count: number) => Omit<PastMonth, 'churn'>[];

/** The first day of a month: nothing is booked, and all of it is to come. */
const onTheFirst = (months: readonly { mrr: number }[]): RunningMonth => ({
  revenue: 0,
  mrr: months.at(-1)?.mrr ?? 0,
  daysLeft: 1,
  revenueLeft: 1,
});
const forecast = (months: readonly Omit<PastMonth, 'churn'>[], running = onTheFirst(months)) =>
  forecastRevenue(
    months.map((month) => ({ churn: 0, ...month })),
    running,
  );

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
    const band = forecast(past)?.months[ahead - 1];
    const outcome = all[months - 1 + ahead]?.revenue ?? 0;
    if (band && outcome >= band.low && outcome <= band.high) held += 1;
  }
  return held / runs;
}

describe('the forecast', () => {
  it('needs half a year', () => {
    const months = Array.from({ length: 5 }, () => ({ revenue: 100, mrr: 0 }));
    expect(forecast(months)).toBeNull();
    expect(forecast([...months, { revenue: 100, mrr: 0 }])?.months).toHaveLength(FORECAST_MONTHS);
  });

  it('of flat revenue and flat MRR is flat, on every day of the running month', () => {
    const facts = fc.record({
      length: fc.integer({ min: 6, max: 40 }),
      revenue: fc.integer({ min: 0, max: 10_000_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      churn: fc.integer({ min: -100_000, max: 0 }),
      daysLeft: fc.double({ min: 0, max: 1, noNaN: true }),
      revenueLeft: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(facts, ({ length, revenue, share, churn, daysLeft, revenueLeft }) => {
        const mrr = Math.round(revenue * share);
        // New subscriptions make up for the churn.
        const months = Array.from({ length }, () => ({ revenue, mrr, churn }));
        const booked = revenue * (1 - revenueLeft);
        const found = forecastRevenue(months, { revenue: booked, mrr, daysLeft, revenueLeft });
        expect(found).toMatchObject({ mrr, churn, gained: -churn || 0, other: revenue - mrr });
        expect(Math.abs(found?.trend ?? 1)).toBe(0);
        for (const month of found?.months ?? []) {
          for (const cents of [month.cents, month.low, month.high]) {
            expect(Math.abs(cents - revenue)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  it('of flat revenue is flat while single payments become subscriptions, and promises no growth', () => {
    const moving = Array.from({ length: 12 }, (_, at) => ({ revenue: 5000, mrr: 400 * at }));
    for (const { cents } of forecast(moving)?.months ?? []) expect(Math.abs(cents - 5000)).toBeLessThanOrEqual(1);
    const grown = Array.from({ length: 12 }, (_, at) => ({
      revenue: 300 * Math.min(at, 9),
      mrr: 300 * Math.min(at, 9),
    }));
    const found = forecast(grown)?.months ?? [];
    expect(found.map(({ cents }) => cents)).toEqual([2700, 2700, 2700]);
    expect(found[2]?.high).toBeGreaterThan(2700);
  });

  it('counts what was booked in the running month, and forecasts only the rest of it', () => {
    const months = Array.from({ length: 12 }, (_, at) => ({ revenue: 4000 + 200 * (at % 2), mrr: 3000 }));
    const on = (revenue: number, revenueLeft: number, mrr = 3000) =>
      forecast(months, { revenue, mrr, daysLeft: revenueLeft, revenueLeft })?.months ?? [];
    expect(on(9000, 0)[0]).toEqual({ cents: 9000, low: 9000, high: 9000 });
    expect(on(9000, 0.1)[0]?.low).toBeGreaterThanOrEqual(9000);
    expect(on(2000, 0.5)[0]?.cents).toBeCloseTo(2000 + 0.5 * (on(0, 1)[0]?.cents ?? 0), -1);
    // A subscription that started today counts from now on, and this month by what is left of it.
    const [this0, next0] = on(2000, 0.5);
    const [this1, next1] = on(2000, 0.5, 3500);
    expect((this1?.cents ?? 0) - (this0?.cents ?? 0)).toBe(250);
    expect((next1?.cents ?? 0) - (next0?.cents ?? 0)).toBe(500);
  });

  it('shows subscriptions, churn and the trend of the rest apart', () => {
    const months = Array.from({ length: 12 }, (_, at) => ({
      revenue: 6000 + 10 * at,
      mrr: 5000 - 20 * at,
      churn: -50,
    }));
    const found = forecastRevenue(months, onTheFirst(months));
    expect(found).toMatchObject({ mrr: 4780, churn: -50, gained: 30, trend: 30 });
  });

  it('is never negative', () => {
    const months = [6, 5, 4, 3, 2, 1].map((revenue) => ({ revenue: revenue * 1000, mrr: 0 }));
    expect(forecast(months)?.months.every(({ low, cents }) => low >= 0 && cents >= 0)).toBe(true);
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

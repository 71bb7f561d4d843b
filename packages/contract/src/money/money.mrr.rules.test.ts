import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time.ts';
import {
  MRR_MOVEMENTS,
  type MrrMovements,
  mrrOn,
  mrrSteps,
  runningOn,
  type SubscriptionChange,
  sumMovements,
} from './money.mrr.rules.ts';

const change = (on: string, subscriptionId: string, monthlyCents: number, clientId = 'ana'): SubscriptionChange => ({
  on,
  clientId,
  subscriptionId,
  currency: 'USD',
  monthlyCents,
});
const ALWAYS = { from: '1900-01-01', to: '2199-12-31' };
const kinds = (changes: SubscriptionChange[]) => mrrSteps(changes).map(({ kind, cents }) => [kind, cents]);

describe('movements', () => {
  it('calls the first amount new, a larger one expansion and a smaller one contraction', () => {
    const changes = [change('2026-01-01', 's', 100), change('2026-02-01', 's', 150), change('2026-03-01', 's', 120)];
    expect(kinds(changes)).toEqual([
      ['new', 100],
      ['expansion', 50],
      ['contraction', -30],
    ]);
  });

  it('calls the end churn, and paying again a reactivation', () => {
    const changes = [change('2026-01-01', 's', 100), change('2026-02-01', 's', 0), change('2026-04-01', 't', 80)];
    expect(kinds(changes)).toEqual([
      ['new', 100],
      ['churn', -100],
      ['reactivation', 80],
    ]);
  });

  it('adds two subscriptions of one client before it decides', () => {
    const changes = [change('2026-01-01', 's', 100), change('2026-02-01', 't', 60), change('2026-03-01', 's', 0)];
    expect(kinds(changes)).toEqual([
      ['new', 100],
      ['expansion', 60],
      ['contraction', -100],
    ]);
  });

  it('counts the changes of one day as one', () => {
    const changes = [change('2026-01-01', 's', 100), change('2026-02-01', 's', 0), change('2026-02-01', 't', 100)];
    expect(kinds(changes)).toEqual([['new', 100]]);
  });

  it('never adds two currencies', () => {
    const changes = [change('2026-01-01', 's', 100), { ...change('2026-01-01', 't', 70), currency: 'EUR' }];
    expect(mrrOn(mrrSteps(changes), '2026-01-01')).toEqual([
      { currency: 'USD', cents: 100 },
      { currency: 'EUR', cents: 70 },
    ]);
  });

  it('leaves a day out that has not come', () => {
    const steps = mrrSteps([change('2026-05-01', 's', 100)]);
    expect(mrrOn(steps, '2026-04-30')).toEqual([]);
    expect(mrrOn(steps, '2026-05-01')).toEqual([{ currency: 'USD', cents: 100 }]);
  });
});

const dayOf = (count: number) => addDays('2026-01-01', count);
/** Subscriptions belong to one client and may even change their currency. */
const history = fc
  .array(
    fc.record({
      day: fc.nat(60),
      subscription: fc.nat(5),
      currency: fc.constantFrom('USD', 'EUR'),
      cents: fc.constantFrom(0, 0, 50, 70, 100),
    }),
    { maxLength: 40 },
  )
  .map((rows) =>
    rows.map(
      ({ day, subscription, currency, cents }): SubscriptionChange => ({
        on: dayOf(day),
        subscriptionId: `s${subscription}`,
        clientId: `c${subscription % 3}`,
        currency,
        monthlyCents: cents,
      }),
    ),
  );

/** MRR from the raw rows alone: the last recorded change of each subscription up to the day. */
function recomputed(changes: SubscriptionChange[], day: string, currency: string): number {
  const latest = new Map<string, SubscriptionChange>();
  for (const one of changes) {
    const known = latest.get(one.subscriptionId);
    if (one.on <= day && (!known || known.on <= one.on)) latest.set(one.subscriptionId, one);
  }
  return [...latest.values()].reduce((sum, one) => sum + (one.currency === currency ? one.monthlyCents : 0), 0);
}

const centsOf = (rows: readonly { currency: string; cents: number }[], currency: string) =>
  rows.find((row) => row.currency === currency)?.cents ?? 0;
const total = (rows: readonly MrrMovements[], currency: string) => {
  const row = rows.find((one) => one.currency === currency);
  return row ? MRR_MOVEMENTS.reduce((sum, kind) => sum + row[kind], 0) : 0;
};

describe('any history', () => {
  it('has the MRR that its rows give', () => {
    fc.assert(
      fc.property(history, fc.nat(70), fc.constantFrom('USD', 'EUR'), (changes, day, currency) => {
        expect(centsOf(mrrOn(mrrSteps(changes), dayOf(day)), currency)).toBe(recomputed(changes, dayOf(day), currency));
      }),
    );
  });

  it('has movements that add up to the difference of MRR, in any period', () => {
    fc.assert(
      fc.property(history, fc.nat(60), fc.nat(60), fc.constantFrom('USD', 'EUR'), (changes, a, b, currency) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const steps = mrrSteps(changes);
        const before = centsOf(mrrOn(steps, dayOf(from - 1)), currency);
        const after = centsOf(mrrOn(steps, dayOf(to)), currency);
        expect(total(sumMovements(steps, { from: dayOf(from), to: dayOf(to) }), currency)).toBe(after - before);
      }),
    );
  });

  it('has the same movements when a period is split', () => {
    fc.assert(
      fc.property(history, fc.nat(60), (changes, cut) => {
        const steps = mrrSteps(changes);
        const parts = [
          { from: ALWAYS.from, to: dayOf(cut) },
          { from: dayOf(cut + 1), to: ALWAYS.to },
        ];
        for (const whole of sumMovements(steps, ALWAYS)) {
          for (const kind of MRR_MOVEMENTS) {
            const split = parts.map(
              (part) => sumMovements(steps, part).find(({ currency }) => currency === whole.currency)?.[kind] ?? 0,
            );
            expect(split.reduce((sum, cents) => sum + cents, 0)).toBe(whole[kind]);
          }
        }
      }),
    );
  });

  it('has no negative new amount, and no positive churn', () => {
    fc.assert(
      fc.property(history, (changes) => {
        for (const { kind, cents } of mrrSteps(changes)) {
          expect(kind === 'contraction' || kind === 'churn' ? cents < 0 : cents > 0).toBe(true);
        }
      }),
    );
  });
});

describe('the subscriptions behind MRR', () => {
  it('are those with an amount on the day, since the day of that amount', () => {
    const changes = [
      change('2026-01-01', 's', 100),
      change('2026-01-05', 's', 100),
      change('2026-02-01', 't', 50),
      change('2026-02-20', 't', 0),
      change('2026-03-01', 't', 60),
    ];
    const since = (day: string) =>
      runningOn(changes, day).map(({ on, subscriptionId, cents }) => [on, subscriptionId, cents]);
    expect(since('2026-02-19')).toEqual([
      ['2026-01-01', 's', 100],
      ['2026-02-01', 't', 50],
    ]);
    expect(since('2026-02-20')).toEqual([['2026-01-01', 's', 100]]);
    expect(since('2026-03-01')).toContainEqual(['2026-03-01', 't', 60]);
  });

  it('name what a client paid before each step, and what changed it', () => {
    const changes = [change('2026-01-01', 's', 100), change('2026-02-01', 's', 0), change('2026-02-01', 't', 130)];
    expect(mrrSteps(changes).map(({ before, cents, subscriptionIds }) => [before, cents, subscriptionIds])).toEqual([
      [0, 100, ['s']],
      [100, 30, ['s', 't']],
    ]);
  });
});

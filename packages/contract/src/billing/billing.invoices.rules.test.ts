import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basePlanRecord,
  billedClients,
  GRACE_DAYS,
  invoiceLines,
  isRefundable,
  mayChangePlan,
  monthlyFeeCents,
  planChangeLines,
  planRecordOf,
  sessionIdOfSecret,
} from './billing.invoices.rules.ts';
import { monthlyPriceCents, type PaidPlan, PLANS } from './billing.rules.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-03-10T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
const anyPlan = fc.constantFrom<PaidPlan>('plus', 'pro');
const anyClients = fc.integer({ min: 0, max: 300 });
const sum = (lines: readonly { amountCents: number }[]) => lines.reduce((total, line) => total + line.amountCents, 0);

describe('an invoice', () => {
  it('adds up to the monthly price, and the first one to the setup besides', () => {
    fc.assert(
      fc.property(anyPlan, anyClients, (plan, clients) => {
        const monthly = monthlyPriceCents(plan, billedClients(plan, clients));
        expect(monthlyFeeCents(plan, clients)).toBe(monthly);
        expect(sum(invoiceLines(plan, clients, false))).toBe(monthly);
        expect(sum(invoiceLines(plan, clients, true))).toBe(monthly + PLANS[plan].setupCents);
        expect(invoiceLines(plan, clients, true).every(({ amountCents }) => amountCents > 0)).toBe(true);
      }),
    );
  });

  it.each([
    ['plus', 0, [['Coach Plus, monthly', 14_900]]],
    ['plus', 5, [['Coach Plus, monthly', 14_900]]],
    [
      'plus',
      26,
      [
        ['Coach Plus, monthly', 14_900],
        ['21 additional clients', 20 * 750 + 500],
      ],
    ],
    [
      'pro',
      11,
      [
        ['Coach Pro, monthly', 24_900],
        ['1 additional client', 500],
        ['One-time setup', 49_900],
      ],
    ],
  ] as const)('of %s with %s clients', (plan, clients, lines) => {
    expect(invoiceLines(plan, clients, plan === 'pro').map(({ label, amountCents }) => [label, amountCents])).toEqual(
      lines,
    );
  });
});

describe('a change of plan', () => {
  it('costs nothing for a cheaper plan or the same one, and never less than nothing', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, anyClients, fc.integer({ min: -40, max: 40 }), (plan, to, clients, left) => {
        const lines = planChangeLines({ plan, clients, currentPeriodEnd: inDays(left) }, to, { now, withSetup: true });
        expect(lines.every(({ amountCents }) => amountCents > 0)).toBe(true);
        if (plan === to) expect(lines).toEqual([]);
        if (to === 'plus') expect(sum(lines)).toBeLessThanOrEqual(monthlyPriceCents('plus', 35));
      }),
    );
  });

  it.each([
    [30, 24_900 - 14_900],
    [15, (24_900 - 14_900) / 2],
    [0, 0],
    [-3, 0],
  ])('to Pro with %s days left costs %s cents and the setup', (left, difference) => {
    const from = { plan: 'plus', clients: 5, currentPeriodEnd: inDays(left) } as const;
    expect(sum(planChangeLines(from, 'pro', { now, withSetup: true }))).toBe(difference + 49_900);
    expect(sum(planChangeLines(from, 'pro', { now, withSetup: false }))).toBe(difference);
  });
});

describe('the plan record of a subscription', () => {
  const anyStatus = fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'paused', '');

  it('is either the plan, in order or in grace, or base', () => {
    fc.assert(
      fc.property(anyPlan, anyStatus, fc.option(fc.integer({ min: 0, max: 30 })), (plan, status, failingDays) => {
        const failingSince = failingDays === null ? null : inDays(-failingDays);
        const record = planRecordOf({ plan, status, failingSince }, now);
        if (record.plan === 'base') expect(record).toEqual(basePlanRecord());
        else if (record.grace_until === null) expect(record.subscription_status).toBe('active');
        else {
          expect(Date.parse(record.grace_until)).toBeGreaterThan(now.getTime());
          expect(Date.parse(record.grace_until)).toBeLessThanOrEqual(inDays(GRACE_DAYS).getTime());
        }
      }),
    );
  });

  it.each([
    ['active', null, 'plus', 'active'],
    ['trialing', null, 'plus', 'active'],
    ['past_due', 0, 'plus', 'past_due'],
    ['past_due', 6, 'plus', 'past_due'],
    ['past_due', 7, 'base', 'active'],
    ['unpaid', 1, 'plus', 'unpaid'],
    ['canceled', null, 'base', 'active'],
    ['incomplete', null, 'base', 'active'],
    ['incomplete_expired', null, 'base', 'active'],
  ] as const)('%s, failing for %s days: %s, %s', (status, failingDays, plan, shown) => {
    const failingSince = failingDays === null ? null : inDays(-failingDays);
    expect(planRecordOf({ plan: 'plus', status, failingSince }, now)).toMatchObject({
      plan,
      subscription_status: shown,
    });
  });
});

it.each([
  [0, true],
  [30, true],
  [30.01, false],
])('money paid %s days ago is given back: %s', (days, expected) => {
  expect(isRefundable(inDays(-days), now)).toBe(expected);
});

it.each([
  ['active', false, true],
  ['active', true, false],
  ['past_due', false, false],
  ['unpaid', false, false],
  ['trialing', false, false],
])('the plan of a subscription that is %s, canceled: %s, may change: %s', (status, cancelAtPeriodEnd, expected) => {
  expect(mayChangePlan({ status, cancelAtPeriodEnd })).toBe(expected);
});

it.each([
  ['cs_test_1_secret_abc', 'cs_test_1'],
  ['cs_live_a_secretB_c', 'cs_live_a'],
  ['nothing', 'nothing'],
  ['', ''],
])('the session of %s is %s', (secret, session) => {
  expect(sessionIdOfSecret(secret)).toBe(session);
});

describe('a grace period that an operator extends', () => {
  const failingSince = new Date('2026-03-01T12:00:00Z');
  const graceAt = (now: string, graceExtendedUntil: string) =>
    planRecordOf(
      { plan: 'plus', status: 'past_due', failingSince, graceExtendedUntil: new Date(graceExtendedUntil) },
      new Date(now),
    );

  it('keeps the plan until then', () => {
    expect(graceAt('2026-03-20T12:00:00Z', '2026-03-21T12:00:00Z')).toMatchObject({
      plan: 'plus',
      grace_until: '2026-03-21T12:00:00.000Z',
    });
    expect(graceAt('2026-03-21T12:00:01Z', '2026-03-21T12:00:00Z')).toMatchObject({ plan: 'base', grace_until: null });
  });

  it('is never shorter than the usual one', () => {
    expect(graceAt('2026-03-02T12:00:00Z', '2026-03-03T12:00:00Z')).toMatchObject({
      grace_until: '2026-03-08T12:00:00.000Z',
    });
  });
});

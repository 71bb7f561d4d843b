import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanFeature } from '../access.ts';
import { isRole, ROLES } from '../people.rules.ts';
import {
  BILLABLE_SEAT_STATUSES,
  cheapestPlanFor,
  coveredClients,
  DISPLAY_DEFAULT_ACCESS,
  FEATURES,
  featureAccess,
  holdsSeat,
  isFeatureAllowed,
  isInGracePeriod,
  isPlan,
  isSubscriptionActive,
  lockReason,
  MAX_CLIENTS,
  monthlyPriceCents,
  PLAN_ORDER,
  PLANS,
  type Plan,
  type PlanAccess,
  planHasFeature,
  planOfRole,
  requiredPlan,
  resolvePlan,
  roleOfPlan,
  seatsLeft,
  seatsOver,
} from './billing.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const later = '2026-03-10T12:00:01Z';
const earlier = '2026-03-10T11:59:59Z';
const allFeatures = Object.keys(FEATURES).filter((key): key is PlanFeature => Object.hasOwn(FEATURES, key));
const anyPlan = fc.constantFrom(...PLAN_ORDER);
const planAndCount = anyPlan.chain((plan) => fc.tuple(fc.constant(plan), fc.nat({ max: PLANS[plan].clientCap })));

const access = (changes: Partial<PlanAccess>): PlanAccess => ({ ...DISPLAY_DEFAULT_ACCESS, ...changes });

describe('plan terms', () => {
  it.each([
    ['base', 'Coach Base', 'Coach-Base', 0, 0, 5, 5],
    ['plus', 'Coach Plus', 'Coach-Plus', 14_900, 0, 5, 35],
    ['pro', 'Coach Pro', 'Coach-Pro', 24_900, 49_900, 10, 100],
  ] as const)('%s has the terms of the price list', (plan, label, role, monthlyCents, setupCents, included, cap) => {
    expect(PLANS[plan]).toMatchObject({ label, role, monthlyCents, setupCents });
    expect(PLANS[plan]).toMatchObject({ includedClients: included, clientCap: cap });
  });

  const matrix: [PlanFeature, boolean, boolean, boolean][] = [
    ['ai', false, true, true],
    ['white_label', false, false, true],
    ['analytics', false, true, true],
    ['integrations', false, true, true],
    ['flows', false, true, true],
    ['advanced_ai', false, true, true],
    ['retention_tracking', false, false, true],
    ['expense_analytics', false, false, true],
    ['assistant', false, false, true],
  ];
  it.each(matrix)('%s: base %s, plus %s, pro %s', (feature, base, plus, pro) => {
    expect(PLAN_ORDER.map((plan) => planHasFeature(plan, feature))).toEqual([base, plus, pro]);
    expect(requiredPlan(feature)).toBe(plus ? 'plus' : 'pro');
  });

  it('has a row above for every feature', () => {
    expect(matrix.map(([feature]) => feature).sort()).toEqual([...allFeatures].sort());
  });

  it('gives a higher plan everything a lower one has', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, fc.constantFrom(...allFeatures), (one, other, feature) => {
        const [lower, higher] = PLAN_ORDER.indexOf(one) <= PLAN_ORDER.indexOf(other) ? [one, other] : [other, one];
        return !planHasFeature(lower, feature) || planHasFeature(higher, feature);
      }),
    );
  });
});

describe('monthlyPriceCents', () => {
  it.each([
    ['base', 0, 0],
    ['base', 5, 0],
    ['plus', 0, 14_900],
    ['plus', 5, 14_900],
    ['plus', 6, 15_650],
    ['plus', 25, 29_900],
    ['plus', 26, 30_400],
    ['plus', 35, 34_900],
    ['pro', 10, 24_900],
    ['pro', 11, 25_400],
    ['pro', 100, 69_900],
  ] as const)('%s with %d clients costs %d cents', (plan, clients, cents) => {
    expect(monthlyPriceCents(plan, clients)).toBe(cents);
  });

  it('is the base fee up to the included clients', () => {
    fc.assert(
      fc.property(planAndCount, ([plan, clients]) => {
        fc.pre(clients <= PLANS[plan].includedClients);
        return monthlyPriceCents(plan, clients) === PLANS[plan].monthlyCents;
      }),
    );
  });

  it('grows with each client by exactly what the tier of that client says', () => {
    fc.assert(
      fc.property(planAndCount, ([plan, clients]) => {
        fc.pre(clients > 0);
        const step = monthlyPriceCents(plan, clients) - monthlyPriceCents(plan, clients - 1);
        const tier = PLANS[plan].tiers.find(({ from, to }) => clients >= from && clients <= to);
        expect(step).toBe(clients <= PLANS[plan].includedClients ? 0 : tier?.centsEach);
      }),
    );
  });

  it.each(PLAN_ORDER)('%s has tiers that join from the included clients to the cap', (plan) => {
    const { tiers, includedClients, clientCap } = PLANS[plan];
    const covered = tiers.reduce((reached, { from, to }) => (from === reached + 1 ? to : Number.NaN), includedClients);
    expect(covered).toBe(clientCap);
  });

  it('refuses counts that are negative, broken or above the cap', () => {
    const broken = fc.oneof(
      fc.integer({ max: -1 }),
      fc.double().filter((value) => !Number.isInteger(value)),
    );
    fc.assert(
      fc.property(anyPlan, broken, (plan, clients) => {
        expect(() => monthlyPriceCents(plan, clients)).toThrow(RangeError);
        expect(() => monthlyPriceCents(plan, PLANS[plan].clientCap + 1)).toThrow(RangeError);
      }),
    );
  });
});

describe('cheapestPlanFor', () => {
  it.each([
    [0, 'base'],
    [5, 'base'],
    [6, 'plus'],
    [35, 'plus'],
    [36, 'pro'],
    [100, 'pro'],
    [101, null],
    [-1, null],
    [7.5, null],
    [Number.NaN, null],
  ])('%d clients: %s', (clients, plan) => {
    expect(cheapestPlanFor(clients)).toBe(plan);
  });

  it('has room, and no plan with room costs less', () => {
    fc.assert(
      fc.property(fc.nat({ max: MAX_CLIENTS }), (clients) => {
        const best = cheapestPlanFor(clients);
        if (best === null) throw new Error(`${clients} clients have no plan`);
        expect(clients).toBeLessThanOrEqual(PLANS[best].clientCap);
        for (const plan of PLAN_ORDER.filter((other) => clients <= PLANS[other].clientCap)) {
          const gap = monthlyPriceCents(plan, clients) - monthlyPriceCents(best, clients);
          expect(gap).toBeGreaterThanOrEqual(0);
          if (gap === 0) expect(PLAN_ORDER.indexOf(best)).toBeLessThanOrEqual(PLAN_ORDER.indexOf(plan));
        }
      }),
    );
  });

  it('finds none exactly when no plan has room', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 * MAX_CLIENTS }), (clients) => {
        expect(cheapestPlanFor(clients) === null).toBe(PLAN_ORDER.every((plan) => clients > PLANS[plan].clientCap));
      }),
    );
  });
});

describe('grace period', () => {
  it.each([
    [null, false],
    [later, true],
    [earlier, false],
    ['2026-03-10T12:00:00Z', false],
    ['not a date', false],
  ])('graceUntil %s: %s', (graceUntil, expected) => {
    expect(isInGracePeriod(graceUntil, now)).toBe(expected);
  });
});

describe('subscription', () => {
  // plan, status, in grace: advanced AI, retention tracking on screen, subscription counts as active
  const rows: [Plan, string, boolean, boolean, boolean, boolean][] = [
    ['base', 'active', false, false, false, true],
    ['base', 'active', true, false, false, true],
    ['base', 'canceled', false, false, false, true],
    ['base', 'canceled', true, true, true, true],
    ['plus', 'active', false, true, false, true],
    ['plus', 'active', true, true, false, true],
    ['plus', 'past_due', false, false, false, false],
    ['plus', 'past_due', true, true, true, true],
    ['pro', 'active', false, true, true, true],
    ['pro', 'active', true, true, true, true],
    ['pro', 'canceled', false, true, true, true],
    ['pro', 'canceled', true, true, true, true],
  ];
  it.each(rows)('%s, %s, grace %s', (plan, status, grace, advanced, retention, active) => {
    const record = access({ plan, subscription_status: status, grace_until: grace ? later : earlier });
    expect(featureAccess(record, now)).toEqual({
      hasAdvancedAI: advanced,
      hasRetentionTracking: retention,
      restrictAdvancedAI: !advanced,
      restrictRetentionTracking: !retention,
    });
    expect(isSubscriptionActive(record, now)).toBe(active);
    expect(lockReason(record, now)).toBe(active ? 'plan' : 'payment');
  });

  const anyAccess = fc
    .record({
      plan: anyPlan,
      subscription_status: fc.constantFrom('active', 'past_due', 'canceled', 'unpaid', ''),
      grace_until: fc.constantFrom(null, earlier, later),
    })
    .map(access);

  it('opens all in a grace period, and outside one never more than the plan has', () => {
    fc.assert(
      fc.property(anyAccess, fc.constantFrom(...allFeatures), (record, feature) => {
        const graced = record.subscription_status !== 'active' && isInGracePeriod(record.grace_until, now);
        const allowed = isFeatureAllowed(record, feature, now);
        if (graced) expect(allowed).toBe(true);
        else expect(allowed && !planHasFeature(record.plan, feature)).toBe(false);
      }),
    );
  });

  it('shows in menus what a call may use, and nothing else', () => {
    fc.assert(
      fc.property(anyAccess, (record) => {
        const shown = featureAccess(record, now);
        expect(shown.hasAdvancedAI).toBe(isFeatureAllowed(record, 'advanced_ai', now));
        expect(shown.hasRetentionTracking).toBe(isFeatureAllowed(record, 'retention_tracking', now));
      }),
    );
  });

  it('restricts a lapsed plus on every feature', () => {
    const lapsed = access({ plan: 'plus', subscription_status: 'canceled', grace_until: earlier });
    expect(allFeatures.filter((feature) => isFeatureAllowed(lapsed, feature, now))).toEqual([]);
  });
});

describe('resolvePlan', () => {
  it.each([
    ['base', 'Coach-Pro', 'base', 'base'],
    ['plus', 'Coach-Base', 'plus', 'plus'],
    ['pro', 'Client', 'pro', 'pro'],
    ['gold', 'Coach-Base', 'base', 'pro'],
    ['gold', 'Client', 'base', 'pro'],
    ['constructor', 'Client', 'base', 'pro'],
    [null, 'Coach-Base', 'base', 'base'],
    [null, 'Coach-Plus', 'plus', 'plus'],
    [null, 'Coach-Pro', 'pro', 'pro'],
    [null, 'Client', 'base', 'pro'],
    [null, 'Operator', 'base', 'pro'],
  ] as const)('stored %s, role %s: server %s, display %s', (storedPlan, role, server, display) => {
    expect(resolvePlan({ storedPlan, role }, 'server')).toBe(server);
    expect(resolvePlan({ storedPlan, role }, 'display')).toBe(display);
  });

  it('never invents a paid plan on the server', () => {
    const unreadable = fc.option(fc.string().filter((text) => !isPlan(text)));
    fc.assert(
      fc.property(unreadable, fc.constantFrom(...ROLES), (storedPlan, role) => {
        expect(resolvePlan({ storedPlan, role }, 'server')).toBe(planOfRole(role) ?? 'base');
      }),
    );
  });

  it('displays pro with 100 clients when nothing can be read', () => {
    expect(DISPLAY_DEFAULT_ACCESS).toMatchObject({ plan: 'pro', included_clients: 100, subscription_status: 'active' });
  });
});

describe('roles and seats', () => {
  it.each(PLAN_ORDER)('%s and its role lead to each other', (plan) => {
    expect(isRole(roleOfPlan(plan))).toBe(true);
    expect(planOfRole(roleOfPlan(plan))).toBe(plan);
  });

  it.each(['Client', 'Operator'] as const)('%s has no plan', (role) => {
    expect(planOfRole(role)).toBeUndefined();
  });

  it('counts invited, active and paused clients, no others', () => {
    expect([...BILLABLE_SEAT_STATUSES]).toEqual(['invited', 'active', 'paused']);
  });

  it('never has fewer than no seats', () => {
    fc.assert(
      fc.property(anyPlan, fc.nat({ max: 300 }), (plan, used) => {
        expect(seatsLeft(plan, used)).toBe(used > PLANS[plan].clientCap ? 0 : PLANS[plan].clientCap - used);
      }),
    );
  });
});

describe('who is covered', () => {
  const instants = fc.integer({ min: 0, max: 4 }).map((day) => new Date(Date.UTC(2026, 2, 1 + day)));
  const aClient = fc.record({
    clientId: fc.uuid(),
    status: fc.constantFrom('invited', 'active', 'paused', 'archived', 'ended'),
    createdAt: instants,
    acceptedAt: fc.option(instants),
  });
  const someClients = fc.uniqueArray(aClient, { maxLength: 45, selector: ({ clientId }) => clientId });
  const since = ({ acceptedAt, createdAt }: { acceptedAt: Date | null; createdAt: Date }) => acceptedAt ?? createdAt;

  it('as many as the plan has room for, of those who take a seat', () => {
    fc.assert(
      fc.property(someClients, anyPlan, (clients, plan) => {
        const seated = clients.filter(({ status }) => holdsSeat(status));
        const covered = coveredClients(clients, plan);
        expect(covered.size).toBe(Math.min(seated.length, PLANS[plan].clientCap));
        expect(seated.length - covered.size).toBe(seatsOver(plan, seated.length));
        const ids = seated.map(({ clientId }) => clientId);
        for (const id of covered) expect(ids).toContain(id);
      }),
    );
  });

  it('those who have been there longest, however the list is ordered', () => {
    fc.assert(
      fc.property(
        someClients.chain((clients) =>
          fc.tuple(fc.constant(clients), fc.shuffledSubarray(clients, { minLength: clients.length })),
        ),
        ([clients, shuffled]) => {
          const covered = coveredClients(clients, 'base');
          expect([...coveredClients(shuffled, 'base')].sort()).toEqual([...covered].sort());
          const seated = clients.filter(({ status }) => holdsSeat(status));
          const inside = seated.filter(({ clientId }) => covered.has(clientId));
          for (const out of seated.filter(({ clientId }) => !covered.has(clientId))) {
            for (const one of inside) {
              expect(since(one) <= since(out)).toBe(true);
              if (since(one).getTime() === since(out).getTime()) expect(one.clientId < out.clientId).toBe(true);
            }
          }
        },
      ),
    );
  });

  it('no client loses cover when another client leaves or the plan grows', () => {
    fc.assert(
      fc.property(someClients, fc.nat(), (clients, which) => {
        const covered = coveredClients(clients, 'base');
        const leaving = clients[which % Math.max(1, clients.length)]?.clientId;
        const rest = coveredClients(
          clients.map((client) => (client.clientId === leaving ? { ...client, status: 'archived' } : client)),
          'base',
        );
        const larger = coveredClients(clients, 'plus');
        for (const id of covered) {
          expect(larger.has(id)).toBe(true);
          expect(rest.has(id)).toBe(id !== leaving);
        }
      }),
    );
  });

  it('takes a newcomer last', () => {
    const taken = Array.from({ length: 5 }, (_, index) => ({
      clientId: `b${index}`,
      status: BILLABLE_SEAT_STATUSES[index % 3] ?? 'active',
      createdAt: new Date('2026-03-01'),
      acceptedAt: null,
    }));
    // Invited first, accepted last: the day of acceptance counts.
    const newcomer = {
      clientId: 'a',
      status: 'active',
      createdAt: new Date('2026-02-01'),
      acceptedAt: new Date('2026-03-02'),
    };
    expect(coveredClients([newcomer, ...taken], 'base').has('a')).toBe(false);
    expect(coveredClients([newcomer, ...taken.slice(1)], 'base').has('a')).toBe(true);
  });
});

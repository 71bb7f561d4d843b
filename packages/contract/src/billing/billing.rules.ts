import type { PlanFeature } from '../access.ts';
import type { Role } from '../people.rules.ts';

/** Plans with their prices and limits. Spec sections 4, 6 and 9; amounts are US cents a month. */
export type Plan = 'base' | 'plus' | 'pro';
export type PaidPlan = Exclude<Plan, 'base'>;

export const FEATURES: Readonly<Record<PlanFeature, string>> = {
  ai: 'AI',
  white_label: 'White label',
  analytics: 'Analytics',
  integrations: 'Integrations',
  flows: 'Automated onboarding flows',
  advanced_ai: 'Advanced AI',
  retention_tracking: 'Retention tracking',
  expense_analytics: 'Expense analytics',
  assistant: 'AI assistant',
};

/** Each client from `from` to `to`, both included, adds `centsEach` a month to the base fee. */
export type ClientTier = { from: number; to: number; centsEach: number };

export type PlanTerms = {
  label: string;
  role: Role;
  monthlyCents: number;
  setupCents: number;
  includedClients: number;
  clientCap: number;
  /** Most space of the files of a coach and their clients, in gigabytes. */
  storageGigabytes: number;
  /** Most connected calendars. */
  calendars: number;
  tiers: readonly ClientTier[];
  features: readonly PlanFeature[];
};

/** Message of a checkout that could not start. */
export const CHECKOUT_FAILED = 'Failed to initialize checkout. Please try again.';

export const PLAN_ORDER = ['base', 'plus', 'pro'] as const satisfies readonly Plan[];

export const PLANS: Record<Plan, PlanTerms> = {
  base: {
    label: 'Coach Base',
    role: 'Coach-Base',
    monthlyCents: 0,
    setupCents: 0,
    includedClients: 5,
    clientCap: 5,
    storageGigabytes: 2,
    calendars: 0,
    tiers: [],
    features: [],
  },
  plus: {
    label: 'Coach Plus',
    role: 'Coach-Plus',
    monthlyCents: 14_900,
    setupCents: 0,
    includedClients: 5,
    clientCap: 35,
    storageGigabytes: 20,
    calendars: 3,
    tiers: [
      { from: 6, to: 25, centsEach: 750 },
      { from: 26, to: 35, centsEach: 500 },
    ],
    features: ['ai', 'analytics', 'integrations', 'flows', 'advanced_ai'],
  },
  pro: {
    label: 'Coach Pro',
    role: 'Coach-Pro',
    monthlyCents: 24_900,
    setupCents: 49_900,
    includedClients: 10,
    clientCap: 100,
    storageGigabytes: 100,
    calendars: 10,
    tiers: [{ from: 11, to: 100, centsEach: 500 }],
    features: [
      'ai',
      'white_label',
      'analytics',
      'integrations',
      'flows',
      'advanced_ai',
      'retention_tracking',
      'expense_analytics',
      'assistant',
    ],
  },
};

/** Relationships with these statuses hold a seat; declined, archived and ended ones do not. */
export const BILLABLE_SEAT_STATUSES = ['invited', 'active', 'paused'] as const;

/** Plan access object of the spec. `grace_until` is an ISO 8601 instant. */
export type PlanAccess = {
  plan: Plan;
  included_clients: number;
  is_demo: boolean;
  stripe_customer_id: string | null;
  subscription_status: string;
  grace_until: string | null;
  in_grace_period: boolean;
};

/** Display fallback of the web app when the plan cannot be read. The server never grants it. */
export const DISPLAY_DEFAULT_ACCESS: PlanAccess = {
  plan: 'pro',
  included_clients: 100,
  is_demo: false,
  stripe_customer_id: null,
  subscription_status: 'active',
  grace_until: null,
  in_grace_period: false,
};

export const isPlan = (value: unknown): value is Plan => typeof value === 'string' && Object.hasOwn(PLANS, value);

/**
 * Monthly price for `clients` clients, in cents, without the setup fee.
 * @throws RangeError unless the count is a whole number from 0 to the plan's cap.
 */
export function monthlyPriceCents(plan: Plan, clients: number): number {
  const { monthlyCents, clientCap, tiers, label } = PLANS[plan];
  if (!Number.isInteger(clients) || clients < 0 || clients > clientCap) {
    throw new RangeError(`${label} is for 0 to ${clientCap} clients, not ${clients}`);
  }
  return tiers.reduce(
    (total, { from, to, centsEach }) => total + Math.max(0, Math.min(clients, to) - from + 1) * centsEach,
    monthlyCents,
  );
}

/** Cap of the largest plan. */
export const MAX_CLIENTS = Math.max(...PLAN_ORDER.map((plan) => PLANS[plan].clientCap));

/**
 * Plan with the lowest monthly price for `clients`; of equal prices, the smaller plan. The setup fee does not count.
 * Null when no plan has room or the count is not a whole number from 0.
 */
export function cheapestPlanFor(clients: number): Plan | null {
  if (!Number.isInteger(clients) || clients < 0) return null;
  const price = (plan: Plan) => monthlyPriceCents(plan, clients);
  return PLAN_ORDER.filter((plan) => clients <= PLANS[plan].clientCap).reduce<Plan | null>(
    (best, plan) => (best === null || price(plan) < price(best) ? plan : best),
    null,
  );
}

export const planHasFeature = (plan: Plan, feature: PlanFeature): boolean => PLANS[plan].features.includes(feature);

/** Smallest plan with the feature. */
export function requiredPlan(feature: PlanFeature): Plan {
  return PLAN_ORDER.find((plan) => planHasFeature(plan, feature)) ?? 'pro';
}

export const roleOfPlan = (plan: Plan): Role => PLANS[plan].role;

export function planOfRole(role: Role): Plan | undefined {
  return PLAN_ORDER.find((plan) => PLANS[plan].role === role);
}

/**
 * The plan in force. For an unreadable plan the server uses the role's plan, else base. The web app displays pro
 * meanwhile, as the spec says.
 */
export function resolvePlan(input: { storedPlan: string | null; role: Role }, side: 'server' | 'display'): Plan {
  if (isPlan(input.storedPlan)) return input.storedPlan;
  if (side === 'display' && input.storedPlan !== null) return 'pro';
  return planOfRole(input.role) ?? (side === 'display' ? 'pro' : 'base');
}

/** A grace period is in force while `graceUntil` is in the future. */
export const isInGracePeriod = (graceUntil: string | null, now: Date): boolean =>
  graceUntil !== null && Date.parse(graceUntil) > now.getTime();

/**
 * Whether a feature is allowed now, for menus, gated pages and server calls. The spec sets the order: pro is never
 * restricted. An inactive subscription is unrestricted in its grace period. After that, a paid plan has no features.
 * Otherwise the plan decides.
 */
export function isFeatureAllowed(
  access: Pick<PlanAccess, 'plan' | 'subscription_status' | 'grace_until'>,
  feature: PlanFeature,
  now: Date,
): boolean {
  const { plan, subscription_status, grace_until } = access;
  if (plan !== 'pro' && subscription_status !== 'active') {
    if (isInGracePeriod(grace_until, now)) return true;
    if (plan !== 'base') return false;
  }
  return planHasFeature(plan, feature);
}

/** Flags for menus and cards. */
export function featureAccess(access: PlanAccess, now: Date) {
  const hasAdvancedAI = isFeatureAllowed(access, 'advanced_ai', now);
  const hasRetentionTracking = isFeatureAllowed(access, 'retention_tracking', now);
  return {
    hasAdvancedAI,
    hasRetentionTracking,
    restrictAdvancedAI: !hasAdvancedAI,
    restrictRetentionTracking: !hasRetentionTracking,
  };
}

/** Always true for base and pro. Plus needs an active status or a grace period. */
export function isSubscriptionActive({ plan, subscription_status, grace_until }: PlanAccess, now: Date): boolean {
  return plan !== 'plus' || subscription_status === 'active' || isInGracePeriod(grace_until, now);
}

/** Why a feature is locked: an unpaid plan asks for the payment and never for an upgrade. */
export const lockReason = (access: PlanAccess, now: Date): 'payment' | 'plan' =>
  isSubscriptionActive(access, now) ? 'plan' : 'payment';

export const seatsLeft = (plan: Plan, used: number): number => Math.max(0, PLANS[plan].clientCap - used);

/** How many of the `used` seats are above the plan's cap. */
export const seatsOver = (plan: Plan, used: number): number => Math.max(0, used - PLANS[plan].clientCap);

export const holdsSeat = (status: string): boolean => BILLABLE_SEAT_STATUSES.some((billable) => billable === status);

type SeatHolder = { clientId: string; status: string; createdAt: Date; acceptedAt: Date | null };

/**
 * Ids of the clients within the plan's cap, longest relationship first. Other clients with a seat are read-only.
 * The database function `is_relationship_covered` applies the same rule to one client.
 */
export function coveredClients(clients: readonly SeatHolder[], plan: Plan): Set<string> {
  const since = ({ acceptedAt, createdAt }: SeatHolder) => (acceptedAt ?? createdAt).getTime();
  const longestFirst = clients
    .filter(({ status }) => holdsSeat(status))
    .sort((one, other) => since(one) - since(other) || (one.clientId < other.clientId ? -1 : 1));
  return new Set(longestFirst.slice(0, PLANS[plan].clientCap).map(({ clientId }) => clientId));
}

/** Message for clients outside the cap of their coach's plan. */
export const COACH_PLAN_FULL =
  'Your coach has more clients than their plan covers. You can read everything, and write again as soon as that is sorted out.';

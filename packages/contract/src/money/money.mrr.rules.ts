import type { Amount } from './money.amounts.rules.ts';

/** Kinds of changes to a subscription. */
export const SUBSCRIPTION_CHANGE_KINDS = ['started', 'changed', 'paused', 'resumed', 'ended'] as const;

/**
 * One change of a subscription, in the order of recording. `monthlyCents` is the amount of a month from day `on`; 0 when
 * the subscription is paused or has ended.
 */
export type SubscriptionChange = {
  on: string;
  clientId: string;
  subscriptionId: string;
  currency: string;
  monthlyCents: number;
};

/**
 * Why MRR (monthly recurring revenue) changes. A reactivation is a client who pays again after paying nothing; `new` is
 * a client's first time in a currency.
 */
export const MRR_MOVEMENTS = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;
export type MrrMovement = (typeof MRR_MOVEMENTS)[number];

/**
 * A change of what one client pays in one currency, on one day. `cents` is negative for contraction and churn, and
 * `before` is what the client paid until then, by all subscriptions. The named ones changed on that day.
 */
export type MrrStep = {
  on: string;
  clientId: string;
  currency: string;
  kind: MrrMovement;
  cents: number;
  before: number;
  subscriptionIds: string[];
};

export type MrrMovements = { currency: string } & Record<MrrMovement, number>;

/** Changes by day; those of one day stay in the order of recording. */
const byDay = (changes: readonly SubscriptionChange[]) =>
  [...changes].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));

function kindOf(before: number, after: number, paidBefore: boolean): MrrMovement {
  if (before === 0) return paidBefore ? 'reactivation' : 'new';
  if (after === 0) return 'churn';
  return after > before ? 'expansion' : 'contraction';
}

/** Tracks each client's payments per currency as changes are applied day by day. */
class Payers {
  readonly #subscriptions = new Map<string, Amount>();
  readonly #totals = new Map<string, { clientId: string; currency: string; cents: number; paid: boolean }>();

  #add(clientId: string, currency: string, cents: number): void {
    const key = `${clientId} ${currency}`;
    const total = this.#totals.get(key) ?? { clientId, currency, cents: 0, paid: false };
    this.#totals.set(key, { ...total, cents: total.cents + cents });
  }

  /** Applies the changes of one day, and returns what they changed for each client. */
  apply(on: string, changes: readonly SubscriptionChange[]): MrrStep[] {
    const before = new Map(this.#totals);
    const touched = new Map<string, Set<string>>();
    const touch = (key: string, id: string) => touched.set(key, (touched.get(key) ?? new Set()).add(id));
    for (const { clientId, subscriptionId, currency, monthlyCents } of changes) {
      const previous = this.#subscriptions.get(subscriptionId);
      if (previous) {
        this.#add(clientId, previous.currency, -previous.cents);
        touch(`${clientId} ${previous.currency}`, subscriptionId);
      }
      this.#add(clientId, currency, monthlyCents);
      touch(`${clientId} ${currency}`, subscriptionId);
      this.#subscriptions.set(subscriptionId, { currency, cents: monthlyCents });
    }
    return [...touched].flatMap(([key, ids]) =>
      this.#stepOf(key, before.get(key)?.cents ?? 0).map((step) => ({ ...step, on, subscriptionIds: [...ids] })),
    );
  }

  #stepOf(key: string, before: number): Omit<MrrStep, 'on' | 'subscriptionIds'>[] {
    const total = this.#totals.get(key);
    if (!total || total.cents === before) return [];
    const { clientId, currency, cents, paid } = total;
    this.#totals.set(key, { ...total, paid: paid || cents > 0 });
    return [{ clientId, currency, kind: kindOf(before, cents, paid), cents: cents - before, before }];
  }
}

/**
 * Every change of MRR, by client and currency. Subscriptions of one client are added up first, and changes of one day
 * count as one, so a correction is no churn. Steps of any periods add up to the steps of the whole.
 */
export function mrrSteps(changes: readonly SubscriptionChange[]): MrrStep[] {
  const days = Map.groupBy(byDay(changes), ({ on }) => on);
  const payers = new Payers();
  return [...days].flatMap(([on, ofDay]) => payers.apply(on, ofDay));
}

/** MRR at the end of a day, by currency. Currencies without a paying client are left out. */
export function mrrOn(steps: readonly MrrStep[], day: string): Amount[] {
  const sums = new Map<string, number>();
  for (const { on, currency, cents } of steps) if (on <= day) sums.set(currency, (sums.get(currency) ?? 0) + cents);
  return [...sums].map(([currency, cents]) => ({ currency, cents })).filter(({ cents }) => cents !== 0);
}

/** Sums of the steps from `from` to `to`, both included, by currency. */
export function sumMovements(steps: readonly MrrStep[], { from, to }: { from: string; to: string }): MrrMovements[] {
  const sums = new Map<string, MrrMovements>();
  for (const { on, currency, kind, cents } of steps) {
    if (on < from || on > to) continue;
    const sum = sums.get(currency) ?? { currency, new: 0, reactivation: 0, expansion: 0, contraction: 0, churn: 0 };
    sums.set(currency, { ...sum, [kind]: sum[kind] + cents });
  }
  return [...sums.values()];
}

/** A subscription's monthly revenue since day `on`. */
export type RunningSubscription = { on: string; clientId: string; subscriptionId: string; cents: number };

/** The subscriptions of one currency that MRR is made of at the end of a day. Their sum is that of `mrrOn`. */
export function runningOn(changes: readonly SubscriptionChange[], day: string): RunningSubscription[] {
  const running = new Map<string, RunningSubscription>();
  for (const { on, clientId, subscriptionId, monthlyCents: cents } of byDay(changes)) {
    if (on > day) break;
    const since = running.get(subscriptionId);
    running.set(subscriptionId, { on: since?.cents === cents ? since.on : on, clientId, subscriptionId, cents });
  }
  return [...running.values()].filter(({ cents }) => cents > 0);
}

import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import type Stripe from 'stripe';

/** Lookup keys of the prices at the provider, so that no price id has to be configured. */
export const lookupKeys = (plan: PaidPlan) => ({
  monthly: `stridewell_${plan}_monthly`,
  clients: `stridewell_${plan}_clients`,
  setup: `stridewell_${plan}_setup`,
});

/** The product of a plan at the provider. Its only one-time prices are current and former setup fees. */
export const productId = (plan: PaidPlan): string => `stridewell_${plan}`;

/** The plan of a monthly price; null for any other price. */
export const planOfLookupKey = (key: string | null): PaidPlan | null =>
  (['plus', 'pro'] as const).find((plan) => lookupKeys(plan).monthly === key) ?? null;

/** Builds the provider's prices from the plan. Included clients cost nothing. */
function priceParams(plan: PaidPlan, product: string): Stripe.PriceCreateParams[] {
  const { label, monthlyCents, setupCents, includedClients, tiers, clientCap } = PLANS[plan];
  const keys = lookupKeys(plan);
  const shared = { currency: 'usd', product, transfer_lookup_key: true };
  const last = tiers.at(-1);
  return [
    {
      ...shared,
      lookup_key: keys.monthly,
      nickname: `${label}, monthly`,
      unit_amount: monthlyCents,
      recurring: { interval: 'month' },
    },
    {
      ...shared,
      lookup_key: keys.clients,
      nickname: `${label}, additional clients`,
      recurring: { interval: 'month', usage_type: 'licensed' },
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tiers: [
        { up_to: includedClients, unit_amount: 0 },
        ...tiers.map(({ to, centsEach }) => ({
          up_to: to === clientCap ? ('inf' as const) : to,
          unit_amount: centsEach,
        })),
        ...(last && last.to < clientCap ? [{ up_to: 'inf' as const, unit_amount: last.centsEach }] : []),
      ],
    },
    ...(setupCents > 0
      ? [{ ...shared, lookup_key: keys.setup, nickname: `${label}, one-time setup`, unit_amount: setupCents }]
      : []),
  ];
}

/**
 * Creates missing products and prices. A price with the right amount stays. A price with another amount is replaced,
 * but existing subscriptions keep it.
 * @returns the lookup keys of the prices that were created
 */
export async function setUpPrices(stripe: Stripe): Promise<string[]> {
  const created: string[] = [];
  for (const plan of ['plus', 'pro'] as const) {
    const product = await findOrCreateProduct(stripe, productId(plan), PLANS[plan].label);
    for (const params of priceParams(plan, product)) {
      const key = params.lookup_key ?? '';
      const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, expand: ['data.tiers'], limit: 1 });
      if (data[0] && isSamePrice(data[0], params)) continue;
      await stripe.prices.create(params);
      created.push(key);
    }
  }
  return created;
}

async function findOrCreateProduct(stripe: Stripe, id: string, name: string): Promise<string> {
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  return (data[0] ?? (await stripe.products.create({ id, name }))).id;
}

function isSamePrice(price: Stripe.Price, params: Stripe.PriceCreateParams): boolean {
  if (!params.tiers) return price.unit_amount === params.unit_amount;
  const amounts = price.tiers?.map(({ up_to, unit_amount }) => `${up_to ?? 'inf'}:${unit_amount}`) ?? [];
  return amounts.join() === params.tiers.map(({ up_to, unit_amount }) => `${up_to}:${unit_amount}`).join();
}

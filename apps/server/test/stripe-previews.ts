import { z } from 'zod';
import type { Stored } from './stripe-server.ts';

const price = z.object({
  unit_amount: z.number().optional(),
  tiers: z.array(z.object({ up_to: z.union([z.number(), z.literal('inf')]), unit_amount: z.number() })).optional(),
});
type Price = z.infer<typeof price>;

const subscriptionItems = z.object({
  data: z.array(z.object({ id: z.string(), quantity: z.number(), price, current_period_end: z.number() })),
});
const wanted = z.object({
  items: z.array(z.object({ id: z.string(), price: z.string(), quantity: z.number() })),
  proration_behavior: z.literal('create_prorations'),
  proration_date: z.number(),
});

const MONTH_SECONDS = 30 * 86_400;

/** Monthly cost, adding up the tiers. */
function monthly({ unit_amount, tiers = [] }: Price, quantity: number): number {
  if (unit_amount !== undefined) return unit_amount * quantity;
  let from = 0;
  let sum = 0;
  for (const { up_to, unit_amount: each } of tiers) {
    const to = up_to === 'inf' ? quantity : Math.min(up_to, quantity);
    sum += Math.max(0, to - from) * each;
    from = Math.max(from, to);
  }
  return sum;
}

const line = (amount: number, start: number, proration: boolean) => ({
  object: 'line_item',
  amount,
  period: { start, end: start + MONTH_SECONDS },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
});

/** The next invoice of a subscription with changed items; undefined for an unknown item or price. */
export function previewInvoice(
  subscription: Stored,
  details: unknown,
  objects: Map<string, Stored>,
): object | undefined {
  const { items, proration_date: from } = wanted.parse(details);
  const { data } = subscriptionItems.parse(subscription.items);
  const lines = items.map((item) => {
    const kept = data.find(({ id }) => id === item.id);
    const next = price.safeParse(objects.get(item.price)).data;
    if (!kept || !next) return undefined;
    const left = (kept.current_period_end - from) / MONTH_SECONDS;
    const [was, is] = [monthly(kept.price, kept.quantity), monthly(next, item.quantity)];
    return [
      line(-Math.round(was * left), from, true),
      line(Math.round(is * left), from, true),
      line(is, kept.current_period_end, false),
    ];
  });
  if (lines.includes(undefined)) return undefined;
  // From an earlier change, and waiting for the next invoice.
  const earlier = line(1234, from - 86_400, true);
  const all = [earlier, ...lines.flatMap((one) => one ?? [])];
  return { object: 'invoice', lines: { object: 'list', data: all, has_more: false } };
}

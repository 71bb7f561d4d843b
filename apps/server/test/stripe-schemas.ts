import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';

/** The SDK's type for each of our requests. */
const REQUESTS = {
  'POST /v1/checkout/sessions': 'Checkout.SessionCreateParams',
  'POST /v1/prices': 'PriceCreateParams',
  'GET /v1/prices': 'PriceListParams',
  'POST /v1/products': 'ProductCreateParams',
  'GET /v1/products': 'ProductListParams',
  'POST /v1/subscriptions/:id': 'SubscriptionUpdateParams',
  'POST /v1/subscription_items/:id': 'SubscriptionItemUpdateParams',
  'POST /v1/billing_portal/sessions': 'BillingPortal.SessionCreateParams',
  'GET /v1/invoices': 'InvoiceListParams',
  'POST /v1/invoices/create_preview': 'InvoiceCreatePreviewParams',
  'GET /v1/invoiceitems': 'InvoiceItemListParams',
  'GET /v1/invoice_payments': 'InvoicePaymentListParams',
  'GET /v1/refunds': 'RefundListParams',
  'POST /v1/refunds': 'RefundCreateParams',
  'POST /v1/accounts': 'AccountCreateParams',
  'POST /v1/account_links': 'AccountLinkCreateParams',
} as const;

export type StripeRequest = keyof typeof REQUESTS;
export const isKnownRequest = (name: string): name is StripeRequest => Object.hasOwn(REQUESTS, name);

/**
 * Creates validators from the SDK's types on each run, so that no copy of them is stored. Takes about three seconds.
 */
export function stripeValidators(): Record<StripeRequest, ValidateFunction> {
  const folder = path.join(import.meta.dirname, '../../../node_modules/.cache/stripe-requests');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'requests.ts');
  const names = Object.entries(REQUESTS).map(([request, type], index) => ({ request, type, alias: `Request${index}` }));
  const lines = names.map(({ type, alias }) => `export type ${alias} = Stripe.${type};`);
  writeFileSync(file, `import type Stripe from 'stripe';\n${lines.join('\n')}\n`);
  const generator = createGenerator({ path: file, skipTypeCheck: true, additionalProperties: false, topRef: false });
  // Form values are text, so they are coerced to the expected types.
  const ajv = new Ajv({ coerceTypes: 'array', strict: false, allErrors: true });
  const compiled = names.map(({ request, alias }) => [
    request,
    ajv.compile(closeEnums<object>(generator.createSchema(alias))),
  ]);
  return Object.fromEntries(compiled) as Record<StripeRequest, ValidateFunction>;
}

/** Closes the SDK's enums, which allow any text for future values. Our requests may use only known values. */
function closeEnums<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(closeEnums) as Node;
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key !== 'anyOf' || !Array.isArray(value)) return [key, closeEnums(value)];
    const isOpen = (option: object) => JSON.stringify(option).includes('OtherString');
    return [key, closeEnums(value.filter((option) => !isOpen(option)))];
  });
  return Object.fromEntries(entries) as Node;
}

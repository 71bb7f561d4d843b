import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { schemasOfTypes } from './sdk-schemas.ts';

/** The name in `stripe-request-types.ts` for each of our requests. */
const REQUESTS = {
  'POST /v1/checkout/sessions': 'CheckoutSessionCreate',
  'POST /v1/prices': 'PriceCreate',
  'GET /v1/prices': 'PriceList',
  'POST /v1/products': 'ProductCreate',
  'GET /v1/products': 'ProductList',
  'POST /v1/subscriptions/:id': 'SubscriptionUpdate',
  'POST /v1/subscription_items/:id': 'SubscriptionItemUpdate',
  'POST /v1/billing_portal/sessions': 'BillingPortalSessionCreate',
  'GET /v1/invoices': 'InvoiceList',
  'POST /v1/invoices/create_preview': 'InvoiceCreatePreview',
  'GET /v1/invoiceitems': 'InvoiceItemList',
  'GET /v1/invoice_payments': 'InvoicePaymentList',
  'GET /v1/refunds': 'RefundList',
  'POST /v1/refunds': 'RefundCreate',
  'POST /v1/accounts': 'AccountCreate',
  'POST /v1/account_links': 'AccountLinkCreate',
} as const;

export type StripeRequest = keyof typeof REQUESTS;
export const isKnownRequest = (name: string): name is StripeRequest => Object.hasOwn(REQUESTS, name);

const TYPES = path.join(import.meta.dirname, 'stripe-request-types.ts');

/** Validators of our requests by the SDK's types. */
export function stripeValidators(): Record<StripeRequest, ValidateFunction> {
  const schemas = schemasOfTypes(TYPES, Object.values(REQUESTS), ['stripe']);
  // Form values are text, so they are coerced to the expected types.
  const ajv = new Ajv({ coerceTypes: 'array', strict: false, allErrors: true });
  const compiled = Object.entries(REQUESTS).map(([request, name]) => [request, ajv.compile(closeEnums(schemas[name]))]);
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

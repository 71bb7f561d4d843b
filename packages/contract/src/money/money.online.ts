import { z } from 'zod';
import type { Access } from '../access.ts';
import { billingErrors, card, chargeResult } from '../billing/billing.ts';
import { procedure } from '../errors.ts';
import { cents, id } from '../fields.ts';
import { CHECKOUT_STATUSES, ONLINE_STATES } from './money.online.rules.ts';

const NOT_CONNECTED = { status: 409, message: 'Card payments are not set up.' };
export const INVOICE_CLOSED = { status: 409, message: 'This invoice is not open, so it cannot be paid.' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Procedures of this feature, for those who may call them. */
export const by =
  <const Allowed extends Access>(access: Allowed) =>
  (method: Method, path: `/${string}`, summary: string) =>
    procedure(access).route({ method, path, tags: ['money'], summary });
const { PAYMENT_UNAVAILABLE } = billingErrors;

/** Payments by card. */
export const onlineMoney = {
  getOnlinePayments: by({ allow: 'coach', whileViewing: true })(
    'GET',
    '/online_payments',
    'Get whether clients can pay by card',
  )
    .input(z.object({ coachId: id }))
    .output(z.object({ state: z.enum(ONLINE_STATES), isTest: z.boolean(), missing: z.array(z.string()) })),
  connectOnlinePayments: by({ allow: 'coach' })(
    'POST',
    '/online_payments/connect',
    'Connect an account for card payments, or continue connecting',
  )
    .input(z.object({ coachId: id }))
    .output(z.object({ url: z.string() }))
    .errors({ PAYMENT_UNAVAILABLE, NOT_CONNECTED }),
  payInvoice: by({ allow: 'client' })(
    'POST',
    '/own_invoices/{invoiceId}/checkout',
    'Start or continue to pay an invoice by card',
  )
    .input(z.object({ invoiceId: id }))
    .output(z.object({ url: z.string() }))
    .errors({ PAYMENT_UNAVAILABLE, NOT_CONNECTED, INVOICE_CLOSED }),
  confirmCheckout: by({ allow: 'client' })(
    'POST',
    '/own_checkouts/{checkoutId}/confirm',
    'Check whether a checkout was paid',
  )
    .input(z.object({ checkoutId: id }))
    .output(z.object({ status: z.enum(CHECKOUT_STATUSES), amountCents: cents, currency: z.string() })),
  paySandboxInvoice: by({ allow: 'client' })(
    'POST',
    '/own_checkouts/{checkoutId}/pay',
    'Pay an invoice with a test card',
  )
    .input(z.object({ checkoutId: id, ...card, authenticated: z.boolean().default(false) }))
    .output(chargeResult),
};

import type Stripe from 'stripe';

/* Our requests to the payment provider, in the types of its SDK. `stripe-schemas.ts` makes schemas of them by name. */
export type CheckoutSessionCreate = Stripe.Checkout.SessionCreateParams;
export type PriceCreate = Stripe.PriceCreateParams;
export type PriceList = Stripe.PriceListParams;
export type ProductCreate = Stripe.ProductCreateParams;
export type ProductList = Stripe.ProductListParams;
export type SubscriptionUpdate = Stripe.SubscriptionUpdateParams;
export type SubscriptionItemUpdate = Stripe.SubscriptionItemUpdateParams;
export type BillingPortalSessionCreate = Stripe.BillingPortal.SessionCreateParams;
export type InvoiceList = Stripe.InvoiceListParams;
export type InvoiceCreatePreview = Stripe.InvoiceCreatePreviewParams;
export type InvoiceItemList = Stripe.InvoiceItemListParams;
export type InvoicePaymentList = Stripe.InvoicePaymentListParams;
export type RefundList = Stripe.RefundListParams;
export type RefundCreate = Stripe.RefundCreateParams;
export type AccountCreate = Stripe.AccountCreateParams;
export type AccountLinkCreate = Stripe.AccountLinkCreateParams;

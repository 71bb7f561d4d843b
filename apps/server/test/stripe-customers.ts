import { randomUUID } from 'node:crypto';
import type { StripeServer } from './stripe-server.ts';

const seconds = () => Math.floor(Date.now() / 1000);

/** Actions of customers at the provider. */
export const createCustomers = (stripe: StripeServer) => ({
  /** Pays at the provider: completes the session and creates a subscription. */
  complete(sessionId: string, plan: 'plus' | 'pro', email: string) {
    const session = stripe.objects.get(sessionId);
    if (!session) throw new Error(`there is no ${sessionId}`);
    const subscription = `sub_${randomUUID().slice(0, 8)}`;
    const customer = `cus_${randomUUID().slice(0, 8)}`;
    const priceOf = (key: string) => [...stripe.objects.values()].find((one) => one.lookup_key === key);
    const period = { current_period_end: seconds() + 30 * 86_400 };
    stripe.objects.set(subscription, {
      id: subscription,
      object: 'subscription',
      status: 'active',
      customer,
      cancel_at_period_end: false,
      metadata: { plan },
      items: {
        data: [
          { id: `si_${randomUUID()}`, quantity: 1, price: priceOf(`stridewell_${plan}_monthly`), ...period },
          { id: `si_${randomUUID()}`, quantity: 5, price: priceOf(`stridewell_${plan}_clients`), ...period },
        ],
      },
    });
    const paid = { status: 'complete', payment_status: 'paid', customer, subscription, customer_details: { email } };
    Object.assign(session, paid);
    return { subscription, customer };
  },

  /** Adds a paid invoice at the provider, with a payment that can be refunded. */
  payInvoice(values: { subscription: string; customer?: string; lines?: { data: object[] } }) {
    const id = `in_${randomUUID()}`;
    const amount_paid = 14_900;
    const times = { paid_at: seconds() - 86_400 };
    stripe.objects.set(id, {
      ...values,
      id,
      object: 'invoice',
      status: 'paid',
      amount_paid,
      status_transitions: times,
    });
    const payment = { type: 'payment_intent', payment_intent: `pi_${id}` };
    stripe.objects.set(`inpay_${id}`, {
      id: `inpay_${id}`,
      object: 'invoice_payment',
      invoice: id,
      amount_paid,
      payment,
    });
  },
});

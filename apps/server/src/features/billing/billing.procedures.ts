import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../core/context.ts';
import { limitByAddress } from '../../core/limits.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { os } from '../../core/procedures.ts';
import { requireActor, requireCoach } from '../../core/tenancy/access.ts';
import { requireOperator, requireSubscriber } from './billing.policy.ts';
import {
  changeSubscription,
  describeSubscription,
  findOwnSubscription,
  type PortalChange,
  previewPlan,
} from './billing.portal.service.ts';
import { readCheckout, refundCoach, startCheckout } from './billing.purchase.service.ts';
import { countSeats } from './billing.service.ts';

const CHECKOUT_LIMIT = { windowSeconds: 600, max: 20 };
const PAY_LIMIT = { windowSeconds: 600, max: 30 };

type Errors = {
  NO_SUBSCRIPTION: () => Error;
  PAYMENT_UNAVAILABLE: () => Error;
};

/** Asks the payment provider; that it does not answer is said in words, and why in the log. */
async function asking<Value>(
  { services, requestId }: RequestContext,
  errors: Pick<Errors, 'PAYMENT_UNAVAILABLE'>,
  ask: () => Promise<Value>,
): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    services.log.error({ err: error, requestId }, 'payment provider unavailable');
    throw errors.PAYMENT_UNAVAILABLE();
  }
}

/** The caller's subscription, and what keeps it. */
async function ownSubscription(context: RequestContext, errors: Pick<Errors, 'NO_SUBSCRIPTION'>) {
  const actor = requireSubscriber(await context.actor());
  const row = await findOwnSubscription(context.services, actor.userId);
  if (!row) throw errors.NO_SUBSCRIPTION();
  return row;
}

async function changeOwn(
  context: RequestContext,
  errors: Pick<Errors, 'NO_SUBSCRIPTION' | 'PAYMENT_UNAVAILABLE'> & {
    CARD_DECLINED: (options: { message: string }) => Error;
  },
  change: PortalChange,
) {
  const row = await ownSubscription(context, errors);
  const { sandbox } = context.services;
  // A real provider has a portal of its own for this.
  if (!sandbox) throw errors.NO_SUBSCRIPTION();
  const problem = await asking(context, errors, () => changeSubscription(context.services, sandbox, row, change));
  if (problem !== null) throw errors.CARD_DECLINED({ message: problem });
  return describeSubscription(context.services, sandbox, (await findOwnSubscription(context.services, row.userId ?? '')) ?? row);
}

export const billingProcedures = {
  getPlanAccess: os.billing.getPlanAccess.handler(async ({ context }) => requireActor(await context.actor()).plan),

  canAddMoreClients: os.billing.canAddMoreClients.handler(async ({ context }) => {
    const actor = requireActor(await context.actor());
    const { scope } = requireCoach(actor, actor.userId);
    const { used, cap } = await context.services.db.readAtOnce(scope, (tx) => countSeats(tx, actor.plan.plan));
    return used < cap;
  }),

  getCheckout: os.billing.getCheckout.handler(async ({ context, input, errors }) => {
    const checkout = await asking(context, errors, () => readCheckout(context.services, input.sessionId));
    if (!checkout) throw errors.NOT_FOUND();
    return checkout;
  }),

  getSubscription: os.billing.getSubscription.handler(async ({ context, errors }) => {
    const row = await ownSubscription(context, errors);
    return describeSubscription(context.services, context.services.sandbox, row);
  }),

  previewPlanChange: os.billing.previewPlanChange.handler(async ({ context, input, errors }) => {
    const row = await ownSubscription(context, errors);
    const { sandbox } = context.services;
    if (!sandbox) throw errors.NO_SUBSCRIPTION();
    return previewPlan(context.services, sandbox, row, input.plan);
  }),

  changePlan: os.billing.changePlan.handler(({ context, input, errors }) =>
    changeOwn(context, errors, { kind: 'plan', plan: input.plan }),
  ),
  cancelSubscription: os.billing.cancelSubscription.handler(({ context, errors }) =>
    changeOwn(context, errors, { kind: 'cancel' }),
  ),
  resumeSubscription: os.billing.resumeSubscription.handler(({ context, errors }) =>
    changeOwn(context, errors, { kind: 'resume' }),
  ),
  updateCard: os.billing.updateCard.handler(({ context, input, errors }) =>
    changeOwn(context, errors, { kind: 'card', card: input }),
  ),

  getSandboxCheckout: os.billing.getSandboxCheckout.handler(async ({ context, input, errors }) => {
    const checkout = await context.services.sandbox?.readCheckout(input.clientSecret);
    if (!checkout) throw errors.NOT_FOUND();
    return checkout;
  }),

  paySandboxCheckout: os.billing.paySandboxCheckout.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'billing:pay', PAY_LIMIT);
    const result = await context.services.sandbox?.pay(input);
    if (!result) throw errors.NOT_FOUND();
    return result;
  }),

  refundCoach: os.billing.refundCoach.handler(async ({ context, input, errors }) => {
    requireOperator(await context.actor());
    const result = await asking(context, errors, () => refundCoach(context.services, input.email));
    if (result.kind === 'none') throw errors.NO_SUBSCRIPTION();
    if (result.kind === 'too_late') throw errors.REFUND_TOO_LATE();
    return { refundedCents: result.cents };
  }),
};

export const billingFunctions = {
  createCheckout: os.functions.createCheckout.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'billing:checkout', CHECKOUT_LIMIT);
    const signedIn = await context.actor();
    const actor = signedIn && requireSubscriber(signedIn);
        const checkout = await asking(context, errors, () =>
      startCheckout(context.services, { plan: input.plan, actor, key: randomUUID() }),
    );
    if (!checkout) throw errors.ALREADY_SUBSCRIBED();
    const { provider, publishableKey } = context.services.gateway;
    return { client_secret: checkout.clientSecret, provider, publishable_key: publishableKey };
  }),

  customerPortal: os.functions.customerPortal.handler(async ({ context, errors }) => {
    const actor = requireSubscriber(await context.actor(), 'Please log in to manage your subscription.');
    const { env, gateway } = context.services;
    const row = await findOwnSubscription(context.services, actor.userId);
    const customerId = row?.customerId ?? actor.plan.stripe_customer_id;
    if (!customerId) throw errors.NO_SUBSCRIPTION();
    return asking(context, errors, () => gateway.createPortal(customerId, `${env.appUrl}/pricing`));
  }),
};

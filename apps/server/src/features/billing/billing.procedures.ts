import { randomUUID } from 'node:crypto';
import { CHECKOUT_FAILED } from '@stridewell/contract/billing/billing.rules';
import type { RequestContext } from '../../core/context.ts';
import { limitByAddress } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireSwitchedOn } from '../../core/settings/settings.ts';
import { requireActor, requireCoach, requireOperator } from '../../core/tenancy/access.ts';
import type { Answers } from '../../platform/db/database.ts';
import {
  changeSubscription,
  describeSubscription,
  getOwnSubscription,
  type PortalChange,
  previewPlanChange,
} from './billing.portal.service.ts';
import { createCheckout, findOwnSubscription, getCheckout } from './billing.purchase.service.ts';
import { requireSubscriber } from './billing.scopes.ts';
import { countSeats } from './billing.service.ts';
import { refundCoach, withProvider } from './billing.support.service.ts';

const CHECKOUT_LIMIT = { windowSeconds: 600, max: 20 };
const PAY_LIMIT = { windowSeconds: 600, max: 30 };

async function changeOwnSubscription(
  context: RequestContext,
  errors: Answers<'NO_SUBSCRIPTION' | 'PAYMENT_UNAVAILABLE' | 'CARD_DECLINED'>,
  change: PortalChange,
) {
  const { userId } = requireSubscriber(await context.findActor());
  const deps = { ...context.services, answers: errors };
  const { sandbox } = deps;
  // A real provider has its own portal.
  if (!sandbox) throw refuse(deps, 'NO_SUBSCRIPTION');
  return withProvider(context, errors, () => changeSubscription(deps, sandbox, userId, change));
}

export const billingProcedures = {
  getPlanAccess: os.billing.getPlanAccess.handler(async ({ context }) => requireActor(await context.findActor()).plan),

  canAddMoreClients: os.billing.canAddMoreClients.handler(async ({ context }) => {
    const actor = requireActor(await context.findActor());
    const { scope } = requireCoach(actor, actor.userId);
    const { used, cap } = await context.services.db.readAtOnce(scope, (tx) => countSeats(tx, actor.plan.plan));
    return used < cap;
  }),

  getCheckout: os.billing.getCheckout.handler(async ({ context, input, errors }) => {
    return withProvider(context, errors, () => getCheckout(context.services, input.sessionId));
  }),

  getSubscription: os.billing.getSubscription.handler(async ({ context: { findActor, services } }) => {
    const { userId } = requireSubscriber(await findActor());
    const row = await findOwnSubscription(services, userId);
    return row ? describeSubscription(services, services.sandbox, row) : null;
  }),

  previewPlanChange: os.billing.previewPlanChange.handler(async ({ context, input, errors }) => {
    const { userId } = requireSubscriber(await context.findActor());
    const deps = { ...context.services, answers: errors };
    const row = await getOwnSubscription(deps, userId);
    if (!deps.sandbox) throw refuse(deps, 'NO_SUBSCRIPTION');
    const { dueNowCents, ...price } = await previewPlanChange(deps, row, {
      plan: input.plan,
      countedFrom: deps.now(),
    });
    return { ...price, dueNowCents: dueNowCents ?? 0 };
  }),

  changePlan: os.billing.changePlan.handler(({ context, input, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'plan', plan: input.plan }),
  ),
  cancelSubscription: os.billing.cancelSubscription.handler(({ context, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'cancel' }),
  ),
  resumeSubscription: os.billing.resumeSubscription.handler(({ context, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'resume' }),
  ),
  updateCard: os.billing.updateCard.handler(({ context, input, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'card', card: input }),
  ),

  getSandboxCheckout: os.billing.getSandboxCheckout.handler(async ({ context, input }) => {
    const checkout = await context.services.sandbox?.readCheckout(input.clientSecret);
    if (!checkout) throw refuse('NOT_FOUND');
    return checkout;
  }),

  paySandboxCheckout: os.billing.paySandboxCheckout.handler(async ({ context, input }) => {
    await limitByAddress(context, 'billing:pay', PAY_LIMIT);
    await requireSwitchedOn(context.services.settings, 'card_payments');
    const result = await context.services.sandbox?.pay(input);
    if (!result) throw refuse('NOT_FOUND');
    return result;
  }),

  refundCoach: os.billing.refundCoach.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'billing');
    const deps = { ...context.services, answers: errors };
    return { refundedCents: await withProvider(context, errors, () => refundCoach(deps, input.email, scope)) };
  }),
};

export const billingFunctions = {
  createCheckout: os.functions.createCheckout.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'billing:checkout', CHECKOUT_LIMIT);
    await requireSwitchedOn(context.services.settings, 'card_payments');
    const signedIn = await context.findActor();
    const actor = signedIn && requireSubscriber(signedIn);
    const { plan } = input;
    if (!plan) throw refuse('BAD_REQUEST', { message: CHECKOUT_FAILED });
    const deps = { ...context.services, answers: errors };
    const checkout = await withProvider(context, errors, () =>
      createCheckout(deps, { plan, actor, key: randomUUID() }),
    );
    const { provider, publishableKey } = context.services.gateway;
    return { client_secret: checkout.clientSecret, provider, publishable_key: publishableKey };
  }),

  customerPortal: os.functions.customerPortal.handler(async ({ context, errors }) => {
    const actor = requireSubscriber(await context.findActor(), 'Please log in to manage your subscription.');
    const { env, gateway } = context.services;
    const row = await findOwnSubscription(context.services, actor.userId);
    const customerId = row?.customerId ?? actor.plan.stripe_customer_id;
    if (!customerId) throw refuse({ answers: errors }, 'NO_SUBSCRIPTION');
    return withProvider(context, errors, () => gateway.createPortal(customerId, `${env.appUrl}/pricing`));
  }),
};

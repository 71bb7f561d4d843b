import { randomUUID } from 'node:crypto';
import { CHECKOUT_FAILED } from '@stridewell/contract/billing/billing.rules';
import { isCoachRole } from '@stridewell/contract/people.rules';
import type { RequestContext } from '../../core/context.ts';
import { limitByAddress } from '../../core/limits.ts';
import { coachProcedure, operatorProcedure, personProcedure, visitorProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireSwitchedOn } from '../../core/settings/settings.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { Answers } from '../../platform/db/database.ts';
import {
  changeSubscription,
  describeSubscription,
  getOwnSubscription,
  type PortalChange,
  previewPlanChange,
} from './billing.portal.service.ts';
import { createCheckout, findOwnSubscription, getCheckout } from './billing.purchase.service.ts';
import { countSeats } from './billing.service.ts';
import { refundCoach, withProvider } from './billing.support.service.ts';

const CHECKOUT_LIMIT = { windowSeconds: 600, max: 20 };
const PAY_LIMIT = { windowSeconds: 600, max: 30 };

async function changeOwnSubscription(
  context: RequestContext & { actor: Actor },
  errors: Answers<'NO_SUBSCRIPTION' | 'PAYMENT_UNAVAILABLE' | 'CARD_DECLINED'>,
  change: PortalChange,
) {
  const deps = { ...context.services, answers: errors };
  const { sandbox } = deps;
  // A real provider has its own portal.
  if (!sandbox) throw refuse(deps, 'NO_SUBSCRIPTION');
  return withProvider(context, errors, () => changeSubscription(deps, sandbox, context.actor.userId, change));
}

const ofPerson = personProcedure.billing;
const ofVisitor = visitorProcedure.billing;

export const billingProcedures = {
  getPlanAccess: ofPerson.getPlanAccess.handler(({ context: { actor } }) => actor.plan),

  canAddMoreClients: coachProcedure.billing.canAddMoreClients.handler(async ({ context: { scope, db, actor } }) => {
    const { used, cap } = await db.readAtOnce(scope, (tx) => countSeats(tx, actor.plan.plan));
    return used < cap;
  }),

  getCheckout: ofVisitor.getCheckout.handler(({ context, input, errors }) =>
    withProvider(context, errors, () => getCheckout(context.services, input.sessionId)),
  ),

  getSubscription: ofPerson.getSubscription.handler(async ({ context: { actor, services } }) => {
    const row = await findOwnSubscription(services, actor.userId);
    return row ? describeSubscription(services, services.sandbox, row) : null;
  }),

  previewPlanChange: ofPerson.previewPlanChange.handler(async ({ context, input, errors }) => {
    const deps = { ...context.services, answers: errors };
    const row = await getOwnSubscription(deps, context.actor.userId);
    if (!deps.sandbox) throw refuse(deps, 'NO_SUBSCRIPTION');
    const { dueNowCents, ...price } = await previewPlanChange(deps, row, {
      plan: input.plan,
      countedFrom: deps.now(),
    });
    return { ...price, dueNowCents: dueNowCents ?? 0 };
  }),

  changePlan: ofPerson.changePlan.handler(({ context, input, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'plan', plan: input.plan }),
  ),
  cancelSubscription: ofPerson.cancelSubscription.handler(({ context, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'cancel' }),
  ),
  resumeSubscription: ofPerson.resumeSubscription.handler(({ context, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'resume' }),
  ),
  updateCard: ofPerson.updateCard.handler(({ context, input, errors }) =>
    changeOwnSubscription(context, errors, { kind: 'card', card: input }),
  ),

  getSandboxCheckout: ofVisitor.getSandboxCheckout.handler(async ({ context, input }) => {
    const checkout = await context.services.sandbox?.readCheckout(input.clientSecret);
    if (!checkout) throw refuse('NOT_FOUND');
    return checkout;
  }),

  paySandboxCheckout: ofVisitor.paySandboxCheckout.handler(async ({ context, input }) => {
    await limitByAddress(context, 'billing:pay', PAY_LIMIT);
    await requireSwitchedOn(context.services.settings, 'card_payments');
    const result = await context.services.sandbox?.pay(input);
    if (!result) throw refuse('NOT_FOUND');
    return result;
  }),

  refundCoach: operatorProcedure.billing.refundCoach.handler(async ({ context, input, errors }) => {
    const deps = { ...context.services, answers: errors };
    return { refundedCents: await withProvider(context, errors, () => refundCoach(deps, input.email, context.scope)) };
  }),
};

export const billingFunctions = {
  createCheckout: visitorProcedure.functions.createCheckout.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'billing:checkout', CHECKOUT_LIMIT);
    await requireSwitchedOn(context.services.settings, 'card_payments');
    const actor = await context.findActor();
    if (actor && !isCoachRole(actor.role)) throw refuse('FORBIDDEN');
    const { plan } = input;
    if (!plan) throw refuse('BAD_REQUEST', { message: CHECKOUT_FAILED });
    const deps = { ...context.services, answers: errors };
    const checkout = await withProvider(context, errors, () =>
      createCheckout(deps, { plan, actor, key: randomUUID() }),
    );
    const { provider, publishableKey } = context.services.gateway;
    return { client_secret: checkout.clientSecret, provider, publishable_key: publishableKey };
  }),

  customerPortal: personProcedure.functions.customerPortal.handler(async ({ context, errors }) => {
    const { actor, services } = context;
    const { env, gateway } = services;
    const row = await findOwnSubscription(services, actor.userId);
    const customerId = row?.customerId ?? actor.plan.stripe_customer_id;
    if (!customerId) throw refuse({ answers: errors }, 'NO_SUBSCRIPTION');
    return withProvider(context, errors, () => gateway.createPortal(customerId, `${env.appUrl}/pricing`));
  }),
};

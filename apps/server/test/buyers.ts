import { randomUUID } from 'node:crypto';
import { sessionIdOfSecret } from '@stridewell/contract/billing/billing.invoices.rules';
import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { listOutbox } from '../src/platform/mail/outbox.data.ts';
import type { Api } from './api.ts';
import { PASSWORD, type TestApp } from './app.ts';

export const CARDS = {
  works: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  authenticate: '4000 0025 0000 3155',
  worksOnce: '4000 0000 0000 0341',
};
type WithApi = { api: Api };

export const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;
export const until = <T>(probe: () => Promise<T>, expected: T) =>
  expect.poll(probe, { timeout: 15_000 }).toEqual(expected);

/** People who buy plans from an app with the sandbox. */
export function createBuyers(test: TestApp) {
  /** Starts a checkout. @returns its secret */
  const checkout = async (plan: PaidPlan, { api }: WithApi = test.anonymous) =>
    (await api.functions.createCheckout({ plan, email: 'guest@example.com', embedded: true })).client_secret;
  const pay = (clientSecret: string, email: string, cardNumber = CARDS.works, more: { authenticated?: boolean } = {}) =>
    test.anonymous.api.billing.paySandboxCheckout({
      clientSecret,
      email,
      name: 'Vera Lind',
      cardNumber,
      expiry: '12/40',
      cvc: '123',
      ...more,
    });

  /** A paid checkout of a guest. */
  async function buy(plan: PaidPlan, email: string, cardNumber = CARDS.works): Promise<string> {
    const secret = await checkout(plan);
    expect(await pay(secret, email, cardNumber)).toEqual({ status: 'complete', reason: null });
    return sessionIdOfSecret(secret);
  }
  const signUp = (email: string, plan: string, checkoutSessionId?: string) =>
    test.anonymous.send<{ message?: string }>('POST', '/auth/v1/sign-up/email', {
      name: 'Vera Lind',
      email,
      password: PASSWORD,
      planIntent: plan,
      ...(checkoutSessionId ? { checkoutSessionId } : {}),
    });

  /** A coach who bought a plan as a guest and set up the account. */
  async function subscriber(plan: PaidPlan, cardNumber = CARDS.works) {
    const email = newEmail();
    const sessionId = await buy(plan, email, cardNumber);
    expect((await signUp(email, plan, sessionId)).status).toBe(200);
    const caller = await test.signIn(email);
    return { email, sessionId, caller, api: caller.api };
  }
  const sessionOf = async ({ api }: WithApi) => {
    const session = await api.identity.getSession();
    if (!session) throw new Error('the caller has no session');
    return session;
  };
  const subscriptionOf = async ({ api }: WithApi) => {
    const subscription = await api.billing.getSubscription();
    if (!subscription) throw new Error('the caller has no subscription');
    return subscription;
  };
  const subscriptionIdOf = async (email: string) => {
    const { rows } = await test.owner.execute<{ id: string }>(sql`select s.id from subscriptions s
      join users u on u.id = s.user_id where u.email = ${email}`);
    return rows[0]?.id ?? '';
  };
  const mailsTo = async (email: string) =>
    (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);

  return { checkout, pay, buy, signUp, subscriber, sessionOf, subscriptionOf, subscriptionIdOf, mailsTo };
}

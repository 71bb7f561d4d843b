import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { CARDS, createBuyers, until } from '../../../test/buyers.ts';
import { aCoach, anOperator, type Person } from '../../../test/people.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { changeSubscribedPlan } from '../billing/billing.support.service.ts';

let test: TestApp;
let operator: Person;
let billing: Person;
let buyers: ReturnType<typeof createBuyers>;
beforeAll(async () => {
  test = await createTestApp();
  buyers = createBuyers(test);
  operator = await anOperator(test);
  billing = await anOperator(test, { operatorRole: 'billing' });
});
afterAll(() => test.close());

const reason = 'You asked us to.';
const NOT_POSSIBLE = { code: 'NOT_POSSIBLE' };

async function subscribed(plan: 'plus' | 'pro', cardNumber = CARDS.works) {
  const subscriber = await buyers.subscriber(plan, cardNumber);
  const { user } = await buyers.sessionOf(subscriber);
  const preview = (to: 'plus' | 'pro') => billing.api.accounts.previewPlan({ userId: user.id, plan: to });
  /** Changes the plan for the price shown now, if there is one. */
  const change = async (to: 'base' | 'plus' | 'pro', from: 'plus' | 'pro', by: Person = billing) => {
    const price = to === 'base' ? undefined : await preview(to).catch(() => undefined);
    return by.api.accounts.changePlan({ userId: user.id, reason, plan: to, from, price });
  };
  const planOf = async () => (await buyers.sessionOf(subscriber)).plan.plan;
  const invoices = async () => (await buyers.subscriptionOf(subscriber)).invoices;
  return { ...subscriber, userId: user.id, change, preview, planOf, invoices };
}

describe('the plan of a subscription', () => {
  it('is changed once for the shown price, even by two concurrent requests', async () => {
    const { userId, email, change, preview, planOf, invoices } = await subscribed('plus');
    const price = await preview('pro');
    expect(price).toMatchObject({ monthlyCents: 24_900, setupCents: 49_900, differenceCents: null, overCap: 0 });
    expect(price.dueNowCents).toBeGreaterThan(49_900);
    const agree = (by: Person) => by.api.accounts.changePlan({ userId, reason, plan: 'pro', from: 'plus', price });
    const both = await outcomesOf([agree(billing), agree(operator)]);
    expect(both.sort()).toEqual(['NOT_POSSIBLE', 'OK']);
    expect(await planOf()).toBe('pro');
    const [newest, ...others] = await invoices();
    expect(newest?.amountCents).toBe(price.dueNowCents);
    expect(others).toHaveLength(1);
    await expect(change('pro', 'plus')).rejects.toMatchObject(NOT_POSSIBLE);

    const { entries } = await operator.api.accounts.listAccountEntries({ userId });
    expect(entries.filter(({ action }) => action === 'plan.subscription_changed')).toMatchObject([
      { actor: 'operator', before: { plan: 'plus' }, after: { plan: 'pro' } },
    ]);
    expect(await auditProblems(test)).toEqual([]);
    await until(async () => (await buyers.mailsTo(email)).includes('Your plan was changed'), true);
    const mail = (await listOutbox(test.services.db)).find(
      ({ recipient, subject }) => recipient === email && subject === 'Your plan was changed',
    );
    expect(mail?.text).toContain('You are now on Coach Pro, for $249.00 a month.');
    expect(mail?.text).toMatch(/\$\d+\.\d\d was charged to your card\./);
    expect(mail?.text).not.toContain('free of charge');
  });

  it('is not changed when the price differs from the shown one', async () => {
    const { userId, preview, planOf } = await subscribed('plus');
    const price = await preview('pro');
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const agree = (to: typeof price | undefined) =>
      billing.api.accounts.changePlan({ userId, reason, plan: 'pro', from: 'plus', price: to });
    expect(
      await outcomesOf([
        agree(undefined),
        agree({ ...price, dueNowCents: 0 }),
        agree({ ...price, monthlyCents: 1 }),
        agree({ ...price, countedFrom: ago(31) }),
        agree({ ...price, countedFrom: ago(-1) }),
      ]),
    ).toEqual(Array(5).fill('NOT_POSSIBLE'));
    expect(await planOf()).toBe('plus');
    await agree(price);
    expect(await planOf()).toBe('pro');
  });

  it('costs nothing at once when the new plan is cheaper', async () => {
    const { change, preview, planOf, invoices } = await subscribed('pro');
    expect(await preview('plus')).toMatchObject({ monthlyCents: 14_900, dueNowCents: 0, setupCents: 0 });
    await change('plus', 'pro');
    expect(await planOf()).toBe('plus');
    expect(await invoices()).toHaveLength(1);
    expect((await preview('pro')).setupCents).toBe(0);
  });

  it('does not change when the card is declined', async () => {
    const { userId, change, planOf, invoices } = await subscribed('plus', CARDS.worksOnce);
    await expect(change('pro', 'plus')).rejects.toMatchObject({ code: 'CARD_DECLINED' });
    expect(await planOf()).toBe('plus');
    expect(await invoices()).toHaveLength(1);
    const { entries } = await operator.api.accounts.listAccountEntries({ userId });
    const changes = entries.map(({ action }) => action).filter((action) => action !== 'account.signed_in');
    expect(changes.slice(0, 2)).toEqual(['account.change_refused', 'plan.subscription_change_asked']);
  });

  it('is updated later when the provider stops answering after the change', async () => {
    const { userId, email, planOf } = await subscribed('plus');
    const id = await buyers.subscriptionIdOf(email);
    const { gateway } = test.services;
    let isChanged = false;
    const failing: typeof gateway = {
      ...gateway,
      async changePlan(...change) {
        isChanged = true;
        return gateway.changePlan(...change);
      },
      async findSubscription(subscriptionId) {
        if (isChanged) throw new PaymentUnavailable('out of order');
        return gateway.findSubscription(subscriptionId);
      },
    };
    const deps = { ...test.services, gateway: failing, answers: { NOT_POSSIBLE: null, CARD_DECLINED: null } };
    const change = { from: 'plus', plan: 'pro', countedFrom: new Date() } as const;
    await changeSubscribedPlan(deps, { id, userId }, change);
    expect(isChanged).toBe(true);
    await until(planOf, 'pro');
  });

  it('cannot change while a payment fails, after a cancellation, or on the free plan', async () => {
    const canceled = await subscribed('plus');
    await expect(canceled.change('base', 'plus')).rejects.toMatchObject(NOT_POSSIBLE);
    await canceled.api.billing.cancelSubscription();
    const failing = await subscribed('plus');
    const id = await buyers.subscriptionIdOf(failing.email);
    // Only the provider knows this. Our stored status may be outdated.
    await test.owner.execute(sql`update sandbox_subscriptions set status = 'past_due' where id = ${id}`);
    expect(await outcomesOf([canceled.preview('pro'), canceled.change('pro', 'plus')])).toEqual([
      'NOT_POSSIBLE',
      'NOT_POSSIBLE',
    ]);
    await expect(failing.change('pro', 'plus')).rejects.toMatchObject(NOT_POSSIBLE);
    expect(await canceled.planOf()).toBe('plus');
    expect(await failing.planOf()).toBe('plus');
  });

  it('is priced only for a coach with a subscription, and by an operator with the right', async () => {
    const coach = await aCoach(test);
    const support = await anOperator(test, { operatorRole: 'support' });
    const { userId, change } = await subscribed('plus');
    expect(
      await outcomesOf([
        billing.api.accounts.previewPlan({ userId: coach.id, plan: 'pro' }),
        billing.api.accounts.previewPlan({ userId: operator.id, plan: 'pro' }),
        support.api.accounts.previewPlan({ userId, plan: 'pro' }),
        change('pro', 'plus', support),
        coach.api.accounts.previewPlan({ userId, plan: 'pro' }),
      ]),
    ).toEqual(['NOT_POSSIBLE', ...Array(4).fill('FORBIDDEN')]);
  });
});

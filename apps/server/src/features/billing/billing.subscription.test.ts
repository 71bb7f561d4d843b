import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { CARDS, createBuyers, newEmail, until } from '../../../test/buyers.ts';
import { aCoach, anOperator, type Coach } from '../../../test/people.ts';
import { findSubscription } from './billing.purchase.data.ts';
import { endOverdue } from './billing.purchase.service.ts';
import { billingScope } from './billing.scopes.ts';

let test: TestApp;
let buyers: ReturnType<typeof createBuyers>;
beforeAll(async () => {
  test = await createTestApp();
  buyers = createBuyers(test);
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;

describe('a subscription', () => {
  const sandbox = () => {
    const { sandbox: found } = test.services;
    if (!found) throw new Error('the test runs without a provider');
    return found;
  };
  /** Moves everything about the subscription back by some days. */
  const age = async (email: string, days: number) => {
    // A job that is still running would overwrite the change with what it read earlier.
    await until(async () => {
      const { rows } = await test.owner.execute(
        sql`select from webhook_events where status in ('waiting', 'retrying')`,
      );
      return rows.length;
    }, 0);
    const id = await buyers.subscriptionIdOf(email);
    const by = sql`make_interval(days => ${days})`;
    await test.owner.execute(sql`update sandbox_subscriptions set current_period_end = current_period_end - ${by}
      where id = ${id}`);
    await test.owner.execute(sql`update sandbox_invoices set created_at = created_at - ${by}, paid_at = paid_at - ${by}
      where subscription_id = ${id}`);
    const { rows } = await test.owner.execute<{ since: string | null }>(
      sql`select failing_since - ${by} as since from subscriptions where id = ${id}`,
    );
    await test.owner.execute(sql`update subscriptions set failing_since = ${rows[0]?.since ?? null} where id = ${id}`);
  };

  it('renews each month', async () => {
    const { api, email } = await buyers.subscriber('plus');
    await age(email, 32);
    await sandbox().renewDue(test.services);
    await until(
      async () => (await buyers.subscriptionOf({ api })).invoices.map(({ amountCents }) => amountCents),
      [14_900, 14_900],
    );
    expect((await buyers.sessionOf({ api })).plan).toMatchObject({ plan: 'plus', grace_until: null });
  });

  it('whose payment fails keeps the plan for seven days, then ends it, and deletes nothing', async () => {
    const { api, email } = await buyers.subscriber('pro', CARDS.worksOnce);
    await age(email, 32);
    await sandbox().renewDue(test.services);
    await until(async () => (await buyers.sessionOf({ api })).plan.subscription_status, 'past_due');
    const { plan, role } = await buyers.sessionOf({ api });
    expect(role).toBe('Coach-Pro');
    expect(Date.parse(plan.grace_until ?? '') - test.services.now().getTime()).toBeLessThanOrEqual(7 * DAY_MS);
    await until(
      async () => (await buyers.mailsTo(email)).includes('We could not collect the payment for Coach Pro'),
      true,
    );

    await age(email, 6);
    await endOverdue(test.services);
    expect((await buyers.sessionOf({ api })).role).toBe('Coach-Pro');
    await age(email, 2);
    await endOverdue(test.services);
    expect(await planOf(email)).toEqual({ plan: 'base', role: 'Coach-Base', grace: null });
    await until(
      async () => (await buyers.mailsTo(email)).filter((subject) => subject === 'Your Coach Pro has ended').length,
      1,
    );
    await endOverdue(test.services);
    expect((await buyers.mailsTo(email)).filter((subject) => subject === 'Your Coach Pro has ended')).toHaveLength(1);
  });

  it('recovers with another card', async () => {
    const { api, email } = await buyers.subscriber('plus', CARDS.worksOnce);
    await age(email, 31);
    await sandbox().renewDue(test.services);
    await until(async () => (await planOf(email)).grace !== null, true);
    const card = { cardNumber: CARDS.works, expiry: '12/40', cvc: '123' };
    const declined = api.billing.updateCard({ ...card, cardNumber: CARDS.poor });
    await expect(declined).rejects.toMatchObject({ code: 'CARD_DECLINED' });
    expect(await api.billing.updateCard(card)).toMatchObject({
      status: 'active',
      graceUntil: null,
      card: { last4: '4242' },
    });
    expect(await planOf(email)).toEqual({ plan: 'plus', role: 'Coach-Plus', grace: null });
  });

  it('that is canceled lasts to the end of its month, and can be resumed until then', async () => {
    const { api, email } = await buyers.subscriber('plus');
    const cancelled = { cancelAtPeriodEnd: true, upcomingCents: 0 };
    expect(await api.billing.cancelSubscription()).toMatchObject(cancelled);
    expect(await api.billing.resumeSubscription()).toMatchObject({ cancelAtPeriodEnd: false, upcomingCents: 14_900 });
    expect(await api.billing.cancelSubscription()).toMatchObject(cancelled);
    expect((await buyers.sessionOf({ api })).role).toBe('Coach-Plus');
    await age(email, 32);
    await sandbox().renewDue(test.services);
    await until(() => planOf(email), { plan: 'base', role: 'Coach-Base', grace: null });
  });

  it('changes its plan for the previewed price', async () => {
    const { api } = await buyers.subscriber('plus');
    const preview = await api.billing.previewPlanChange({ plan: 'pro' });
    expect(preview).toMatchObject({ monthlyCents: 24_900, overCap: 0 });
    expect(preview.dueNowCents).toBeGreaterThan(49_900);
    const changed = await api.billing.changePlan({ plan: 'pro' });
    expect(changed).toMatchObject({ plan: 'pro', upcomingCents: 24_900 });
    expect(Math.abs((changed.invoices[0]?.amountCents ?? 0) - preview.dueNowCents)).toBeLessThanOrEqual(1);
    expect((await buyers.sessionOf({ api })).role).toBe('Coach-Pro');
  });

  it('charges the setup once for any changes of plan, and again only after a refund', async () => {
    const { api, email } = await buyers.subscriber('pro');
    await api.billing.changePlan({ plan: 'plus' });
    expect((await api.billing.previewPlanChange({ plan: 'pro' })).dueNowCents).toBeLessThan(24_900);
    const { invoices } = await api.billing.changePlan({ plan: 'pro' });
    expect(invoices.filter(({ amountCents }) => amountCents >= 49_900)).toHaveLength(1);

    const id = await buyers.subscriptionIdOf(email);
    await test.owner.execute(sql`update sandbox_invoices set status = 'refunded' where subscription_id = ${id}`);
    await api.billing.changePlan({ plan: 'plus' });
    expect((await api.billing.previewPlanChange({ plan: 'pro' })).dueNowCents).toBeGreaterThan(49_900);
  });

  it('can be bought again without the setup after it ended', async () => {
    const { api, email } = await buyers.subscriber('pro');
    await api.billing.cancelSubscription();
    await age(email, 32);
    await sandbox().renewDue(test.services);
    await until(async () => (await planOf(email)).plan, 'base');
    const secret = await buyers.checkout('pro', { api });
    const preview = await sandbox().readCheckout(secret);
    expect(preview?.totalCents).toBe(24_900);
    expect(await buyers.pay(secret, email)).toMatchObject({ status: 'complete' });
    await until(async () => (await planOf(email)).plan, 'pro');
    const [invoice] = (await buyers.subscriptionOf({ api })).invoices;
    expect(invoice?.amountCents).toBe(24_900);
    // Another buyer still pays the setup.
    expect((await sandbox().readCheckout(await buyers.checkout('pro')))?.totalCents).toBe(24_900 + 49_900);
  });

  it('is billed for the clients that the coach has', async () => {
    const { api, email } = await buyers.subscriber('plus');
    await test.owner.execute(sql`update users set email_verified = true where email = ${email}`);
    const { user } = await buyers.sessionOf({ api });
    for (let count = 1; count <= 7; count += 1) {
      const client = { coachId: user.id, clientId: randomUUID(), fullName: `Client ${count}`, email: newEmail() };
      await api.clients.addClient(client);
    }
    const id = await buyers.subscriptionIdOf(email);
    await until(async () => (await sandbox().readSubscription(id))?.subscription.clients, 7);
    const stored = () => test.services.db.read(billingScope, (tx) => findSubscription(tx, id));
    await until(async () => (await stored())?.clients, 7);
    expect((await buyers.subscriptionOf({ api })).upcomingCents).toBe(14_900 + 2 * 750);
  });

  it('is refunded within thirty days, once, by an operator', async () => {
    const { api, email } = await buyers.subscriber('pro');
    const operator = await anOperator(test);
    const refund = () => operator.api.billing.refundCoach({ email });
    await expect(api.billing.refundCoach({ email })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await age(email, 29);
    expect(await refund()).toEqual({ refundedCents: 24_900 + 49_900 });
    const { user } = await buyers.sessionOf({ api });
    const { entries } = await operator.api.accounts.listAccountEntries({ userId: user.id });
    expect(entries.filter(({ actor }) => actor === 'operator')).toMatchObject([
      { action: 'plan.refunded', after: { amountCents: 24_900 + 49_900 } },
      { action: 'plan.refund_asked' },
    ]);
    expect(await planOf(email)).toMatchObject({ plan: 'base', role: 'Coach-Base' });
    await expect(refund()).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' });
  });

  it('is not refunded later', async () => {
    const { email } = await buyers.subscriber('plus');
    await age(email, 31);
    const refund = (await anOperator(test)).api.billing.refundCoach({ email });
    await expect(refund).rejects.toMatchObject({ code: 'REFUND_TOO_LATE' });
  });

  it('has invoices as files, for its own coach only', async () => {
    const { api, caller } = await buyers.subscriber('pro');
    const [invoice] = (await buyers.subscriptionOf({ api })).invoices;
    const { caller: other } = await buyers.subscriber('plus');
    const path = `/billing/invoices/${invoice?.id}.pdf`;
    const answer = await caller.get<string>(path);
    expect(answer.status).toBe(200);
    expect(answer.body.slice(0, 5)).toBe('%PDF-');
    expect((await other.get(path)).status).toBe(404);
    expect((await test.anonymous.get(path)).status).toBe(401);
    expect((await caller.get('/billing/invoices/in_test_invented.pdf')).status).toBe(404);
  });

  it('is managed on our own page; the portal explains when there is no subscription', async () => {
    const portal = ({ api }: Pick<Coach, 'api'>) => api.functions.customerPortal();
    expect(await (await aCoach(test)).api.billing.getSubscription()).toBeNull();
    await expect(portal(await aCoach(test))).rejects.toMatchObject({
      code: 'NO_SUBSCRIPTION',
      message: 'No subscription found to manage.',
    });
    await expect(portal(test.anonymous)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Please log in to manage your subscription.',
    });
    expect(await portal(await buyers.subscriber('plus'))).toEqual({ url: `${test.services.env.appUrl}/billing` });
  });

  const planOf = async (email: string) => {
    const { rows } = await test.owner.execute<{ plan: string; role: string; grace: string | null }>(sql`select u.plan,
      r.role, u.grace_until as grace from users u join user_roles r on r.user_id = u.id where u.email = ${email}`);
    return rows[0] ?? { plan: '', role: '', grace: null };
  };
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { CARDS, createBuyers, until } from '../../../test/buyers.ts';
import { aSecondStep } from '../../../test/factories/platform.ts';
import { aClient, aCoach, anOperator, aPerson, type Person } from '../../../test/people.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { users } from '../../core/people/people.table.ts';
import { mintOperatorScope } from '../../core/tenancy/mint.ts';
import { endOverdue } from '../billing/billing.purchase.service.ts';
import { changeAccountPlan } from './accounts.plan.service.ts';
import { endAccountSessions, refundPayments } from './accounts.support.service.ts';

let test: TestApp;
let operator: Person;
let support: Person;
let billing: Person;
let buyers: ReturnType<typeof createBuyers>;
beforeAll(async () => {
  test = await createTestApp();
  buyers = createBuyers(test);
  operator = await anOperator(test);
  support = await anOperator(test, { operatorRole: 'support' });
  billing = await anOperator(test, { operatorRole: 'billing' });
});
afterAll(() => test.close());

const reason = 'You asked us to.';
const NOT_POSSIBLE = { code: 'NOT_POSSIBLE' };
const actionsAbout = async (userId: string) =>
  (await operator.api.accounts.listAccountEntries({ userId })).entries.map(({ action }) => action);
const mailed = (email: string, subject: string) =>
  expect.poll(() => buyers.mailsTo(email), { timeout: 10_000 }).toContain(subject);
const isSignedIn = async ({ api }: Person) => (await api.identity.getSession({})) !== null;

describe('the account of an operator', () => {
  it('is refused, including the caller’s own', async () => {
    const other = await anOperator(test);
    for (const userId of [operator.id, other.id]) {
      const attempts = [
        operator.api.accounts.resendVerification({ userId }),
        operator.api.accounts.resetSecondStep({ userId, reason }),
        operator.api.accounts.endAccountSessions({ userId, reason }),
        operator.api.accounts.extendGrace({ userId, reason, days: 7, graceUntil: null }),
        operator.api.accounts.refundAccount({ userId, reason }),
      ];
      expect(await outcomesOf(attempts)).toEqual(attempts.map(() => 'FORBIDDEN'));
    }
    expect(await isSignedIn(other)).toBe(true);
  });

  it('can use only the rights of its role', async () => {
    const { id: userId } = await aCoach(test);
    expect(
      await outcomesOf([
        billing.api.accounts.endAccountSessions({ userId, reason }),
        billing.api.accounts.resetSecondStep({ userId, reason }),
        billing.api.accounts.resendVerification({ userId }),
        support.api.accounts.extendGrace({ userId, reason, days: 7, graceUntil: null }),
        support.api.accounts.refundAccount({ userId, reason }),
      ]),
    ).toEqual(Array(5).fill('FORBIDDEN'));
  });
});

describe('support', () => {
  it('sends the verification again until the address is verified', async () => {
    const person = await aPerson(test, { emailVerified: false });
    await support.api.accounts.resendVerification({ userId: person.id });
    await mailed(person.email, 'Verify your email for Stridewell');
    expect(await actionsAbout(person.id)).toEqual(['account.verification_resent']);
    await test.owner.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
    await expect(support.api.accounts.resendVerification({ userId: person.id })).rejects.toMatchObject(NOT_POSSIBLE);
  });

  it('ends one session, and not that of another person', async () => {
    const person = await aPerson(test);
    const other = await aPerson(test);
    const [session] = (await support.api.accounts.getAccount({ userId: person.id })).sessions;
    const sessionId = session?.id ?? '';
    const wrong = support.api.accounts.endAccountSession({ userId: other.id, sessionId });
    await expect(wrong).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await isSignedIn(person)).toBe(true);
    await support.api.accounts.endAccountSession({ userId: person.id, sessionId });
    expect(await isSignedIn(person)).toBe(false);
    const again = support.api.accounts.endAccountSession({ userId: person.id, sessionId });
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await actionsAbout(person.id)).toEqual([
      'account.change_refused',
      'account.session_end_asked',
      'account.session_ended',
      'account.session_end_asked',
    ]);
  });

  it('ends all sessions once, and tells the person why', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach });
    const end = () => support.api.accounts.endAccountSessions({ userId: client.id, reason });
    await end();
    expect(await isSignedIn(client)).toBe(false);
    await expect(end()).rejects.toMatchObject(NOT_POSSIBLE);
    await mailed(client.email, 'You were signed out');
    expect(await actionsAbout(client.id)).toEqual([
      'account.change_refused',
      'account.sessions_end_asked',
      'account.sessions_ended',
      'account.sessions_end_asked',
    ]);
  });

  it('turns two-factor sign-in off once, even by two concurrent requests', async () => {
    const person = await aPerson(test);
    await test.owner.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, person.id));
    await aSecondStep(test, { of: person });
    const reset = (by: Person) => by.api.accounts.resetSecondStep({ userId: person.id, reason });
    expect((await outcomesOf([reset(support), reset(operator)])).sort()).toEqual(['NOT_POSSIBLE', 'OK']);
    expect(await isSignedIn(person)).toBe(false);
    await test.signIn(person.email);
    expect((await actionsAbout(person.id)).filter((action) => action !== 'account.signed_in').sort()).toEqual([
      'account.change_refused',
      'account.two_factor_reset',
      'account.two_factor_reset_asked',
      'account.two_factor_reset_asked',
    ]);
    await mailed(person.email, 'Two-factor sign-in is off');
  });
});

describe('billing', () => {
  /** A subscriber whose payments have failed for `days`. */
  async function failing(days: number) {
    const { email, api } = await buyers.subscriber('plus', CARDS.worksOnce);
    const id = await buyers.subscriptionIdOf(email);
    await test.owner.execute(sql`update sandbox_subscriptions set status = 'past_due' where id = ${id}`);
    await test.owner.execute(
      sql`update subscriptions set status = 'past_due', failing_since = now() - make_interval(days => ${days}) where id = ${id}`,
    );
    const session = await buyers.sessionOf({ api });
    const userId = session.user.id;
    const graceUntil = async () => (await billing.api.accounts.getAccount({ userId })).subscription?.graceUntil ?? null;
    return { userId, email, api, id, graceUntil };
  }
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('extends the grace period, and never shortens it', async () => {
    const { userId, email, api, graceUntil } = await failing(2);
    const seen = await graceUntil();
    expect(seen?.slice(0, 10)).toBe(dayOf(5));
    const extend = (days: number, graceUntilSeen: string | null) =>
      billing.api.accounts.extendGrace({ userId, reason, days, graceUntil: graceUntilSeen });
    await expect(extend(4, seen)).rejects.toMatchObject(NOT_POSSIBLE);
    const both = await outcomesOf([extend(20, seen), extend(20, seen)]);
    expect(both.sort()).toEqual(['NOT_POSSIBLE', 'OK']);
    const now = await graceUntil();
    expect(now?.slice(0, 10)).toBe(dayOf(20));
    expect((await buyers.sessionOf({ api })).plan).toMatchObject({ plan: 'plus', grace_until: now });
    await expect(extend(25, seen)).rejects.toMatchObject(NOT_POSSIBLE);
    await mailed(email, 'You have more time to update your payment');
    expect(await actionsAbout(userId)).toContain('plan.grace_extended');
    await expect(extend(31, now)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('restores a plan after the grace period, and ends it after the new one', async () => {
    const { userId, api, id, graceUntil } = await failing(9);
    await endOverdue(test.services);
    expect((await buyers.sessionOf({ api })).plan.plan).toBe('base');
    await billing.api.accounts.extendGrace({ userId, reason, days: 3, graceUntil: await graceUntil() });
    expect((await buyers.sessionOf({ api })).plan.plan).toBe('plus');
    await endOverdue(test.services);
    expect((await buyers.sessionOf({ api })).plan.plan).toBe('plus');
    await test.owner.execute(
      sql`update subscriptions set grace_extended_until = now() - interval '1 minute' where id = ${id}`,
    );
    await endOverdue(test.services);
    expect((await buyers.sessionOf({ api })).plan.plan).toBe('base');
  });

  it('changes the plan of a coach without a subscription once, with its seats', async () => {
    const coach = await aCoach(test, { plan: 'base' });
    const change = (by: Person) => by.api.accounts.changePlan({ userId: coach.id, reason, plan: 'pro', from: 'base' });
    expect((await outcomesOf([change(billing), change(operator)])).sort()).toEqual(['NOT_POSSIBLE', 'OK']);
    const session = await buyers.sessionOf(coach);
    expect(session).toMatchObject({ role: 'Coach-Pro', plan: { plan: 'pro', included_clients: 10 } });
    expect(await actionsAbout(coach.id)).toEqual(['plan.changed']);
    await mailed(coach.email, 'Your plan was changed');
    const person = await aPerson(test);
    expect(
      await outcomesOf([
        billing.api.accounts.changePlan({ userId: person.id, reason, plan: 'pro', from: 'base' }),
        support.api.accounts.changePlan({ userId: coach.id, reason, plan: 'base', from: 'pro' }),
      ]),
    ).toEqual(['NOT_POSSIBLE', 'FORBIDDEN']);
  });

  it('extends nothing while payments succeed', async () => {
    const { api } = await buyers.subscriber('plus');
    const { user } = await buyers.sessionOf({ api });
    const extend = billing.api.accounts.extendGrace({ userId: user.id, reason, days: 7, graceUntil: null });
    await expect(extend).rejects.toMatchObject(NOT_POSSIBLE);
  });

  it('refunds once, even by two concurrent requests', async () => {
    const { api, email } = await buyers.subscriber('plus');
    const { user } = await buyers.sessionOf({ api });
    const refund = (by: Person) => by.api.accounts.refundAccount({ userId: user.id, reason });
    const outcomes = await outcomesOf([refund(billing), refund(operator)]);
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1);
    await until(async () => (await buyers.sessionOf({ api })).plan.plan, 'base');
    await expect(refund(billing)).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' });
    const refunds = (await actionsAbout(user.id)).filter((action) => action === 'plan.refunded');
    expect(refunds).toHaveLength(1);
    await mailed(email, 'Your payments were refunded');
    expect(await auditProblems(test)).toEqual([]);
  });
});

describe('an operator whose process is killed', () => {
  const REFUSALS = { NOT_POSSIBLE: null, NO_SUBSCRIPTION: null, REFUND_TOO_LATE: null, CARD_DECLINED: null };
  const scope = () => mintOperatorScope(operator.id);
  /** A call that hangs after `work`, as after a kill, until the test releases it. */
  const dying = (work: () => Promise<unknown>) => {
    const [done, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const call = async () => {
      await work();
      done.resolve();
      return killed.promise;
    };
    /** Checks stored data while `running` hangs. */
    const meanwhile = async (running: Promise<unknown>, look: () => Promise<void>) => {
      await done.promise;
      await look().finally(() => killed.reject(new Error('killed')));
      await expect(running).rejects.toThrow('killed');
    };
    return { call, meanwhile };
  };

  it('between the refund and its entry has already recorded the request', async () => {
    const { api, email } = await buyers.subscriber('plus');
    const { user } = await buyers.sessionOf({ api });
    const id = await buyers.subscriptionIdOf(email);
    const { gateway } = test.services;
    const { call, meanwhile } = dying(() => gateway.refundAndCancel(id));
    const deps = { ...test.services, gateway: { ...gateway, refundAndCancel: call }, answers: REFUSALS };
    await meanwhile(refundPayments(deps, scope(), { userId: user.id, reason }), async () => {
      expect((await actionsAbout(user.id))[0]).toBe('plan.refund_asked');
    });
    await until(async () => (await buyers.sessionOf({ api })).plan.plan, 'base');
  });

  it('between the change of a plan and its entry has already recorded the request', async () => {
    const { api } = await buyers.subscriber('plus');
    const { user } = await buyers.sessionOf({ api });
    const { gateway } = test.services;
    const { call, meanwhile } = dying(async () => undefined);
    const deps = { ...test.services, gateway: { ...gateway, changePlan: call }, answers: REFUSALS };
    const price = await billing.api.accounts.previewPlan({ userId: user.id, plan: 'pro' });
    const wish = { userId: user.id, reason, plan: 'pro', from: 'plus', price } as const;
    const change = changeAccountPlan(deps, scope(), wish);
    await meanwhile(change, async () => {
      const { entries } = await operator.api.accounts.listAccountEntries({ userId: user.id });
      expect(entries[0]).toMatchObject({
        action: 'plan.subscription_change_asked',
        actor: 'operator',
        own: true,
        before: { plan: 'plus' },
        after: { plan: 'pro' },
      });
    });
  });

  it('between the end of all sessions and its entry has already recorded the request', async () => {
    const person = await aPerson(test);
    const { accounts } = test.services;
    const { call, meanwhile } = dying(() => accounts.endAllSessions(person.id));
    const deps = { ...test.services, accounts: { ...accounts, endAllSessions: call }, answers: REFUSALS };
    await meanwhile(endAccountSessions(deps, scope(), { userId: person.id, reason }), async () => {
      expect(await isSignedIn(person)).toBe(false);
      expect(await actionsAbout(person.id)).toEqual(['account.sessions_end_asked']);
    });
  });

  it('whose provider does not answer has a second entry about the failure', async () => {
    const { api } = await buyers.subscriber('plus');
    const { user } = await buyers.sessionOf({ api });
    const { gateway } = test.services;
    const refundAndCancel = () => Promise.reject(new PaymentUnavailable('out of order'));
    const deps = { ...test.services, gateway: { ...gateway, refundAndCancel }, answers: REFUSALS };
    const refund = refundPayments(deps, scope(), { userId: user.id, reason });
    await expect(refund).rejects.toThrow(PaymentUnavailable);
    const { entries } = await operator.api.accounts.listAccountEntries({ userId: user.id });
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'account.change_unconfirmed', after: { earlierEntry: 'plan.refund_asked' } },
      { action: 'plan.refund_asked' },
    ]);
    expect(await auditProblems(test)).toEqual([]);
  });
});

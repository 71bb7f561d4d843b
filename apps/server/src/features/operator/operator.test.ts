import { randomUUID } from 'node:crypto';
import { monthlyPriceCents, PLANS } from '@stridewell/contract/billing/billing.rules';
import { COACH_DECISIONS, COACH_TRANSITIONS } from '@stridewell/contract/operator/operator.rules';
import { COACH_STATUSES, type CoachStatus } from '@stridewell/contract/people.rules';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { aPlanSubscription } from '../../../test/factories/platform.ts';
import { aCoach, anOperator, aPerson, type Person } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { countPlatform } from './operator.overview.service.ts';

let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test);
});
afterAll(() => test.close());

const statusOf = async (id: string) => {
  const { rows } = await test.owner.execute<{ status: string }>(sql`select status from coaches where id = ${id}`);
  return rows[0]?.status;
};
const decide = (
  coachId: string,
  decision: (typeof COACH_DECISIONS)[number],
  { reason = '', status = 'pending' as CoachStatus, by = operator } = {},
) => by.api.operator.decideCoach({ coachId, decision, reason, status });
const mailsTo = async (address: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === address);

describe('an operator', () => {
  it('approves a waiting coach, who is mailed and can work after the next sign-in', async () => {
    const coach = await aCoach(test, { status: 'pending' });
    const { coaches } = await operator.api.operator.listCoachesForReview({ status: 'pending' });
    expect(coaches.find(({ coachId }) => coachId === coach.id)).toMatchObject({
      fullName: coach.name,
      email: coach.email,
      emailVerified: true,
      plan: 'pro',
      namesakes: 0,
      mailDomain: 'own',
      profile: null,
    });
    expect(await decide(coach.id, 'approve')).toEqual({ status: 'approved' });
    await expect
      .poll(() => mailsTo(coach.email), { timeout: 10_000 })
      .toMatchObject([{ subject: expect.stringContaining('your coach profile is approved') }]);
    await test.delivered();
    const signedIn = await test.signIn(coach.email);
    expect(await statusOf(coach.id)).toBe('active');
    const { notifications } = await signedIn.api.notifications.listNotifications({});
    expect(notifications).toMatchObject([
      { type: 'coach_decided', title: 'Your coach profile is approved', read: false },
    ]);
    const { decisions } = await operator.api.operator.listCoachDecisions({ coachId: coach.id });
    expect(decisions).toMatchObject([{ operatorName: operator.name, decision: 'approve', reason: '' }]);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('is no longer among the waiting coaches once their own account is an operator', async () => {
    const coach = await aCoach(test, { status: 'pending' });
    const { needs } = await operator.api.operator.getOverview({});
    await test.owner.execute(sql`update user_roles set role = 'Operator' where user_id = ${coach.id}`);
    const { coaches } = await operator.api.operator.listCoachesForReview({ status: 'pending' });
    expect(coaches.map(({ coachId }) => coachId)).not.toContain(coach.id);
    expect((await operator.api.operator.getOverview({})).needs.approvals).toBe((needs.approvals ?? 0) - 1);
  });

  it('gives a coach a reason, which the coach can read', async () => {
    const coach = await aCoach(test, { status: 'pending' });
    await expect(decide(coach.id, 'reject')).rejects.toMatchObject({ code: 'REASON_MISSING' });
    await decide(coach.id, 'ask', { reason: 'Which certificate do you have?' });
    const session = await coach.api.identity.getSession({});
    expect(session?.coach).toMatchObject({ status: 'pending', statusReason: 'Which certificate do you have?' });
    await decide(coach.id, 'reject', { reason: 'The certificate has expired.' });
    const { decisions } = await operator.api.operator.listCoachDecisions({ coachId: coach.id });
    expect(decisions.map(({ decision, reason }) => `${decision}: ${reason}`)).toEqual([
      'reject: The certificate has expired.',
      'ask: Which certificate do you have?',
    ]);
  });

  it.each(COACH_DECISIONS.flatMap((decision) => COACH_STATUSES.map((status) => ({ decision, status }))))(
    'may $decision a coach who is $status only where it makes sense',
    async ({ decision, status }) => {
      const coach = await aCoach(test, { status });
      const { from, to } = COACH_TRANSITIONS[decision];
      const decided = decide(coach.id, decision, { reason: 'Because', status });
      if (from.includes(status)) {
        expect(await decided).toEqual({ status: to });
        expect(await statusOf(coach.id)).toBe(to);
      } else {
        await expect(decided).rejects.toMatchObject({ code: 'STATUS_CHANGED', data: { status } });
        expect(await statusOf(coach.id)).toBe(status);
      }
    },
  );

  it('decides once, even if two decide concurrently', async () => {
    const coach = await aCoach(test, { status: 'pending' });
    const other = await anOperator(test);
    const decided = await Promise.allSettled([
      decide(coach.id, 'approve'),
      decide(coach.id, 'reject', { reason: 'No', by: other }),
      decide(coach.id, 'approve', { by: other }),
    ]);
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of decided) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'STATUS_CHANGED' });
    }
    const { decisions } = await operator.api.operator.listCoachDecisions({ coachId: coach.id });
    expect(decisions).toHaveLength(1);
  });

  it('locks out a suspended coach at once', async () => {
    const coach = await aCoach(test);
    const read = () => coach.api.pipeline.getLeadForm({ coachId: coach.id });
    await read();
    await decide(coach.id, 'suspend', { reason: 'Complaints', status: 'active' });
    await expect(read()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await decide(coach.id, 'reinstate', { status: 'suspended' });
    await test.signIn(coach.email);
    await read();
  });

  it('sees warnings of namesakes and disposable addresses, page by page', async () => {
    const name = `Namesake ${randomUUID()}`;
    const made: string[] = [];
    for (let index = 0; index < 52; index += 1) {
      const email = `n${index}-${randomUUID()}@mailinator.com`;
      made.push((await aCoach(test, { status: 'rejected', name, email })).id);
    }
    const first = await operator.api.operator.listCoachesForReview({ status: 'rejected' });
    expect(first.coaches).toHaveLength(50);
    const rest = await operator.api.operator.listCoachesForReview({ status: 'rejected', after: first.next ?? '' });
    const all = [...first.coaches, ...rest.coaches];
    expect(new Set(all.map(({ coachId }) => coachId)).size).toBe(all.length);
    const own = all.filter(({ fullName }) => fullName === name);
    expect(own.map(({ coachId }) => coachId)).toEqual(made);
    expect(new Set(own.map(({ namesakes, mailDomain }) => `${namesakes} ${mailDomain}`))).toEqual(
      new Set(['51 disposable']),
    );
  }, 60_000);

  it('sees open decisions at once, and the platform’s last figures', async () => {
    await countPlatform(test.services);
    const before = await operator.api.operator.getOverview({});
    await aCoach(test, { status: 'pending', plan: 'plus' });
    const after = await operator.api.operator.getOverview({});
    expect(after.needs.approvals).toBe((before.needs.approvals ?? 0) + 1);
    expect(after.figures).toEqual(before.figures);
    await countPlatform(test.services);
    const { figures } = await operator.api.operator.getOverview({});
    expect(figures.newCoaches).toEqual({ ...before.figures.newCoaches, now: before.figures.newCoaches.now + 1 });
    const { rows } = await test.owner.execute<{ plan: string; status: string; count: number }>(
      sql`select u.plan, c.status, count(*)::int as count from coaches c join users u on u.id = c.id group by 1, 2`,
    );
    const byName = (a: { plan: string; status: string }, b: { plan: string; status: string }) =>
      `${a.plan} ${a.status}` < `${b.plan} ${b.status}` ? -1 : 1;
    expect(figures.coaches.toSorted(byName)).toEqual(rows.toSorted(byName));
  });

  it('sees the MRR of running subscriptions with its movements, and failing payments', async () => {
    const { figures: start } = await operator.api.operator.getOverview({});
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
    type Subscribed = { clients?: number; failing?: boolean };
    const subscribe = async (
      plan: 'plus' | 'pro',
      [began, ended]: [began: number, ended: number | null],
      { clients = 0, failing = false }: Subscribed = {},
    ) => {
      const coach = await aCoach(test, { plan });
      await aPlanSubscription(test, {
        of: coach,
        plan,
        clients,
        status: ended === null ? (failing ? 'past_due' : 'active') : 'canceled',
        failingSince: failing ? day(2) : null,
        endedAt: ended === null ? null : day(ended),
        createdAt: day(began),
      });
      return coach.id;
    };
    await subscribe('plus', [200, null], { clients: 5 });
    await subscribe('plus', [5, null], { clients: 26 });
    await subscribe('pro', [90, 10], { clients: 12 });
    await subscribe('pro', [90, 60]);
    const failing = await subscribe('plus', [100, null], { failing: true });
    await countPlatform(test.services);
    const { figures, needs } = await operator.api.operator.getOverview({});
    const [plus, large, pro] = [PLANS.plus.monthlyCents, monthlyPriceCents('plus', 26), monthlyPriceCents('pro', 12)];
    expect(large).toBe(14_900 + 20 * 750 + 500);
    expect(figures.mrr.cents - start.mrr.cents).toBe(2 * plus + large);
    expect(figures.mrr.movements.new - start.mrr.movements.new).toBe(large);
    expect(figures.mrr.movements.churn - start.mrr.movements.churn).toBe(-pro);
    expect(figures.mrr.beforeCents - start.mrr.beforeCents).toBe(2 * plus + pro);
    expect(needs.failedPayments?.map(({ coachId }) => coachId)).toContain(failing);
  });

  it('sees no decisions of other roles', async () => {
    const billing = await anOperator(test, { operatorRole: 'billing' });
    const { needs, requests } = await billing.api.operator.getOverview({});
    const none = { failedJobs: null, failedMails: null, failedWebhooks: null };
    expect(needs).toMatchObject({ approvals: null, contacts: null, ...none });
    expect(requests).toBeNull();
    expect(needs.failedPayments).not.toBeNull();
    const support = await anOperator(test, { operatorRole: 'support' });
    expect((await support.api.operator.getOverview({})).needs).toMatchObject({ failedPayments: null, disputes: null });
  });
});

describe('the console', () => {
  it('opens for operators with two-factor sign-in, each with the parts of their role', async () => {
    const weak = await anOperator(test);
    await test.owner.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, weak.id));
    await expect(weak.api.operator.getOverview({})).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Please turn on two-factor sign-in in your profile first.',
    });
    const billing = await anOperator(test, { operatorRole: 'billing' });
    await billing.api.operator.getOverview({});
    await expect(billing.api.operator.listCoachesForReview({ status: 'pending' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const client = await aPerson(test);
    await expect(client.api.operator.getOverview({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

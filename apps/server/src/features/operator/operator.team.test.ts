import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@stridewell/contract/operator/operator.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, linkIn, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { aClient, aCoach, anOperator, aPerson, type Person } from '../../../test/people.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

const CONFIGURED = 'configured@example.com';
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp({ OPERATOR_EMAILS: CONFIGURED });
});
afterAll(() => test.close());
beforeEach(async () => {
  // Each test creates its own admins.
  await test.owner.execute(sql`update user_roles set operator_role = 'support' where role = 'Operator'`);
  test.setNow(null);
  admin = await anOperator(test);
});

const newEmail = () => `ops-${randomUUID().slice(0, 8)}@example.com`;
const linksMailedTo = async (email: string) =>
  (await listOutbox(test.services.db))
    .filter(({ recipient }) => recipient === email)
    .map(({ text }) => linkIn(text).pathname.replace('/operator-invitation/', ''));
const invite = async ({ email = newEmail(), role = 'support' as OperatorRole, id = randomUUID() } = {}) => {
  const invitation = await admin.api.operator.inviteOperator({ id, email, role });
  await test.mailTo(email);
  const [token = ''] = await linksMailedTo(email);
  return { ...invitation, token };
};
const accept = (token: string, by = test.anonymous) =>
  by.api.operator.acceptOperatorInvitation({ token, fullName: 'Olga Petrov', password: 'a-long-password-1' });
const roleOf = async (email: string) => {
  const { rows } = await test.owner.execute<{ role: string; operator_role: string | null }>(
    sql`select r.role, r.operator_role from user_roles r join users u on u.id = r.user_id where u.email = ${email}`,
  );
  return rows[0] && `${rows[0].role} ${rows[0].operator_role ?? ''}`.trim();
};
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('an invitation to the console', () => {
  it('creates an account with a verified address, whose console opens with two-factor sign-in', async () => {
    const { email, token } = await invite();
    expect(await test.anonymous.api.operator.getOperatorInvitation({ token })).toEqual({
      email,
      role: 'support',
      invitedBy: admin.name,
      expired: false,
      hasAccount: false,
    });
    expect(await accept(token)).toEqual({ role: 'support' });
    const joined = await test.signIn(email, 'a-long-password-1');
    expect(await joined.api.identity.getSession({})).toMatchObject({
      role: 'Operator',
      operatorRole: 'support',
      needsTwoFactor: true,
      user: { emailVerified: true, fullName: 'Olga Petrov' },
    });
    await expect(joined.api.operator.getOverview({})).rejects.toEqual(code('FORBIDDEN'));
    await test.owner.execute(sql`update users set two_factor_enabled = true where email = ${email}`);
    expect(await joined.api.identity.getSession({})).toMatchObject({ needsTwoFactor: false });
    await joined.api.operator.getOverview({});
    await expect(joined.api.operator.listOperators({})).rejects.toEqual(code('FORBIDDEN'));
    const { operators, invitations } = await admin.api.operator.listOperators({});
    expect(operators.find((one) => one.email === email)).toMatchObject({
      role: 'support',
      twoFactorEnabled: true,
      lastSignInAt: expect.any(String),
      configured: false,
      own: false,
    });
    expect(invitations.map((one) => one.email)).not.toContain(email);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('promotes a signed-in person who is neither coach nor client', async () => {
    const person = await aPerson(test);
    const { token } = await invite({ email: person.email, role: 'billing' });
    expect(await test.anonymous.api.operator.getOperatorInvitation({ token })).toMatchObject({ hasAccount: true });
    await expect(accept(token)).rejects.toEqual(code('SIGN_IN_REQUIRED'));
    await expect(accept(token, await aPerson(test).then(({ caller }) => caller))).rejects.toEqual(
      code('OTHER_ACCOUNT'),
    );
    expect(await accept(token, person.caller)).toEqual({ role: 'billing' });
    expect(await roleOf(person.email)).toBe('Operator billing');
  });

  it('is refused for coaches, clients and operators', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach });
    await expect(invite({ email: coach.email })).rejects.toEqual(code('NOT_ELIGIBLE'));
    await expect(invite({ email: client.email })).rejects.toEqual(code('NOT_ELIGIBLE'));
    await expect(invite({ email: admin.email })).rejects.toEqual(code('ALREADY_OPERATOR'));
  });

  it('does not promote a person who became a client after the invitation', async () => {
    const person = await aPerson(test);
    const { token } = await invite({ email: person.email });
    await aClient(test, { of: await aCoach(test), person });
    await expect(accept(token, person.caller)).rejects.toEqual(code('NOT_ELIGIBLE'));
    expect(await roleOf(person.email)).toBe('Client');
  });

  it('works once, even if the link is used twice concurrently', async () => {
    const { email, token } = await invite();
    const outcomes = await Promise.allSettled([accept(token), accept(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(accept(token)).rejects.toEqual(code('NOT_FOUND'));
    expect(await roleOf(email)).toBe('Operator support');
  });

  it('is stored once when it is sent twice, and once per address', async () => {
    const [id, email] = [randomUUID(), newEmail()];
    const first = await invite({ id, email });
    const again = await admin.api.operator.inviteOperator({ id, email, role: 'support' });
    expect(again).toMatchObject({ id, email, sentAt: first.sentAt });
    await expect(invite({ email })).rejects.toEqual(code('ALREADY_INVITED'));
    await expect(admin.api.operator.inviteOperator({ id, email, role: 'admin' })).rejects.toEqual(
      code('ALREADY_INVITED'),
    );
    expect(await linksMailedTo(email)).toHaveLength(1);
  });

  it('can be sent again with a new link, and withdrawn', async () => {
    const { id, email, token } = await invite();
    await admin.api.operator.resendOperatorInvitation({ id });
    await expect.poll(() => linksMailedTo(email), { timeout: 10_000 }).toHaveLength(2);
    const newer = (await linksMailedTo(email)).find((one) => one !== token) ?? '';
    await expect(accept(token)).rejects.toEqual(code('NOT_FOUND'));
    await admin.api.operator.withdrawOperatorInvitation({ id });
    await expect(accept(newer)).rejects.toEqual(code('NOT_FOUND'));
    await expect(admin.api.operator.withdrawOperatorInvitation({ id })).rejects.toEqual(code('NOT_FOUND'));
    await expect(admin.api.operator.resendOperatorInvitation({ id })).rejects.toEqual(code('NOT_FOUND'));
  });

  it('expires after three days', async () => {
    const { id, email, token } = await invite();
    const later = new Date(Date.now() + 3 * 86_400_000 + 1000);
    test.setNow(later);
    expect(await test.anonymous.api.operator.getOperatorInvitation({ token })).toMatchObject({ expired: true });
    await expect(accept(token)).rejects.toEqual(code('INVITATION_CLOSED'));
    expect(await roleOf(email)).toBeUndefined();
    expect(await admin.api.operator.resendOperatorInvitation({ id })).toMatchObject({ expired: false });
  });
});

describe('the role of an operator', () => {
  it('changes unless it has changed since the admin saw it, and applies from the next request', async () => {
    const other = await anOperator(test, { operatorRole: 'support' });
    const change = (role: OperatorRole, from: OperatorRole) =>
      admin.api.operator.changeOperatorRole({ userId: other.id, role, from });
    await other.api.operator.listCoachesForReview({ status: 'pending' });
    await change('billing', 'support');
    await expect(other.api.operator.listCoachesForReview({ status: 'pending' })).rejects.toEqual(code('FORBIDDEN'));
    await expect(change('admin', 'support')).rejects.toMatchObject({ code: 'ROLE_CHANGED', data: { role: 'billing' } });
    expect(await roleOf(other.email)).toBe('Operator billing');
  });

  it('stays admin for the last one, even if two give it up concurrently', async () => {
    const giveUp = (one: Person) =>
      one.api.operator.changeOperatorRole({ userId: one.id, role: 'support', from: 'admin' });
    const other = await anOperator(test);
    const outcomes = await Promise.allSettled([giveUp(admin), giveUp(other)]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([code('LAST_ADMIN')]);
    const roles = [await roleOf(admin.email), await roleOf(other.email)];
    expect(roles.sort()).toEqual(['Operator admin', 'Operator support']);
  });

  it('deletes the open invitations of a former admin when it changes', async () => {
    const other = await anOperator(test);
    const { token } = await invite();
    await other.api.operator.changeOperatorRole({ userId: admin.id, role: 'support', from: 'admin' });
    await expect(accept(token)).rejects.toEqual(code('NOT_FOUND'));
  });
});

describe('removing an operator', () => {
  const remove = (who: Person, by: Person, from: OperatorRole = 'admin') =>
    by.api.operator.removeOperator({ userId: who.id, from });

  it('ends their console, their sessions and their invitations', async () => {
    const other = await anOperator(test);
    await remove(other, admin);
    await expect(other.api.operator.getOverview({})).rejects.toEqual(code('UNAUTHORIZED'));
    const back = await test.owner.execute(sql`select 1 from sessions where user_id = ${other.id}`);
    expect(back.rows).toEqual([]);
    expect(await roleOf(other.email)).toBe('Client');
    await expect(remove(other, admin)).rejects.toEqual(code('NOT_FOUND'));
    expect(await auditProblems(test)).toEqual([]);
  });

  it('leaves one of two admins who remove each other concurrently', async () => {
    const other = await anOperator(test);
    const outcomes = await Promise.allSettled([remove(other, admin), remove(admin, other)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const roles = [await roleOf(admin.email), await roleOf(other.email)];
    expect(roles.sort()).toEqual(['Client', 'Operator admin']);
  });

  it('is refused for the caller and for operators from the configuration', async () => {
    await expect(remove(admin, admin)).rejects.toEqual(code('LAST_ADMIN'));
    await anOperator(test);
    await expect(remove(admin, admin)).rejects.toEqual(code('OWN_ACCESS'));
    const configured = await anOperator(test, { email: CONFIGURED });
    await expect(remove(configured, admin)).rejects.toEqual(code('CONFIGURED'));
    const change = { userId: configured.id, role: 'support', from: 'admin' } as const;
    await expect(admin.api.operator.changeOperatorRole(change)).rejects.toEqual(code('CONFIGURED'));
    const { operators } = await admin.api.operator.listOperators({});
    expect(operators.find(({ email }) => email === CONFIGURED)).toMatchObject({ configured: true, role: 'admin' });
  });
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach } from '../../../seed/factories.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { aClient, aCoach, anOperator, aPerson, type Person } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import { audit } from '../audit/audit.service.ts';

let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test);
});
afterAll(() => test.close());

type Search = Parameters<Person['api']['accounts']['listAccounts']>[0];
const find = async (search: Search) => (await operator.api.accounts.listAccounts(search)).accounts;
const idsOf = async (search: Search) => (await find(search)).map(({ userId }) => userId);

describe('the list of accounts', () => {
  it('finds a person by the start of each name or address, by id and by customer, ignoring accents', async () => {
    const word = `q${randomUUID().slice(0, 8)}`;
    const coach = await aCoach(test, { name: `Zoë ${word}-Müller`, email: `${word}@studio.example` });
    await test.owner
      .update(users)
      .set({ stripeCustomerId: `cus_${word}` })
      .where(eq(users.id, coach.id));
    for (const query of [`zoe ${word}`, `${word}-mul`, `${word.toUpperCase()}@STUDIO`, coach.id, `cus_${word}`]) {
      expect(await find({ query }), query).toMatchObject([
        { userId: coach.id, fullName: coach.name, role: 'Coach-Pro', coachStatus: 'active', plan: 'pro' },
      ]);
    }
    expect(await find({ query: `cus_${word}`.slice(0, -1) })).toEqual([]);
  });

  it.each(['%', '_', '\\', "' or 1=1 --", '"<script>', '\u202e', '%%%%'])(
    'searches for %j literally',
    async (query) => {
      expect(await find({ query })).toEqual([]);
    },
  );

  it('filters by kind, plan and status, within a search too', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const name = (kind: string) => ({ name: `${word} ${kind}` });
    const pro = await aCoach(test, name('Pro'));
    const waiting = await aCoach(test, { ...name('Waiting'), plan: 'base', status: 'pending' });
    const client = await aClient(test, { of: pro });
    await test.owner
      .update(users)
      .set({ name: `${word} Client` })
      .where(eq(users.id, client.id));
    const found = (search: Search) => idsOf({ query: word, ...search });
    expect(await found({})).toEqual([client.id, pro.id, waiting.id]);
    expect(await found({ kind: 'client' })).toEqual([client.id]);
    expect(await found({ kind: 'coach' })).toEqual([pro.id, waiting.id]);
    expect(await found({ plan: 'base' })).toEqual([waiting.id]);
    expect(await found({ status: 'pending', plan: 'base' })).toEqual([waiting.id]);
    expect(await idsOf({ status: 'pending' })).toContain(waiting.id);
    expect(await idsOf({ status: 'pending' })).not.toContain(pro.id);
    expect(await idsOf({ kind: 'client' })).toContain(client.id);
    expect(await idsOf({ plan: 'pro' })).toContain(pro.id);
  });

  it('continues page by page, newest first, with every account once', async () => {
    const made: string[] = [];
    for (let index = 0; index < 60; index += 1) made.push((await createCoach(test.owner, { status: 'rejected' })).id);
    // Ids that were made within a millisecond are in any order.
    made.sort().reverse();
    const first = await operator.api.accounts.listAccounts({ status: 'rejected' });
    expect(first.accounts).toHaveLength(50);
    const second = await operator.api.accounts.listAccounts({ status: 'rejected', after: first.next ?? '' });
    const ids = [...first.accounts, ...second.accounts].map(({ userId }) => userId);
    expect(ids.filter((id) => made.includes(id))).toEqual(made);
    expect(second.next).toBeNull();
  });

  it('shows at most 50 results of a search, and whether there are more', async () => {
    const word = `m${randomUUID().slice(0, 8)}`;
    for (let index = 0; index < 51; index += 1) await createCoach(test.owner, { name: `${word} ${index}` });
    const found = await operator.api.accounts.listAccounts({ query: word });
    expect(found).toMatchObject({ next: null, more: true });
    expect(found.accounts).toHaveLength(50);
  });

  it('reads only an index for each kind of search', async () => {
    const plan = await asAppRole(test, { role: 'operator' }, async (query) => {
      await query('set local enable_seqscan = off');
      const conditions = [
        `name_key >= 'a' and name_key < 'b'`,
        `last_name_key >= 'a' and last_name_key < 'b'`,
        `email collate "C" >= 'a' and email collate "C" < 'b'`,
        `stripe_customer_id = 'cus_x'`,
      ];
      const plans: string[] = [];
      for (const condition of conditions) {
        const { rows } = await query<{ 'QUERY PLAN': string }>(
          `explain (costs off) select id from users where ${condition}`,
        );
        plans.push(rows.map((row) => row['QUERY PLAN']).join(' '));
      }
      return plans;
    });
    for (const [index, name] of ['name', 'last_name', 'address', 'customer'].entries()) {
      expect(plan[index]).toMatch(new RegExp(`users_${name}_index.*Index Cond`, 's'));
    }
  });
});

describe('an account', () => {
  it('shows a coach with plan, sessions and the number of clients, without their names', async () => {
    const coach = await aCoach(test, { timeZone: 'America/New_York' });
    const client = await aClient(test, { of: coach });
    await aClient(test, { of: coach, status: 'ended' });
    const account = await operator.api.accounts.getAccount({ userId: coach.id });
    expect(account).toMatchObject({
      userId: coach.id,
      email: coach.email,
      role: 'Coach-Pro',
      coachStatus: 'active',
      plan: 'pro',
      timeZone: 'America/New_York',
      twoFactorEnabled: false,
      isOperator: false,
      subscription: null,
      coachings: [
        { status: 'active', count: 1 },
        { status: 'ended', count: 1 },
      ],
    });
    expect(account.sessions).toHaveLength(1);
    expect(JSON.stringify(account)).not.toContain(client.name);
    expect(await operator.api.accounts.getAccount({ userId: client.id })).toMatchObject({
      role: 'Client',
      coachStatus: null,
      plan: null,
      coachings: [{ status: 'active', count: 1 }],
    });
  });

  it('shows when the person signed in, and from which network', async () => {
    const person = await aPerson(test);
    await test.signIn(person.email);
    const { lastSignInAt, sessions } = await operator.api.accounts.getAccount({ userId: person.id });
    expect(lastSignInAt).not.toBeNull();
    expect(sessions).toHaveLength(2);
    expect(sessions[0]?.network).toMatch(/^10\.\d+\.\d+\.0\/24$/);
  });

  it('shows audit entries about the account, and none about the coach’s business', async () => {
    const coach = await aCoach(test, { status: 'pending' });
    await operator.api.operator.decideCoach({ coachId: coach.id, decision: 'approve', reason: '', status: 'pending' });
    await test.services.db.write(mintCoachScope(coach.id), async (tx) =>
      audit(tx, { action: 'payment.recorded', after: { amountCents: 4900 } }),
    );
    const { entries } = await operator.api.accounts.listAccountEntries({ userId: coach.id });
    expect(entries.map(({ action }) => action)).toEqual(['coach.approve']);
  });

  it('is not found after its deletion', async () => {
    const coach = await aCoach(test);
    await coach.api.identity.deleteAccount({ password: 'correct-horse-1', confirmation: 'DELETE' });
    await expect(operator.api.accounts.getAccount({ userId: coach.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await idsOf({ query: coach.id })).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkIn, shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, aPerson, type Coach } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

const NOT_FOUND = { code: 'NOT_FOUND' };
const details = { fullName: 'Nina Park', goal: '', unitSystem: 'metric', timeZone: 'UTC' } as const;
const newEmail = () => `nina-${randomUUID().slice(0, 8)}@example.com`;
const tokenIn = (url: string | null) => new URL(url ?? '').pathname.replace('/invitation/', '');
const look = (token: string) => test.anonymous.api.clients.getInvitation({ token });
const accept = (token: string, { api }: Pick<Coach, 'api'> = test.anonymous) =>
  api.clients.acceptInvitation({ ...details, token, password: 'a-new-password' });
const isVerified = async (email: string) => {
  const { rows } = await test.owner.execute<{ email_verified: boolean }>(
    sql`select email_verified from users where email = ${email}`,
  );
  return rows[0]?.email_verified;
};

/** A new client with both links, the mailed one and the one that the coach can copy. */
async function invite(email = newEmail()) {
  const input = { coachId: coach.id, clientId: randomUUID(), fullName: 'Nina Park', email };
  const { invitationUrl } = await coach.api.clients.addClient(input);
  const { pathname } = linkIn((await test.mailTo(email)).text);
  return { input, email, copied: tokenIn(invitationUrl), mailed: pathname.replace('/invitation/', '') };
}

describe('the link that a coach copies', () => {
  it('is shown once, opens the invitation, and is not the mailed one', async () => {
    const { input, email, copied, mailed } = await invite();
    expect(copied).not.toBe(mailed);
    expect(mailed).not.toContain(copied);
    expect(await look(copied)).toMatchObject({ email, status: 'open', mailed: false });
    expect(await look(mailed)).toMatchObject({ email, status: 'open', mailed: true });
    expect(await coach.api.clients.addClient(input)).toMatchObject({ invitationUrl: null });
    const listed = await coach.api.clients.listClients({ coachId: coach.id });
    expect(JSON.stringify(listed)).not.toContain(copied);
  });

  it('is replaced with the invitation', async () => {
    const { input, copied } = await invite();
    const ids = { coachId: coach.id, clientId: input.clientId };
    const { invitationUrl } = await coach.api.clients.resendInvitation(ids);
    await expect(look(copied)).rejects.toMatchObject(NOT_FOUND);
    expect(await look(tokenIn(invitationUrl))).toMatchObject({ status: 'open' });
  });

  it('creates a client with an unverified address, and mails the verification', async () => {
    const { email, input, copied } = await invite();
    expect(await accept(copied)).toEqual({ coachId: coach.id, clientId: input.clientId });
    expect(await isVerified(email)).toBe(false);
    await expect.poll(async () => (await test.mailTo(email)).subject).toMatch(/verify|confirm/i);
  });

  it('does not verify the address of a signed-in person, unlike the mailed link', async () => {
    const person = await aPerson(test, { emailVerified: false });
    const { copied } = await invite(person.email);
    await accept(copied, person);
    expect(await isVerified(person.email)).toBe(false);
    const another = await aPerson(test, { emailVerified: false });
    const { mailed } = await invite(another.email);
    await accept(mailed, another);
    expect(await isVerified(another.email)).toBe(true);
  });

  it('takes over no account and does not reveal which addresses have one', async () => {
    for (const emailVerified of [true, false]) {
      const person = await aPerson(test, { emailVerified });
      const { copied } = await invite(person.email);
      expect(await look(copied)).toMatchObject({ hasAccount: false });
      await expect(accept(copied)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
      expect(await person.api.identity.getSession()).toMatchObject({ user: { email: person.email } });
    }
  });
});

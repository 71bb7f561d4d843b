import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { createUser } from '../seed/factories.ts';
import { remindOfPurchase } from '../src/features/billing/billing.purchase.service.ts';
import { type Caller, hashOfPassword, linkIn, PASSWORD, type TestApp } from './app.ts';
import { createBuyers } from './buyers.ts';
import { aPerson } from './people.ts';

const newEmail = () => `secret-${randomUUID().slice(0, 8)}@example.com`;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keys in a link: long parts of path and query, except plain ids. */
function keysIn(text: string): string[] {
  const { pathname, searchParams } = linkIn(text);
  const parts = [...pathname.split('/'), ...searchParams.values()];
  return parts.filter((part) => part.length >= 20 && !ID.test(part));
}

/** The kind, recipient and secrets of a mail. */
export type MailedSecret = { kind: string; email: string; keys: string[] };

/**
 * Makes the product mail a secret of every kind, and reads the secrets from the mailboxes.
 * @param admin invites an operator
 * @param coach invites a client
 */
export async function mailEverySecret(
  test: TestApp,
  { admin, coach }: { admin: Caller; coach: { caller: Caller; id: string } },
): Promise<MailedSecret[]> {
  const post = async (path: string, body: object, caller = test.anonymous) => {
    const answer = await caller.send<{ invitationUrl?: string | null }>('POST', path, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  const user = async () => (await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() })).email;
  const secrets: MailedSecret[] = [];
  const keep = async (kind: string, email: string, subject: RegExp) => {
    const mail = await test.mailTo(email);
    expect(mail.subject).toMatch(subject);
    secrets.push({ kind, email, keys: keysIn(mail.text) });
  };

  const coded = await user();
  await post('/auth/v1/email-otp/send-verification-otp', { email: coded, type: 'sign-in' });
  const [code = ''] = (await test.mailTo(coded)).text.match(/\b\d{6}\b/) ?? [];
  secrets.push({ kind: 'sign_in_code', email: coded, keys: [code] });

  const linked = await user();
  await post('/auth/v1/sign-in/magic-link', { email: linked });
  await keep('sign_in_link', linked, /^Sign in to/);

  const reset = await user();
  await post('/auth/v1/request-password-reset', { email: reset });
  await keep('reset', reset, /^Reset your/);

  const joining = newEmail();
  await post('/auth/v1/sign-up/email', { email: joining, name: 'Kim Sato', password: PASSWORD, planIntent: 'base' });
  await keep('verification', joining, /^Verify your email/);

  const [moving, to] = [await aPerson(test), newEmail()];
  await post('/auth/v1/change-email', { newEmail: to, password: PASSWORD }, moving.caller);
  await keep('email_change', to, /^Confirm your new/);

  const client = newEmail();
  const invitation = { coachId: coach.id, clientId: randomUUID(), fullName: 'Nina Park', email: client };
  const { invitationUrl } = await post('/rest/v1/clients', invitation, coach.caller);
  await keep('invitation', client, /invites you/);
  secrets.push({ kind: 'copied invitation', email: client, keys: keysIn(String(invitationUrl)) });

  const operator = newEmail();
  await post('/rest/v1/operator/invitations', { id: randomUUID(), email: operator, role: 'support' }, admin);
  await keep('operator-invitation', operator, /invites you/);

  const visitor = newEmail();
  const { slots } = await test.anonymous.api.site.listDemoSlots();
  const demo = { id: randomUUID(), startsAt: slots[0] ?? '', fullName: 'Vera Lind', email: visitor };
  await post('/rest/v1/demo_bookings', { ...demo, timeZone: 'Europe/Berlin', answers: '' });
  await keep('demo_confirmation', visitor, /^Confirm your demo/);
  await post(`/rest/v1/demo_bookings/${secrets.at(-1)?.keys[0]}/confirm`, {});
  await vi.waitFor(async () => expect((await test.mailTo(visitor)).subject).not.toMatch(/^Confirm/), 20_000);
  await keep('demo_booking', visitor, /demo/i);

  const buyer = newEmail();
  const sessionId = await createBuyers(test).buy('plus', buyer);
  await vi.waitFor(async () => {
    const { rowCount } = await test.owner.execute(sql`select from purchases where email = ${buyer}`);
    expect(rowCount).toBe(1);
  }, 20_000);
  await remindOfPurchase(test.services, sessionId);
  await keep('purchase_waiting', buyer, /one step is left/);

  for (const { kind, keys } of secrets) expect(keys, kind).not.toEqual([]);
  return secrets;
}

/** Digests, hashes and sealed texts of secrets in the database. */
export async function storedSecrets({ owner }: TestApp): Promise<string[]> {
  const { rows } = await owner.execute<{ secret: string }>(sql`
    select token as secret from sessions union select identifier from verifications
    union select split_part(value, ':', 1) from verifications where value ~ '^[A-Za-z0-9_-]{43,}:'
    union select password from accounts where password is not null
    union select secret from two_factors union select backup_codes from two_factors
    union select token_digest from invitations union select token_digest from operator_invitations
    union select token_digest from demo_bookings union select secret_digest from sandbox_checkouts
    union select sealed from mail_deliveries where sealed is not null`);
  return rows.map(({ secret }) => secret).filter((secret) => secret.length >= 20);
}

/** The token in a caller's cookie. */
export const tokenOf = ({ cookie = '' }: Caller): string =>
  decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { contract } from '@stridewell/contract/router';
import { fillTexts } from '@stridewell/contract/settings/settings.mails.rules';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../src/core/people/people.table.ts';
import { MAIL_SAMPLES } from '../src/features/settings/settings.samples.content.ts';
import { mails } from '../src/jobs.ts';
import { type Answer, type Caller, createTestApp, type TestApp } from './app.ts';
import { createBuyers } from './buyers.ts';
import { aFailedJob, anOutboxMail, aSecondStep, aWebhookEvent, someMails } from './factories/platform.ts';
import { type MailedSecret, mailEverySecret, storedSecrets, tokenOf } from './mailed-secrets.ts';
import { aCoach, anOperator, aPerson } from './people.ts';
import { get, send } from './security-calls.ts';
import { CASES } from './security-cases.ts';
import { createWorld, type World } from './world.ts';

const reason = 'You asked us to.';
const QUEUE = 'billing.remind';
/** Mails whose links open a page that needs a sign-in. */
const LEADS_TO_SIGN_IN = [
  'account_exists',
  'security_notice',
  'account-notice',
  'coach-decision',
  'data-ready',
  'notification',
  'monday_digest',
  'session',
  'payment_failed',
  'plan_ended',
  'alert',
  'audit_head',
];

let test: TestApp;
let world: World;
let mailed: MailedSecret[];
let roles: Record<'admin' | 'support' | 'billing', Caller>;
/** People for the actions of support, one for each. */
let helped: Record<'unverified' | 'protected' | 'signedIn' | 'leaving' | 'copied' | 'viewed' | 'coach', string>;
/** Subscribers: one is refunded by address, and one on the account's page. */
let subscribers: { email: string; userId: string }[];

beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
  const support = await anOperator(test, { operatorRole: 'support' });
  roles = { admin: world.callers.operator, support: support.caller, billing: world.callers.billingOperator };
  mailed = await mailEverySecret(test, {
    admin: roles.admin,
    coach: { caller: world.callers.coach, id: world.coachId },
  });
  const guarded = await aPerson(test);
  await test.owner.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, guarded.id));
  const step = { secret: 'the-secret-of-an-authenticator-app', backupCodes: 'sealed-recovery-codes-of-one' };
  await aSecondStep(test, { of: guarded, ...step });
  helped = {
    unverified: (await aPerson(test, { emailVerified: false })).id,
    protected: guarded.id,
    signedIn: (await aPerson(test)).id,
    leaving: (await aPerson(test)).id,
    copied: (await aPerson(test)).id,
    viewed: world.coachId,
    coach: (await aCoach(test, { plan: 'base' })).id,
  };
  const buyers = createBuyers(test);
  const subscriber = async () => {
    const { email, api } = await buyers.subscriber('plus');
    return { email, userId: (await buyers.sessionOf({ api })).user.id };
  };
  subscribers = [await subscriber(), await subscriber()];
  await quoteSecrets();
});
afterAll(() => test.close());

const keysOf = (kind: string): string[] => mailed.find((one) => one.kind === kind)?.keys ?? [];

/** Stores errors of a provider and a mail server that quote the request. */
async function quoteSecrets(): Promise<void> {
  const [link = ''] = keysOf('sign_in_link');
  const [checkout = ''] = keysOf('purchase_waiting');
  const message = `No such checkout: '${checkout}'; http://localhost:3000/links/sign-in?token=${link}`;
  await aFailedJob(test, { queue: QUEUE, data: { sessionId: checkout, id: randomUUID() }, error: message });
  await aWebhookEvent(test, { type: 'checkout.session.completed', status: 'failed', error: message });
}

const account = (userId: string, rest = '') => `/operator/accounts/${userId}${rest}`;
const sessionOf = async (userId: string): Promise<string> => {
  const { rows } = await test.owner.execute<{ id: string }>(sql`select id from sessions where user_id = ${userId}`);
  return rows[0]?.id ?? randomUUID();
};
const act = (method: 'POST' | 'DELETE', path: () => string, body: () => object = () => ({ reason })) =>
  send(method, path, body);

type Call = (caller: Caller, world: World) => Promise<Answer>;
/** Calls that the security walk makes with unknown ids, here with existing people. */
const CALLS: Record<string, Call> = {
  'jobs.listMails': get(() => '/operator/mails'),
  'jobs.listWebhooks': get(() => '/operator/webhooks'),
  'accounts.listAccounts': get(() => '/operator/accounts'),
  'audit.searchEntries': get(() => '/operator/audit_entries'),
  'accounts.getAccount': get(() => account(helped.signedIn)),
  'accounts.resendVerification': act('POST', () => account(helped.unverified, '/verification')),
  'accounts.resetSecondStep': act('POST', () => account(helped.protected, '/second_step_reset')),
  'accounts.endAccountSession': async (caller, given) => {
    const path = account(helped.copied, `/sessions/${await sessionOf(helped.copied)}`);
    return act('DELETE', () => path)(caller, given);
  },
  'accounts.endAccountSessions': act('POST', () => account(helped.signedIn, '/ended_sessions')),
  'accounts.previewPlan': get(() => account(subscribers[0]?.userId ?? '', '/plan_preview?plan=pro')),
  'accounts.changePlan': act(
    'POST',
    () => account(helped.coach, '/plan'),
    () => ({ reason, plan: 'pro', from: 'base' }),
  ),
  'accounts.extendGrace': async (caller, given) => {
    await test.owner.execute(sql`update subscriptions set status = 'past_due', failing_since = now(),
      grace_extended_until = null where user_id = ${subscribers[0]?.userId ?? ''}`);
    const seen = await roles.admin.get<{ subscription: { graceUntil: string } }>(
      `/rest/v1${account(subscribers[0]?.userId ?? '')}`,
    );
    const body = { reason, days: 20, graceUntil: seen.body.subscription.graceUntil };
    return act(
      'POST',
      () => account(subscribers[0]?.userId ?? '', '/grace'),
      () => body,
    )(caller, given);
  },
  'accounts.askForErasure': async (caller, given) => {
    const { rows } = await test.owner.execute<{ email: string }>(
      sql`select email from users where id = ${helped.leaving}`,
    );
    return act(
      'POST',
      () => account(helped.leaving, '/erasure'),
      () => ({ reason, email: rows[0]?.email }),
    )(caller, given);
  },
  'accounts.cancelErasure': act('DELETE', () => account(helped.leaving, '/erasure')),
  'accounts.askForExport': act('POST', () => account(helped.copied, '/exports')),
  'accounts.refundAccount': act('POST', () => account(subscribers[1]?.userId ?? '', '/refunds')),
  'accounts.startViewing': act('POST', () => account(helped.viewed, '/views')),
  'billing.refundCoach': send(
    'POST',
    () => '/billing/refunds',
    () => ({ email: subscribers[0]?.email }),
  ),
};

/** Procedures that handle failed work, which is gone after the first operator has called them. */
const LAST = [
  'billing.refundCoach',
  'accounts.refundAccount',
  'accounts.cancelErasure',
  'accounts.startViewing',
  'accounts.stopViewing',
];

const routes = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([name, value]) =>
    isContractProcedure(value)
      ? [{ name: `${feature}.${name}`, path: String(value['~orpc'].route.path), method: value['~orpc'].route.method }]
      : [],
  ),
);
const isOperators = ({ name, path }: { name: string; path: string }) =>
  path.startsWith('/rest/v1/operator/') || name === 'billing.refundCoach';
/** Reads come first, and procedures that delete data for others come last. */
const OPERATOR_PROCEDURES = routes
  .filter(isOperators)
  .toSorted((one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'))
  .map(({ name }) => name)
  .toSorted((one, other) => LAST.indexOf(one) - LAST.indexOf(other));

const textOf = (answer: Answer) => JSON.stringify({ ...answer, cookies: [] });

/** All secrets by kind. */
async function allSecrets(): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const { kind, keys } of mailed) for (const key of keys) secrets.set(key, kind);
  for (const secret of await storedSecrets(test)) secrets.set(secret, 'stored');
  for (const [name, caller] of Object.entries(world.callers)) {
    if (caller.cookie) secrets.set(tokenOf(caller), `session of ${name}`);
  }
  return secrets;
}
const leaksIn = (text: string, secrets: Map<string, string>, where: string): string[] =>
  [...secrets].filter(([secret]) => text.includes(secret)).map(([, kind]) => `${where}: ${kind}`);

const READS = ['/exports/operator/audit-log.csv', '/exports/operator/contacts.csv'];

describe('an operator', () => {
  it('gets no secret from any procedure, whatever the role', async () => {
    const answered = new Set<string>();
    const leaks: string[] = [];
    for (const name of OPERATOR_PROCEDURES) {
      const call = CALLS[name] ?? CASES[name]?.call;
      if (!call) throw new Error(`there is no call of ${name}`);
      const answers: [string, string][] = [];
      for (const [role, caller] of Object.entries(roles)) {
        const answer = await call(caller, world);
        if (answer.status === 200) answered.add(name);
        answers.push([`${name} by ${role}`, textOf(answer)]);
      }
      const secrets = await allSecrets();
      leaks.push(...answers.flatMap(([where, text]) => leaksIn(text, secrets, where)));
    }
    expect(OPERATOR_PROCEDURES.filter((name) => !answered.has(name))).toEqual([]);
    expect(leaks).toEqual([]);
  });

  it('gets none from the console’s downloads', async () => {
    for (const path of READS) {
      const answer = await roles.admin.get(path);
      expect(answer.status).toBe(200);
      expect(leaksIn(textOf(answer), await allSecrets(), path)).toEqual([]);
    }
  });

  it('gets none while viewing as a coach', async () => {
    const viewer = (await anOperator(test, { operatorRole: 'support' })).caller;
    const path = `/rest/v1${account(world.coachId, '/views')}`;
    expect((await viewer.send('POST', path, { reason })).status).toBe(200);
    const secrets = await allSecrets();
    let shown = 0;
    for (const { name } of routes.filter(({ method }) => method === 'GET')) {
      const answer = await CASES[name]?.call(viewer, world);
      if (!answer) throw new Error(`there is no call of ${name}`);
      shown += Number(answer.status === 200);
      expect(leaksIn(textOf(answer), secrets, name)).toEqual([]);
    }
    expect(shown).toBeGreaterThan(30);
  });
});

describe('a secret of a mail', () => {
  const rowsOf = async (query: ReturnType<typeof sql>) => JSON.stringify((await test.owner.execute(query)).rows);
  const mailedOnly = (text: string) =>
    mailed.flatMap(({ kind, keys }) => (keys.some((key) => text.includes(key)) ? [kind] : []));

  it('is in no subject, job payload or log line', async () => {
    expect(mailedOnly(await rowsOf(sql`select id, recipient, template, subject, error from mail_deliveries`))).toEqual(
      [],
    );
    expect(mailedOnly(await rowsOf(sql`select subject from outbox_mails`))).toEqual([]);
    expect(mailedOnly(await rowsOf(sql`select data, output from pgboss.job where name = 'mail.send'`))).toEqual([]);
    expect(mailedOnly(test.logLines.filter((line) => line.includes('mail')).join('\n'))).toEqual([]);
  });

  it('hides the mail’s subject in the console, and not that of other mails', async () => {
    const { mails: sent } = await (await anOperator(test, { operatorRole: 'support' })).api.jobs.listMails({});
    const subjects = new Map(sent.map(({ template, subject }) => [template, subject]));
    for (const { kind, email } of mailed.filter(({ kind: one }) => one !== 'copied invitation')) {
      const row = sent.find(({ recipient, template }) => recipient === email && template === kind);
      expect(row, kind).toMatchObject({ status: 'sent', subject: null });
    }
    expect(subjects.get('account-notice')).toBeTypeOf('string');
  });

  it('is declared for each mail with a link or a code, unless the link needs a sign-in', async () => {
    for (const { name, load } of mails) {
      const { secrets = [] } = await load();
      const values = Object.keys(MAIL_SAMPLES[name]?.values ?? {});
      const opening = values.filter((value) => /url|link|code|token/i.test(value));
      expect(secrets.length > 0 || opening.length === 0, name).toBe(!LEADS_TO_SIGN_IN.includes(name));
    }
  });

  it('cannot be revealed by an operator’s wording', async () => {
    const { renderMail } = test.services;
    for (const { name, load } of mails) {
      const { secrets = [] } = await load();
      const values = { ...MAIL_SAMPLES[name]?.values };
      for (const [index, secret] of secrets.entries()) values[secret] = `a-secret-${index}`;
      const subject = secrets.map((secret) => `{${secret}}`).join(' ') || 'Hello';
      const wording = (_: string, given: Record<string, string>) => fillTexts({ subject, introduction: '' }, given);
      expect((await renderMail(name, values, wording)).subject, name).toBe(subject);
      expect((await renderMail(name, values)).subject, name).not.toContain('a-secret');
      for (const secret of secrets) {
        const texts = { subject: `{${secret}}`, introduction: '' };
        const saving = roles.admin.api.settings.saveMail({ name, texts, basedOn: 0 });
        await expect(saving, name).rejects.toMatchObject({
          code: expect.stringMatching(/^(?:UNKNOWN_PLACEHOLDER|FIXED_TEXT)$/),
        });
      }
    }
  });

  it('is removed from data stored by an earlier version', async () => {
    const subject = '123456 is your Stridewell sign-in code';
    const error = `554 refused: ${subject}, http://localhost:3000/links/sign-in?token=${'aB'.repeat(16)}`;
    const old = { recipient: 'old@example.com', count: 1 };
    await someMails(test, { ...old, template: 'sign_in_code', subject, error });
    const harmless = { subject: 'Your Coach Pro has ended', error: 'No mailbox 550123' };
    await someMails(test, { ...old, ...harmless, template: 'plan_ended' });
    const outboxId = await anOutboxMail(test, { subject });
    const folder = path.join(import.meta.dirname, '../migrations');
    const file = (await readdir(folder)).find((name) => name.endsWith('_mail_secrets.sql')) ?? '';
    for (const statement of (await readFile(path.join(folder, file), 'utf8')).split('--> statement-breakpoint')) {
      await test.owner.execute(sql.raw(statement));
    }
    const cleaned = await rowsOf(
      sql`select id, subject, error from mail_deliveries where recipient = 'old@example.com'`,
    );
    expect(cleaned).not.toMatch(/123456|aBaB/);
    expect(cleaned).toContain('554 refused');
    expect(cleaned).toContain('Your Coach Pro has ended');
    expect(cleaned).toContain('No mailbox 550123');
    expect(await rowsOf(sql`select subject from outbox_mails where id = ${outboxId}`)).toBe(
      '[{"subject":"Your Stridewell sign-in code"}]',
    );
  });
});

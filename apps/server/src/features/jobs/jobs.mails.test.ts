import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { someMails } from '../../../test/factories/platform.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { anOperator, aPerson, type Person } from '../../../test/people.ts';
import { smtpTransport } from '../../platform/mail/transport.ts';
import { signInCodeMail, signInLinkMail } from '../identity/identity.mails.ts';
import { coachDecisionMail } from '../operator/operator.mails.ts';
import { cleanUp } from './jobs.mails.service.ts';

const server = new MailServer();
let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp({ SMTP_URL: await server.start() });
  operator = await anOperator(test);
});
afterAll(async () => {
  await test.close();
  await server.stop();
});
beforeEach(() => {
  server.refusal = '';
});

const SECRET = 'https://example.com/a-secret-link';
let sequence = 0;

/** Sends a mail, by default to a new address. */
async function send(to = `person-${++sequence}@example.com`): Promise<string> {
  const props = { decision: 'approve', name: 'Kim', reason: '', url: SECRET };
  await test.services.mailer.send({ to, template: coachDecisionMail, props });
  return to;
}

async function mailTo(to: string) {
  const { mails } = await operator.api.jobs.listMails({ to });
  return mails.find(({ recipient }) => recipient === to.toLowerCase());
}
const settled = (to: string, status: string) =>
  expect.poll(() => mailTo(to), { timeout: 20_000 }).toMatchObject({ status });

/** A mail that the server refuses permanently. */
async function aFailedMail(to?: string): Promise<{ id: string; to: string }> {
  server.refusal = '550 5.1.1 There is no such mailbox';
  const address = await send(to);
  await settled(address, 'failed');
  server.refusal = '';
  return { id: (await mailTo(address))?.id ?? '', to: address };
}
const arrived = (to: string) => server.taken.filter((mail) => mail.toLowerCase().includes(`to: ${to.toLowerCase()}`));

describe('a mail', () => {
  it('is sent, and the console does not show its text', async () => {
    const to = await send('Upper.Case@example.com');
    await settled(to, 'sent');
    expect(await mailTo(to)).toMatchObject({
      recipient: 'upper.case@example.com',
      template: 'coach-decision',
      subject: expect.stringContaining('is approved'),
      tries: 1,
      error: null,
    });
    expect(arrived(to)).toHaveLength(1);
    const { rows } = await test.owner.execute(sql`select * from mail_deliveries`);
    expect(JSON.stringify(rows)).not.toContain('a-secret-link');
  });

  it('fails at once when the server refuses it permanently, with the server’s answer', async () => {
    const { to } = await aFailedMail();
    const mail = await mailTo(to);
    expect(mail).toMatchObject({ tries: 1, error: expect.stringContaining('There is no such mailbox') });
    expect(JSON.stringify(mail)).not.toContain('a-secret-link');
  });

  it('is stored without its secret when the server’s answer quotes it', async () => {
    const [to, key] = ['quoted@example.com', 'k3y-'.repeat(8)];
    const { mailer } = test.services;
    server.quotes = true;
    await mailer.send({ to, template: signInCodeMail, props: { name: 'Kim', code: '135790' } });
    await settled(to, 'failed');
    expect(await mailTo(to)).toMatchObject({ subject: null, error: expect.stringContaining('This looks like spam') });
    await mailer.send({
      to: 'link@example.com',
      template: signInLinkMail,
      props: { name: 'Kim', url: `https://a/${key}` },
    });
    await settled('link@example.com', 'failed');
    server.quotes = false;
    const { rows } = await test.owner.execute(sql`select * from mail_deliveries`);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`135790|${key}`));
    expect(test.logLines.join()).not.toMatch(new RegExp(`135790|${key}`));
  });

  it('waits for its next try when the server is busy', async () => {
    server.refusal = '451 Try again later';
    const to = await send();
    await expect
      .poll(() => mailTo(to), { timeout: 20_000 })
      .toMatchObject({
        status: 'queued',
        tries: 1,
        error: expect.stringContaining('Try again later'),
      });
  });

  it('is sent again once, with the same content and an audit entry for its recipient', async () => {
    const person = await aPerson(test);
    const { id, to } = await aFailedMail(person.email);
    const other = await anOperator(test);
    const again = await Promise.allSettled(
      [operator, other, operator].map(({ api }) => api.jobs.sendMailAgain({ mailId: id })),
    );
    const refused = again.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'MAIL_CHANGED' } });
    await settled(to, 'sent');
    expect(arrived(to)).toHaveLength(1);
    expect(arrived(to)[0]).toContain('a-secret-link');
    const { rows } = await test.owner.execute(
      sql`select action, after from audit_entries where chain_id = ${person.id} and action like 'mail.%'`,
    );
    expect(rows).toEqual([{ action: 'mail.sent_again', after: { mail: 'coach-decision' } }]);
    await expect(operator.api.jobs.discardMail({ mailId: id })).rejects.toMatchObject({ code: 'MAIL_CHANGED' });
    expect(await auditProblems(test)).toEqual([]);
  });

  it('is discarded with its content', async () => {
    const { id, to } = await aFailedMail();
    await operator.api.jobs.discardMail({ mailId: id });
    expect(await mailTo(to)).toMatchObject({ status: 'discarded' });
    const { rows } = await test.owner.execute(sql`select sealed from mail_deliveries where id = ${id}`);
    expect(rows).toEqual([{ sealed: null }]);
    await expect(operator.api.jobs.sendMailAgain({ mailId: id })).rejects.toMatchObject({ code: 'MAIL_CHANGED' });
  });
});

describe('the list of mails', () => {
  it('finds addresses by their start, with any characters', async () => {
    const to = await send(`x_y-${Date.now()}@example.com`);
    await settled(to, 'sent');
    expect((await operator.api.jobs.listMails({ to: to.slice(0, 8).toUpperCase() })).mails).toMatchObject([
      { recipient: to },
    ]);
    for (const nothing of ["%' or 1=1 --", '\\', 'x%', '__y', '<script>', '\u202e']) {
      expect((await operator.api.jobs.listMails({ to: nothing })).mails).toEqual([]);
    }
  });

  it('has pages by status, newest first', async () => {
    await someMails(test, { count: 60, status: 'discarded' });
    const first = await operator.api.jobs.listMails({ status: 'discarded' });
    expect(first.mails[0]?.recipient).toBe('page-60@example.com');
    const rest = await operator.api.jobs.listMails({ status: 'discarded', after: first.next ?? '' });
    expect([...first.mails, ...rest.mails].filter(({ recipient }) => recipient.startsWith('page-'))).toHaveLength(60);
  });

  it('deletes mails after 30 days', async () => {
    const old = await send();
    await settled(old, 'sent');
    await test.owner.execute(
      sql`update mail_deliveries set created_at = now() - interval '31 days' where recipient = ${old}`,
    );
    const recent = await send();
    await settled(recent, 'sent');
    await cleanUp(test.services);
    expect(await mailTo(old)).toBeUndefined();
    expect(await mailTo(recent)).toMatchObject({ status: 'sent' });
  });

  it('deletes the mails of a deleted account, except for the confirmation', async () => {
    const person = await aPerson(test);
    await settled(await send(person.email), 'sent');
    await person.api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
    const { mails } = await operator.api.jobs.listMails({ to: person.email });
    expect(mails.map(({ template }) => template)).toEqual(['security_notice']);
  });
});

it('an unreachable mail server does not count as a refusal', async () => {
  const closed = smtpTransport('smtp://127.0.0.1:1', 'Stridewell <a@example.com>');
  const mail = { id: 'x', to: 'a@example.com', subject: 'Hello', html: '', text: '', attachments: [] };
  await expect(closed.deliver(mail)).rejects.not.toMatchObject({ name: 'MailRefused' });
});

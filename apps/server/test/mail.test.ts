import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoach } from '../seed/factories.ts';
import { mintCoachScope } from '../src/core/tenancy/mint.ts';
import { invitationMail } from '../src/features/clients/clients.invitations.service.ts';
import { mails } from '../src/jobs.ts';
import { createMailRenderer } from '../src/platform/mail/mail.ts';
import { createTestApp, linkIn, type TestApp } from './app.ts';

const renderMail = createMailRenderer(mails, 'Northfield');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ PRODUCT_NAME: 'Northfield' });
});
afterAll(() => test.close());

const url = 'https://example.com/invitation/a-secret-token';
const props = { coachName: 'Ana <b>Silva</b>', clientName: 'Kim', name: 'Kim', url };

describe('a mail', () => {
  it.each(['verification', 'reset', 'invitation'])(
    'of the kind %s has its link in both versions and names the product',
    async (template) => {
      const { subject, html, text } = await renderMail(template, props);
      expect(subject.length).toBeGreaterThan(5);
      expect(html).toContain(url);
      expect(linkIn(text).href).toBe(url);
      expect(html).toContain('Northfield');
      // Typed input is text, never markup.
      expect(html).not.toContain('<b>Silva');
    },
  );

  it.each(['verification', 'reset', 'invitation'])(
    'of the kind %s has colors for dark mail programs',
    async (template) => {
      const { html } = await renderMail(template, props);
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      expect(html).toContain('@media (prefers-color-scheme: dark)');
      // A color that no class replaces would stay dark on dark.
      const colored = [...html.matchAll(/<(?:p|ul|a|table|body)\b[^>]*[;"]color:#[^>]*>/g)].map(([tag]) => tag);
      expect(colored.length).toBeGreaterThan(1);
      for (const tag of colored) expect(tag).toMatch(/class="(?:brand|text|muted|action)"/);
    },
  );

  it('of an unknown kind is an error', async () => {
    await expect(renderMail('constructor', {})).rejects.toThrow('no mail template');
  });

  it('is sent only if its transaction commits, and waits without revealing its link', async () => {
    const { id } = await createCoach(test.owner);
    const { db, mailer } = test.services;
    const send = (to: string, fail: boolean) =>
      db.write(mintCoachScope(id), async (tx) => {
        await mailer.send({ to, template: invitationMail, props }, tx);
        const { rows } = await tx.execute<{ data: string }>(
          sql`select data::text from pgboss.job where name = 'mail.send'`,
        );
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.map(({ data }) => data).join()).not.toContain('a-secret-token');
        if (fail) throw new Error('rolled back');
      });
    await expect(send('never@example.com', true)).rejects.toThrow('rolled back');
    await send('sent@example.com', false);
    expect((await test.mailTo('sent@example.com')).text).toContain(url);
    const { rows } = await test.owner.execute(sql`select 1 from outbox_mails where recipient = 'never@example.com'`);
    expect(rows).toEqual([]);
    expect(test.logLines.join()).not.toContain('a-secret-token');
  });
});

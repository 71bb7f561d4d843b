import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, anOperator, type Person } from '../../../test/people.ts';
import { mails } from '../../jobs.ts';
import { MAIL_SAMPLES } from './settings.samples.content.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp({ PRODUCT_NAME: 'Northfield' });
  admin = await anOperator(test);
});
afterAll(() => test.close());

const INVITATION = 'invitation';
const change = (texts: { subject?: string; introduction?: string }, basedOn: number, name = INVITATION) =>
  admin.api.settings.saveMail({ name, texts: { subject: '', introduction: '', ...texts }, basedOn });

describe('the mails of the product', () => {
  it('all have sample values for the preview', async () => {
    expect(Object.keys(MAIL_SAMPLES).sort()).toEqual(mails.map(({ name }) => name).sort());
    const listed = await admin.api.settings.listMails({});
    expect(listed.mails).toHaveLength(mails.length);
    for (const { name } of listed.mails) {
      const { preview, placeholders } = await admin.api.settings.getMail({ name });
      expect(preview.subject, name).not.toMatch(/undefined|^$/);
      expect(preview.html, name).toContain('Northfield');
      expect(`${preview.text}${preview.subject}`, name).not.toContain('undefined');
      // Operators must not be able to use a link or code in their texts.
      expect(placeholders.map((one) => one.sample).join(), name).not.toMatch(/https?:|482913/);
    }
  });

  it('can be sent to the operator', async () => {
    expect(await admin.api.settings.sendTestMail({ name: INVITATION })).toEqual({ to: admin.email });
    expect((await test.mailTo(admin.email)).subject).toBe('Maya Okafor invites you to train together');
  });
});

describe('the wording of a mail', () => {
  it('is the operators’ until the standard one is restored, and never contains markup', async () => {
    const subject = '{coachName} waits for you at {productName}';
    const introduction = 'Hello {clientName}, <b>welcome</b>!\nWe are glad.';
    const { version } = await change({ subject, introduction }, 0);
    const coach = await aCoach(test, { name: 'Ana <i>Silva</i>' });
    const inviteTo = async () => {
      const email = `nina-${randomUUID().slice(0, 8)}@example.com`;
      await coach.api.clients.addClient({ coachId: coach.id, clientId: randomUUID(), fullName: 'Nina {url}', email });
      return test.mailTo(email);
    };
    const mail = await inviteTo();
    expect(mail.subject).toBe('Ana <i>Silva</i> waits for you at Northfield');
    expect(mail.text).toContain('Hello Nina {url}, <b>welcome</b>!');
    const { preview, texts, changed } = await admin.api.settings.getMail({ name: INVITATION });
    expect(texts).toEqual({ subject, introduction });
    expect(changed).toBe(true);
    expect(preview.html).toContain('&lt;b&gt;welcome');
    expect(preview.html).not.toContain('<b>welcome');
    await change({}, version);
    expect((await inviteTo()).subject).toBe('Ana <i>Silva</i> invites you to train together');
  });

  it('is refused with an unknown placeholder, and for fixed texts', async () => {
    const { version } = await admin.api.settings.getMail({ name: INVITATION });
    for (const introduction of ['{url}', '{constructor}', 'Hello {name}', '{}']) {
      await expect(change({ introduction }, version)).rejects.toMatchObject({ code: 'UNKNOWN_PLACEHOLDER' });
    }
    await expect(change({ subject: 'Hello' }, 0, 'security_notice')).rejects.toMatchObject({ code: 'FIXED_TEXT' });
    await expect(change({ introduction: 'Hello' }, 0, 'lead')).rejects.toMatchObject({ code: 'FIXED_TEXT' });
  });

  it('is saved by only one of two concurrent operators', async () => {
    const other = await anOperator(test);
    const save = (by: Person, introduction: string) =>
      by.api.settings.saveMail({ name: 'reset', texts: { subject: '', introduction }, basedOn: 0 });
    const outcomes = await Promise.allSettled([save(admin, 'One'), save(other, 'Two')]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: 'SETTINGS_CHANGED', data: { version: 1 } }]);
  });
});

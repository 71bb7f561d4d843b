import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { anOperator, type Person } from '../../../test/people.ts';

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

/** A contact with a reply. @returns the id of the contact */
async function aReply(): Promise<string> {
  const id = randomUUID();
  await test.anonymous.api.functions.secureFormSubmission({
    formType: 'contact',
    formData: {
      firstName: 'Vera',
      lastName: 'Lind',
      businessName: 'Lind',
      businessPhone: '555 0100',
      referralName: '',
      businessEmail: `vera-${id}@lind.example`,
      sourceChannel: 'Instagram' as const,
      message: 'Hello',
    },
    honeypotValue: '',
    timestamp: test.services.now().getTime() - 60_000,
    userAgent: 'test',
    id,
  });
  await operator.api.contacts.replyToContact({ contactId: id, replyId: randomUUID(), text: 'We do.', version: 1 });
  return id;
}

const deliveryOf = async (contactId: string) =>
  (await operator.api.contacts.getContact({ contactId })).thread[0]?.delivery;
const settled = (contactId: string, standing: object) =>
  expect.poll(() => deliveryOf(contactId), { timeout: 20_000 }).toMatchObject(standing);

it('a reply that the mail server accepted is shown as sent', async () => {
  const contactId = await aReply();
  await settled(contactId, { status: 'sent', error: null });
  const note = { contactId, noteId: randomUUID(), text: 'Call on Monday' };
  await operator.api.contacts.addContactNote(note);
  const { thread } = await operator.api.contacts.getContact({ contactId });
  expect(thread.map(({ delivery }) => delivery?.status ?? null)).toEqual(['sent', null]);
});

it('a refused reply shows the reason, notifies the operators, and is sent again once', async () => {
  server.refusal = '550 5.1.1 There is no such mailbox';
  const groups: string[] = [];
  const tellGroup = (group: string) => void groups.push(group);
  const listener = { tell: () => undefined, tellGroup, sessionEnded: () => undefined, resync: () => undefined };
  onTestFinished(test.services.live.listen(listener));
  const contactId = await aReply();
  await settled(contactId, { status: 'failed', error: expect.stringContaining('There is no such mailbox') });
  await expect.poll(() => groups).toContain('console-jobs');
  server.refusal = '';
  const mailId = (await deliveryOf(contactId))?.mailId ?? '';
  const again = await Promise.allSettled([1, 2].map(() => operator.api.jobs.sendMailAgain({ mailId })));
  expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await settled(contactId, { status: 'sent', mailId });
  expect(server.taken.filter((mail) => mail.includes(`vera-${contactId}@`))).toHaveLength(1);
});

it('a reply waits while the mail server is busy', async () => {
  server.refusal = '451 Try again later';
  const contactId = await aReply();
  await settled(contactId, { status: 'queued', error: expect.stringContaining('Try again later') });
});

it('a reply shows no delivery once its record is deleted', async () => {
  const contactId = await aReply();
  await settled(contactId, { status: 'sent' });
  await test.owner.execute(sql`delete from mail_deliveries where recipient = ${`vera-${contactId}@lind.example`}`);
  expect(await deliveryOf(contactId)).toBeNull();
});

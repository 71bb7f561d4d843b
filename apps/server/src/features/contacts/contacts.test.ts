import { randomUUID } from 'node:crypto';
import type { Contact } from '@stridewell/contract/contacts/contacts';
import { CONTACT_FILTERS } from '@stridewell/contract/contacts/contacts.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { someContacts } from '../../../test/factories/platform.ts';
import { anOperator, type Person } from '../../../test/people.ts';
import { mintOperatorScope } from '../../core/tenancy/mint.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { selectContacts } from './contacts.data.ts';
import { countUnanswered } from './contacts.service.ts';

let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test);
});
afterAll(() => test.close());

/** Many contacts, few of which wait for an answer. */
beforeAll(async () => {
  await someContacts(test, { count: 20_000 });
  await test.owner.execute(sql`analyze contacts`);
}, 60_000);

const inbox = () => operator.api.contacts;
const newEmail = () => `vera-${randomUUID()}@lind.example`;

type Sent = {
  email?: string;
  name?: string;
  business?: string;
  message?: string;
  id?: string;
  filledMs?: number;
  from?: Caller;
};
/** Submits the contact form. @returns the id of the contact */
async function submit({ email = newEmail(), name = 'Vera', business = 'Lind', message = 'Hello', ...sent }: Sent = {}) {
  const { id = randomUUID(), filledMs = 60_000, from = test.anonymous } = sent;
  const answer = await from.api.functions.secureFormSubmission({
    formType: 'contact',
    formData: {
      firstName: name,
      lastName: 'Lind',
      businessName: business,
      businessPhone: '555 0100',
      businessEmail: email,
      sourceChannel: 'Referral' as const,
      referralName: 'Jonas',
      message,
    },
    honeypotValue: '',
    timestamp: test.services.now().getTime() - filledMs,
    userAgent: 'test',
    id,
  });
  expect(answer).toEqual({ success: true, error: null });
  return id;
}
const get = (contactId: string) => inbox().getContact({ contactId });
/** All contacts whose name or address begins with `q`, from all pages. */
async function listAll(q: string, filter: 'unanswered' | 'all' = 'all') {
  const found: Contact[] = [];
  let cursor: string | undefined;
  do {
    const { contacts, nextCursor } = await inbox().listContacts({ q, filter, ...(cursor && { cursor }) });
    found.push(...contacts);
    cursor = nextCursor ?? undefined;
  } while (cursor);
  return found;
}
const mailsTo = async (address: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === address);
/** Waits until an address has `count` mails, and returns them newest first. */
const waitForMails = async (address: string, count: number) => {
  await expect.poll(() => mailsTo(address), { timeout: 10_000 }).toHaveLength(count);
  return mailsTo(address);
};
const refused = (code: string) => ({ code });

describe('the inbox', () => {
  it('shows a submission once, with the signs of spam', async () => {
    const id = randomUUID();
    const email = newEmail();
    const message = 'BUY FOLLOWERS NOW at http://a.example and http://b.example';
    await Promise.all([1, 2, 3].map(() => submit({ id, email, message, filledMs: 4200 })));
    expect(await listAll(email)).toMatchObject([
      {
        id,
        kind: 'contact',
        status: 'new',
        name: 'Vera Lind',
        email,
        business: 'Lind',
        version: 1,
        spamScore: 65,
        spamReasons: ['Contains 2 links', 'Filled in 4 seconds'],
        demoAt: null,
        assigneeId: null,
      },
    ]);
    expect(await get(id)).toMatchObject({
      facts: [
        { label: 'Phone', value: '555 0100' },
        { label: 'Found us through', value: 'Referral, Jonas' },
      ],
      message,
      thread: [],
      prospect: null,
    });
  });

  it('detects a repeated text', async () => {
    const message = `guest posts ${randomUUID()}`;
    const ids: string[] = [];
    const from = test.from('10.77.0.1');
    for (const text of [message, `  ${message.replace('g', 'G')} `, message]) {
      ids.push(await submit({ message: text, from }));
    }
    const elsewhere = await submit({ message });
    expect((await get(elsewhere)).contact.spamReasons).toEqual([]);
    const scores = await Promise.all(ids.map(async (id) => (await get(id)).contact.spamReasons));
    expect(scores).toEqual([[], ['Same text sent once before'], ['Same text sent 2 times before']]);
  });

  it('shows demo requests with the booked, moved and canceled demo', async () => {
    const email = newEmail();
    const id = randomUUID();
    const { site } = test.anonymous.api;
    await site.createFormSubmission({
      id,
      email,
      full_name: 'Vera Lind',
      social_proof: '@vera',
      coaching_experience: '3+ years',
      interest_reason: 'Growing',
      monthly_clients: 12,
      time_suck: 'Check-ins',
      tools_used: 'Sheets',
      success_vision: 'Free evenings',
      feedback_willing: true,
      commitment_level: 5,
      form_source: 'Demo',
    });
    const { slots } = await site.listDemoSlots();
    const startsAt = slots.at(-1) ?? '';
    const booking = { id: randomUUID(), startsAt, fullName: 'Vera Lind', email, timeZone: 'UTC', answers: '' };
    await site.bookDemo(booking);
    expect((await get(id)).contact).toMatchObject({ kind: 'demo', demoAt: null });
    const [mail] = await waitForMails(email, 1);
    const token = /\/booking\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await site.confirmDemo({ token });
    expect((await get(id)).contact).toMatchObject({ kind: 'demo', demoAt: startsAt });
    const other = slots.at(-2) ?? '';
    await site.rescheduleDemo({ token, startsAt: other });
    expect((await get(id)).contact.demoAt).toBe(other);
    await site.cancelDemo({ token });
    expect((await get(id)).contact.demoAt).toBeNull();
    expect((await get(id)).facts).toContainEqual({ label: 'Current tools', value: 'Sheets' });
  });

  it('finds names, last names, businesses and addresses by their start, in pages', async () => {
    const word = `q${randomUUID().slice(0, 8)}`;
    for (let index = 0; index < 52; index += 1) await submit({ business: `${word} studio` });
    const found = await listAll(word);
    expect(found).toHaveLength(52);
    expect(new Set(found.map(({ id }) => id)).size).toBe(52);
    expect(found.map(({ receivedAt }) => receivedAt)).toEqual(
      found
        .map(({ receivedAt }) => receivedAt)
        .sort()
        .reverse(),
    );
    const byName = await submit({ name: `É${word}` });
    expect((await listAll(`e${word}`)).map(({ id }) => id)).toEqual([byName]);
    for (const q of ['%', '_', `${word}%`, "' or 1=1 --", '\\', '\u202Egpj']) expect(await listAll(q), q).toEqual([]);
  }, 60_000);

  it('refuses a search of 10,000 characters and an unknown cursor', async () => {
    await expect(inbox().listContacts({ q: 'x'.repeat(10_000) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(inbox().listContacts({ cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('an operator', () => {
  it('takes a contact, and a second operator sees who was first', async () => {
    const contactId = await submit();
    const other = await anOperator(test);
    const take = (by: Person) => by.api.contacts.assignContact({ contactId, assigneeId: by.id, version: 1 });
    const outcomes = await outcomesOf([take(operator), take(other)]);
    expect(outcomes.sort()).toEqual(['CONTACT_CHANGED', 'OK']);
    const { contact } = await get(contactId);
    expect(contact).toMatchObject({ status: 'open', version: 2 });
    expect([operator.id, other.id]).toContain(contact.assigneeId);
    const late = contact.assigneeId === operator.id ? other : operator;
    await expect(take(late)).rejects.toMatchObject({
      ...refused('CONTACT_CHANGED'),
      data: { contact: { assigneeName: contact.assigneeName } },
    });
  });

  it('can assign contacts only to operators', async () => {
    const contactId = await submit();
    const billing = await anOperator(test, { operatorRole: 'billing' });
    for (const assigneeId of [billing.id, randomUUID()]) {
      await expect(inbox().assignContact({ contactId, assigneeId, version: 1 })).rejects.toMatchObject(
        refused('NOT_FOUND'),
      );
    }
    const { operators } = await inbox().listContactOperators({});
    const ids = operators.map(({ id }) => id);
    expect(ids).toContain(operator.id);
    expect(ids).not.toContain(billing.id);
  });

  it('replies by mail once, and a second reply sees the first', async () => {
    const email = newEmail();
    const contactId = await submit({ email, message: 'Do you have an app?' });
    const reply = (replyId: string, text: string, version = 1) =>
      inbox().replyToContact({ contactId, replyId, text, version });
    const replyId = randomUUID();
    await Promise.all([1, 2, 3].map(() => reply(replyId, 'Yes, a web app.')));
    await expect(reply(randomUUID(), 'No.')).rejects.toMatchObject(refused('CONTACT_CHANGED'));
    const mails = await waitForMails(email, 1);
    expect(mails).toMatchObject([{ replyTo: test.services.env.CONTACT_EMAIL }]);
    expect(mails[0]?.text).toContain('Yes, a web app.');
    expect(mails[0]?.text).toContain('Do you have an app?');
    await inbox().addContactNote({ contactId, noteId: randomUUID(), text: 'Call on Monday' });
    expect(await get(contactId)).toMatchObject({
      contact: { status: 'answered', assigneeId: operator.id, version: 2 },
      thread: [
        { kind: 'reply', author: operator.name, text: 'Yes, a web app.' },
        { kind: 'note', text: 'Call on Monday' },
      ],
    });
    await reply(randomUUID(), 'One more thing', 2);
    await waitForMails(email, 2);
    const other = await submit();
    const elsewhere = { contactId: other, text: 'Yes, a web app.' };
    const taken = refused('ID_TAKEN');
    await expect(inbox().replyToContact({ ...elsewhere, replyId, version: 1 })).rejects.toMatchObject(taken);
    await expect(inbox().addContactNote({ ...elsewhere, noteId: replyId })).rejects.toMatchObject(taken);
    expect((await get(other)).thread).toEqual([]);
  });

  it('sets a new prospect to contacted by replying, and does not change a later stage', async () => {
    const contactId = await submit();
    const { prospectId } = await inbox().convertContact({ contactId });
    const stage = async () => (await get(contactId)).prospect?.stage;
    await inbox().replyToContact({ contactId, replyId: randomUUID(), text: 'Hello', version: 1 });
    expect(await stage()).toBe('contacted');
    const { rows } = await test.owner.execute(
      sql`select action, after from audit_entries where chain_id = ${prospectId}`,
    );
    expect(rows).toEqual([{ action: 'prospect.moved', after: { stage: 'contacted' } }]);
    const { api } = operator;
    await api.prospects.moveProspect({ prospectId, from: 'contacted', to: 'trial', lostReason: null });
    await inbox().replyToContact({ contactId, replyId: randomUUID(), text: 'Hello again', version: 2 });
    expect(await stage()).toBe('trial');
  });

  it('is informed when an address cannot get mail', async () => {
    const contactId = await submit({ email: 'vera@lind..example' });
    const sent = inbox().replyToContact({ contactId, replyId: randomUUID(), text: 'Hello', version: 1 });
    await expect(sent).rejects.toMatchObject(refused('ADDRESS_UNUSABLE'));
    expect((await get(contactId)).thread).toEqual([]);
  });

  it('closes and reopens a contact from the version on screen', async () => {
    const contactId = await submit();
    const set = (status: 'closed' | 'spam', version: number) =>
      inbox().setContactStatus({ contactId, status, version });
    expect((await set('closed', 1)).contact).toMatchObject({ status: 'closed', version: 2 });
    expect((await set('closed', 1)).contact).toMatchObject({ version: 2 });
    await expect(set('spam', 1)).rejects.toMatchObject(refused('CONTACT_CHANGED'));
    const { email } = (await get(contactId)).contact;
    expect(await listAll(email, 'unanswered')).toEqual([]);
  });

  it('adds a visitor to the pipeline once', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const ids = [await submit({ email: first }), await submit({ email: first }), await submit({ email: second })];
    const convert = (contactId = '') => inbox().convertContact({ contactId });
    const prospects = await Promise.all([convert(ids[0]), convert(ids[0]), convert(ids[1]), convert(ids[2])]);
    const [a, ...same] = prospects.map(({ prospectId }) => prospectId);
    expect(same.slice(0, 2)).toEqual([a, a]);
    expect(same[2]).not.toBe(a);
    expect((await get(ids[1] ?? '')).prospect).toEqual({ id: a, stage: 'new' });
  });

  it('deletes a submission with all its notes and replies', async () => {
    const email = newEmail();
    const contactId = await submit({ email, message: 'Forget me' });
    await inbox().addContactNote({ contactId, noteId: randomUUID(), text: 'Secret' });
    await inbox().deleteContact({ contactId });
    await inbox().deleteContact({ contactId });
    await expect(get(contactId)).rejects.toMatchObject(refused('NOT_FOUND'));
    const { rows } = await test.owner.execute(sql`select id::text from contact_submissions where id = ${contactId}
      union all select contact_id::text from contact_entries where contact_id = ${contactId}
      union all select subject_id::text from prospect_touches where subject_id = ${contactId}`);
    expect(rows).toEqual([]);
    const log = await test.owner.execute<{ action: string; text: string }>(
      sql`select action, concat(before, after) as text from audit_entries where chain_id = ${contactId} order by seq`,
    );
    expect(log.rows.map(({ action }) => action)).toEqual(['contact.noted', 'contact.deleted']);
    expect(log.rows.map(({ text }) => text).join()).not.toMatch(/Secret|Forget|lind/);
    expect(await auditProblems(test)).toEqual([]);
  });
});

describe('open screens of operators', () => {
  it('are notified of new and changed contacts, without details', async () => {
    const heard: unknown[][] = [];
    const tellGroup = (...told: unknown[]) => void heard.push(told);
    const listener = { tell: () => undefined, tellGroup, sessionEnded: () => undefined, resync: () => undefined };
    onTestFinished(test.services.live.listen(listener));
    const change = ['console-contacts', { event: 'console', part: 'contacts' }];
    const contactId = await submit();
    await expect.poll(() => heard).toEqual([change]);
    const note = { contactId, noteId: randomUUID(), text: 'Call on Monday' };
    for (const _ of [1, 2]) await inbox().addContactNote(note);
    await inbox().setContactStatus({ contactId, status: 'closed', version: 1 });
    await inbox().convertContact({ contactId });
    await inbox().deleteContact({ contactId });
    await expect.poll(() => heard).toEqual(Array(5).fill(change));
  });
});

describe('the figure of the dashboard', () => {
  it('counts visitors who wait for an answer', async () => {
    const waiting = () => test.services.db.read(mintOperatorScope(operator.id), countUnanswered);
    const before = await waiting();
    const contactId = await submit();
    expect(await waiting()).toBe(before + 1);
    await inbox().setContactStatus({ contactId, status: 'spam', version: 1 });
    expect(await waiting()).toBe(before);
  });
});

describe('the file of contacts', () => {
  it('contains the filtered list, with cells that no spreadsheet evaluates', async () => {
    const email = newEmail();
    await submit({ email, business: '=HYPERLINK("http://evil.example")', name: 'Ana, "the" coach' });
    const { status, body } = await operator.caller.get<string>(
      `/exports/operator/contacts.csv?filter=all&q=${encodeURIComponent(email)}`,
    );
    expect(status).toBe(200);
    const [heading, row, ...rest] = body.split('\r\n');
    expect(heading).toContain('"Received","Kind","Status","Name"');
    expect(row).toContain(`,"Contact form","New","Ana, ""the"" coach Lind","${email}",`);
    expect(row).not.toContain(',"=HYPERLINK');
    expect(rest).toEqual(['']);
  });
});

it.each(CONTACT_FILTERS)('lists %s contacts from an index', async (filter) => {
  const scope = mintOperatorScope(operator.id);
  const selections = [
    {},
    { q: 'many17' },
    { assignee: operator.id },
    { assignee: 'none' as const },
    { kind: 'contact' as const },
    { kind: 'demo' as const },
  ];
  for (const selection of selections) {
    const plan = await test.services.db.read(scope, async (tx) => {
      const query = selectContacts(tx, { filter, q: '', after: null, limit: 51, ...selection });
      const { rows } = await tx.execute(sql`explain ${query.getSQL()}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).not.toContain('Seq Scan on contacts');
    // Sorting would read all contacts of this kind.
    if ('kind' in selection) expect(plan).not.toContain('Sort');
    expect(plan).toContain(' on contacts');
  }
});

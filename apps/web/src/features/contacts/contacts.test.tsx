import type { Contact, ContactDetail, ContactEntry } from '@stridewell/contract/contacts/contacts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator, OPERATOR_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { readContactsSearch } from './contacts.search.ts';
import { ContactsPage } from './contacts-page.tsx';

const LIST = 'GET /rest/v1/operator/contacts';
const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;

const aContact = (index: number, changes: Partial<Contact> = {}): Contact => ({
  id: idOf(index),
  kind: 'contact',
  status: 'new',
  name: `Vera ${index}`,
  email: `vera${index}@lind.example`,
  business: 'Lind Coaching',
  assigneeId: null,
  assigneeName: null,
  spamScore: 0,
  spamReasons: [],
  demoAt: null,
  receivedAt: '2026-01-05T12:00:00.000Z',
  version: 1,
  ...changes,
});
const aDetail = (contact: Contact, changes: Partial<ContactDetail> = {}): ContactDetail => ({
  contact,
  facts: [{ label: 'Phone', value: '555 0100' }],
  message: 'Do you have an app?',
  thread: [],
  prospect: null,
  ...changes,
});

type Delivery = NonNullable<ContactEntry['delivery']>;
const aReply = (status: Delivery['status'], { text = 'We do.', error = null as string | null } = {}): ContactEntry => ({
  id: idOf(5),
  kind: 'reply',
  author: 'Ola',
  text,
  at: '2026-01-05T12:00:00.000Z',
  delivery: { mailId: idOf(6), status, error },
});

const openPage = (at = '/operator/contacts') =>
  mountPage({
    at,
    read: readContactsSearch,
    page: (search, onSearch) => <ContactsPage search={search} userId={OPERATOR_ID} onSearch={onSearch} />,
  });

function serve(contacts: Contact[], changes: Partial<ContactDetail> = {}) {
  server.on(LIST, { contacts, nextCursor: null });
  server.on('GET /rest/v1/operator/contact-operators', { operators: [{ id: idOf(9), name: 'Ola Operator' }] });
  for (const contact of contacts) server.on(`GET /rest/v1/operator/contacts/${contact.id}`, aDetail(contact, changes));
}
type Opening = Partial<ContactDetail> & { path?: string };
async function openInbox(contacts: Contact[], { path, ...changes }: Opening = {}) {
  serve(contacts, changes);
  return openPage(path);
}
const paneOf = async (name: string) => within(await screen.findByRole('region', { name }));
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('the inbox', () => {
  it('says that every visitor has an answer', async () => {
    await openInbox([]);
    expect(await screen.findByText(/No one is waiting for a reply/)).toBeDefined();
  });

  it('looks again by the clock without a connection', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    await openInbox([aContact(1)]);
    await screen.findByText('Vera 1');
    server.on(LIST, { contacts: [aContact(2)], nextCursor: null });
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await screen.findByText('Vera 2');
  });

  it('says when the list could not be loaded', async () => {
    server.refuse(LIST, 403, 'FORBIDDEN', 'You do not have access to this.');
    server.on('GET /rest/v1/operator/contact-operators', { operators: [] });
    await openPage();
    expect(await screen.findByText('The contacts could not be loaded', {}, { timeout: 4000 })).toBeDefined();
  });

  it('marks likely spam and says why', async () => {
    const reasons = ['Contains 2 links', 'Filled in 4 seconds'];
    await openInbox([aContact(1, { spamScore: 65, spamReasons: reasons })]);
    fireEvent.click(await screen.findByRole('link', { name: /Vera 1.*Likely spam/ }));
    const signs = within((await paneOf('Vera 1')).getByRole('group', { name: 'Signs of spam' }));
    for (const reason of reasons) expect(signs.getByText(reason)).toBeDefined();
  });

  it('moves by keys, and closes what is open', async () => {
    const sent: unknown[] = [];
    server.onAny('POST', /\/operator\/contacts\/.*\/status$/, async (request) => {
      sent.push(await request.json());
      return json({ contact: aContact(2, { status: 'closed', version: 2 }) });
    });
    await openInbox([aContact(1), aContact(2), aContact(3)]);
    await screen.findByText('Vera 1');
    press('j');
    await paneOf('Vera 1');
    press('j');
    await paneOf('Vera 2');
    press('k');
    await paneOf('Vera 1');
    press('ArrowDown');
    await paneOf('Vera 2');
    press('e');
    expect(await screen.findByText('Contact closed')).toBeDefined();
    expect(sent).toEqual([{ status: 'closed', version: 1 }]);
    await paneOf('Vera 3');
  });

  it('leaves keys alone while something is typed', async () => {
    await openInbox([aContact(1), aContact(2)], { path: `/operator/contacts?contact=${idOf(1)}` });
    const pane = await paneOf('Vera 1');
    press('r');
    const field = pane.getByLabelText('Reply to Vera 1');
    expect(document.activeElement).toBe(field);
    for (const key of ['j', 'e', '!', 'ArrowDown']) fireEvent.keyDown(field, { key });
    expect(screen.getByRole('region', { name: 'Vera 1' })).toBeDefined();
    expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('sends a reply with the version on screen, and keeps the text when another operator was faster', async () => {
    await openInbox([aContact(1)], { path: `/operator/contacts?contact=${idOf(1)}` });
    const pane = await paneOf('Vera 1');
    const message = 'Another operator changed this contact meanwhile. Please look at it again.';
    const contact = aContact(1, { status: 'answered', version: 2 });
    const sent: { version: number; replyId: string }[] = [];
    server.on(`POST /rest/v1/operator/contacts/${idOf(1)}/replies`, async (request) => {
      sent.push(await request.json());
      const thread = [aReply('sent', { text: 'Yes' })];
      server.on(`GET /rest/v1/operator/contacts/${idOf(1)}`, aDetail(contact, { thread }));
      return sent.length > 1
        ? json({ contact })
        : json({ defined: true, code: 'CONTACT_CHANGED', status: 409, message, data: { contact } }, 409);
    });
    const field = pane.getByLabelText('Reply to Vera 1');
    fireEvent.change(field, { target: { value: 'We do.' } });
    fireEvent.click(pane.getByRole('button', { name: 'Send reply' }));
    expect(await pane.findByText(message)).toBeDefined();
    expect(await pane.findByText('Reply by Ola')).toBeDefined();
    expect(pane.getByDisplayValue('We do.')).toBeDefined();
    fireEvent.click(pane.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(sent.map(({ version }) => version)).toEqual([1, 2]));
    expect(new Set(sent.map(({ replyId }) => replyId)).size).toBe(1);
  });

  it('says in words why a reply was not delivered, and sends it again', async () => {
    const path = `/operator/contacts?contact=${idOf(1)}`;
    const error = 'Message failed: 550 5.1.1 User unknown';
    await openInbox([aContact(1)], { path, thread: [aReply('failed', { error })] });
    const pane = await paneOf('Vera 1');
    expect(pane.getByText('Not delivered. The address does not exist or takes no email.')).toBeDefined();
    expect(pane.getByText(`The mail server answered: ${error}`)).toBeDefined();
    server.on(`POST /rest/v1/operator/mails/${idOf(6)}/retries`, () => {
      server.on(`GET /rest/v1/operator/contacts/${idOf(1)}`, aDetail(aContact(1), { thread: [aReply('queued')] }));
      return json({});
    });
    fireEvent.click(pane.getByRole('button', { name: 'Send again' }));
    expect(await pane.findByText('Waiting to be sent')).toBeDefined();
    expect(pane.queryByText(/Not delivered/)).toBeNull();
  });

  it('says when another operator was faster to send a reply again', async () => {
    await openInbox([aContact(1)], { path: `/operator/contacts?contact=${idOf(1)}`, thread: [aReply('failed')] });
    const message = 'This email has changed meanwhile, so nothing was done.';
    server.refuse(`POST /rest/v1/operator/mails/${idOf(6)}/retries`, 409, 'MAIL_CHANGED', message);
    fireEvent.click((await paneOf('Vera 1')).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(message)).toBeDefined();
  });

  it('looks at a reply again while it waits, and no longer once it was sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    await openInbox([aContact(1)], { path: `/operator/contacts?contact=${idOf(1)}`, thread: [aReply('queued')] });
    const pane = await paneOf('Vera 1');
    expect(pane.getByText('Waiting to be sent')).toBeDefined();
    const GET = `GET /rest/v1/operator/contacts/${idOf(1)}`;
    server.on(GET, aDetail(aContact(1), { thread: [aReply('sent')] }));
    await act(() => vi.advanceTimersByTimeAsync(5500));
    expect(await pane.findByText(/, sent$/)).toBeDefined();
    const loaded = server.count(GET);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(server.count(GET)).toBe(loaded);
  });

  it('adds a visitor to the pipeline', async () => {
    await openInbox([aContact(1)], { path: `/operator/contacts?contact=${idOf(1)}` });
    server.on(`POST /rest/v1/operator/contacts/${idOf(1)}/prospect`, () => {
      const prospect = { id: idOf(7), stage: 'new' as const };
      server.on(`GET /rest/v1/operator/contacts/${idOf(1)}`, aDetail(aContact(1), { prospect }));
      return json({ prospectId: idOf(7) });
    });
    const pane = await paneOf('Vera 1');
    fireEvent.click(pane.getByRole('button', { name: 'Add to pipeline' }));
    const link = await pane.findByRole('link', { name: 'In pipeline: New' });
    expect(link.getAttribute('href')).toBe(`/operator/pipeline/${idOf(7)}`);
  });

  it('keeps its filters in the address, and gives them to the file', async () => {
    const app = await openInbox([aContact(1)], { path: '/operator/contacts?filter=spam&kind=demo&q=ver&assignee=x' });
    await screen.findByText('Vera 1');
    const file = screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
    expect(file).toBe('/exports/operator/contacts.csv?filter=spam&kind=demo&q=ver');
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(app.address()).toContain('filter=all'));
  });

  it('says when a contact wrote in the zone of the operator', async () => {
    // The suite runs in Asia/Kathmandu, where this is Tuesday night.
    const receivedAt = '2029-01-08T20:00:00.000Z';
    await openInbox([aContact(1, { receivedAt })], { path: `/operator/contacts?contact=${idOf(1)}` });
    expect(await screen.findByText('Monday, January 8 at 3:00 PM')).toBeDefined();
  });

  it('shows a new contact when the server tells of it, and loads a storm of them once in five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    serve([aContact(1)]);
    // With the console around it, which listens to the server for all its pages.
    await openApp('/operator/contacts', anOperator());
    await screen.findByText('Vera 1');
    await waitFor(() => expect(FakeSocket.made).toHaveLength(1));
    FakeSocket.last.say('connect');
    await act(() => vi.advanceTimersByTimeAsync(6000));
    const loaded = server.count(LIST);
    server.on(LIST, { contacts: [aContact(2), aContact(1)], nextCursor: null });
    for (let sent = 0; sent < 50; sent += 1) FakeSocket.last.say('event', { event: 'console', part: 'contacts' });
    await screen.findByText('Vera 2');
    expect(server.count(LIST)).toBe(loaded + 1);
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(server.count(LIST)).toBe(loaded + 2);
    // With a connection, nothing asks by the clock.
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(server.count(LIST)).toBe(loaded + 2);
    FakeSocket.last.say('event', { event: 'console', part: 'jobs' });
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(server.count(LIST)).toBe(loaded + 2);
  });
});

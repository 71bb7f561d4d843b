import type { BroadcastClient, BroadcastDetail } from '@stridewell/contract/messages/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { BroadcastCompose } from './broadcast-compose.tsx';
import { BroadcastResult } from './broadcast-result.tsx';

const PAGE = `/coach/${COACH_ID}/notifications`;
const CLIENTS = 'GET /rest/v1/broadcasts/clients';
const SEND = 'POST /rest/v1/broadcasts';
const idOf = (index: number) => `0190a5a0-0000-7000-8000-20000000000${index}`;

const aClientNamed = (index: number, fullName: string, changes: Partial<BroadcastClient> = {}): BroadcastClient => ({
  clientId: idOf(index),
  fullName,
  status: 'active',
  needsAttention: false,
  readOnly: false,
  ...changes,
});
const NINA = aClientNamed(1, 'Nina Park');
const ZOE = aClientNamed(2, 'Zoë van Dijk', { needsAttention: true });
const OMAR = aClientNamed(3, 'Omar Haddad', { status: 'paused' });
const IVY = aClientNamed(4, 'Ivy Lane', { readOnly: true });
const ALL = [IVY, NINA, OMAR, ZOE];

const sent = (id: string, changes: Partial<BroadcastDetail> = {}): BroadcastDetail => ({
  id,
  body: 'Hello',
  createdAt: new Date().toISOString(),
  recipients: 1,
  sent: 1,
  pending: 0,
  read: 0,
  to: [{ clientId: NINA.clientId, fullName: 'Nina Park', outcome: 'sent', read: false }],
  ...changes,
});

/** A new message, without the page around it. */
const compose = () =>
  mount(
    <BroadcastCompose coachId={COACH_ID} clients={ALL} draft="" onDraft={() => undefined} onSent={() => undefined} />,
  );

const names = () =>
  within(screen.getByRole('list', { name: 'Clients' }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('li')?.querySelector('label')?.textContent);
const field = () => screen.getByRole('textbox', { name: 'Message' });
const write = (value: string) => fireEvent.change(field(), { target: { value } });

describe('choosing', () => {
  it('goes by filter, by search and one by one, and counts', async () => {
    await compose();
    expect(await screen.findByText('0 of 4 selected')).toBeDefined();
    expect(names()).toEqual(['Ivy Lane', 'Nina Park', 'Zoë van Dijk']);
    fireEvent.click(screen.getByRole('radio', { name: 'Needs attention' }));
    expect(names()).toEqual(['Zoë van Dijk']);
    fireEvent.click(screen.getByRole('button', { name: 'Select all 1' }));
    expect(screen.getByText('1 of 4 selected')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search clients by name' }), { target: { value: 'DIJK' } });
    expect(names()).toEqual(['Zoë van Dijk']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search clients by name' }), { target: { value: 'har' } });
    expect(screen.getByText('No clients found for “har”')).toBeDefined();
  });

  it('leaves out clients that the plan does not cover', async () => {
    await compose();
    expect(await screen.findByRole('checkbox', { name: 'Ivy Lane' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    fireEvent.click(screen.getByRole('button', { name: 'Select all 3' }));
    expect(screen.getByText('3 of 4 selected')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('0 of 4 selected')).toBeDefined();
  });
});

describe('writing', () => {
  it('says what is missing before it shows a preview', async () => {
    await compose();
    fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(screen.getByRole('alert').textContent).toBe('Choose at least one client.');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Nina Park' }));
    expect(screen.getByRole('alert').textContent).toBe('Write a message first.');
    write(`${'x'.repeat(9980)}{first name}`);
    expect(screen.getByText('8 characters left')).toBeDefined();
    write('x'.repeat(10_001));
    expect(screen.getByText('1 over the limit of 10,000 characters')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('The message is too long.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what became of it', () => {
  it('is followed until everybody has it, and tells who was left out and why', async () => {
    const id = idOf(9);
    const to = [
      { clientId: NINA.clientId, fullName: 'Nina Park', outcome: 'sent' as const, read: true },
      { clientId: IVY.clientId, fullName: 'Ivy Lane', outcome: 'not_covered' as const, read: false },
    ];
    const call = `GET /rest/v1/broadcasts/${id}`;
    server.on(call, () => {
      server.on(call, sent(id, { recipients: 2, read: 1, to }));
      return json(sent(id, { recipients: 2, sent: 0, pending: 2, to: [] }));
    });
    await mount(<BroadcastResult coachId={COACH_ID} id={id} />);
    expect(await screen.findByRole('heading', { name: 'Sending to 2 clients' })).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Sent to 1 client' })).toBeDefined();
    await waitFor(() => expect(screen.getByText('read by 1 · 1 client left out')).toBeDefined());
    expect(screen.getByText('Not sent: not covered by your plan')).toBeDefined();
  });

  it('of one that is not there says so', async () => {
    server.refuse(`GET /rest/v1/broadcasts/${idOf(9)}`, 404, 'NOT_FOUND', 'We could not find that.');
    await mount(<BroadcastResult coachId={COACH_ID} id={idOf(9)} />);
    expect(await screen.findByText('Message not found')).toBeDefined();
  });
});

describe('the page', () => {
  beforeEach(() => {
    server.on(CLIENTS, { clients: ALL });
    server.on('GET /rest/v1/broadcasts', { broadcasts: [], nextCursor: null });
  });

  it('says so when there are no clients', async () => {
    server.on(CLIENTS, { clients: [] });
    await openApp(PAGE, aCoach());
    expect(await screen.findByText('No clients to write to yet')).toBeDefined();
  });

  it('previews each copy, sends once with one id for all tries, and shows what became of it', async () => {
    const tries: { id: string; body: string; clientIds: string[] }[] = [];
    server.on(SEND, async (request) => {
      tries.push(await request.json());
      if (tries.length === 1) throw new TypeError('Failed to fetch');
      const answer = sent(tries[0]?.id ?? '');
      server.on(`GET /rest/v1/broadcasts/${answer.id}`, answer);
      return json(answer);
    });
    const app = await openApp(PAGE, aCoach());
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Nina Park' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Zoë van Dijk' }));
    write('Hello !');
    const input = field() as HTMLTextAreaElement;
    input.setSelectionRange(6, 6);
    fireEvent.click(screen.getByRole('button', { name: 'Insert first name' }));
    expect(input.value).toBe('Hello {first name}!');
    fireEvent.click(screen.getByRole('button', { name: 'Preview for 2 clients' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Hello Nina!')).toBeDefined();
    fireEvent.change(dialog.getByRole('combobox', { name: 'Preview as' }), { target: { value: ZOE.clientId } });
    expect(dialog.getByText('Hello Zoë!')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Send to 2 clients' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'The message was not sent. Your text is saved; try again.',
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Send to 2 clients' }));
    expect(await screen.findByRole('heading', { name: 'Sent to 1 client' })).toBeDefined();
    expect(app.address()).toBe(`${PAGE}?message=${tries[0]?.id}`);
    expect(tries).toHaveLength(2);
    expect(tries[1]).toEqual(tries[0]);
    expect(tries[0]).toMatchObject({ body: 'Hello {first name}!', clientIds: [NINA.clientId, ZOE.clientId] });
    expect(screen.getByRole('link', { name: 'Nina Park' }).getAttribute('href')).toBe(
      `/coach/${COACH_ID}/messages/${NINA.clientId}`,
    );
  });

  it('keeps what was typed while another page is open', async () => {
    const app = await openApp(PAGE, aCoach());
    await screen.findByRole('textbox', { name: 'Message' });
    write('Half a thought');
    await app.go('/settings');
    await app.go(PAGE);
    expect(await screen.findByDisplayValue('Half a thought')).toBeDefined();
  });
});

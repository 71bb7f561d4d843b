import type { StoredFile } from '@stridewell/contract/files/files';
import type { Message } from '@stridewell/contract/messages/messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountWithOutboxes } from '../../../test/mount-with-outboxes.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { aPdf, aPhoto, type FakeUpload, installUploads, stored } from '../../../test/uploads.ts';
import { MessageThread } from './message-thread.tsx';

const MESSAGES = `/rest/v1/conversations/${CLIENT_ID}/messages`;
const SEND = `POST ${MESSAGES}`;
type Sent = { id: string; body: string; attachmentIds: string[] };

let uploads: FakeUpload[];
let sent: Sent[];
beforeEach(() => {
  uploads = installUploads();
  sent = [];
  server.on(`POST /rest/v1/conversations/${CLIENT_ID}/read`, { seq: 1 });
  server.on(`POST /rest/v1/conversations/${CLIENT_ID}/typing`, { notified: true });
  server.on(SEND, async (request: Request) => {
    const message = (await request.json()) as Sent;
    sent.push(message);
    const files = message.attachmentIds.map((id, index) => aFile({ id, ...(index > 0 && { kind: 'pdf' }) }));
    return json(aMessage({ id: message.id, body: message.body, sender: 'client', attachments: files }));
  });
});

const aFile = (changes: Partial<StoredFile> = {}): StoredFile => ({
  id: '0190a5a0-0000-7000-8000-300000000001',
  kind: 'image',
  name: 'front.webp',
  bytes: 2000,
  width: 400,
  height: 300,
  ...changes,
});
const aMessage = (changes: Partial<Message> = {}): Message => ({
  id: '0190a5a0-0000-7000-8000-200000000001',
  seq: 1,
  sender: 'coach',
  body: '',
  attachments: [],
  quote: null,
  automatic: false,
  createdAt: '2026-05-05T10:00:00.000Z',
  ...changes,
});
const thread = (messages: Message[]) => {
  const answer = { withName: 'Maya Okafor', status: 'active', messages, more: false, reads: { coach: 0, client: 9 } };
  server.on(`GET ${MESSAGES}`, answer);
};

let readers = 0;

/** A client's conversation. Each test has its own person, because outboxes last as long as a tab. */
const openThread = () => {
  readers += 1;
  const session = aClient({ user: { id: `0190a5a0-0000-7000-8000-50000000000${readers}` } });
  const conversation = { coachId: COACH_ID, conversationId: CLIENT_ID };
  return mountWithOutboxes(
    session,
    <MessageThread conversation={conversation} side="client" userId={session.user.id} units="metric" />,
  );
};

const choose = async (...files: File[]) => {
  const input = await screen.findByLabelText('Photos and PDFs', { selector: 'input' });
  fireEvent.change(input, { target: { files } });
};
const nth = async (number: number): Promise<FakeUpload> => {
  await waitFor(() => expect(uploads.length).toBeGreaterThan(number));
  const upload = uploads[number];
  if (!upload) throw new Error('nothing was uploaded');
  return upload;
};
const named = (name: string): FakeUpload => {
  const upload = uploads.find(({ query }) => query.get('name') === name);
  if (!upload) throw new Error(`${name} was not uploaded`);
  return upload;
};
const write = async (text: string) => {
  const field = await screen.findByRole('textbox', { name: 'Message to Maya Okafor' });
  fireEvent.change(field, { target: { value: text } });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('choosing files', () => {
  beforeEach(() => thread([]));

  it('sends them at once, shows how far they are, and lets the message go with them', async () => {
    await openThread();
    await choose(aPhoto(), aPdf());
    await nth(1);
    const [photo, pdf] = [named('front.jpg'), named('plan.pdf')];
    expect(photo.query.get('coachId')).toBe(COACH_ID);
    expect(photo.query.get('purpose')).toBe('message');
    act(() => photo.progress(1, 4));
    expect(screen.getByLabelText('Sending front.jpg').getAttribute('aria-valuenow')).toBe('25');
    await write('Week three');
    press('Send');
    expect(sent).toEqual([]);
    expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull();
    expect(screen.getByText(/, sending$/)).toBeDefined();
    act(() => pdf.answer(200, stored(pdf, { kind: 'pdf', width: null, height: null })));
    act(() => photo.answer(200, stored(photo)));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      body: 'Week three',
      attachmentIds: [photo.query.get('id'), pdf.query.get('id')],
    });
    expect(await screen.findByRole('button', { name: 'Open front.webp' })).toBeDefined();
  });

  it('refuses what is no photo and no PDF, whatever it is called, and says so', async () => {
    await openThread();
    await choose(new File(['<svg/>'], 'photo.jpg', { type: 'image/jpeg' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Please choose a photo');
    await choose(aPhoto('huge.jpg', 16 * 1024 * 1024));
    expect(await screen.findByText('A photo can have up to 15 MB.')).toBeDefined();
    await write('Text');
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    press('Remove photo.jpg');
    press('Remove huge.jpg');
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false);
    expect(uploads).toEqual([]);
  });

  it('says what the server refuses, and stops what is taken away', async () => {
    await openThread();
    await choose(aPhoto('broken.jpg'), aPhoto('other.jpg'));
    await nth(1);
    const [broken, other] = [named('broken.jpg'), named('other.jpg')];
    act(() => broken.answer(422, { code: 'IMAGE_REFUSED', message: 'This picture is damaged and cannot be shown.' }));
    expect(await screen.findByText('This picture is damaged and cannot be shown.')).toBeDefined();
    press('Remove other.jpg');
    expect(other.aborted).toBe(true);
  });

  it('takes them by paste and by drop, five for a message', async () => {
    await openThread();
    const field = await screen.findByRole('textbox', { name: 'Message to Maya Okafor' });
    fireEvent.paste(field, { clipboardData: { files: [aPhoto('pasted.png')] } });
    expect(await screen.findByText('pasted.png')).toBeDefined();
    const area = screen.getByRole('region', { name: 'Conversation with Maya Okafor' });
    const dataTransfer = { types: ['Files'], files: [1, 2, 3, 4, 5].map((number) => aPhoto(`${number}.jpg`)) };
    fireEvent.dragEnter(area, { dataTransfer });
    expect(screen.getByText(/^Drop photos/)).toBeDefined();
    fireEvent.drop(area, { dataTransfer });
    const list = await screen.findByRole('list', { name: 'Files to send' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    expect(await screen.findByText('A message can have up to 5 files')).toBeDefined();
    expect(screen.queryByText(/^Drop photos/)).toBeNull();
  });

  it('without a connection keeps text and files, and sends both when it is back', async () => {
    await openThread();
    await choose(aPhoto());
    const first = await nth(0);
    act(() => first.fail());
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    await write('On the train');
    press('Send');
    const second = await nth(1);
    act(() => second.fail());
    expect(await screen.findByText(/Keep this page open until it is sent/)).toBeDefined();
    expect(sent).toEqual([]);
    act(() => void window.dispatchEvent(new Event('online')));
    const third = await nth(2);
    expect(third.query.get('id')).toBe(first.query.get('id'));
    act(() => third.answer(200, stored(third)));
    await waitFor(() => expect(sent).toMatchObject([{ body: 'On the train', attachmentIds: [first.query.get('id')] }]));
    await waitFor(() => expect(screen.queryByText(/Keep this page open/)).toBeNull());
  });
});

describe('what hangs on a message', () => {
  const second = aFile({ id: '0190a5a0-0000-7000-8000-300000000002', name: 'side.webp' });
  const pdf = aFile({
    id: '0190a5a0-0000-7000-8000-300000000003',
    name: 'plan.pdf',
    kind: 'pdf',
    width: null,
    height: null,
  });

  it('is looked at in a dialog, by keyboard as well', async () => {
    thread([aMessage({ attachments: [aFile(), second, pdf] })]);
    await openThread();
    const opener = await screen.findByRole('button', { name: 'Open front.webp' });
    fireEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Photo 1 of 2' });
    expect(within(dialog).getByRole('img', { name: 'front.webp' }).getAttribute('src')).toBe(
      `/rest/v1/files/${COACH_ID}/${aFile().id}`,
    );
    fireEvent.keyDown(dialog, { key: 'ArrowRight' });
    expect(await screen.findByRole('dialog', { name: 'Photo 2 of 2' })).toBeDefined();
    fireEvent.keyDown(dialog, { key: 'ArrowRight' });
    press('Previous photo');
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 2' })).toBeDefined();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('has its place before it is here, and a PDF its name and size', async () => {
    thread([aMessage({ attachments: [aFile(), pdf] })]);
    await openThread();
    const thumb = await screen.findByRole('button', { name: 'Open front.webp' });
    expect(thumb.style.aspectRatio).toBe('300 / 225');
    expect(within(thumb).getByRole('img').getAttribute('src')).toMatch(/\?size=thumb$/);
    const link = screen.getByRole('link', { name: /plan\.pdf/ });
    expect(link.textContent).toContain('PDF, 2 kB');
    expect(link.getAttribute('href')).toBe(`/rest/v1/files/${COACH_ID}/${pdf.id}`);
  });
});

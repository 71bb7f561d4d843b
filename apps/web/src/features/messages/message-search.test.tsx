import type { Message, MessageHit, Thread } from '@stridewell/contract/messages/messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mount, mountPage } from '../../../test/mount.tsx';
import { mountWithOutboxes } from '../../../test/mount-with-outboxes.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ConversationList } from './conversation-list.tsx';
import { ConversationTools } from './conversation-tools.tsx';
import { MessageThread } from './message-thread.tsx';
import { readConversationSearch, readMessageSeq } from './messages.search.ts';

const MESSAGES = `/rest/v1/conversations/${CLIENT_ID}/messages`;
const LISTED = 'GET /rest/v1/conversations';
const SEARCH = 'GET /rest/v1/messages/search';
const READ = `POST /rest/v1/conversations/${CLIENT_ID}/read`;
const TYPING = `POST /rest/v1/conversations/${CLIENT_ID}/typing`;
const PAGE = 4;

const aMessage = (seq: number): Message => ({
  id: `0190a5a0-0000-7000-8000-2000000${String(seq).padStart(5, '0')}`,
  seq,
  sender: 'client',
  body: `Message ${seq}`,
  attachments: [],
  quote: null,
  automatic: false,
  createdAt: new Date(Date.UTC(2026, 4, 5, 10, seq)).toISOString(),
});

/** A conversation of so many messages, in pages like those of the server. Answers what was asked for. */
function conversation(count: number) {
  const stored = Array.from({ length: count }, (_, index) => aMessage(index + 1));
  const state = { stored, asked: [] as string[], failing: '' };
  server.on(`GET ${MESSAGES}`, (request: Request) => {
    const [name = 'newest', value = '0'] =
      [...new URL(request.url).searchParams].find(([key]) => key !== 'coachId') ?? [];
    state.asked.push(`${name} ${value}`);
    if (state.failing === name) return json({ code: 'BAD_GATEWAY' }, 502);
    const seq = Number(value);
    const before = stored.filter((one) => name === 'newest' || one.seq < seq);
    const after = stored.filter((one) => (name === 'around' ? one.seq >= seq : one.seq > seq));
    const pages: Record<string, [Message[], boolean]> = {
      newest: [before.slice(-PAGE), before.length > PAGE],
      before: [before.slice(-PAGE), before.length > PAGE],
      after: [after.slice(0, PAGE), after.length > PAGE],
      around: [[...before.slice(-PAGE / 2), ...after.slice(0, PAGE / 2)], after.length > PAGE / 2],
    };
    const [messages = [], more = false] = pages[name] ?? [];
    const thread: Thread = { withName: 'Jonas Lind', status: 'active', messages, more, reads: { coach: 0, client: 0 } };
    return json(thread);
  });
  server.on(READ, { seq: count });
  server.on(TYPING, { notified: true });
  return state;
}

const hit = (seq: number, changes: Partial<MessageHit> = {}): MessageHit => ({
  id: aMessage(seq).id,
  conversationId: CLIENT_ID,
  clientName: 'Jonas Lind',
  photoId: null,
  seq,
  sender: 'client',
  excerpt: '…and my Knée clicked',
  createdAt: new Date().toISOString(),
  ...changes,
});

const client = {
  id: CLIENT_ID,
  clientName: 'Kneale Ross',
  photoId: null,
  status: 'active',
  unread: 0,
  last: null,
  lastIsGroup: false,
};

/** The conversation of a coach, opened at a message. */
function ThreadAt({ message }: { message: number | undefined }) {
  const [at, setAt] = useState(message);
  return (
    <MessageThread
      conversation={{ coachId: COACH_ID, conversationId: CLIENT_ID }}
      side="coach"
      userId={COACH_ID}
      units="metric"
      at={at}
      onLatest={() => setAt(undefined)}
    />
  );
}

const shown = () => screen.queryAllByTestId('message').map(({ textContent }) => textContent);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Message ${from + index}`);
const field = () => screen.findByRole('searchbox', { name: 'Search names and messages' });

beforeEach(() => {
  server.on(LISTED, (request: Request) => {
    const q = new URL(request.url).searchParams.get('q') ?? '';
    return json({ conversations: 'kneale ross'.includes(q) ? [client] : [], nextCursor: null });
  });
});

describe('the search of a coach', () => {
  it('lists clients of this name and messages with the words, narrowed to unread conversations on demand', async () => {
    const asked: string[] = [];
    server.on(SEARCH, (request: Request) => {
      const { searchParams } = new URL(request.url);
      asked.push(`${searchParams.get('q')} ${searchParams.get('show') ?? ''}`.trim());
      const isElbow = searchParams.get('q') === 'elbow';
      return json({
        hits: isElbow ? [] : [hit(3), hit(2, { sender: 'coach', excerpt: 'Rest the knee' })],
        nextCursor: null,
      });
    });
    const app = await mountPage({
      at: `/coach/${COACH_ID}/messages`,
      read: readConversationSearch,
      page: (search, onSearch) => (
        <>
          <ConversationTools search={search} onChange={onSearch} />
          <ConversationList coachId={COACH_ID} openId={undefined} openAt={undefined} search={search} />
        </>
      ),
    });
    fireEvent.change(await field(), { target: { value: 'knee' } });
    const link = await screen.findByRole('link', { name: /my Knée clicked/ });
    expect(link.querySelector('mark')?.textContent).toBe('Knée');
    expect(screen.getByRole('link', { name: /You: Rest the knee/ })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Clients that match' })).toBeNull();
    fireEvent.change(await field(), { target: { value: 'kneal' } });
    const clients = await screen.findByRole('region', { name: 'Clients that match' });
    expect(within(clients).getByRole('link').textContent).toContain('Kneale Ross');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Unread' }));
    await waitFor(() => expect(asked.at(-1)).toBe('kneal unread'));
    fireEvent.change(await field(), { target: { value: 'elbow' } });
    expect(await screen.findByText('No message with “elbow” in unread conversations.')).toBeDefined();
    expect(app.address()).toContain('q=elbow');
  });

  it('joins the newest messages where the pages reach them', async () => {
    conversation(12);
    await mount(<ThreadAt message={4} />);
    await waitFor(() => expect(shown()).toEqual(numbers(2, 5)));
    fireEvent.click(screen.getByRole('button', { name: 'Later messages' }));
    await waitFor(() => expect(shown()).toEqual(numbers(2, 12)));
    expect(screen.queryByRole('button', { name: 'Later messages' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show newest messages' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
    await waitFor(() => expect(shown()).toEqual(numbers(1, 12)));
    expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull();
  });

  it('loads nothing more for a message among the newest', async () => {
    const state = conversation(12);
    await mount(<ThreadAt message={11} />);
    await waitFor(() => expect(shown()).toEqual(numbers(9, 12)));
    expect(document.activeElement?.textContent).toContain('Message 11');
    expect(state.asked.filter((one) => one.startsWith('around'))).toEqual([]);
  });

  it('shows the newest messages once a message is sent from among earlier ones', async () => {
    const state = conversation(40);
    server.on(`POST ${MESSAGES}`, async (request: Request) => {
      const { id, body } = (await request.json()) as { id: string; body: string };
      const sent = { ...aMessage(state.stored.length + 1), id, body, sender: 'coach' as const };
      state.stored.push(sent);
      return json(sent);
    });
    await mountWithOutboxes(aCoach(), <ThreadAt message={4} />);
    await waitFor(() => expect(shown()).toEqual(numbers(2, 5)));
    const input = screen.getByRole('textbox', { name: 'Message to Jonas Lind' });
    fireEvent.change(input, { target: { value: 'Sent' } });
    act(() => void fireEvent.keyDown(input, { key: 'Enter' }));
    await waitFor(() => expect(shown()).toEqual([...numbers(37, 40), 'Sent']));
  });

  it('says that a page failed, and loads it again', async () => {
    const state = conversation(40);
    state.failing = 'after';
    await mount(<ThreadAt message={10} />);
    await waitFor(() => expect(shown()).toEqual(numbers(8, 11)));
    fireEvent.click(screen.getByRole('button', { name: 'Later messages' }));
    const again = await screen.findByRole('button', { name: 'Later messages did not load. Try again' });
    expect(shown()).toEqual(numbers(8, 11));
    state.failing = '';
    fireEvent.click(again);
    await waitFor(() => expect(shown()).toEqual(numbers(8, 15)));
  });

  it.each(['0', '-3', 'x', '1.5', '99999999999'])('opens at the end with %s as the message', async (message) => {
    conversation(12);
    await mountPage({
      at: `/coach/${COACH_ID}/messages/${CLIENT_ID}?message=${message}`,
      read: (search) => ({ message: readMessageSeq(search) }),
      page: (search) => <ThreadAt message={search.message} />,
    });
    await waitFor(() => expect(shown()).toEqual(numbers(9, 12)));
  });
});

describe('the search in the app', () => {
  it('opens the conversation at the message, which has the keyboard, and pages both ways from there', async () => {
    const state = conversation(40);
    server.on(SEARCH, { hits: [hit(10), hit(20)], nextCursor: null });
    const app = await openApp(`/coach/${COACH_ID}/messages?q=knee`, aCoach());
    const [first, second] = await screen.findAllByRole('link', { name: /my Knée clicked/ });
    if (!first || !second) throw new Error('two were found');
    fireEvent.click(first);
    await waitFor(() => expect(shown()).toEqual(numbers(8, 11)));
    expect(app.address()).toContain('message=10');
    expect(first.getAttribute('aria-current')).toBe('page');
    expect(document.activeElement?.textContent).toContain('Message 10');
    expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
    await waitFor(() => expect(shown()).toEqual(numbers(4, 11)));
    fireEvent.click(screen.getByRole('button', { name: 'Later messages' }));
    await waitFor(() => expect(shown()).toEqual(numbers(4, 15)));
    // Messages off the screen are not marked as read yet.
    expect(server.count(READ)).toBe(0);
    fireEvent.click(second);
    await waitFor(() => expect(shown()).toEqual(numbers(18, 21)));
    expect(document.activeElement?.textContent).toContain('Message 20');
    const back = screen.getByRole('link', { name: 'All conversations', hidden: true });
    expect(back.getAttribute('href')).toBe(`/coach/${COACH_ID}/messages?q=knee`);
    fireEvent.click(screen.getByRole('button', { name: 'Show newest messages' }));
    await waitFor(() => expect(shown()).toEqual(numbers(37, 40)));
    expect(app.address()).not.toContain('message=');
    await waitFor(() => expect(server.count(READ)).toBe(1));
    expect(state.asked).toContain('around 10');
  });
});

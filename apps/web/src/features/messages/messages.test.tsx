import type { Message, Thread } from '@stridewell/contract/messages/messages';
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { setServerTime } from '../../lib/server-clock.ts';
import { ConversationList } from './conversation-list.tsx';
import { NewGroupMessage } from './conversation-tools.tsx';
import { MessageThread } from './message-thread.tsx';
import { deliverMessage } from './messages.delivery.ts';
import { messageOutbox } from './messages.outbox.ts';
import { NoConversation } from './no-conversation.tsx';

const MESSAGES = `/rest/v1/conversations/${CLIENT_ID}/messages`;
const [LIST, SEND] = [`GET ${MESSAGES}`, `POST ${MESSAGES}`];
const READ = `POST /rest/v1/conversations/${CLIENT_ID}/read`;
const TYPING = `POST /rest/v1/conversations/${CLIENT_ID}/typing`;

const aMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: `0190a5a0-0000-7000-8000-2000000${String(seq).padStart(5, '0')}`,
  seq,
  sender: 'coach',
  body: `Message ${seq}`,
  attachments: [],
  quote: null,
  automatic: false,
  createdAt: new Date(Date.UTC(2026, 4, 5, 10, seq)).toISOString(),
  ...changes,
});

const aThread = (messages: Message[], changes: Partial<Thread> = {}): Thread => ({
  withName: 'Maya Okafor',
  status: 'active',
  messages,
  more: false,
  reads: { coach: 0, client: 10_000 },
  ...changes,
});

const quote = {
  checkInId: '0190a5a0-0000-7000-8000-300000000001',
  day: '2026-05-04',
  weightKg: 80,
  adherence: 90,
  text: 'A hard week',
};

/** A server that stores messages, answers in pages like the real one, and fails on demand. */
function conversation(stored: Message[], { page = 50, ...changes }: Partial<Thread> & { page?: number } = {}) {
  const state = {
    stored,
    sent: [] as string[],
    asked: [] as (string | null)[],
    failure: null as (() => Response) | null,
  };
  server.on(TYPING, { notified: true });
  server.on(LIST, (request: Request) => {
    const query = new URL(request.url).searchParams;
    const [before, after] = [query.get('before'), query.get('after')];
    state.asked.push(after);
    const fitting = state.stored.filter(
      ({ seq }) => (before === null || seq < Number(before)) && (after === null || seq > Number(after)),
    );
    const shown = after === null ? fitting.slice(-page) : fitting.slice(0, page);
    return json(aThread(shown, { more: fitting.length > shown.length, ...changes }));
  });
  server.on(SEND, async (request: Request) => {
    const { id, body } = (await request.json()) as { id: string; body: string };
    state.sent.push(body);
    if (state.failure) return state.failure();
    const known = state.stored.find((one) => one.id === id);
    const message = known ?? aMessage(state.stored.length + 1, { id, body, sender: 'client' });
    if (!known) state.stored.push(message);
    return json(message);
  });
  return state;
}

const field = () => screen.findByRole('textbox', { name: 'Message to Maya Okafor' });
const shown = () => screen.queryAllByTestId('message').map(({ textContent }) => textContent);

/** A client's conversation, and the outbox that sends what they write. */
function Conversation({ userId }: { userId: string }) {
  const client = useQueryClient();
  useEffect(
    () => messageOutbox(userId).start((item, signal) => deliverMessage(client, userId, item, signal)),
    [client, userId],
  );
  const conversation = { coachId: COACH_ID, conversationId: CLIENT_ID };
  return <MessageThread conversation={conversation} side="client" userId={userId} units="metric" />;
}

let readers = 0;

/** The conversation without the page around it. Each test has its own person, because outboxes last as long as a tab. */
async function openThread() {
  readers += 1;
  await mount(<Conversation userId={`reader-${readers}`} />);
  await screen.findByRole('log');
}

async function write(text: string) {
  const input = await field();
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

describe('writing', () => {
  // The clock outlasts a test.
  afterEach(() => setServerTime(new Date().toUTCString()));

  it('shows help beside words about self-harm, also once they are sent', async () => {
    const state = conversation([aMessage(1)]);
    server.on(SEND, async (request: Request) => {
      const { id, body } = (await request.json()) as { id: string; body: string };
      state.sent.push(body);
      return json(aMessage(2, { id, body, sender: 'client' }));
    });
    await openThread();
    fireEvent.change(await field(), { target: { value: 'I want to hurt myself' } });
    expect(screen.getByText(/talk to a doctor or a person you trust today/)).toBeTruthy();
    await write('I want to hurt myself');
    await waitFor(() => expect(state.sent).toEqual(['I want to hurt myself']));
    expect(screen.getByText(/talk to a doctor or a person you trust today/)).toBeTruthy();
  });

  it('shows a message at once, keeps the order and sends one after the other', async () => {
    const state = conversation([aMessage(1)]);
    const answer = Promise.withResolvers<Response>();
    server.on(SEND, async (request: Request) => {
      const { id, body } = (await request.json()) as { id: string; body: string };
      state.sent.push(body);
      return body === 'A' ? answer.promise : json(aMessage(3, { id, body, sender: 'client' }));
    });
    await openThread();
    await write('A');
    await write('B');
    expect(shown()).toEqual(['Message 1', 'A', 'B']);
    expect(screen.getByText(/, sending$/)).toBeDefined();
    await waitFor(() => expect(state.sent).toEqual(['A']));
    answer.resolve(json(aMessage(2, { body: 'A', sender: 'client' })));
    await waitFor(() => expect(state.sent).toEqual(['A', 'B']));
  });

  it.each(['2019-03-01T08:00:00Z', '2031-03-01T08:00:00Z'])(
    'keeps its place on a device that is in %s',
    async (now) => {
      vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(now) });
      const at = new Date('2026-05-05T10:01:30Z');
      const state = conversation([aMessage(1)]);
      server.on(LIST, () => Response.json(aThread([...state.stored]), { headers: { date: at.toUTCString() } }));
      const answer = Promise.withResolvers<Response>();
      server.on(SEND, () => answer.promise);
      await openThread();
      await write('Still today');
      expect(shown()).toEqual(['Message 1', 'Still today']);
      const list = within(screen.getByRole('log'));
      expect(list.getAllByText(/^(Today|Yesterday|\w{3}, \w{3} \d+.*)$/)).toHaveLength(1);
      expect(list.getByText('Today')).toBeDefined();
      answer.resolve(json(aMessage(2, { body: 'Still today', sender: 'client' })));
    },
  );

  it('sends with Enter, not with Shift+Enter, nor while characters are chosen, nor nothing', async () => {
    const state = conversation([]);
    await openThread();
    const input = await field();
    fireEvent.change(input, { target: { value: 'Line' } });
    fireEvent.keyDown(input, { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    expect(shown()).toEqual([]);
    await write('  \n ');
    expect(shown()).toEqual([]);
    await write(' Line\nbreak ');
    await waitFor(() => expect(state.sent).toEqual(['Line\nbreak']));
  });

  it('says how much is too much and keeps it', async () => {
    conversation([]);
    await openThread();
    await write('x'.repeat(10_003));
    expect(screen.getByText('3 characters too many')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    expect(shown()).toEqual([]);
  });

  it('says what was refused, and sends it again or forgets it when asked to', async () => {
    const state = conversation([]);
    const refusal = {
      defined: true,
      code: 'CONVERSATION_CLOSED',
      status: 409,
      message: 'This conversation is closed.',
    };
    state.failure = () => json(refusal, 409);
    await openThread();
    await write('Keep me');
    await write('Forget me');
    const problem = 'Not sent. This conversation is closed.';
    await waitFor(() => expect(screen.getAllByText(problem)).toHaveLength(2));
    state.failure = null;
    const [first, second] = screen.getAllByRole('alert');
    if (!first || !second) throw new Error('two were refused');
    fireEvent.click(within(second).getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(first).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await waitFor(() => expect(state.stored.map(({ body }) => body)).toEqual(['Keep me']));
    expect(shown()).toEqual(['Keep me']);
  });

  it('retries automatically after a failure, and keeps the order', async () => {
    const state = conversation([]);
    state.failure = () => json({ code: 'BAD_GATEWAY' }, 502);
    await openThread();
    await write('One');
    await write('Two');
    const again = await screen.findByRole('button', { name: 'Try now' });
    expect(shown()).toEqual(['One', 'Two']);
    state.failure = null;
    fireEvent.click(again);
    await waitFor(() => expect(state.stored.map(({ body }) => body)).toEqual(['One', 'Two']));
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  });
});

describe('reading', () => {
  it('opens a web address in a message, and nothing else, in another tab', async () => {
    conversation([aMessage(1, { body: 'Join at https://meet.example.com/abc, not javascript:alert(1).' })]);
    await openThread();
    const [link, ...others] = within(await screen.findByTestId('message')).getAllByRole('link');
    expect(link?.getAttribute('href')).toBe('https://meet.example.com/abc');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toContain('noopener');
    expect(others).toEqual([]);
    expect(shown()).toEqual(['Join at https://meet.example.com/abc, not javascript:alert(1).']);
  });

  it('goes upwards page by page and has each day once', async () => {
    const old = Array.from({ length: 12 }, (_, index) =>
      aMessage(index + 1, { createdAt: new Date(Date.UTC(2026, 4, 1 + Math.floor(index / 4), 12)).toISOString() }),
    );
    conversation(old, { page: 5 });
    await openThread();
    await waitFor(() => expect(shown()).toHaveLength(5));
    fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
    await waitFor(() => expect(shown()).toHaveLength(10));
    fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
    await waitFor(() => expect(shown()).toEqual(old.map(({ body }) => body)));
    expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull();
    expect(screen.getAllByText(/^(Fri, May 1|Sat, May 2|Sun, May 3)/)).toHaveLength(3);
  });

  it('marks as read what is on the screen, once', async () => {
    conversation([aMessage(1), aMessage(2)], { reads: { coach: 0, client: 0 } });
    const marks: unknown[] = [];
    server.on(READ, async (request: Request) => {
      marks.push(await request.json());
      return json({ seq: 2 });
    });
    await openThread();
    await waitFor(() => expect(marks).toEqual([{ coachId: COACH_ID, seq: 2 }]));
  });

  it('asks again every ten seconds for what is new, and only for that', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
    const state = conversation([aMessage(1, { sender: 'client' })], { reads: { coach: 1, client: 99 } });
    await openThread();
    await waitFor(() => expect(shown()).toEqual(['Message 1']));
    expect(screen.getByText(/, read$/)).toBeDefined();
    state.stored.push(aMessage(2));
    await act(() => vi.advanceTimersByTimeAsync(10_500));
    await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2']));
    expect(state.asked.slice(0, 2)).toEqual([null, '1']);
  });

  it('is all that a former client can do', async () => {
    conversation([aMessage(1)], { status: 'ended', reads: { coach: 0, client: 0 } });
    await openThread();
    expect(await screen.findByText('This conversation is closed. You can still read it.')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(server.count(READ)).toBe(0);
  });
});

describe('a reply to a check-in', () => {
  it('quotes the check-in and leads the client to it', async () => {
    conversation([aMessage(1, { quote }), aMessage(2)], { reads: { coach: 2, client: 2 } });
    await openThread();
    const card = await screen.findByRole('link', { name: /Check-in from/ });
    expect(card.textContent).toContain('“A hard week”');
    expect(card.getAttribute('href')).toBe(`/client/check-in#check-in-${quote.checkInId}`);
    expect(screen.getAllByRole('link', { name: /Check-in from/ })).toHaveLength(1);
  });
});

describe('the list of a coach', () => {
  const LISTED = 'GET /rest/v1/conversations';
  const item = {
    id: CLIENT_ID,
    clientName: 'Jonas Lind',
    photoId: null,
    status: 'active',
    unread: 120,
    last: null,
    lastIsGroup: false,
  };
  const last = { sender: 'coach', excerpt: 'See you then', createdAt: new Date().toISOString() };

  it('marks a group message, and leads to a new one', async () => {
    server.on(LISTED, { conversations: [{ ...item, last, lastIsGroup: true }], nextCursor: null });
    await mount(
      <>
        <NewGroupMessage coachId={COACH_ID} />
        <ConversationList coachId={COACH_ID} openId={undefined} openAt={undefined} search={{}} />
      </>,
    );
    expect((await screen.findByRole('link', { name: /Jonas Lind/ })).textContent).toContain(
      'Group message: See you then',
    );
    const group = screen.getByRole('link', { name: 'New group message' });
    expect(group.getAttribute('href')).toBe(`/coach/${COACH_ID}/notifications`);
  });

  it('says when the last message was written in the zone of the coach', async () => {
    // The suite runs in Asia/Kathmandu, where this is Tuesday night.
    const createdAt = '2029-01-08T20:00:00.000Z';
    server.on(LISTED, { conversations: [{ ...item, last: { ...last, createdAt } }], nextCursor: null });
    await mount(<ConversationList coachId={COACH_ID} openId={undefined} openAt={undefined} search={{}} />);
    expect((await screen.findByRole('link', { name: /Jonas Lind/ })).textContent).toContain('Mon, Jan 8');
  });

  it('leads to the unread message that has waited longest', async () => {
    const older = { ...item, id: COACH_ID, clientName: 'Ada Moss', last };
    server.on(LISTED, {
      conversations: [{ ...item, last }, older, { ...older, id: aMessage(9).id, unread: 0 }],
      nextCursor: null,
    });
    await mount(<NoConversation coachId={COACH_ID} />);
    expect(await screen.findByRole('heading', { name: 'Ada Moss wrote to you' })).toBeDefined();
    const link = screen.getByRole('link', { name: 'Read message' });
    expect(link.getAttribute('href')).toBe(`/coach/${COACH_ID}/messages/${older.id}`);
  });

  it('says who wrote what and what is unread, and opens a conversation', async () => {
    conversation([aMessage(1)], { withName: 'Jonas Lind' });
    server.on(LISTED, { conversations: [{ ...item, last }], nextCursor: null });
    const app = await openApp(`/coach/${COACH_ID}/messages`, aCoach());
    const link = await screen.findByRole('link', { name: /Jonas Lind/ });
    expect(link.textContent).toContain('You: See you then');
    expect(within(link).getByLabelText('99+ unread')).toBeDefined();
    fireEvent.click(link);
    await waitFor(() => expect(app.path()).toBe(`/coach/${COACH_ID}/messages/${CLIENT_ID}`));
    expect(await screen.findByRole('heading', { name: 'Jonas Lind' })).toBeDefined();
    expect(shown()).toEqual(['Message 1']);
  });

  it('of a coach without clients says what to do', async () => {
    server.on(LISTED, { conversations: [], nextCursor: null });
    await openApp(`/coach/${COACH_ID}/messages`, aCoach());
    expect(await screen.findByText('Your conversations will appear here')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Add a client' }));
    expect(await screen.findByRole('dialog', { name: 'Add client' })).toBeDefined();
  });

  it('shows no conversation of another coach', async () => {
    server.on(LISTED, { conversations: [], nextCursor: null });
    server.refuse(LIST, 404, 'NOT_FOUND', 'We could not find that.');
    await openApp(`/coach/${COACH_ID}/messages/${CLIENT_ID}`, aCoach());
    expect(await screen.findByRole('heading', { name: 'There is no page at this address' })).toBeDefined();
  });
});

describe('a conversation in the app', () => {
  it('keeps drafts and what is on its way over a reload', async () => {
    const state = conversation([]);
    state.failure = () => json({ code: 'BAD_GATEWAY' }, 502);
    await openApp('/client/messages', aClient());
    await write('On its way');
    fireEvent.change(await field(), { target: { value: 'Half a thought' } });
    const again = await screen.findByRole('button', { name: 'Try now' });
    const kept = [window.sessionStorage, window.localStorage].map((storage) => Object.entries(storage));
    // The server gets it, and the page is gone before it hears of that.
    state.failure = null;
    fireEvent.click(again);
    await waitFor(() => expect(screen.getByText(/, sent$/)).toBeDefined());
    cleanup();
    for (const [index, storage] of [window.sessionStorage, window.localStorage].entries())
      for (const [key, value] of kept[index] ?? []) storage.setItem(key, value);
    await openApp('/client/messages', aClient());
    expect(await field()).toHaveProperty('value', 'Half a thought');
    await waitFor(() => expect(state.sent).toEqual(['On its way', 'On its way', 'On its way']));
    expect(state.stored).toHaveLength(1);
    await waitFor(() => expect(shown()).toEqual(['On its way']));
  });

  it('quotes figures where nothing was written, in the units of the coach', async () => {
    conversation([aMessage(1, { quote: { ...quote, text: '' } })], { reads: { coach: 1, client: 1 } });
    await openApp(`/coach/${COACH_ID}/messages/${CLIENT_ID}`, aCoach({ user: { unitSystem: 'imperial' } }));
    const card = await screen.findByRole('link', { name: /Check-in from/ });
    expect(card.textContent).toContain('176.4 lb, Plan followed (self-reported) 90%');
    expect(card.getAttribute('href')).toBe(`/coach/${COACH_ID}/check-ins/${quote.checkInId}`);
  });
});

describe('the badge of the bar', () => {
  it('shows the same number in the bar and in the tabs of a client', async () => {
    server.on('GET /rest/v1/messages/unread', { unread: 3 });
    await openApp('/client/unsent', aClient());
    const links = await screen.findAllByRole('link', { name: /^Messages\s*3\s*unread$/ });
    expect(links).toHaveLength(2);
  });

  it('stands in the bar and the tabs of a coach, and is gone once nothing is unread', async () => {
    server.on('GET /rest/v1/messages/unread', { unread: 100 });
    await openApp(`/coach/${COACH_ID}/calendar`, aCoach());
    const marked = () => screen.queryAllByRole('link', { name: /^Messages\s*99\+\s*unread$/ });
    await waitFor(() => expect(marked()).toHaveLength(2));
    server.on('GET /rest/v1/messages/unread', { unread: 0 });
    act(() => FakeSocket.last.say('event', { event: 'read', coachId: COACH_ID, conversationId: CLIENT_ID }));
    await waitFor(() => expect(marked()).toEqual([]));
  });

  it('asks for no number for a client whose coaching has ended', async () => {
    const former = { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Maya Okafor', status: 'ended', photoId: null };
    await openApp('/client/messages', aClient({ client: former }));
    await screen.findByRole('log');
    expect(server.count('GET /rest/v1/messages/unread')).toBe(0);
  });
});

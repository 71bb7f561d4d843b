import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const path =
  (rest: string) =>
  ({ clientId }: World) =>
    `/conversations/${clientId}${rest}`;
const nowhere = `/conversations/${randomUUID()}`;

const sendBroadcast = (changes: (world: World) => object) =>
  send(
    'POST',
    () => '/broadcasts',
    (world) => ({
      coachId: world.coachId,
      id: randomUUID(),
      body: 'Hello {first name}',
      clientIds: [world.clientId],
      ...changes(world),
    }),
  );

/** Conversations are open to both sides, and group messages to the coach. All others get NOT_FOUND. */
export const MESSAGES_CASES: Record<string, Case> = {
  'messages.listConversations': {
    call: get(({ coachId }) => `/conversations?coachId=${coachId}`),
    bad: [...badGets('/conversations', '/conversations?coachId=x')],
    // A cursor that no page has returned is unknown.
    missing: [
      get(({ coachId }) => `/conversations?coachId=${coachId}&cursor=' or 1=1`),
      get(({ coachId }) => `/conversations?coachId=${coachId}&cursor=999999999999999.${randomUUID()}`),
    ],
  },
  'messages.searchMessages': {
    call: get(({ coachId }) => `/messages/search?coachId=${coachId}&q=hello`),
    bad: [
      ...badGets('/messages/search?q=x', '/messages/search?coachId=x&q=x'),
      ...['', '%20', 'x'.repeat(121), '%07'].map((q) =>
        get(({ coachId }) => `/messages/search?coachId=${coachId}&q=${q}`),
      ),
      get(({ coachId }) => `/messages/search?coachId=${coachId}&q=hello&cursor=' or 1=1`),
    ],
  },
  'messages.countUnread': {
    call: get(() => '/messages/unread'),
  },
  'messages.listMessages': {
    call: get((world) => `${path('/messages')(world)}?coachId=${world.coachId}`),
    bad: [
      ...badGets(`${nowhere}/messages`, '/conversations/x/messages?coachId=y'),
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&before=-1`),
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&before=1e99`),
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&before=3&after=1`),
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&after=3&around=1`),
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&around=x`),
    ],
    missing: [get(({ coachId }) => `${nowhere}/messages?coachId=${coachId}`)],
  },
  'messages.sendMessage': {
    call: send('POST', path('/messages'), ({ coachId }) => ({ coachId, id: randomUUID(), body: 'Hello' })),
    missing: [
      send(
        'POST',
        () => `${nowhere}/messages`,
        ({ coachId }) => ({ coachId, id: randomUUID(), body: 'Hello' }),
      ),
    ],
    bad: [
      ...badSends('POST', `${nowhere}/messages`),
      ...['', ' \n\t ', LONG, 'x'.repeat(10_001), 'a\u0000b', { $gt: '' }, null].map((body) =>
        send('POST', path('/messages'), ({ coachId }) => ({ coachId, id: randomUUID(), body })),
      ),
      send('POST', path('/messages'), ({ coachId }) => ({ coachId, id: 'x', body: 'Hello' })),
      ...['x', ['x'], Array(6).fill(randomUUID()), [null], { length: 1 }].map((attachmentIds) =>
        send('POST', path('/messages'), ({ coachId }) => ({ coachId, id: randomUUID(), body: '', attachmentIds })),
      ),
    ],
  },
  'messages.markConversationRead': {
    call: send('POST', path('/read'), ({ coachId }) => ({ coachId, seq: 0 })),
    missing: [
      send(
        'POST',
        () => `${nowhere}/read`,
        ({ coachId }) => ({ coachId, seq: 1 }),
      ),
    ],
    bad: [
      ...badSends('POST', `${nowhere}/read`),
      ...[-1, 1.5, 1e12, 'many'].map((seq) => send('POST', path('/read'), ({ coachId }) => ({ coachId, seq }))),
    ],
  },
  'messages.sendTyping': {
    call: send('POST', path('/typing'), ({ coachId }) => ({ coachId })),
    bad: badSends('POST', `${nowhere}/typing`),
  },
  'messages.listBroadcastClients': {
    call: get(({ coachId }) => `/broadcasts/clients?coachId=${coachId}`),
    bad: badGets('/broadcasts/clients', '/broadcasts/clients?coachId=x'),
  },
  'messages.sendBroadcast': {
    call: sendBroadcast(() => ({})),
    bad: [
      ...badSends('POST', '/broadcasts'),
      ...['', ' \n ', LONG, 'x'.repeat(10_001), 'a\u0000b', null, { $gt: '' }].map((body) =>
        sendBroadcast(() => ({ body })),
      ),
      ...[[], ['x'], Array.from({ length: 501 }, () => randomUUID()), 'all', null].map((clientIds) =>
        sendBroadcast(() => ({ clientIds })),
      ),
      sendBroadcast(() => ({ id: 'x' })),
    ],
    missing: [
      sendBroadcast(() => ({ clientIds: [randomUUID()] })),
      sendBroadcast(({ clientId }) => ({ clientIds: [clientId, randomUUID()] })),
    ],
  },
  'messages.getBroadcast': {
    call: get(({ coachId, broadcastId }) => `/broadcasts/${broadcastId}?coachId=${coachId}`),
    bad: badGets('/broadcasts/x', `/broadcasts/${randomUUID()}?coachId=x`),
    missing: [get(({ coachId }) => `/broadcasts/${randomUUID()}?coachId=${coachId}`)],
  },
  'messages.listBroadcasts': {
    call: get(({ coachId }) => `/broadcasts?coachId=${coachId}`),
    bad: [
      ...badGets('/broadcasts', '/broadcasts?coachId=x'),
      get(({ coachId }) => `/broadcasts?coachId=${coachId}&cursor=x`),
    ],
  },
};

import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const path =
  (rest: string) =>
  ({ clientId }: World) =>
    `/conversations/${clientId}${rest}`;
const nowhere = `/conversations/${randomUUID()}`;

const sendBroadcast = (changes: (world: World) => object) =>
  send('POST', '/broadcasts', (world) => ({
    coachId: world.coachId,
    id: randomUUID(),
    body: 'Hello {first name}',
    clientIds: [world.clientId],
    ...changes(world),
  }));

/** Conversations are open to both sides, and group messages to the coach. All others get NOT_FOUND. */
export const MESSAGES_CASES: Record<string, Case> = {
  'messages.listConversations': {
    call: get('/conversations?coachId={coachId}'),

    // A cursor that no page has returned is unknown.
    missing: [
      get(`/conversations?coachId={coachId}&cursor=' or 1=1`),
      get('/conversations?coachId={coachId}&cursor=999999999999999.{new}'),
    ],
  },
  'messages.searchMessages': {
    call: get('/messages/search?coachId={coachId}&q=hello'),
    bad: [get(`/messages/search?coachId={coachId}&q=hello&cursor=' or 1=1`)],
  },
  'messages.listMessages': {
    call: get((world) => `${path('/messages')(world)}?coachId=${world.coachId}`),
    bad: [
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&before=3&after=1`),
      get((world) => `${path('/messages')(world)}?coachId=${world.coachId}&after=3&around=1`),
    ],
    missing: [get(`${nowhere}/messages?coachId={coachId}`)],
  },
  'messages.sendMessage': {
    call: send('POST', path('/messages'), { coachId: '{coachId}', id: '{new}', body: 'Hello' }),
    missing: [send('POST', `${nowhere}/messages`, { coachId: '{coachId}', id: '{new}', body: 'Hello' })],
  },
  'messages.markConversationRead': {
    call: send('POST', path('/read'), { coachId: '{coachId}', seq: 0 }),
    missing: [send('POST', `${nowhere}/read`, { coachId: '{coachId}', seq: 1 })],
  },
  'messages.sendTyping': {
    call: send('POST', path('/typing'), { coachId: '{coachId}' }),
  },
  'messages.sendBroadcast': {
    call: sendBroadcast(() => ({})),
    missing: [
      sendBroadcast(() => ({ clientIds: [randomUUID()] })),
      sendBroadcast(({ clientId }) => ({ clientIds: [clientId, randomUUID()] })),
    ],
  },
  'messages.getBroadcast': {
    call: get('/broadcasts/{broadcastId}?coachId={coachId}'),
    missing: [get('/broadcasts/{new}?coachId={coachId}')],
  },
  'messages.listBroadcasts': {
    call: get('/broadcasts?coachId={coachId}'),
    bad: [get('/broadcasts?coachId={coachId}&cursor=x')],
  },
};

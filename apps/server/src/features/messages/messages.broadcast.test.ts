import { randomUUID } from 'node:crypto';
import { BROADCAST_PAGE } from '@stridewell/contract/messages/messages.broadcast.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { createBroadcast, deliverBroadcast } from './messages.broadcast.service.ts';
import { scopeOfBroadcast } from './messages.scopes.ts';
import { messages } from './messages.table.ts';

const answers = { UNKNOWN_CLIENT: null, MESSAGE_TOO_LONG: null };

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

let coach: Coach;
let coachId: string;
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { name: 'Ana Silva' });
  coachId = coach.id;
});

const addClient = (name: string, status = 'active') => aClient(test, { of: coach, person: { name }, status });
const send = (clients: readonly { clientId: string }[], body: string, id = randomUUID()) =>
  coach.api.messages.sendBroadcast({ coachId, id, body, clientIds: clients.map(({ clientId }) => clientId) });
const read = (id: string) => coach.api.messages.getBroadcast({ coachId, id });
const finished = async (id: string) => {
  await expect.poll(async () => (await read(id)).pending, { timeout: 15_000 }).toBe(0);
  return read(id);
};
const bodiesOf = async ({ clientId, api }: Client) =>
  (await api.messages.listMessages({ coachId, conversationId: clientId })).messages.map(({ body }) => body);
/** Creates a group message without its job, so that only the test sends it. */
async function create(body: string, clients: readonly Client[], now = new Date()) {
  const message = { id: randomUUID(), body, clientIds: clients.map(({ clientId }) => clientId), now };
  await test.services.db.write(scopeOfBroadcast({ coachId }), (tx) => createBroadcast(tx, message), answers);
  return message.id;
}

describe('a group message', () => {
  it('does not change the order of conversations, and is marked in the list', async () => {
    const [nina, omar, zoe] = [
      await addClient('Nina Park'),
      await addClient('Omar Haddad'),
      await addClient('Zoe Kim'),
    ];
    const list = async () => (await coach.api.messages.listConversations({ coachId })).conversations;
    const write = (client: Client, body: string) =>
      client.api.messages.sendMessage({ coachId, conversationId: client.clientId, id: randomUUID(), body });
    // Later than the clients were added: the database counts that in microseconds, messages in milliseconds.
    const start = Date.now();
    const waitUntil = (seconds: number) => test.setNow(new Date(start + seconds * 1000));
    waitUntil(1);
    await write(nina, 'Hello from Nina');
    waitUntil(2);
    await write(omar, 'Hello from Omar');
    waitUntil(3);
    const before = (await list()).map(({ clientName }) => clientName);
    expect(before.slice(0, 2)).toEqual(['Omar Haddad', 'Nina Park']);
    const { id } = await send([zoe, nina], 'The gym is closed on Friday.');
    await finished(id);
    const after = await list();
    expect(after.map(({ clientName }) => clientName)).toEqual(before);
    expect(after.map(({ clientName, lastIsGroup }) => [clientName, lastIsGroup])).toEqual(
      before.map((name) => [name, name !== 'Omar Haddad']),
    );
    expect(await bodiesOf(nina)).toEqual(['Hello from Nina', 'The gym is closed on Friday.']);
    waitUntil(4);
    await write(zoe, 'Thanks');
    const moved = await list();
    expect(moved[0]).toMatchObject({ clientName: 'Zoe Kim', lastIsGroup: false });
  });

  it('arrives in the conversation of each client, with their name, and shows who has read it', async () => {
    const [nina, omar] = [await addClient('Nina Park'), await addClient('Omar $& Haddad', 'paused')];
    const { id, recipients } = await send([nina, omar], 'Hello {first name}!\nSee you on Monday.');
    expect(recipients).toBe(2);
    expect(await finished(id)).toMatchObject({ sent: 2, read: 0 });
    expect(await bodiesOf(nina)).toEqual(['Hello Nina!\nSee you on Monday.']);
    expect(await bodiesOf(omar)).toEqual(['Hello Omar!\nSee you on Monday.']);
    expect(await notificationsOf(test, nina)).toMatchObject([
      { type: 'message_received', message: 'Hello Nina! See you on Monday.' },
    ]);
    await nina.api.messages.markConversationRead({ coachId, conversationId: nina.clientId, seq: 1 });
    expect(await read(id)).toMatchObject({
      read: 1,
      to: [
        { fullName: 'Nina Park', outcome: 'sent', read: true },
        { outcome: 'sent', read: false },
      ],
    });
  });

  it('skips clients who cannot receive it, and names them', async () => {
    const [active, archived] = [await addClient('Nina Park'), await addClient('Omar Haddad', 'archived')];
    const invited = await createClient(test.owner, coachId, { fullName: 'Ivy Lane' });
    const { id } = await send([active, archived, invited], 'Hello');
    const { to, sent } = await finished(id);
    expect(sent).toBe(1);
    expect(to.map(({ fullName, outcome }) => [fullName, outcome])).toEqual([
      ['Ivy Lane', 'not_joined'],
      ['Nina Park', 'sent'],
      ['Omar Haddad', 'closed'],
    ]);
    expect(await bodiesOf(archived)).toEqual([]);
  });

  it('skips clients without a covered seat', async () => {
    await test.owner.update(users).set({ plan: 'base', includedClients: 5 }).where(eq(users.id, coachId));
    const clients: Client[] = [];
    for (let index = 0; index < 6; index += 1) clients.push(await addClient(`Client ${index}`));
    const { clients: listed } = await coach.api.messages.listBroadcastClients({ coachId });
    expect(listed.map(({ readOnly }) => readOnly)).toEqual([false, false, false, false, false, true]);
    const { id } = await send(clients, 'Hello');
    const { to } = await finished(id);
    expect(to.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('sent'), 'not_covered']);
  });

  it('is sent once for repeated and concurrent requests', async () => {
    const nina = await addClient('Nina Park');
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => send([nina], 'Once', id)));
    await finished(id);
    expect(await send([nina], 'Once', id)).toMatchObject({ body: 'Once', sent: 1 });
    await expect(send([nina], 'Something else', id)).rejects.toMatchObject({ code: 'ID_TAKEN', status: 409 });
    await Promise.all([1, 2, 3].map(() => deliverBroadcast(test.services, { coachId, broadcastId: id })));
    expect(await bodiesOf(nina)).toEqual(['Once']);
  });

  it('skips a failed copy, and sends it on the next try', async () => {
    const clients = [await addClient('Nina Park'), await addClient('Omar Haddad'), await addClient('Ivy Lane')];
    const { db } = test.services;
    const id = await create('Hello {first name}', clients);
    let clock = 0;
    const stopping = () => {
      clock += 1;
      if (clock === 2) throw new Error('killed');
      return new Date();
    };
    await expect(
      deliverBroadcast({ db, log: test.services.log, now: stopping }, { coachId, broadcastId: id }),
    ).rejects.toThrow('killed');
    expect(await read(id)).toMatchObject({ sent: 2, pending: 1 });
    await deliverBroadcast(test.services, { coachId, broadcastId: id });
    expect(await read(id)).toMatchObject({ sent: 3, pending: 0 });
    const stored = await test.owner.select().from(messages).where(eq(messages.coachId, coachId));
    expect(stored.map(({ body }) => body).sort()).toEqual(['Hello Ivy', 'Hello Nina', 'Hello Omar']);
  });

  it('is refused as a whole if a client is another coach’s, or the text is too long for one client', async () => {
    const nina = await addClient('Nina Park');
    const other = await createClient(test.owner, (await aCoach(test)).id);
    await expect(send([nina, other], 'Hello')).rejects.toMatchObject({ code: 'UNKNOWN_CLIENT' });
    await updateRelationship(test, nina, { fullName: 'W'.repeat(60) });
    const tooLong = send([nina], `${'x'.repeat(9950)}{first name}`);
    await expect(tooLong).rejects.toMatchObject({ code: 'MESSAGE_TOO_LONG' });
    expect(await coach.api.messages.listBroadcasts({ coachId })).toMatchObject({ broadcasts: [] });
    expect(await bodiesOf(nina)).toEqual([]);
  });

  it('counts toward a limit; repeated requests do not', async () => {
    const nina = await addClient('Nina Park');
    const id = randomUUID();
    for (let index = 0; index < 25; index += 1) await send([nina], 'Hello', id);
    const outcomes: string[] = [];
    for (let index = 0; index < 20; index += 1) outcomes.push(...(await outcomesOf([send([nina], 'Hello')])));
    expect(outcomes).toEqual([...Array(19).fill('OK'), 'RATE_LIMITED']);
  });
});

describe('the history', () => {
  it('is read in pages, newest first, with one statement a page', async () => {
    const nina = await addClient('Nina Park');
    for (let index = 0; index < BROADCAST_PAGE + 3; index += 1) {
      await create(`Number ${index}`, [nina], new Date(Date.UTC(2026, 0, 1, 0, index)));
    }
    const list = (cursor?: string) => coach.api.messages.listBroadcasts({ coachId, cursor });
    const { broadcasts, nextCursor } = await list();
    expect(broadcasts.map(({ body }) => body)).toEqual(
      Array.from({ length: BROADCAST_PAGE }, (_, index) => `Number ${BROADCAST_PAGE + 2 - index}`),
    );
    const next = await list(nextCursor ?? '');
    expect(next.broadcasts.map(({ body }) => body)).toEqual(['Number 2', 'Number 1', 'Number 0']);
    expect(next.nextCursor).toBeNull();
    expect(await countStatements(() => list(nextCursor ?? ''))).toBe(1);
  });
});

import { randomUUID } from 'node:crypto';
import type { Thread } from '@stridewell/contract/messages/messages';
import { CONVERSATION_PAGE } from '@stridewell/contract/messages/messages.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createUser } from '../../../seed/factories.ts';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { someMessages } from '../../../test/factories/records.ts';
import {
  aClient,
  aCoach,
  type Client,
  type Coach,
  notificationsOf,
  type Person,
  updateRelationship,
} from '../../../test/people.ts';
import { users } from '../../core/people/people.table.ts';
import { conversations } from './messages.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

type Pair = { coachId: string; clientId: string; coach: Coach; client: Client };

async function createPair(): Promise<Pair> {
  const coach = await aCoach(test, { name: 'Ana Silva' });
  const client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
  return { coachId: coach.id, clientId: client.clientId, coach, client };
}

const actions = ({ coachId, clientId }: { coachId: string; clientId: string }) => ({
  write: ({ api }: Person, body: string, id = randomUUID()) =>
    api.messages.sendMessage({ coachId, conversationId: clientId, id, body }),
  read: ({ api }: Person, place: { before?: number; after?: number; around?: number } = {}) =>
    api.messages.listMessages({ coachId, conversationId: clientId, ...place }),
  mark: ({ api }: Person, seq: number) => api.messages.markConversationRead({ coachId, conversationId: clientId, seq }),
  list: ({ api }: Person, cursor?: string) => api.messages.listConversations({ coachId, cursor }),
});
const NOT_FOUND = { code: 'NOT_FOUND' };

let pair: Pair;
let act: ReturnType<typeof actions>;
beforeEach(async () => {
  test.setNow(null);
  pair = await createPair();
  act = actions(pair);
});

describe('a conversation', () => {
  it('exists before the first message, and then has the messages of both sides in order', async () => {
    expect(await act.read(pair.client)).toEqual({
      withName: 'Ana Silva',
      status: 'active',
      messages: [],
      more: false,
      reads: { coach: 0, client: 0 },
    });
    await act.write(pair.coach, '  Hello\nNina  ');
    await act.write(pair.client, '<b>Hi</b> 💪');
    const thread = await act.read(pair.coach);
    expect(thread.withName).toBe('Nina Park');
    expect(thread.messages.map(({ seq, sender, body }) => [seq, sender, body])).toEqual([
      [1, 'coach', 'Hello\nNina'],
      [2, 'client', '<b>Hi</b> 💪'],
    ]);
    expect((await act.read(pair.client)).messages).toEqual(thread.messages);
  });

  it('stores a message once when it is sent repeatedly or concurrently', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => act.write(pair.client, 'Once', id)));
    expect(answers.map(({ seq }) => seq)).toEqual([1, 1, 1, 1]);
    expect((await act.write(pair.client, 'Something else', id)).body).toBe('Once');
    expect((await act.read(pair.coach)).messages).toHaveLength(1);
    expect(await notificationsOf(test, pair.coach)).toHaveLength(1);
  });

  it('numbers concurrent messages without gaps', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => act.write(index % 2 ? pair.coach : pair.client, `${index}`)),
    );
    const { messages: stored } = await act.read(pair.coach);
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('refuses an id of another conversation, even from its coach', async () => {
    const other = await aClient(test, { of: pair.coach });
    const { clientId } = other;
    const id = randomUUID();
    await act.write(pair.client, 'Mine', id);
    const second = actions(other);
    await expect(second.write(other, 'Taken over', id)).rejects.toMatchObject(NOT_FOUND);
    await expect(second.write(pair.coach, 'Taken over', id)).rejects.toMatchObject(NOT_FOUND);
    await expect(act.write(pair.coach, 'In the other name', id)).rejects.toMatchObject(NOT_FOUND);
    expect((await second.read(pair.coach)).messages).toEqual([]);
    // A refused message leaves no row, not even a conversation.
    const rows = await test.owner.select().from(conversations).where(eq(conversations.clientId, clientId));
    expect(rows).toEqual([]);
  });

  it('accepts up to 10,000 characters', async () => {
    expect((await act.write(pair.client, 'ä'.repeat(10_000))).seq).toBe(1);
    await expect(act.write(pair.client, 'ä'.repeat(10_001))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is read upwards and downwards in pages', async () => {
    await act.write(pair.coach, '1');
    const messages = Array.from({ length: 119 }, (_, index) => ({ body: `${index + 2}` }));
    await someMessages(test, { of: pair, messages });
    const seqs = ({ messages: page, more }: Thread) => [page[0]?.seq, page.at(-1)?.seq, more];
    expect(seqs(await act.read(pair.client))).toEqual([71, 120, true]);
    expect(seqs(await act.read(pair.client, { before: 71 }))).toEqual([21, 70, true]);
    expect(seqs(await act.read(pair.client, { before: 21 }))).toEqual([1, 20, false]);
    expect(seqs(await act.read(pair.client, { after: 100 }))).toEqual([101, 120, false]);
    expect(seqs(await act.read(pair.client, { after: 0 }))).toEqual([1, 50, true]);
    expect((await act.read(pair.client, { after: 120 })).messages).toEqual([]);
    expect(seqs(await act.read(pair.client, { around: 60 }))).toEqual([35, 84, true]);
    expect(seqs(await act.read(pair.client, { around: 3 }))).toEqual([1, 27, true]);
    expect(seqs(await act.read(pair.client, { around: 96 }))).toEqual([71, 120, false]);
    expect(seqs(await act.read(pair.client, { around: 500 }))).toEqual([96, 120, false]);
    expect(seqs(await act.read(pair.client, { around: 0 }))).toEqual([1, 25, true]);
  });

  it('can be read by a former client, and is closed for both sides', async () => {
    await act.write(pair.client, 'Before');
    await updateRelationship(test, pair, { status: 'ended' });
    const closed = { code: 'CONVERSATION_CLOSED' };
    await expect(act.write(pair.client, 'After')).rejects.toMatchObject(closed);
    await expect(act.write(pair.coach, 'After')).rejects.toMatchObject(closed);
    await expect(act.mark(pair.client, 1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const thread = await act.read(pair.client);
    expect(thread).toMatchObject({ status: 'ended', messages: [{ body: 'Before' }], reads: { client: 0 } });
    expect((await act.list(pair.coach)).conversations).toMatchObject([
      { status: 'ended', last: { excerpt: 'Before' } },
    ]);
  });

  it("is read-only for a client beyond the coach's plan, until there is room", async () => {
    const { coachId } = pair;
    await test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coachId));
    const longest = new Date('2025-01-01T00:00:00Z');
    for (let taken = 0; taken < 5; taken += 1) await createClient(test.owner, coachId, { acceptedAt: longest });
    await expect(act.write(pair.client, 'Hello?')).rejects.toMatchObject({ code: 'COACH_PLAN_FULL' });
    await act.write(pair.coach, 'One moment.');
    expect((await act.read(pair.client)).messages.map(({ body }) => body)).toEqual(['One moment.']);
    await test.owner.update(users).set({ plan: 'plus' }).where(eq(users.id, coachId));
    expect((await act.write(pair.client, 'Hello?')).seq).toBe(2);
  });

  it('is closed while the invitation is open', async () => {
    const { clientId } = await createClient(test.owner, pair.coachId);
    const { write } = actions({ ...pair, clientId });
    await expect(write(pair.coach, 'Hello')).rejects.toMatchObject({ code: 'CONVERSATION_CLOSED' });
    expect((await act.list(pair.coach)).conversations.map(({ id }) => id)).toEqual([pair.clientId]);
  });

  it('limits messages per minute', async () => {
    test.setNow(new Date('2026-05-05T12:00:00Z'));
    const outcomes = await outcomesOf(Array.from({ length: 70 }, (_, index) => act.write(pair.client, `${index}`)));
    expect(outcomes.sort()).toEqual([...Array(60).fill('OK'), ...Array(10).fill('RATE_LIMITED')]);
    test.setNow(new Date('2026-05-05T12:01:01Z'));
    expect((await act.write(pair.client, 'Again')).seq).toBe(61);
  });
});

describe('the read marker', () => {
  it('only moves forward, and at most to the last message', async () => {
    for (const body of ['1', '2', '3']) await act.write(pair.client, body);
    expect((await act.list(pair.coach)).conversations[0]?.unread).toBe(3);
    expect(await act.mark(pair.coach, 2)).toEqual({ seq: 2 });
    expect((await act.list(pair.coach)).conversations[0]?.unread).toBe(1);
    expect(await act.mark(pair.coach, 1)).toEqual({ seq: 2 });
    await Promise.all([1_000_000, 3, 2].map((seq) => act.mark(pair.coach, seq)));
    expect((await act.read(pair.client)).reads).toEqual({ coach: 3, client: 0 });
    // Own messages do not count as unread.
    await act.write(pair.coach, '4');
    expect((await act.list(pair.coach)).conversations[0]).toMatchObject({ unread: 0, last: { sender: 'coach' } });
  });

  it('gives the same unread count in the navigation, the list and the dashboard', async () => {
    const { coach, client, coachId } = pair;
    const other = await aClient(test, { of: coach });
    const withOther = actions({ coachId, clientId: other.clientId });
    const unread = async ({ api }: Person) => (await api.messages.countUnread()).unread;
    expect([await unread(coach), await unread(client)]).toEqual([0, 0]);
    await act.write(client, 'One');
    await act.write(client, 'Two');
    await withOther.write(other, 'Three');
    await act.write(coach, 'Four');
    const listed = (await act.list(coach)).conversations.map((one) => one.unread);
    expect(listed.sort()).toEqual([1, 2]);
    expect([await unread(coach), await unread(client), await unread(other)]).toEqual([3, 1, 0]);
    expect(await client.api.dashboard.getClientDashboard()).toMatchObject({ unread: 1 });
    await act.mark(coach, 2);
    await act.mark(client, 3);
    expect([await unread(coach), await unread(client)]).toEqual([1, 0]);
    // A former client cannot mark messages as read, so none may count as unread.
    await act.write(coach, 'Five');
    await updateRelationship(test, client, { status: 'ended' });
    expect(await unread(client)).toBe(0);
    expect(await unread(await aCoach(test))).toBe(0);
  });

  it('does not exist before the first message', async () => {
    expect(await act.mark(pair.client, 5)).toEqual({ seq: 0 });
    await act.write(pair.coach, 'First');
    expect((await act.read(pair.client)).reads.client).toBe(0);
  });
});

describe('the notification', () => {
  it('is sent once per conversation until it is read, and links to it', async () => {
    await act.write(pair.client, `${'Long '.repeat(60)}end`);
    await act.write(pair.client, 'More');
    const [first, ...rest] = await notificationsOf(test, pair.coach);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      type: 'message_received',
      title: 'New message from Nina Park',
      read: false,
      metadata: { client_id: pair.clientId, conversation_id: pair.clientId, coach_id: pair.coachId },
    });
    expect(first?.message).toMatch(/^Long Long .*…$/);
    expect(await notificationsOf(test, pair.client)).toEqual([]);
    await act.mark(pair.coach, 2);
    expect((await notificationsOf(test, pair.coach)).map(({ read }) => read)).toEqual([true]);
    await act.write(pair.client, 'New');
    expect((await notificationsOf(test, pair.coach)).map(({ read }) => read)).toEqual([false, true]);
  });

  it('is also sent to the client', async () => {
    await act.write(pair.coach, 'Well done');
    expect(await notificationsOf(test, pair.client)).toMatchObject([
      { title: 'New message from Ana Silva', message: 'Well done' },
    ]);
  });

  it('is sent once for many concurrent messages', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => act.write(pair.client, `${index}`)));
    expect(await notificationsOf(test, pair.coach)).toHaveLength(1);
  });
});

describe('the list', () => {
  it('has the latest conversation first and continues where a page ends', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 34; index += 1) {
      const person = await createUser(test.owner, 'Client');
      const acceptedAt = new Date(Date.UTC(2026, 0, 1, 0, index % 7));
      ids.push((await createClient(test.owner, pair.coachId, { person, acceptedAt })).clientId);
    }
    await actions({ ...pair, clientId: ids[3] ?? '' }).write(pair.coach, 'Hello  there');
    const first = await act.list(pair.coach);
    expect(first.conversations).toHaveLength(30);
    expect(first.conversations[0]).toMatchObject({ id: ids[3], last: { sender: 'coach', excerpt: 'Hello there' } });
    const second = await act.list(pair.coach, first.nextCursor ?? '');
    expect(second.nextCursor).toBeNull();
    const all = [...first.conversations, ...second.conversations].map(({ id }) => id);
    expect(new Set(all)).toEqual(new Set([...ids, pair.clientId]));
    expect(all).toHaveLength(35);
  });
});

it('refuses forged rows in the database itself', async () => {
  await act.write(pair.coach, 'Hello');
  const { coachId, clientId } = pair;
  const asClient = (statement: string) =>
    asAppRole(test, { role: 'client', userId: pair.client.id, coachId, clientId }, (query) => query(statement));
  const insert = `insert into messages (coach_id, client_id, id, seq, sender, body, created_at)
    values ('${coachId}', '${clientId}', '${randomUUID()}', 9, 'coach', 'Forged', now())`;
  await expect(asClient(insert)).rejects.toMatchObject({ code: '42501' });
  await expect(asClient(`update messages set body = 'Changed'`)).rejects.toMatchObject({ code: '42501' });
  await expect(asClient('delete from messages')).rejects.toMatchObject({ code: '42501' });
  const mark = `insert into read_markers (coach_id, client_id, side, seq) values ('${coachId}', '${clientId}', 'coach', 1)`;
  await expect(asClient(mark)).rejects.toMatchObject({ code: '42501' });
});

describe('the list of conversations', () => {
  const listed = async (filters: { q?: string; show?: 'all' | 'unread'; cursor?: string | undefined } = {}) =>
    pair.coach.api.messages.listConversations({ coachId: pair.coachId, ...filters });
  const namesIn = async (filters?: Parameters<typeof listed>[0]) =>
    (await listed(filters)).conversations.map(({ clientName }) => clientName);
  const another = (name: string) => aClient(test, { of: pair.coach, person: { name } });
  const write = (from: Person, clientId: string, body: string) =>
    actions({ coachId: pair.coachId, clientId }).write(from, body);

  it('finds conversations by name, whatever its case and accents', async () => {
    await another('Omár Haddad');
    await write(pair.client, pair.clientId, 'Omar said hello');
    expect(await namesIn({ q: 'HADDAD' })).toEqual(['Omár Haddad']);
    expect(await namesIn({ q: 'omar h' })).toEqual(['Omár Haddad']);
    expect(await namesIn({ q: 'a%' })).toEqual([]);
    expect(await namesIn({ q: '_' })).toEqual([]);
  });

  it('filters unread conversations, with a search and in pages', async () => {
    const omar = await another('Omar Haddad');
    await write(pair.client, pair.clientId, 'Hello from Nina');
    await write(omar, omar.clientId, 'Hello from Omar');
    await write(pair.coach, omar.clientId, 'Hello Omar');
    expect(await namesIn({ show: 'unread' })).toEqual(['Omar Haddad', 'Nina Park']);
    await actions({ coachId: pair.coachId, clientId: omar.clientId }).mark(pair.coach, 2);
    expect(await namesIn({ show: 'unread' })).toEqual(['Nina Park']);
    expect(await namesIn({ show: 'unread', q: 'omar' })).toEqual([]);
    expect(await namesIn({ show: 'unread', q: 'nina' })).toEqual(['Nina Park']);
    for (let number = 0; number <= CONVERSATION_PAGE; number += 1) {
      await createClient(test.owner, pair.coachId, { fullName: `Hello ${number}`, status: 'active' });
    }
    const first = await listed({ q: 'hello' });
    const second = await listed({ q: 'hello', cursor: first.nextCursor ?? undefined });
    const all = [...first.conversations, ...second.conversations].map(({ id }) => id);
    expect(first.conversations).toHaveLength(CONVERSATION_PAGE);
    expect(new Set(all).size).toBe(CONVERSATION_PAGE + 1);
    expect(second.nextCursor).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import { SEARCH_PAGE } from '@stridewell/contract/messages/messages.rules';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { someMessages } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach, type Person } from '../../../test/people.ts';
import { messages, messageWordRows } from './messages.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

let coach: Coach;
let nina: Client;
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { name: 'Ana Silva' });
  nina = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
});

const write = ({ api }: Person, { coachId, clientId }: Client, body: string) =>
  api.messages.sendMessage({ coachId, conversationId: clientId, id: randomUUID(), body });
const search = (q: string, more: { show?: 'unread'; cursor?: string } = {}) =>
  coach.api.messages.searchMessages({ coachId: coach.id, q, ...more });
const found = async (q: string, more: { show?: 'unread' } = {}) =>
  (await search(q, more)).hits.map((hit) => hit.excerpt);

const addMessages = (of: Client, count: number) =>
  someMessages(test, { of, messages: Array.from({ length: count }, () => ({ body: 'Something else' })) });

describe('a search of messages', () => {
  it('finds a message before any number of newer ones, and says where it is', async () => {
    const { id, createdAt } = await write(
      nina,
      nina,
      `${'Warm-up was fine. '.repeat(20)}My KNEE clicked on the stairs.`,
    );
    await addMessages(nina, 600);
    await write(nina, nina, 'One more');
    const { hits, nextCursor } = await search('knee');
    expect(hits).toEqual([
      {
        id,
        conversationId: nina.clientId,
        clientName: 'Nina Park',
        photoId: null,
        seq: 1,
        sender: 'client',
        excerpt: expect.stringMatching(/^….*My KNEE clicked on the stairs\.$/),
        createdAt,
      },
    ]);
    expect(nextCursor).toBeNull();
    expect((await search('more')).hits).toMatchObject([{ seq: 602 }]);
    // The page around the hit.
    const page = await coach.api.messages.listMessages({ coachId: coach.id, conversationId: nina.clientId, around: 1 });
    expect(page.messages[0]?.id).toBe(id);
  });

  it('needs every word, each as the start of one in the message, whatever case, accents and order', async () => {
    await write(nina, nina, 'Das Knie tut weh');
    await write(coach, nina, 'Crème brûlée after the KNEES?');
    expect(await found('creme')).toEqual(['Crème brûlée after the KNEES?']);
    expect(await found('Knee BRÛ')).toEqual(['Crème brûlée after the KNEES?']);
    expect(await found('kn')).toEqual(['Crème brûlée after the KNEES?', 'Das Knie tut weh']);
    expect(await found('kn tut')).toEqual(['Das Knie tut weh']);
    for (const q of ['nee', 'knee elbow', 'knie brulee', '%', '_', '"', 'knee%']) {
      expect([q, await found(q)]).toEqual([q, q === 'knee%' ? ['Crème brûlée after the KNEES?'] : []]);
    }
  });

  it('shows a message once that has a word and longer ones', async () => {
    await write(nina, nina, 'run runner running');
    expect(await found('run')).toEqual(['run runner running']);
  });

  it('finds group messages by the words of their copies', async () => {
    const body = 'The studio is closed, {first name}';
    await coach.api.messages.sendBroadcast({ coachId: coach.id, id: randomUUID(), body, clientIds: [nina.clientId] });
    await expect.poll(() => found('studio nina')).toEqual(['The studio is closed, Nina']);
  });

  it('does not find messages of other coaches', async () => {
    const other = await aCoach(test);
    const client = await aClient(test, { of: other });
    await write(client, client, 'A secret of another gym');
    expect(await found('secret')).toEqual([]);
  });

  it('finds nothing that is deleted', async () => {
    const { id } = await write(nina, nina, 'Delete me');
    const ofMessage = and(eq(messages.coachId, coach.id), eq(messages.id, id));
    await test.owner.delete(messages).where(ofMessage);
    expect(await found('delete')).toEqual([]);
    const words = eq(messageWordRows.coachId, coach.id);
    expect(await test.owner.select().from(messageWordRows).where(words)).toEqual([]);
  });

  it('keeps no words of a message that was refused', async () => {
    const { id } = await write(nina, nina, 'Stored once');
    const again = { coachId: coach.id, conversationId: nina.clientId, id, body: 'Something different' };
    await nina.api.messages.sendMessage(again);
    expect(await found('different')).toEqual([]);
    expect(await found('stored')).toEqual(['Stored once']);
  });

  it('narrows to unread conversations', async () => {
    const omar = await aClient(test, { of: coach, person: { name: 'Omar Haddad' } });
    await write(nina, nina, 'Hello from Nina');
    await write(omar, omar, 'Hello from Omar');
    expect(await found('hello', { show: 'unread' })).toEqual(['Hello from Omar', 'Hello from Nina']);
    await coach.api.messages.markConversationRead({ coachId: coach.id, conversationId: omar.clientId, seq: 1 });
    expect(await found('hello', { show: 'unread' })).toEqual(['Hello from Nina']);
    expect(await found('hello')).toHaveLength(2);
  });

  it('continues after a page, even among messages with the same time', async () => {
    test.setNow(new Date('2026-05-05T12:00:00Z'));
    const count = SEARCH_PAGE + 3;
    for (let index = 0; index < count; index += 1) await write(nina, nina, `Hello ${index}`);
    const first = await search('hello');
    const second = await search('hello', { cursor: first.nextCursor ?? '' });
    expect(first.hits).toHaveLength(SEARCH_PAGE);
    expect(second.nextCursor).toBeNull();
    expect(new Set([...first.hits, ...second.hits].map(({ id }) => id)).size).toBe(count);
  });

  it('reads an index and no other message', async () => {
    await write(nina, nina, 'My knee clicked');
    await addMessages(nina, 200);
    const scope = { role: 'coach', userId: coach.id, coachId: coach.id };
    const plan = await asAppRole(test, scope, async (query) => {
      await query('set local enable_seqscan = off');
      const { rows } = await query(`explain select distinct w.created_at, w.message_id from message_words w
        where w.coach_id = '${coach.id}' and w.word >= 'knee' and w.word < 'knee' || chr(1114111)`);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
    expect(plan).toMatch(/Index Cond: .*word >= 'knee'/);
  });

  it('lets a client write words in their own name only, and read none', async () => {
    const { id } = await write(nina, nina, 'Hello');
    const other = await aClient(test, { of: coach });
    const scope = { role: 'client', userId: nina.id, coachId: coach.id, clientId: nina.clientId };
    const asClient = (statement: string) => asAppRole(test, scope, (query) => query(statement));
    expect((await asClient('select * from message_words')).rows).toEqual([]);
    const insert = (clientId: string) => `insert into message_words (coach_id, word, created_at, message_id, client_id)
      values ('${coach.id}', 'forged', now(), '${id}', '${clientId}')`;
    await expect(asClient(insert(other.clientId))).rejects.toMatchObject({ code: '42501' });
    await expect(asClient('delete from message_words')).rejects.toMatchObject({ code: '42501' });
  });
});

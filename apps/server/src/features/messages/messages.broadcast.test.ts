import { randomUUID } from 'node:crypto';
import type { BroadcastClient, BroadcastDetail, Thread } from '@stridewell/contract/messages';
import { BROADCAST_PAGE } from '@stridewell/contract/messages.broadcast.rules';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { createBroadcast, deliverBroadcast } from './messages.broadcast.service.ts';
import { scopeOfBroadcast } from './messages.policy.ts';
import { messages } from './messages.table.ts';

const answers = { UNKNOWN_CLIENT: null, MESSAGE_TOO_LONG: null };

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Member = { clientId: string; caller: Caller };
type Broadcasts = { broadcasts: BroadcastDetail[]; nextCursor: string | null };

let coachId: string;
let coach: Caller;
beforeEach(async () => {
  test.setNow(null);
  const made = await createCoach(test.owner, { plan: 'pro', name: 'Ana Silva', passwordHash: await hashOfPassword() });
  coachId = made.id;
  coach = await test.signIn(made.email);
});

async function addClient(name: string, status = 'active'): Promise<Member> {
  const person = await createUser(test.owner, 'Client', { name, passwordHash: await hashOfPassword() });
  const { clientId } = await createClient(test.owner, coachId, { person, status, checkInAnchor: '2026-01-05' });
  return { clientId, caller: await test.signIn(person.email) };
}

const send = (members: readonly { clientId: string }[], body: string, id = randomUUID(), caller = coach) =>
  caller.send<BroadcastDetail & { code?: string }>('POST', '/rest/v1/broadcasts', {
    coachId,
    id,
    body,
    clientIds: members.map(({ clientId }) => clientId),
  });
const look = async (id: string) =>
  (await coach.get<BroadcastDetail>(`/rest/v1/broadcasts/${id}?coachId=${coachId}`)).body;
const finished = async (id: string) => {
  await expect.poll(async () => (await look(id)).pending, { timeout: 15_000 }).toBe(0);
  return look(id);
};
const bodiesOf = async ({ clientId, caller }: Member) =>
  (await caller.get<Thread>(`/rest/v1/conversations/${clientId}/messages?coachId=${coachId}`)).body.messages.map(
    ({ body }) => body,
  );

describe('a group message', () => {
  it('arrives in the own conversation of each, with the own name, and tells who has read it', async () => {
    const [nina, omar] = [await addClient('Nina Park'), await addClient('Omar $& Haddad', 'paused')];
    const answer = await send([nina, omar], 'Hello {first name}!\nSee you on Monday.');
    expect(answer).toMatchObject({ status: 200, body: { recipients: 2 } });
    const done = await finished(answer.body.id);
    expect(done).toMatchObject({ sent: 2, read: 0 });
    expect(await bodiesOf(nina)).toEqual(['Hello Nina!\nSee you on Monday.']);
    expect(await bodiesOf(omar)).toEqual(['Hello Omar!\nSee you on Monday.']);
    const told = await nina.caller.get<{ notifications: { type: string }[] }>('/rest/v1/notifications');
    expect(told.body.notifications).toMatchObject([
      { type: 'message_received', message: 'Hello Nina! See you on Monday.' },
    ]);
    await nina.caller.send('POST', `/rest/v1/conversations/${nina.clientId}/read`, { coachId, seq: 1 });
    expect(await look(done.id)).toMatchObject({
      read: 1,
      to: [
        { fullName: 'Nina Park', outcome: 'sent', read: true },
        { outcome: 'sent', read: false },
      ],
    });
  });

  it('leaves out clients who cannot receive it, and says so', async () => {
    const [active, archived] = [await addClient('Nina Park'), await addClient('Omar Haddad', 'archived')];
    const invited = await createClient(test.owner, coachId, { fullName: 'Ivy Lane' });
    const { body } = await send([active, archived, invited], 'Hello');
    const { to, sent } = await finished(body.id);
    expect(sent).toBe(1);
    expect(to.map(({ fullName, outcome }) => [fullName, outcome])).toEqual([
      ['Ivy Lane', 'not_joined'],
      ['Nina Park', 'sent'],
      ['Omar Haddad', 'closed'],
    ]);
    expect(await bodiesOf(archived)).toEqual([]);
  });

  it('leaves out clients without a covered seat', async () => {
    await test.owner.execute(sql`update users set plan = 'base', included_clients = 5 where id = ${coachId}`);
    const members: Member[] = [];
    for (let index = 0; index < 6; index += 1) members.push(await addClient(`Client ${index}`));
    const clients = await coach.get<{ clients: BroadcastClient[] }>(`/rest/v1/broadcasts/clients?coachId=${coachId}`);
    expect(clients.body.clients.map(({ readOnly }) => readOnly)).toEqual([false, false, false, false, false, true]);
    const { body } = await send(members, 'Hello');
    const { to } = await finished(body.id);
    expect(to.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('sent'), 'not_covered']);
  });

  it('is sent once, however often and however many at once ask for it', async () => {
    const nina = await addClient('Nina Park');
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send([nina], 'Once', id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await finished(id);
    expect((await send([nina], 'Something else', id)).body).toMatchObject({ body: 'Once', sent: 1 });
    await Promise.all([1, 2, 3].map(() => deliverBroadcast(test.services, { coachId, broadcastId: id })));
    expect(await bodiesOf(nina)).toEqual(['Once']);
  });

  it('continues where it stopped', async () => {
    const members = [await addClient('Nina Park'), await addClient('Omar Haddad'), await addClient('Ivy Lane')];
    const [id, { db }] = [randomUUID(), test.services];
    const clientIds = members.map(({ clientId }) => clientId);
    // Created without its job, so that only this test sends it.
    await db.write(
      scopeOfBroadcast({ coachId }),
      (tx) => createBroadcast(tx, { id, body: 'Hello {first name}', clientIds, now: new Date() }),
      answers,
    );
    let clock = 0;
    const stopping = () => {
      clock += 1;
      if (clock === 2) throw new Error('killed');
      return new Date();
    };
    await expect(deliverBroadcast({ db, now: stopping }, { coachId, broadcastId: id })).rejects.toThrow('killed');
    expect(await look(id)).toMatchObject({ sent: 1, pending: 2 });
    await deliverBroadcast(test.services, { coachId, broadcastId: id });
    expect(await look(id)).toMatchObject({ sent: 3, pending: 0 });
    const stored = await test.owner.select().from(messages).where(eq(messages.coachId, coachId));
    expect(stored.map(({ body }) => body).sort()).toEqual(['Hello Ivy', 'Hello Nina', 'Hello Omar']);
  });

  it('is refused as a whole with a client of another coach, or one who is too long', async () => {
    const nina = await addClient('Nina Park');
    const other = await createCoach(test.owner, { plan: 'pro' });
    const theirs = await createClient(test.owner, other.id);
    expect(await send([nina, theirs], 'Hello')).toMatchObject({ status: 404, body: { code: 'UNKNOWN_CLIENT' } });
    await test.owner
      .update(relationships)
      .set({ fullName: 'W'.repeat(60) })
      .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, nina.clientId)));
    const long = await send([nina], `${'x'.repeat(9950)}{first name}`);
    expect(long).toMatchObject({ status: 400, body: { code: 'MESSAGE_TOO_LONG' } });
    const { broadcasts } = (await coach.get<Broadcasts>(`/rest/v1/broadcasts?coachId=${coachId}`)).body;
    expect(broadcasts).toEqual([]);
    expect(await bodiesOf(nina)).toEqual([]);
  });

  it('counts against a limit, repeated requests do not', async () => {
    const nina = await addClient('Nina Park');
    const id = randomUUID();
    for (let index = 0; index < 25; index += 1) expect((await send([nina], 'Hello', id)).status).toBe(200);
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) statuses.push((await send([nina], 'Hello')).status);
    expect(statuses).toEqual([...Array(19).fill(200), 429]);
  });
});

describe('the history', () => {
  it('is read in pages, the newest first, with as many statements for many as for one', async () => {
    const nina = await addClient('Nina Park');
    const scope = scopeOfBroadcast({ coachId });
    for (let index = 0; index < BROADCAST_PAGE + 3; index += 1) {
      await test.services.db.write(
        scope,
        (tx) =>
          createBroadcast(tx, {
            id: randomUUID(),
            body: `Number ${index}`,
            clientIds: [nina.clientId],
            now: new Date(Date.UTC(2026, 0, 1, 0, index)),
          }),
        answers,
      );
    }
    const first = (await coach.get<Broadcasts>(`/rest/v1/broadcasts?coachId=${coachId}`)).body;
    expect(first.broadcasts.map(({ body }) => body)).toEqual(
      Array.from({ length: BROADCAST_PAGE }, (_, index) => `Number ${BROADCAST_PAGE + 2 - index}`),
    );
    test.logLines.length = 0;
    const next = await coach.get<Broadcasts>(`/rest/v1/broadcasts?coachId=${coachId}&cursor=${first.nextCursor}`);
    expect(next.body.broadcasts.map(({ body }) => body)).toEqual(['Number 2', 'Number 1', 'Number 0']);
    expect(next.body.nextCursor).toBeNull();
    const line = test.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request');
    expect(line?.statements).toBe(1);
  });
});

import { randomUUID } from 'node:crypto';
import type { CheckIn } from '@stridewell/contract/checkins';
import type { Thread } from '@stridewell/contract/messages';
import type { Notification } from '@stridewell/contract/notifications';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInRow, createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { checkIns } from './checkins.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const DAYS = ['2026-01-05', '2026-01-12', '2026-01-19'];

/** A coach with a client who has checked in three times, and none of it read. */
async function waiting() {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash });
  const person = await createUser(test.owner, 'Client', { passwordHash });
  const { clientId } = await createClient(test.owner, coach.id, { person, checkInAnchor: '2026-01-05' });
  const rows = DAYS.map((day, index) => checkInRow({ coachId: coach.id, clientId, day, weightKg: 80 - index }));
  await test.owner.insert(checkIns).values(rows);
  const [caller, client] = [await test.signIn(coach.email), await test.signIn(person.email)];
  return { coachId: coach.id, clientId, caller, client, ids: rows.map(({ id }) => id) };
}
type People = Awaited<ReturnType<typeof waiting>>;

type Queue = { checkIns: { id: string }[]; total: number; quickReplies: string[]; medianHours: number | null };
const queueOf = async ({ caller, coachId }: People) =>
  (await caller.get<Queue>(`/rest/v1/check_ins/unreviewed?coachId=${coachId}`)).body;
const review = ({ caller, coachId }: People, id: string | undefined, reply: object | null) =>
  caller.send<{ reviewedAt: string; code?: string }>('POST', `/rest/v1/check_ins/${id}/review`, { coachId, reply });
const bodiesOf = async ({ client, coachId, clientId }: People) =>
  (await client.get<Thread>(`/rest/v1/conversations/${clientId}/messages?coachId=${coachId}`)).body.messages.map(
    ({ body }) => body,
  );
const bellOf = async ({ client }: People) =>
  (await client.get<{ notifications: Notification[] }>('/rest/v1/notifications')).body.notifications;

describe('the queue', () => {
  it('lists unreviewed check-ins, the oldest first, and drops reviewed ones', async () => {
    const people = await waiting();
    expect((await queueOf(people)).checkIns.map(({ id }) => id)).toEqual(people.ids);
    await review(people, people.ids[0], null);
    expect(await queueOf(people)).toMatchObject({ total: 2, checkIns: people.ids.slice(1).map((id) => ({ id })) });
    expect(await bellOf(people)).toEqual([]);
    expect(await bodiesOf(people)).toEqual([]);
  });

  it('tells how long replies take', async () => {
    const people = await waiting();
    expect((await queueOf(people)).medianHours).toBeNull();
    test.setNow(new Date('2026-01-20T17:00:00Z'));
    await review(people, people.ids[2], null);
    expect((await queueOf(people)).medianHours).toBe(24);
    test.setNow(null);
  });

  it('keeps quick replies, of each coach their own', async () => {
    const [people, others] = [await waiting(), await waiting()];
    const { caller, coachId } = people;
    const quickReplies = ['Well done', 'More sleep'];
    await Promise.all(
      [1, 2].map(() => caller.send('POST', '/rest/v1/check_ins/quick_replies', { coachId, quickReplies })),
    );
    expect((await queueOf(people)).quickReplies).toEqual(quickReplies);
    expect((await queueOf(others)).quickReplies).toEqual([]);
  });
});

describe('a review', () => {
  it('shows what came before it and nothing that came later', async () => {
    const people = await waiting();
    const { caller, coachId, ids } = people;
    const { body } = await caller.get<{ checkIn: CheckIn; earlier: CheckIn[]; weights: object[]; open: boolean }>(
      `/rest/v1/check_ins/${ids[1]}/review?coachId=${coachId}`,
    );
    expect(body).toMatchObject({ checkIn: { id: ids[1] }, earlier: [{ id: ids[0] }], open: true });
    expect(body.weights).toEqual([
      { day: DAYS[0], weightKg: 80 },
      { day: DAYS[1], weightKg: 79 },
    ]);
  });

  it('sends its reply once, however often and however many at once, and tells the client once', async () => {
    const people = await waiting();
    const reply = { id: randomUUID(), body: 'Well done' };
    const answers = await Promise.all([1, 2, 3].map(() => review(people, people.ids[0], reply)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await review(people, people.ids[0], reply)).status).toBe(200);
    expect(await bodiesOf(people)).toEqual(['Well done']);
    expect(await bellOf(people)).toMatchObject([
      { type: 'check_in_reviewed', message: 'Well done', metadata: { check_in_id: people.ids[0] } },
    ]);
    expect((await queueOf(people)).total).toBe(2);
  });

  it('keeps no reply to a former client, and can still be marked', async () => {
    const people = await waiting();
    await test.owner.execute(sql`update client_coach_relationships set status = 'ended'
      where client_id = ${people.clientId}`);
    const refused = await review(people, people.ids[0], { id: randomUUID(), body: 'Hello' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONVERSATION_CLOSED' } });
    expect((await queueOf(people)).total).toBe(3);
    expect((await review(people, people.ids[0], null)).status).toBe(200);
    expect((await queueOf(people)).total).toBe(2);
  });

  it('and the reply are the only things that the application changes of a check-in', async () => {
    const people = await waiting();
    const { rows } = await test.owner.execute<{ column: string }>(sql`select column_name as column
      from information_schema.column_privileges
      where grantee = 'stridewell_app' and table_name = 'check_ins' and privilege_type = 'UPDATE'
      order by 1`);
    expect(rows).toEqual([{ column: 'reply_id' }, { column: 'reviewed_at' }]);
    expect(people.ids).toHaveLength(3);
  });
});

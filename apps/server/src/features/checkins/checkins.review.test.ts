import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import {
  aCheckIn,
  aClient,
  aCoach,
  aTemplate,
  type Client,
  type Coach,
  notificationsOf,
  updateRelationship,
} from '../../../test/people.ts';

const DAYS = ['2026-01-05', '2026-01-12', '2026-01-19'];

let test: TestApp;
let coach: Coach;
let coachId: string;
let client: Client;
/** Ids of three check-ins without a review, oldest first. */
let first: string;
let second: string;
let third: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test);
  coachId = coach.id;
  client = await aClient(test, { of: coach });
  const checkInOf = (week: number) => aCheckIn(test, { by: client, day: DAYS[week] ?? '', weightKg: 80 - week });
  [first, second, third] = [await checkInOf(0), await checkInOf(1), await checkInOf(2)];
});

const queue = () => coach.api.checkins.listCheckInsToReview({ coachId });
const review = (checkInId: string, reply: { id: string; body: string } | null = null) =>
  coach.api.checkins.reviewCheckIn({ coachId, checkInId, reply });
const bodiesOf = async ({ clientId, api }: Client) =>
  (await api.messages.listMessages({ coachId, conversationId: clientId })).messages.map(({ body }) => body);

describe('the queue', () => {
  it('lists unreviewed check-ins, oldest first, and drops reviewed ones', async () => {
    expect((await queue()).checkIns.map(({ id }) => id)).toEqual([first, second, third]);
    await review(first);
    expect(await queue()).toMatchObject({ total: 2, checkIns: [{ id: second }, { id: third }] });
    expect(await notificationsOf(test, client)).toEqual([]);
    expect(await bodiesOf(client)).toEqual([]);
  });

  it('shows changes since the previous check-in, the latest weight and the first written answer', async () => {
    const [first, second] = (await queue()).checkIns;
    expect(first).toMatchObject({ figures: { weightKg: 80 }, before: null, text: '' });
    expect(second).toMatchObject({ figures: { weightKg: 79 }, before: { weightKg: 80 } });
    const note = 'Slept badly.\n\nBetter since Friday.';
    await aCheckIn(test, { by: client, day: '2026-01-26', weightKg: null, adherence: 70, note });
    const last = await aCheckIn(test, { by: client, day: '2026-02-02', weightKg: 77.5, adherence: 90 });
    const rows = (await queue()).checkIns;
    expect(rows.at(-2)).toMatchObject({ figures: { weightKg: null }, text: 'Slept badly. Better since Friday.' });
    expect(rows.at(-1)).toMatchObject({ id: last, before: { weightKg: 78, adherence: 70 } });
  });

  it('quotes the first written answer in the form’s order', async () => {
    const common = { help: '', required: false, long: false, type: 'text' as const };
    const questions = [
      { ...common, id: 'zz', label: 'First' },
      { ...common, id: 'a', label: 'Second' },
    ];
    const templateId = await aTemplate(test, { of: coach, questions });
    const answers = { a: 'Two', zz: 'One' };
    await aCheckIn(test, { by: client, day: '2026-01-26', templateId, templateVersion: 1, answers });
    expect((await queue()).checkIns.at(-1)).toMatchObject({ text: 'One' });
  });

  it('shows how long replies take', async () => {
    expect(await queue()).toMatchObject({ medianHours: null });
    test.setNow(new Date('2026-01-20T17:00:00Z'));
    await review(third);
    expect(await queue()).toMatchObject({ medianHours: 24 });
  });

  it('has only this coach’s quick replies', async () => {
    const other = await aCoach(test);
    const quickReplies = ['Well done', 'More sleep'];
    await Promise.all([1, 2].map(() => coach.api.checkins.saveQuickReplies({ coachId, quickReplies })));
    expect(await queue()).toMatchObject({ quickReplies });
    expect(await other.api.checkins.listCheckInsToReview({ coachId: other.id })).toMatchObject({ quickReplies: [] });
  });
});

describe('a review', () => {
  it('shows earlier check-ins and no later ones', async () => {
    const shown = await coach.api.checkins.getReview({ coachId, checkInId: second });
    expect(shown).toMatchObject({ checkIn: { id: second }, earlier: [{ id: first }], open: true });
    expect(shown.weights).toEqual([
      { day: DAYS[0], weightKg: 80 },
      { day: DAYS[1], weightKg: 79 },
    ]);
  });

  it('sends its reply and the notification once for repeated and concurrent requests', async () => {
    const reply = { id: randomUUID(), body: 'Well done' };
    await Promise.all([1, 2, 3].map(() => review(first, reply)));
    await review(first, reply);
    expect(await bodiesOf(client)).toEqual(['Well done']);
    expect(await notificationsOf(test, client)).toMatchObject([
      { type: 'check_in_reviewed', message: 'Well done', metadata: { check_in_id: first } },
    ]);
    expect(await queue()).toMatchObject({ total: 2 });
  });

  it('shows its reply there, in the list of check-ins, and as a quote in both conversations', async () => {
    const { clientId } = client;
    const place = { coachId, conversationId: clientId };
    await coach.api.messages.sendMessage({ ...place, id: randomUUID(), body: 'Hello', attachmentIds: [] });
    const reply = { id: randomUUID(), body: 'Rest on Monday' };
    await review(second, reply);
    const shown = await coach.api.checkins.getReview({ coachId, checkInId: third });
    expect(shown).toMatchObject({
      checkIn: { reply: null },
      earlier: [
        { id: second, reply: { body: reply.body } },
        { id: first, reply: null },
      ],
    });
    expect((await coach.api.checkins.getReview({ coachId, checkInId: second })).checkIn.reply?.body).toBe(reply.body);
    const { checkIns } = await coach.api.checkins.listCheckIns({ coachId, clientId });
    expect(checkIns.map((one) => one.reply?.body)).toEqual([undefined, reply.body, undefined]);
    for (const { api } of [coach, client]) {
      const { messages } = await api.messages.listMessages(place);
      expect(messages).toMatchObject([
        { body: 'Hello', quote: null },
        { body: reply.body, quote: { checkInId: second, day: DAYS[1], weightKg: 79, text: '' } },
      ]);
    }
    // A retry of the composer gets the stored message, which now has the quote.
    expect(await coach.api.messages.sendMessage({ ...place, ...reply, attachmentIds: [] })).toMatchObject({
      quote: { checkInId: second },
    });
  });

  it('refuses a reply to a former client, and can still be marked', async () => {
    await updateRelationship(test, client, { status: 'ended' });
    const refused = review(first, { id: randomUUID(), body: 'Hello' });
    await expect(refused).rejects.toMatchObject({ code: 'CONVERSATION_CLOSED' });
    expect(await queue()).toMatchObject({ total: 3 });
    await review(first);
    expect(await queue()).toMatchObject({ total: 2 });
  });

  it('does not let the application update other columns', async () => {
    const { rows } = await test.owner.execute<{ column: string }>(sql`select column_name as column
      from information_schema.column_privileges
      where grantee = 'stridewell_app' and table_name = 'check_ins' and privilege_type = 'UPDATE'
      order by 1`);
    const corrected = ['adherence', 'answers', 'edited_at', 'energy', 'note', 'nutrition', 'sleep_hours', 'weight_kg'];
    expect(rows.map(({ column }) => column)).toEqual([...corrected, 'reply_id', 'reviewed_at'].sort());
  });
});

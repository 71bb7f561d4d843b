import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aPhoto } from '../../../test/factories/records.ts';
import {
  aClient,
  aCoach,
  aTemplate,
  type Client,
  type Coach,
  notificationsOf,
  updateRelationship,
} from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { checkIns } from './checkins.table.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach, acceptedAt: new Date(), checkInAnchor: null });
});

async function send() {
  const input = newCheckIn();
  await client.api.checkins.submitCheckIn(input);
  return input;
}
/** Changes some of the answers. */
const correct = (id: string, changes: Record<string, string | number>) =>
  client.api.checkins.correctCheckIn({ id, answers: { ...newCheckIn().answers, ...changes } });
const review = (checkInId: string, reply: string | null) =>
  coach.api.checkins.reviewCheckIn({
    coachId: coach.id,
    checkInId,
    reply: reply === null ? null : { id: randomUUID(), body: reply },
  });
const readReview = (checkInId: string) => coach.api.checkins.getReview({ coachId: coach.id, checkInId });
const notices = async () => (await notificationsOf(test, coach)).map(({ title }) => title);
const eventsOf = async (id: string) =>
  (
    await test.owner.execute(sql`select type, data from events where coach_id = ${coach.id} and subject_id = ${id}
      order by id`)
  ).rows;

describe('a corrected check-in', () => {
  it('replaces answers, weight and figures for client and coach, once', async () => {
    const { id, answers } = await send();
    const given = { ...answers, weight: 78.5, adherence: 60, note: 'I mistyped my weight' };
    const corrected = await correct(id, given);
    expect(corrected).toMatchObject({ id, answers: given, weightKg: 78.5, editedAt: expect.any(String) });
    expect(await correct(id, given)).toEqual(corrected);
    expect((await client.api.checkins.listOwnCheckIns()).checkIns).toMatchObject([{ answers: given, editable: true }]);
    expect(await readReview(id)).toMatchObject({ checkIn: { answers: given }, weights: [{ weightKg: 78.5 }] });
    expect((await client.api.dashboard.getClientDashboard())?.weights).toMatchObject([{ weightKg: 78.5 }]);
    expect(await eventsOf(id)).toMatchObject([
      { type: 'checkin.submitted' },
      { type: 'checkin.corrected', data: { adherence: 60, weighed: true } },
    ]);
  });

  it('can drop an answer', async () => {
    const { id, answers } = await send();
    await correct(id, { note: 'Slept badly' });
    expect((await correct(id, {})).answers).toEqual(answers);
    const [row] = await test.owner.select().from(checkIns).where(eq(checkIns.id, id));
    expect(row?.note).toBe('');
  });

  it('does not notify a coach who has not read it, and otherwise returns to the queue', async () => {
    const { id } = await send();
    await correct(id, { note: 'Better' });
    expect(await notices()).toEqual(['New check-in']);
    await review(id, null);
    await correct(id, { note: 'Better still' });
    expect(await notices()).toEqual(['Check-in changed', 'New check-in']);
    expect((await coach.api.checkins.listCheckInsToReview({ coachId: coach.id })).checkIns).toMatchObject([{ id }]);
  });

  it('cannot change once the coach has replied, even concurrently', async () => {
    const { id, answers } = await send();
    await review(id, 'Well done');
    await expect(correct(id, { note: 'Later' })).rejects.toMatchObject({ code: 'REPLIED' });
    // A repeated request gets the same answer.
    expect(await correct(id, answers)).toMatchObject({ answers });
    expect((await client.api.checkins.listOwnCheckIns()).checkIns).toMatchObject([{ answers, editable: false }]);

    const second = await send();
    const outcomes = await outcomesOf([correct(second.id, { note: 'Now' }), review(second.id, 'Read it')]);
    expect(outcomes[1]).toBe('OK');
    const { checkIn } = await readReview(second.id);
    expect(checkIn.answers).toEqual(outcomes[0] === 'OK' ? { ...second.answers, note: 'Now' } : second.answers);
    await expect(correct(second.id, { note: 'Too late' })).rejects.toMatchObject({ code: 'REPLIED' });
  });

  it('can be corrected by its client, and not if the coach logged it', async () => {
    const { id, answers } = await send();
    const { today: day } = await coach.api.checkins.getClientCheckInForm({
      coachId: coach.id,
      clientId: client.clientId,
    });
    const logged = { ...newCheckIn(), coachId: coach.id, clientId: client.clientId, day };
    await coach.api.checkins.logCheckIn(logged);
    await expect(correct(logged.id, { note: 'Mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const own = (await client.api.checkins.listOwnCheckIns()).checkIns;
    expect(own.find((one) => one.id === logged.id)).toMatchObject({ editable: false });
    expect(own.find((one) => one.id === id)).toMatchObject({ answers, editable: true });
  });

  it('is refused with wrong answers, and to a former client', async () => {
    const { id } = await send();
    await expect(correct(id, { weight: 9999 })).rejects.toMatchObject({ code: 'ANSWERS_INVALID' });
    await expect(correct(id, { unknown: 1 })).rejects.toMatchObject({ code: 'ANSWERS_INVALID' });
    await updateRelationship(test, client, { status: 'ended' });
    await expect(correct(id, { note: 'After' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

it('replaces a photo, and leaves the old one to the sweep', async () => {
  const templateId = await aTemplate(test, {
    of: coach,
    name: 'With photos',
    isDefault: true,
    questions: [{ id: 'look', type: 'photo', label: 'Photos', help: '', required: false, slots: ['front'] }],
  });
  const [first, second] = [await aPhoto(test, { by: client }), await aPhoto(test, { by: client })];
  const looking = (fileId: string) => ({ look: [{ slot: 'front' as const, fileId }] });
  const id = randomUUID();
  await client.api.checkins.submitCheckIn({ id, templateId, version: 1, answers: looking(first) });
  await client.api.checkins.correctCheckIn({ id, answers: looking(second) });
  const { rows } = await test.owner.execute(sql`select id from files where coach_id = ${coach.id}
    and attached_at is not null`);
  expect(rows).toEqual([{ id: second }]);
  const foreign = client.api.checkins.correctCheckIn({ id, answers: looking(randomUUID()) });
  await expect(foreign).rejects.toMatchObject({ code: 'ANSWERS_INVALID' });
});

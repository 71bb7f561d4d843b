import { randomUUID } from 'node:crypto';
import { addDays } from '@stridewell/contract/time';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { coaches, users } from '../../core/people/people.table.ts';
import { mailDeliveries } from '../../platform/mail/deliveries.table.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { sendDigests } from './decisions.digest.service.ts';

const MONDAY = '2026-03-02';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  // The job works through all coaches.
  await test.owner.update(coaches).set({ status: 'inactive' });
  at(MONDAY, '12:00');
  coach = await aCoach(test, { timeZone: 'UTC', plan: 'pro', name: 'Sam Hill' });
});

const at = (day: string, time: string) => test.setNow(new Date(`${day}T${time}:00Z`));
const send = () => sendDigests(test.services);
/** Subjects of the mails of the coach, the first one first. */
const subjects = async ({ email } = coach) => {
  const rows = await test.owner.select().from(mailDeliveries).where(eq(mailDeliveries.recipient, email.toLowerCase()));
  return rows.filter(({ template }) => template === 'monday_digest').map(({ subject }) => subject);
};
const choose = (isOn: boolean, hour: number) => coach.api.decisions.setDigest({ coachId: coach.id, isOn, hour });

/** A client who trained every third day until `silent` days ago. */
async function aCoached(fullName: string, silent = 1) {
  const client = await aClient(test, { of: coach, fullName, checkInAnchor: null });
  const ago = (days: number) => new Date(`${addDays(MONDAY, -days)}T09:00:00Z`);
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(100) });
  for (let days = silent; days < silent + 30; days += 3) {
    await anEvent(test, { of: client, type: 'workout.completed', occurredAt: ago(days), data: { day: MONDAY } });
  }
  return client;
}

describe('the mail of Monday', () => {
  it('names who needs the coach, once a week, without the words of clients', async () => {
    const writer = await aCoached('Cleo Moss');
    await aCoached('Ben Silent', 24);
    const message = { id: randomUUID(), body: 'My knee hurts since Saturday' };
    await writer.api.messages.sendMessage({ coachId: coach.id, conversationId: writer.clientId, ...message });
    await Promise.all([send(), send()]);
    at(MONDAY, '13:00');
    await send();
    await expect.poll(() => subjects(), { timeout: 10_000 }).toEqual(['Your Monday: 2 decisions are ready']);
    const mails = async () => (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === coach.email);
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
    const [mail] = await mails();
    expect(mail?.html).toContain('1 client waits for your answer: Cleo Moss');
    expect(mail?.html).toContain('1 client may be about to leave: Ben Silent');
    expect(mail?.html).toContain(`/coach/${coach.id}/engagement/monday`);
    expect(mail?.html).toContain('/notifications?view=preferences');
    expect(mail?.html).not.toContain('knee');
    at(addDays(MONDAY, 7), '07:00');
    await send();
    expect(await subjects()).toHaveLength(2);
  });

  it('says when no client needs the coach', async () => {
    await aCoached('Ana Usual');
    await send();
    await expect.poll(() => subjects(), { timeout: 10_000 }).toEqual(['Your Monday: no client needs you this week']);
  });

  it.each([
    ['before the hour', '06:59', 0],
    ['at seven', '07:00', 1],
    ['late, after the server was away', '23:00', 1],
  ])('comes from the hour on: %s', async (_, time, mails) => {
    await aCoached('Ana Usual');
    at(MONDAY, time);
    await send();
    expect(await subjects()).toHaveLength(mails);
  });

  it('comes at the hour that the coach chose, in their time zone', async () => {
    await aCoached('Ana Usual');
    await test.owner.update(coaches).set({ timeZone: 'America/New_York' }).where(eq(coaches.id, coach.id));
    await choose(true, 20);
    // 19:00 in New York.
    at(addDays(MONDAY, 1), '00:00');
    await send();
    expect(await subjects()).toEqual([]);
    at(addDays(MONDAY, 1), '01:00');
    await send();
    expect(await subjects()).toHaveLength(1);
    await choose(true, 21);
    at(addDays(MONDAY, 1), '02:00');
    await send();
    expect(await subjects()).toHaveLength(1);
  });

  it.each([
    ['after the coach turned it off', () => choose(false, 7)],
    ['on another plan', () => test.owner.update(users).set({ plan: 'plus' }).where(eq(users.id, coach.id))],
    [
      'to an unverified address',
      () => test.owner.update(users).set({ emailVerified: false }).where(eq(users.id, coach.id)),
    ],
    [
      'to an inactive coach',
      () => test.owner.update(coaches).set({ status: 'suspended' }).where(eq(coaches.id, coach.id)),
    ],
    ['on a Tuesday', async () => at(addDays(MONDAY, 1), '12:00')],
  ])('does not come %s', async (_, happens) => {
    await aCoached('Ben Silent', 24);
    await happens();
    await send();
    expect(await subjects()).toEqual([]);
  });

  it('does not come to a coach without clients', async () => {
    await send();
    expect(await subjects()).toEqual([]);
  });
});

describe('the choice of the coach', () => {
  const chosen = () => coach.api.decisions.getDigest({ coachId: coach.id });

  it('is seven on Mondays at first, and stays with its coach', async () => {
    expect(await chosen()).toEqual({ isOn: true, hour: 7 });
    await Promise.all([choose(false, 9), choose(false, 9)]);
    expect(await chosen()).toEqual({ isOn: false, hour: 9 });
    const other = await aCoach(test, { plan: 'pro' });
    expect(await other.api.decisions.getDigest({ coachId: other.id })).toEqual({ isOn: true, hour: 7 });
    const theirs = { coachId: coach.id, isOn: true, hour: 1 };
    await expect(other.api.decisions.setDigest(theirs)).rejects.toThrow();
    expect(await chosen()).toEqual({ isOn: false, hour: 9 });
  });

  it.each([-1, 24, 7.5, Number.NaN])('is no hour of %s', async (hour) => {
    await expect(choose(true, hour)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('needs the plan', async () => {
    const plus = await aCoach(test, { plan: 'plus' });
    const theirs = { coachId: plus.id, isOn: true, hour: 7 };
    await expect(plus.api.decisions.setDigest(theirs)).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
  });
});

import { randomUUID } from 'node:crypto';
import type { TakenActionKind } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someNotifications } from '../../../test/factories/platform.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { anInvoice } from '../../../test/security-cases-money.ts';
import { notifyOfRisks } from './retention.notices.service.ts';
import { riskActions, suggestedTimes } from './retention.table.ts';
import { drawWait } from './retention.times.rules.ts';

const TODAY = '2026-03-02';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
  at(0);
});

const at = (days: number, time = '07:10') => test.setNow(new Date(`${addDays(TODAY, days)}T${time}:00Z`));
const on = (days: number, time = '09:00') => new Date(`${addDays(TODAY, days)}T${time}:00Z`);
const check = async (days: number) => {
  at(days);
  await notifyOfRisks(test.services);
};

/** A client who trained every third day until `silent` days ago. */
async function aSilent(silent = 20): Promise<Client> {
  const client = await aClient(test, { of: coach, fullName: 'Nina Park', checkInAnchor: null });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: on(-100) });
  for (let days = silent; days < silent + 60; days += 3) await aWorkout(client, -days);
  return client;
}
const aWorkout = (of: Client, days: number) =>
  anEvent(test, { of, type: 'workout.completed', occurredAt: on(days), data: { day: TODAY } });
const timesOf = ({ coachId, clientId }: Client) =>
  test.owner
    .select()
    .from(suggestedTimes)
    .where(and(eq(suggestedTimes.coachId, coachId), eq(suggestedTimes.clientId, clientId)));
const riskOf = async ({ clientId }: Client) =>
  (await coach.api.retention.getEngagement({ coachId: coach.id })).clients.find((one) => one.clientId === clientId);
const take = ({ clientId }: Client, action: TakenActionKind, actionId: string = randomUUID()) =>
  coach.api.retention.takeRiskAction({ coachId: coach.id, clientId, actionId, action });
async function owes({ coachId, clientId }: Client): Promise<void> {
  const key = { coachId, invoiceId: randomUUID() };
  await coach.api.money.saveInvoice({ ...key, ...anInvoice, clientId });
  await coach.api.money.issueInvoice(key);
  await test.owner.execute(sql`update client_invoices set issued_on = '2026-02-01', due_on = '2026-02-20'
    where coach_id = ${coachId} and id = ${key.invoiceId}`);
}
const outcomes = () => coach.api.retention.getActionOutcomes({ coachId: coach.id });

describe('the draw of a time', () => {
  it('gives half of the ids no wait and the others one or two days, the same each time', () => {
    const ids = Array.from(
      { length: 4000 },
      (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    const waits = Map.groupBy(ids, drawWait);
    // Four standard errors.
    expect(Math.abs((waits.get(0)?.length ?? 0) - 2000)).toBeLessThan(127);
    expect(Math.abs((waits.get(24)?.length ?? 0) - 1000)).toBeLessThan(110);
    expect(waits.size).toBe(3);
    expect(ids.map(drawWait)).toEqual(ids.map(drawWait));
  });
});

describe('the suggested time', () => {
  it('is drawn once for a new action, from its id, and shown until it has come', async () => {
    const client = await aSilent();
    await Promise.all([check(0), check(0)]);
    await check(1);
    const [time, ...more] = await timesOf(client);
    expect(more).toEqual([]);
    if (!time) throw new Error('no time was drawn');
    expect(time).toMatchObject({ action: 'call', followed: null, waitHours: drawWait(time.id) });
    expect(time.dueAt.getTime() - time.madeAt.getTime()).toBe(time.waitHours * 3_600_000);
    // The page and the queue say the same.
    const ahead = new Date(time.madeAt.getTime() + 30 * 3_600_000);
    await test.owner.update(suggestedTimes).set({ dueAt: ahead }).where(eq(suggestedTimes.id, time.id));
    expect((await riskOf(client))?.suggestedAt).toBe(ahead.toISOString());
    const [decision] = (await coach.api.decisions.getQueue({ coachId: coach.id })).decisions;
    expect(decision?.suggestedAt).toBe(ahead.toISOString());
    test.setNow(ahead);
    expect((await riskOf(client))?.suggestedAt).toBeNull();
  });

  it('is drawn for no client who asked, reported pain, worried the coach, owes money, objected, or has an action', async () => {
    const [asked, inPain, worrying, owing, objecting, acted, other] = await Promise.all([
      aSilent(),
      aSilent(),
      aSilent(),
      aSilent(),
      aSilent(),
      aSilent(),
      aSilent(),
    ]);
    // A question does not end a silence here, because only the unread state is what counts.
    await asked.api.messages.sendMessage({
      coachId: coach.id,
      conversationId: asked.clientId,
      id: randomUUID(),
      body: 'Can we talk?',
    });
    await anEvent(test, {
      of: inPain,
      type: 'workout.pain_flagged',
      occurredAt: on(-10),
      data: { flagId: randomUUID() },
    });
    await someNotifications(test, {
      of: coach,
      count: 1,
      type: 'safety_notice',
      metadata: { client_id: worrying.clientId },
      createdAt: on(-5),
    });
    await owes(owing);
    await objecting.api.retention.setOwnScoring({ objected: true });
    await take(acted, 'call');
    await check(0);
    for (const client of [asked, inPain, worrying, owing, objecting, acted]) expect(await timesOf(client)).toEqual([]);
    expect(await timesOf(other)).toHaveLength(1);
  });

  it('goes when the client objects', async () => {
    const client = await aSilent();
    await check(0);
    expect(await timesOf(client)).toHaveLength(1);
    await client.api.retention.setOwnScoring({ objected: true });
    expect(await timesOf(client)).toEqual([]);
  });
});

describe('what followed an action', () => {
  it('is counted after two and after four weeks, and stays as it was counted', async () => {
    const [back, away, left] = await Promise.all([aSilent(), aSilent(), aSilent()]);
    at(0, '12:00');
    for (const client of [back, away, left]) await take(client, 'call');
    await aWorkout(back, 5);
    // Too late to count.
    await aWorkout(away, 15);
    at(6, '12:00');
    await back.api.retention.recordVisit({ coachId: coach.id });
    await check(13);
    expect((await outcomes()).actions).toMatchObject([{ action: 'call', taken: 3, counted: 0, older: 0 }]);
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: left.clientId, status: 'archived' });
    await check(15);
    await check(15);
    const acts = { message: 0, workout: 1, checkIn: 0, visit: 1 };
    expect((await outcomes()).actions).toMatchObject([{ counted: 3, active: 1, acts, older: 0, stayed: 0 }]);
    await check(30);
    expect((await outcomes()).actions).toMatchObject([{ counted: 3, active: 1, acts, older: 3, stayed: 2 }]);
  });

  it('is not counted about a client who objected', async () => {
    const client = await aSilent();
    await take(client, 'message');
    await client.api.retention.setOwnScoring({ objected: true });
    await check(30);
    expect((await outcomes()).actions).toMatchObject([{ taken: 1, counted: 0, older: 0 }]);
  });

  it('is counted of drawn times by whether they came at once, each client once', async () => {
    const [one, other] = await Promise.all([aSilent(), aSilent()]);
    await check(0);
    for (const [client, waitHours] of [
      [one, 0],
      [other, 48],
    ] as const) {
      await test.owner.update(suggestedTimes).set({ waitHours }).where(eq(suggestedTimes.clientId, client.clientId));
    }
    await aWorkout(one, 2);
    await check(15);
    expect((await outcomes()).times).toEqual({ now: { counted: 1, active: 1 }, later: { counted: 1, active: 0 } });
  });
});

describe('a decision of the queue', () => {
  const settle = (
    { key, kind, clientId }: { key: string; kind: 'risk'; clientId: string },
    outcome: 'approved' | 'dismissed',
    decisionId = randomUUID(),
  ) => coach.api.decisions.settleDecision({ coachId: coach.id, decisionId, clientId, key, kind, outcome, seconds: 5 });

  it('is an action of the coach once, when it is approved', async () => {
    const client = await aSilent();
    const [decision] = (await coach.api.decisions.getQueue({ coachId: coach.id })).decisions;
    if (decision?.kind !== 'risk') throw new Error('no decision about risk');
    const one = { key: decision.key, kind: decision.kind, clientId: client.clientId };
    await settle(one, 'dismissed');
    expect((await riskOf(client))?.taken).toBeNull();
    const decisionId = randomUUID();
    await Promise.all([settle(one, 'approved', decisionId), settle(one, 'approved', decisionId)]);
    expect((await riskOf(client))?.taken).toMatchObject({ id: decisionId, action: 'message' });
    const rows = await test.owner.select().from(riskActions).where(eq(riskActions.coachId, coach.id));
    expect(rows).toMatchObject([{ id: decisionId, level: 'High Risk' }]);
    const other = await aSilent();
    await expect(settle({ ...one, clientId: other.clientId }, 'approved', decisionId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

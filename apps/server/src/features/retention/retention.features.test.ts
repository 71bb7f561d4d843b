import type { EventType } from '@stridewell/contract/events';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client } from '../../../test/people.ts';
import { listActivity } from './retention.activity.service.ts';
import { selectLeavings } from './retention.features.data.ts';
import { featuresOf, labelWeeks } from './retention.features.rules.ts';
import { readHistory } from './retention.history.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const DAY = '2026-03-01';
const at = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
const ago = (days: number) => at(addDays(DAY, -days));

async function aCoachedClient(acceptedAgo = 100) {
  const coach = await aCoach(test, { timeZone: 'UTC' });
  const client = await aClient(test, { of: coach });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(acceptedAgo) });
  return client;
}
const recordAgo = (
  client: Client,
  type: EventType,
  days: number,
  data: object = {},
  actor: 'coach' | 'client' = 'client',
) => anEvent(test, { of: client, type, actor, occurredAt: ago(days), data });
const activityOn = ({ coachId }: Client, days: readonly string[]) =>
  listActivity(test.owner, { coachId, timeZone: 'UTC' }, days);
async function featuresOn(client: Client, day = DAY) {
  const [row] = await activityOn(client, [day]);
  return row && featuresOf(row, day);
}

describe('features of a client as of a past day', () => {
  it('count what the client did, and what the coach did for them', async () => {
    const client = await aCoachedClient();
    await recordAgo(client, 'workout.completed', 3, { day: addDays(DAY, -3) });
    await recordAgo(client, 'checkin.submitted', 9, { day: addDays(DAY, -9), adherence: 80, weighed: true });
    await recordAgo(client, 'message.sent', 5, { seq: 1, broadcastId: null }, 'coach');
    await recordAgo(client, 'message.sent', 4, { seq: 2, broadcastId: null });
    await recordAgo(client, 'message.sent', 2, { seq: 3, broadcastId: client.coachId }, 'coach');
    expect(await featuresOn(client)).toMatchObject({
      silentDays: 3,
      workoutDaysAgo: 3,
      checkInDaysAgo: 9,
      messageDaysAgo: 4,
      activeDays7: 2,
      activeDays28: 0.75,
      streakWeeks: 2,
      messages28: 1,
      contacts28: 1,
      replyDelay: 0,
      firstMonth: 0,
      firstQuarter: 0,
    });
  });

  it('do not know a workout before the device sent it', async () => {
    const client = await aCoachedClient();
    const id = uuidv7({ msecs: at(addDays(DAY, 2)).getTime() });
    await anEvent(test, { of: client, id, type: 'workout.completed', occurredAt: ago(4), data: {} });
    expect(await featuresOn(client)).toMatchObject({ workoutDaysAgo: null, silentDays: 100 });
    expect(await featuresOn(client, addDays(DAY, 3))).toMatchObject({ workoutDaysAgo: 1, silentDays: 1 });
  });

  it('start again after a pause, and have none in it', async () => {
    const client = await aCoachedClient();
    await recordAgo(client, 'workout.completed', 60);
    await recordAgo(client, 'relationship.paused', 50, {}, 'coach');
    await recordAgo(client, 'relationship.resumed', 10, {}, 'coach');
    expect(await featuresOn(client)).toMatchObject({ silentDays: 10, workoutDaysAgo: 10 });
    expect(await featuresOn(client, addDays(DAY, -20))).toBeUndefined();
    expect(await featuresOn(client, addDays(DAY, -55))).toMatchObject({ silentDays: 5 });
  });

  it('are those of the coach’s own clients while they are coached', async () => {
    const client = await aCoachedClient(30);
    await aCoachedClient();
    await recordAgo(client, 'relationship.ended', 5);
    const rows = await activityOn(client, [addDays(DAY, -40), addDays(DAY, -10), DAY]);
    expect(rows.map(({ clientId, day }) => [clientId, day])).toEqual([[client.clientId, addDays(DAY, -10)]]);
    const leavings = await selectLeavings(test.owner, { coachId: client.coachId, timeZone: 'UTC' });
    expect(leavings).toEqual([{ clientId: client.clientId, day: addDays(DAY, -5), byPayment: false }]);
    expect(labelWeeks(rows, leavings, addDays(DAY, 60))).toMatchObject([{ leftInWeek: true, leftInMonth: true }]);
    expect(labelWeeks(rows, leavings, addDays(DAY, 18))).toEqual([]);
  });

  it('are gone with the account of a client, for training too', async () => {
    const client = await aCoachedClient();
    const staying = await aCoachedClient();
    const historyOf = async ({ clientId }: Client) => {
      const rows = await readHistory({ reader: test.owner, log: test.services.log, now: at(addDays(DAY, 60)) });
      return rows.filter((row) => row.clientId === clientId);
    };
    expect((await historyOf(client)).length).toBeGreaterThan(10);
    await test.owner.execute(sql`update client_coach_relationships set status = 'ended', person_id = null
      where coach_id = ${client.coachId} and client_id = ${client.clientId}`);
    expect(await historyOf(client)).toEqual([]);
    expect((await historyOf(staying)).length).toBeGreaterThan(10);
    expect(await featuresOn(client)).toBeUndefined();
  });

  it('never change with what is recorded later', async () => {
    const client = await aCoachedClient();
    await recordAgo(client, 'checkin.schedule_set', 100, {
      firstDay: addDays(DAY, -100),
      intervalDays: 7,
      weekdays: [],
    });
    await recordAgo(client, 'checkin.submitted', 6, { day: addDays(DAY, -6), adherence: null, weighed: false });
    const days = [addDays(DAY, -14), addDays(DAY, -7), DAY];
    const before = await activityOn(client, days);
    expect(before).toHaveLength(3);
    const types: readonly EventType[] = [
      'workout.completed',
      'checkin.submitted',
      'message.sent',
      'checkin.reviewed',
      'session.completed',
      'checkin.schedule_set',
      'relationship.paused',
      'relationship.resumed',
      'relationship.ended',
    ];
    const later = fc.record({
      type: fc.constantFrom(...types),
      actor: fc.constantFrom('coach' as const, 'client' as const),
      after: fc.integer({ min: 1, max: 60 }),
      // A device may send a workout days after it was done.
      late: fc.integer({ min: 0, max: 90 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(later, { minLength: 1, maxLength: 5 }), async (events) => {
        for (const { type, actor, after, late } of events) {
          const recorded = at(addDays(DAY, after));
          const occurredAt = type.startsWith('relationship.') ? recorded : at(addDays(DAY, after - late));
          const data = { broadcastId: null, intervalDays: 3, replied: true };
          await anEvent(test, { of: client, id: uuidv7({ msecs: recorded.getTime() }), type, actor, occurredAt, data });
        }
        expect(await activityOn(client, days)).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});

import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { namePerson } from '../src/core/relationships/relationships.data.ts';
import { mintClientScope, mintCoachScope } from '../src/core/tenancy/mint.ts';
import type { ClientScope, CoachScope } from '../src/core/tenancy/scope.ts';
import { bookSession } from '../src/features/calendar/calendar.bookings.service.ts';
import { submitCheckIn } from '../src/features/checkins/checkins.submit.service.ts';
import { receiveFile } from '../src/features/files/files.service.ts';
import { syncFoodDay } from '../src/features/foodlogs/foodlogs.sync.service.ts';
import { markConversationRead, sendMessage } from '../src/features/messages/messages.service.ts';
import { notify } from '../src/features/notifications/notifications.service.ts';
import { saveOnboarding } from '../src/features/onboarding/onboarding.service.ts';
import { saveMeasurements } from '../src/features/progress/progress.service.ts';
import { setClientPhoto } from '../src/features/records/records.service.ts';
import { syncWorkout } from '../src/features/workouts/workouts.sync.service.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { createTestApp, type TestApp } from './app.ts';
import { aPhoto } from './factories/records.ts';
import { aFoodDay } from './food-samples.ts';
import { aClient, aCoach, aPerson, type Client, type Coach, updateRelationship } from './people.ts';
import { newCheckIn } from './security-cases-checkins.ts';
import { PDF } from './uploads.ts';
import { aLog } from './workout-samples.ts';
import { fingerprint } from './world.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
/** The scope of a request whose session was resolved before the coaching ended. */
let scope: ClientScope;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  client = await aClient(test, { of: coach });
  scope = mintClientScope({
    userId: client.id,
    coachId: coach.id,
    clientId: client.clientId,
    relationshipStatus: 'active',
    seat: 'covered',
    numbersOff: false,
  });
});

const now = new Date('2026-03-02T10:00:00Z');
const sender = () => ({ side: 'client', clientId: client.clientId }) as const;

/** A caller that can answer every refusal. */
const EVERY = { CONVERSATION_CLOSED: 0, COACH_PLAN_FULL: 0, ATTACHMENT_GONE: 0, DAY_AHEAD: 0, MEASURED_BY_COACH: 0 };
const ALL = {
  ...EVERY,
  DRAFT_NEWER: 0,
  SENT_BEFORE: 0,
  ANSWERS_INVALID: 0,
  BOOKING_CLOSED: 0,
  SLOT_TAKEN: 0,
  TOO_LATE: 0,
  WORKOUT_FULL: 0,
  FOOD_DAY_FULL: 0,
  FOOD_DAY_TOO_LATE: 0,
  FOOD_PHOTO_MISSING: 0,
};
const ANSWERS = { ...ALL, CLOSED: 0, TOO_YOUNG: 0, CONSENT_REQUIRED: 0, FILE_NOT_FOUND: 0 };
const write = <T>(work: (tx: Tx<ClientScope, keyof typeof ANSWERS>) => Promise<T>) =>
  test.services.db.write(scope, work, ANSWERS);

describe('a coaching that ends during a request of the client', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a message',
      'CONVERSATION_CLOSED',
      () => write((tx) => sendMessage(tx, sender(), { id: randomUUID(), body: 'Hello', now, attachmentIds: [] })),
    ],
    ['a read marker', 'FORBIDDEN', () => write((tx) => markConversationRead(tx, sender(), 1))],
    ['a check-in', 'COACH_PLAN_FULL', () => write((tx) => submitCheckIn(tx, newCheckIn(), now))],
    [
      'a measurement',
      'FORBIDDEN',
      () => {
        const entry = { clientId: client.clientId, day: '2026-03-01', values: { weight: 80 } };
        return write((tx) => saveMeasurements(tx, entry, { now, today: '2026-03-02' }));
      },
    ],
    ['a workout', 'FORBIDDEN', () => write((tx) => syncWorkout(tx, aLog(randomUUID()), { now, timeZone: 'UTC' }))],
    [
      'a day of food',
      'FORBIDDEN',
      () => write((tx) => syncFoodDay(tx, aFoodDay('2026-03-02'), { now, timeZone: 'UTC' })),
    ],
    [
      'a step of the onboarding',
      'CLOSED',
      () => {
        const step = { coachId: coach.id, clientId: client.clientId, step: 'goal', record: { goal: 'Run' } } as const;
        return write((tx) => saveOnboarding(tx, step, now));
      },
    ],
    [
      'a booking',
      'FORBIDDEN',
      () => {
        const { mailer, env } = test.services;
        const deps = { now, mailer, env, coach: { fullName: coach.name, timeZone: coach.timeZone } };
        return write((tx) => bookSession(tx, deps, { id: randomUUID(), sessionTypeId: randomUUID(), start: now }));
      },
    ],
    ['a photo', 'NOT_FOUND', () => write((tx) => setClientPhoto(tx, { clientId: client.clientId, fileId: null }, now))],
    [
      'a file',
      'RELATIONSHIP_CLOSED',
      () => {
        const file = { id: randomUUID(), coachId: coach.id, clientId: client.clientId, purpose: 'message' } as const;
        return receiveFile(test.services, scope, { ...file, name: 'x' }, Readable.from([PDF], { objectMode: false }));
      },
    ],
  ])('refuses %s', async (_name, code, attempt) => {
    await updateRelationship(test, client, { status: 'ended' });
    const before = await fingerprint(test);
    await expect(attempt()).rejects.toMatchObject({ code });
    expect(await fingerprint(test)).toBe(before);
  });

  it('still lets the client remove a photo when the coach has only paused it', async () => {
    const photoId = await aPhoto(test, { by: client, purpose: 'avatar', attachedAt: new Date() });
    await updateRelationship(test, client, { status: 'paused', photoId });
    await write((tx) => setClientPhoto(tx, { clientId: client.clientId, fileId: null }, now));
    const { rows } = await test.owner.execute(
      sql`select status, photo_id from coachings where client_id = ${client.clientId}`,
    );
    expect(rows).toEqual([{ status: 'paused', photo_id: null }]);
  });

  it('refuses a file that is still being uploaded', async () => {
    const file = { id: randomUUID(), coachId: coach.id, clientId: client.clientId, purpose: 'message' } as const;
    const body = new PassThrough();
    const receiving = receiveFile(test.services, scope, { ...file, name: 'x' }, body);
    const refused = expect(receiving).rejects.toMatchObject({ code: 'RELATIONSHIP_CLOSED' });
    body.write(PDF);
    const stored = () => test.owner.execute(sql`select status from files where id = ${file.id}`);
    await expect.poll(async () => (await stored()).rows).toEqual([{ status: 'pending' }]);
    await updateRelationship(test, client, { status: 'ended' });
    body.end();
    await refused;
  });
});

describe('a coach who adds a person to the scope', () => {
  const asCoach = <T>(work: (tx: Tx<CoachScope>) => Promise<T>) =>
    test.services.db.write(mintCoachScope(coach.id), work);
  const note = (userId: string) =>
    ({
      userId,
      type: 'coach_assigned',
      title: 'Hello',
      message: '',
      metadata: { client_id: client.clientId },
    }) as const;
  const notificationsOf = async (userId: string) => {
    await test.delivered();
    return (await test.owner.execute(sql`select 1 from notifications where user_id = ${userId}`)).rows.length;
  };

  it('notifies a current client, and the scope loses the person with the transaction', async () => {
    const before = await notificationsOf(client.id);
    await asCoach((tx) => notify(tx, note(client.id)));
    expect(await notificationsOf(client.id)).toBe(before + 1);
    const { rows } = await asCoach((tx) => tx.execute(sql`select current_setting('app.person_id', true) as person`));
    expect(['', null]).toContain(rows[0]?.person);
  });

  it.each(['former client', 'client of another coach', 'stranger'])('notifies no %s', async (who) => {
    const other = who === 'client of another coach' ? await aClient(test, { of: await aCoach(test) }) : client;
    const userId = who === 'stranger' ? (await aPerson(test)).id : other.id;
    if (who === 'former client') await updateRelationship(test, client, { status: 'ended' });
    const before = await notificationsOf(userId);
    await expect(asCoach((tx) => notify(tx, note(userId)))).rejects.toThrow('no current client');
    await expect(asCoach((tx) => namePerson(tx, userId))).rejects.toThrow('no current client');
    expect(await notificationsOf(userId)).toBe(before);
  });
});

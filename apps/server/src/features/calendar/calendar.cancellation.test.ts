import { randomUUID } from 'node:crypto';
import { CANCEL_HOLD_SECONDS } from '@stridewell/contract/calendar/calendar.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { mailCancellation } from './calendar.reminders.service.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test, { name: 'Ana Silva' });
  client = await aClient(test, { of: coach, person: { name: 'Nina Park' } });
  test.setNow(NOW);
});

const create = async (repeat: { count: number } | null = null) => {
  const weekly = { frequency: 'weekly' as const, interval: 1, weekdays: [2], untilDay: null };
  const { session } = await coach.api.calendar.createSession({
    coachId: coach.id,
    id: randomUUID(),
    clientId: client.clientId,
    clientName: null,
    sessionTypeId: null,
    sessionType: 'Strength',
    startsAt: '2026-03-03T15:00:00.000Z',
    minutes: 60,
    location: '',
    notes: '',
    repeat: repeat && { ...weekly, ...repeat },
  });
  return session.id;
};
const cancel = (id: string, apply: 'this' | 'all' = 'this') =>
  coach.api.calendar.cancelSession({ coachId: coach.id, id, version: 0, apply, reason: 'I am ill' });
const restore = (id: string, version = 1) => coach.api.calendar.restoreSession({ coachId: coach.id, id, version });
const mailNow = (id: string, version = 1) => mailCancellation(test.services, { coachId: coach.id, id, version });
const typesOf = async () => (await notificationsOf(test, client)).map(({ type }) => type);

/** Subjects of the client's mails, oldest first, once there are `count` of them. */
async function mails(count: number) {
  const read = async () =>
    (await listOutbox(test.services.db)).flatMap(({ recipient, subject }) =>
      recipient === client.email ? [subject.endsWith('is canceled') ? 'cancelled' : 'scheduled'] : [],
    );
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return (await read()).reverse();
}

describe('a canceled session', () => {
  it('causes one mail, once the coach can no longer undo it', async () => {
    const id = await create();
    await mails(1);
    await cancel(id);
    const { rows } = await test.owner.execute<{ seconds: number; data: object }>(sql`
      select extract(epoch from start_after - created_on)::int as seconds, data
      from pgboss.job where name = 'calendar.mail_cancellation' and data ->> 'id' = ${id}`);
    expect(rows).toEqual([{ seconds: CANCEL_HOLD_SECONDS, data: { coachId: coach.id, id, version: 1 } }]);
    // The client's screens show it at once.
    expect(await typesOf()).toEqual(['session_cancelled', 'session_scheduled']);
    expect(await mails(1)).toEqual(['scheduled']);
    test.setNow(later(CANCEL_HOLD_SECONDS));
    await Promise.all([mailNow(id), mailNow(id)]);
    test.setNow(later(60));
    await mailNow(id);
    expect(await mails(2)).toEqual(['scheduled', 'cancelled']);
  });

  it('that is restored meanwhile sends no mail', async () => {
    const id = await create();
    await mails(1);
    // Nothing is canceled yet.
    expect(await restore(id, 0)).toMatchObject({ version: 0, cancelReason: null });
    await cancel(id);
    await expect(restore(id, 0)).rejects.toMatchObject({ code: 'CHANGED' });
    test.setNow(later(12));
    await Promise.all([restore(id), restore(id)]);
    test.setNow(later(CANCEL_HOLD_SECONDS));
    await mailNow(id);
    expect(await typesOf()).toEqual(['session_scheduled', 'session_cancelled', 'session_scheduled']);
    // A later mail, so that an unwanted one would have arrived before it.
    await create();
    expect(await mails(2)).toEqual(['scheduled', 'scheduled']);
  });

  it('that is restored later causes another mail', async () => {
    const id = await create();
    await mails(1);
    await cancel(id);
    test.setNow(later(CANCEL_HOLD_SECONDS));
    await mailNow(id);
    await restore(id);
    expect(await mails(3)).toEqual(['scheduled', 'cancelled', 'scheduled']);
  });

  it('of a series is mailed at once, together with the others', async () => {
    const id = await create({ count: 3 });
    await mails(1);
    await cancel(id, 'all');
    expect(await mails(2)).toEqual(['scheduled', 'cancelled']);
  });

  it('is mailed only by its own coach', async () => {
    const id = await create();
    await mails(1);
    await cancel(id);
    const other = await aCoach(test);
    await mailCancellation(test.services, { coachId: other.id, id, version: 1 });
    await create();
    expect(await mails(2)).toEqual(['scheduled', 'scheduled']);
  });
});

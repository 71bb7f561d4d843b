import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCheckIn, aClient, aCoach, type Coach, updateRelationship } from '../../../test/people.ts';
import { storeDailyMetrics } from './metrics.daily.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const storeAt = (instant: string) => {
  test.setNow(new Date(instant));
  return storeDailyMetrics(test.services);
};
const daysOf = async (coachId: string) => {
  const { rows } = await test.owner.execute<{ day: string; clients: number; leads: number }>(
    sql`select c.date::text as day, c.total_active_clients as clients, p.leads from client_metrics c
      join pipeline_metrics p using (coach_id, date) where c.coach_id = ${coachId} order by 1`,
  );
  return rows.map(({ day, clients, leads }) => `${day}: ${clients} clients, ${leads} leads`);
};

it('stores the figures of a day in its last hour, in each coach’s time zone', async () => {
  const tokyo = await aCoach(test, { timeZone: 'Asia/Tokyo' });
  const halfHour = await aCoach(test, { timeZone: 'Asia/Kolkata' });
  const suspended = await aCoach(test, { timeZone: 'Asia/Tokyo', status: 'suspended' });
  await aClient(test, { of: tokyo, onboardingCompleted: true });
  await storeAt('2026-03-02T13:59:00Z');
  expect(await daysOf(tokyo.id)).toEqual([]);
  await storeAt('2026-03-02T14:10:00Z');
  expect(await daysOf(tokyo.id)).toEqual(['2026-03-02: 1 clients, 0 leads']);
  expect(await daysOf(halfHour.id)).toEqual([]);
  await storeAt('2026-03-02T17:40:00Z');
  expect(await daysOf(halfHour.id)).toEqual(['2026-03-02: 0 clients, 0 leads']);
  expect(await daysOf(suspended.id)).toEqual([]);
});

it('changes nothing when it runs again, and adds the next day', async () => {
  const coach = await aCoach(test, { timeZone: 'UTC' });
  for (const instant of ['2026-03-02T23:05:00Z', '2026-03-02T23:50:00Z', '2026-03-03T23:05:00Z'])
    await storeAt(instant);
  expect(await daysOf(coach.id)).toEqual(['2026-03-02: 0 clients, 0 leads', '2026-03-03: 0 clients, 0 leads']);
});

describe('the figures of previous days', () => {
  const onTrack = async (coach: Coach) => {
    const { rows } = await test.owner.execute<{ day: string; on: number; of: number }>(
      sql`select date::text as day, clients_on_track as on, total_active_clients as of from client_metrics
        where coach_id = ${coach.id} order by 1`,
    );
    return rows.map(({ day, on, of }) => `${day.slice(5)}: ${on} of ${of}`);
  };
  /** A client whose check-in was due on the first of March, and figures of the second. */
  const overdue = async () => {
    const coach = await aCoach(test, { timeZone: 'UTC' });
    const client = await aClient(test, {
      of: coach,
      checkInAnchor: '2026-03-01',
      acceptedAt: new Date('2026-02-20T12:00:00Z'),
    });
    await storeAt('2026-03-02T23:05:00Z');
    expect(await onTrack(coach)).toEqual(['03-02: 0 of 1']);
    return { coach, client };
  };

  it('include data that arrives up to three days late', async () => {
    const { coach, client } = await overdue();
    await storeAt('2026-03-03T23:05:00Z');
    await aCheckIn(test, { by: client, day: '2026-03-02' });
    await storeAt('2026-03-05T23:05:00Z');
    expect(await onTrack(coach)).toEqual(['03-02: 1 of 1', '03-03: 1 of 1', '03-05: 1 of 1']);
    const late = await overdue();
    await aCheckIn(test, { by: late.client, day: '2026-03-02' });
    await storeAt('2026-03-06T23:05:00Z');
    expect(await onTrack(late.coach)).toEqual(['03-02: 0 of 1', '03-06: 1 of 1']);
  });

  it('exclude data of later days', async () => {
    const { coach, client } = await overdue();
    await aCheckIn(test, { by: client, day: '2026-03-03' });
    await storeAt('2026-03-03T23:05:00Z');
    expect(await onTrack(coach)).toEqual(['03-02: 0 of 1', '03-03: 1 of 1']);
  });

  it('include clients who were active on that day and left since, and exclude later ones', async () => {
    const { coach, client } = await overdue();
    test.setNow(new Date('2026-03-03T10:00:00Z'));
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'archived' });
    await aClient(test, { of: coach, acceptedAt: new Date('2026-03-03T12:00:00Z'), checkInAnchor: '2026-03-04' });
    await aCheckIn(test, { by: client, day: '2026-03-02' });
    await storeAt('2026-03-03T23:05:00Z');
    expect(await onTrack(coach)).toEqual(['03-02: 1 of 1', '03-03: 1 of 1']);
  });

  it('do not change when it is no longer known who was active', async () => {
    const { coach, client } = await overdue();
    await updateRelationship(test, client, { onboardingCompleted: false });
    await aCheckIn(test, { by: client, day: '2026-03-02' });
    await storeAt('2026-03-03T23:05:00Z');
    expect(await onTrack(coach)).toEqual(['03-02: 0 of 1', '03-03: 0 of 0']);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach } from '../../../test/people.ts';
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

it('stores the figures of a day in its last hour, in the time zone of each coach', async () => {
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

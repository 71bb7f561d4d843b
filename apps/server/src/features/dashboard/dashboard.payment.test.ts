import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach } from '../../../test/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

describe('a plan whose payment failed', () => {
  it('stays open in its grace period, and is locked afterwards until the payment', async () => {
    const coach = await aCoach(test, { plan: 'plus' });
    const read = () => coach.api.dashboard.getCoachDashboard({ coachId: coach.id });
    const graceEnds = (days: number) =>
      test.owner.execute(sql`update users set subscription_status = 'past_due',
        grace_until = now() + make_interval(days => ${days}) where id = ${coach.id}`);
    await graceEnds(1);
    expect(await read()).toMatchObject({ revenue: { state: 'ready' }, suggestions: { state: 'ready' } });
    await graceEnds(-1);
    const locked = { state: 'locked', reason: 'payment' };
    expect(await read()).toMatchObject({ revenue: locked, suggestions: locked });
  });
});

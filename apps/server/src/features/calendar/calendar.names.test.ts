import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aSeries } from '../../../test/factories/records.ts';
import { aClient, aCoach, anInvitation, aPerson, aSession, type Coach, type Pair } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

/** A past session, an upcoming one, and a weekly series. */
async function plan(by: Pair): Promise<void> {
  const tomorrow = new Date(Date.now() + 86_400_000);
  await aSession(test, { by, at: new Date(Date.now() - 86_400_000), clientName: 'Before' });
  await aSession(test, { by, at: tomorrow, clientName: 'Before' });
  await aSeries(test, { of: by, clientName: 'Before' });
}

async function names({ coachId }: Pair) {
  const { rows } = await test.owner.execute<{ held: string; next: string; series: string }>(sql`select
    (select client_name from coach_sessions where coach_id = ${coachId} and session_date < now()) as held,
    (select client_name from coach_sessions where coach_id = ${coachId} and session_date > now()) as next,
    (select client_name from session_series where coach_id = ${coachId}) as series`);
  return rows[0];
}

describe('upcoming sessions follow the name of their client', () => {
  it('who changes it in the account, with each coach', async () => {
    const other = await aCoach(test);
    const client = await aClient(test, { of: coach });
    const second = await aClient(test, { of: other, person: client });
    const stranger = await aClient(test, { of: await aCoach(test) });
    for (const pair of [client, second, stranger]) await plan(pair);
    const { status } = await client.caller.send('POST', '/auth/v1/update-user', { name: 'Nina Sol' });
    expect(status).toBe(200);
    for (const pair of [client, second]) {
      expect(await names(pair)).toEqual({ held: 'Before', next: 'Nina Sol', series: 'Nina Sol' });
    }
    expect(await names(stranger)).toEqual({ held: 'Before', next: 'Before', series: 'Before' });
  });

  it('who accepts the invitation under another name', async () => {
    const person = await aPerson(test, { name: 'Nina Sol' });
    const pair = await anInvitation(test, { from: coach, to: person.email });
    await plan(pair);
    await person.api.clients.acceptOwnInvitation({ coachId: pair.coachId, clientId: pair.clientId });
    expect(await names(pair)).toEqual({ held: 'Before', next: 'Nina Sol', series: 'Nina Sol' });
  });
});

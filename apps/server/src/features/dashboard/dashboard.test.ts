import { randomUUID } from 'node:crypto';
import type { ClientDashboard, CoachDashboard } from '@stridewell/contract/dashboard';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInRow, createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { coachSessions } from '../calendar/calendar.table.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { clientMetrics } from '../metrics/metrics.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ZONE = 'America/Los_Angeles';
const todayOf = () => dayInZone(new Date(), ZONE);

async function newCoach(plan: 'base' | 'plus' | 'pro' = 'pro') {
  const coach = await createCoach(test.owner, { plan, passwordHash: await hashOfPassword(), timeZone: ZONE });
  const caller = await test.signIn(coach.email);
  const read = async () => (await caller.get<CoachDashboard>(`/rest/v1/dashboards/coach/${coach.id}`)).body;
  return { coach, caller, read };
}

/** A client with a check-in every week, except for the last `missed` ones. */
async function trainedClient(
  coachId: string,
  options: { weeks?: number; missed?: number; adherence?: (week: number) => number } = {},
) {
  const { weeks = 6, missed = 0, adherence = () => 85 } = options;
  const person = await createUser(test.owner, 'Client');
  const anchor = addDays(todayOf(), -weeks * 7 - 2);
  const client = await createClient(test.owner, coachId, { person, checkInAnchor: anchor });
  const rows = Array.from({ length: weeks + 1 - missed }, (_, week) =>
    checkInRow({
      coachId,
      clientId: client.clientId,
      day: addDays(anchor, week * 7),
      adherence: adherence(week),
      weightKg: 90 - week,
    }),
  );
  await test.owner.insert(checkIns).values(rows);
  return client;
}

describe('an empty dashboard', () => {
  it('is all zeros, and locks what the free plan lacks', async () => {
    const { read } = await newCoach('base');
    expect(await read()).toMatchObject({
      timeZone: ZONE,
      agenda: { state: 'ready', data: { sessions: [], followUps: [], taskCount: 0 } },
      upcoming: { state: 'ready', data: { sessions: [] } },
      clientMetrics: { state: 'ready', data: { totalActiveClients: 0, workoutAdherence: null } },
      pipeline: { state: 'ready', data: { leads: 0, trials: 0, paidClients: 0, conversionRate: 0 } },
      revenue: { state: 'locked', requiredPlan: 'plus' },
      suggestions: { state: 'locked', requiredPlan: 'plus' },
    });
  });

  it('has no business record before the first amount', async () => {
    const { coach, caller, read } = await newCoach('plus');
    expect((await read()).revenue).toEqual({ state: 'ready', data: null });
    const entry = { coachId: coach.id, occurredOn: todayOf(), category: 'Coaching' };
    const record = (kind: string, amountCents: number, id: string = randomUUID()) =>
      caller.send('POST', '/rest/v1/ledger_entries', { ...entry, kind, amountCents, id });
    const id = randomUUID();
    await record('revenue', 30_000, id);
    await record('revenue', 30_000, id);
    await record('expense', 10_000);
    expect((await read()).revenue).toMatchObject({
      data: {
        current_month_revenue: 30_000,
        monthly_expenses: 10_000,
        net_profit: 20_000,
        profit_margin: 66.7,
        max_capacity: 35,
      },
    });
  });
});

describe('follow-ups and suggestions', () => {
  it('come from missed check-ins and falling adherence', async () => {
    const { coach, caller, read } = await newCoach();
    const silent = await trainedClient(coach.id, { missed: 3 });
    const falling = await trainedClient(coach.id, { adherence: (week) => (week > 4 ? 55 : 90) });
    const dashboard = await read();
    expect(dashboard.agenda).toMatchObject({
      data: { followUps: [{ clientId: silent.clientId, missed: 2 }], taskCount: 1 },
    });
    expect(dashboard.suggestions).toMatchObject({
      data: [
        { type: 'alert', priority: 'high', clientId: silent.clientId },
        { type: 'warning', priority: 'medium', clientId: falling.clientId },
      ],
    });
    expect(dashboard.clientMetrics).toMatchObject({ data: { totalActiveClients: 2, clientsOnTrack: 0 } });

    await caller.send('POST', `/rest/v1/dashboards/coach/${coach.id}/dismissed_follow_ups`, {
      clientId: silent.clientId,
    });
    expect((await read()).agenda).toMatchObject({ data: { followUps: [], taskCount: 0 } });
  });

  it("are each client's own, whatever the others sent", async () => {
    const { coach, read } = await newCoach();
    await trainedClient(coach.id, { missed: 2 });
    await trainedClient(coach.id);
    const dashboard = await read();
    expect(dashboard.clientMetrics).toMatchObject({ data: { clientsOnTrack: 1, mostConsistentClientStreak: 7 } });
  });
});

describe('clients without a covered seat', () => {
  it('are neither counted nor followed up, because they cannot check in', async () => {
    const { coach, read } = await newCoach('base');
    const clients: { clientId: string }[] = [];
    for (let index = 0; index < 6; index += 1) clients.push(await trainedClient(coach.id, { missed: 2 }));
    for (const [index, { clientId }] of clients.entries()) {
      await test.owner.execute(sql`update client_coach_relationships
        set accepted_at = ${`2026-01-0${index + 1}T12:00:00Z`}::timestamptz where client_id = ${clientId}`);
    }
    const dashboard = await read();
    expect(dashboard).toMatchObject({
      cover: { data: { cap: 5, readOnly: 1 } },
      clientMetrics: { data: { totalActiveClients: 5 } },
    });
    const last = clients.at(-1)?.clientId;
    for (const { clientId } of clients.slice(0, 5)) {
      await test.owner.execute(
        sql`update client_coach_relationships set status = 'paused' where client_id = ${clientId}`,
      );
    }
    expect(await read()).toMatchObject({ agenda: { data: { followUps: [] } }, cover: { data: { readOnly: 1 } } });
    await test.owner.execute(sql`update client_coach_relationships set status = 'archived'
      where coach_id = ${coach.id} and client_id <> ${last}`);
    expect(await read()).toMatchObject({ agenda: { data: { followUps: [{ clientId: last }] } } });
  });
});

describe('sessions', () => {
  it("belong to the coach's day, and the next five scheduled ones are upcoming", async () => {
    const { coach, caller, read } = await newCoach();
    // Noon in Los Angeles, when it is tomorrow in Kathmandu already.
    test.setNow(new Date(`${todayOf()}T20:00:00Z`));
    try {
      const at = (hours: number) => new Date(Date.parse(`${todayOf()}T20:00:00Z`) + hours * 3_600_000);
      const session = (sessionDate: Date, status = 'scheduled') => ({
        coachId: coach.id,
        id: randomUUID(),
        clientName: 'Kim',
        sessionDate,
        sessionType: 'Strength',
        status,
      });
      const rows = [
        session(at(-3), 'completed'),
        session(at(5)),
        ...[24, 48, 72, 96, 120].map((hours) => session(at(hours))),
        session(at(24 * 9)),
      ];
      await test.owner.insert(coachSessions).values(rows);
      const dashboard = await read();
      expect(dashboard.agenda).toMatchObject({ data: { taskCount: 2 } });
      const upcoming = dashboard.upcoming.state === 'ready' ? dashboard.upcoming.data.sessions : [];
      expect(upcoming.map(({ id }) => id)).toEqual(rows.slice(1, 6).map(({ id }) => id));

      const [first] = upcoming;
      const toggled = await caller.send('PATCH', `/rest/v1/coach_sessions/${first?.id}`, {
        coachId: coach.id,
        status: 'completed',
      });
      expect(toggled.body).toMatchObject({ status: 'completed' });
      expect((await read()).upcoming).toMatchObject({ data: { sessions: [{ id: rows[2]?.id }, {}, {}, {}, {}] } });
    } finally {
      test.setNow(null);
    }
  });
});

describe('daily rows', () => {
  it("hold today's figures once, however many ask at once, and past days stay as they were", async () => {
    const { coach, read } = await newCoach();
    const past = { coachId: coach.id, clientsOnTrack: 3, mostConsistentClientStreak: 0, clientsChange: 0 };
    const weekAgo = addDays(todayOf(), -7);
    await test.owner.insert(clientMetrics).values({ ...past, date: weekAgo, totalActiveClients: 3 });
    await trainedClient(coach.id);
    await Promise.all(Array.from({ length: 8 }, read));
    await trainedClient(coach.id);
    expect((await read()).clientMetrics).toMatchObject({ data: { totalActiveClients: 2, clientsChange: -1 } });
    const { rows } = await test.owner.execute(
      sql`select date::text, total_active_clients as total from client_metrics where coach_id = ${coach.id} order by date`,
    );
    expect(rows).toEqual([
      { date: weekAgo, total: 3 },
      { date: todayOf(), total: 2 },
    ]);
  });
});

describe('a card that fails', () => {
  it('leaves the others alone', async () => {
    const { coach, read } = await newCoach();
    await trainedClient(coach.id);
    await test.owner.execute(sql`alter table leads rename to leads_gone`);
    try {
      const dashboard = await read();
      expect(dashboard.pipeline).toEqual({ state: 'failed' });
      expect(dashboard.clientMetrics).toMatchObject({ state: 'ready', data: { totalActiveClients: 1 } });
      expect(dashboard.agenda.state).toBe('ready');
    } finally {
      await test.owner.execute(sql`alter table leads_gone rename to leads`);
    }
    expect((await read()).pipeline.state).toBe('ready');
  });
});

describe('the cost of a screen', () => {
  const statementsOf = async (caller: Caller, url: string): Promise<number> => {
    test.logLines.length = 0;
    expect((await caller.get(url)).status).toBe(200);
    const line = test.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request');
    return line.statements;
  };

  it('does not grow with the number of clients', async () => {
    const { coach, caller } = await newCoach();
    const urls = [
      `/rest/v1/dashboards/coach/${coach.id}`,
      `/rest/v1/client_coach_relationships?coachId=${coach.id}`,
      '/rest/v1/notifications',
    ];
    await trainedClient(coach.id);
    const before: number[] = [];
    for (const url of urls) before.push(await statementsOf(caller, url));
    for (let client = 0; client < 5; client += 1) await trainedClient(coach.id);
    // The first look of a day stores the day's figures; so does one that finds them changed.
    expect(before).toEqual([9, 2, 2]);
    const after: number[] = [];
    for (const url of urls) after.push(await statementsOf(caller, url));
    expect(after).toEqual(before);
    expect(await statementsOf(caller, urls[0] ?? '')).toBe(7);
  });

  it("of the client's own dashboard does not grow with check-ins", async () => {
    const { coach } = await newCoach();
    const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword() });
    await createClient(test.owner, coach.id, { person, acceptedAt: new Date() });
    const caller = await test.signIn(person.email);
    const before = await statementsOf(caller, '/rest/v1/dashboards/client');
    for (let sent = 0; sent < 3; sent += 1) await caller.send('POST', '/rest/v1/check_ins', newCheckIn());
    expect(await statementsOf(caller, '/rest/v1/dashboards/client')).toBe(before);
    const { body } = await caller.get<ClientDashboard>('/rest/v1/dashboards/client');
    expect(body).toMatchObject({ unread: 0, startWeightKg: null, goalWeightKg: null, checkIn: { state: 'done' } });
    expect(body.week.filter(({ done }) => done).map(({ day }) => day)).toEqual([body.today]);
  });
});

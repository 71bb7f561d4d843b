import { randomUUID } from 'node:crypto';
import type { CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import type { FollowedSuggestion } from '@stridewell/contract/messages/messages';
import type { SuggestionTopic } from '@stridewell/contract/messages/messages.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import type { Api } from '../../../test/api.ts';
import { countStatements } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { someDailyMetrics } from '../../../test/factories/business.ts';
import { aTargetReview } from '../../../test/factories/nutrition.ts';
import {
  aClient,
  aClientWithCheckIns,
  aCoach,
  aSession,
  type Coach,
  type Pair,
  updateRelationship,
} from '../../../test/people.ts';
import { newCheckIn } from '../../../test/security-cases-checkins.ts';
import { aSubscription } from '../../../test/security-cases-money.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.setNow(null));

const ZONE = 'America/Los_Angeles';
const todayOf = () => dayInZone(new Date(), ZONE);

async function newCoach(plan: 'base' | 'plus' | 'pro' = 'pro') {
  const coach = await aCoach(test, { plan, timeZone: ZONE });
  return { coach, read: () => coach.api.dashboard.getCoachDashboard({ coachId: coach.id }) };
}

/** A client with a check-in every week, except for the last `missed` ones. */
function regularClient(
  of: Coach,
  { missed = 0, adherence = () => 85 }: { missed?: number; adherence?: (week: number) => number } = {},
) {
  const weeks = 6;
  const checkInAnchor = addDays(todayOf(), -weeks * 7 - 2);
  const reports = Array.from({ length: weeks + 1 - missed }, (_, week) => ({
    day: addDays(checkInAnchor, week * 7),
    adherence: adherence(week),
    weightKg: 90 - week,
  }));
  return aClientWithCheckIns(test, { of, checkInAnchor, reports });
}

describe('an empty dashboard', () => {
  it('has only zeros and locks the features that the free plan lacks', async () => {
    const { read } = await newCoach('base');
    expect(await read()).toMatchObject({
      timeZone: ZONE,
      agenda: {
        state: 'ready',
        data: {
          reviews: { total: 0, rows: [] },
          adjustments: { total: 0, rows: [] },
          targets: { total: 0, rows: [] },
          followUps: { total: 0, rows: [] },
          unread: [],
          sessions: [],
          leads: { total: 0, rows: [] },
          tasks: { total: 0, rows: [] },
          invoices: { total: 0, rows: [] },
          payments: [],
          taskCount: 0,
        },
      },
      upcoming: { state: 'ready', data: { sessions: [] } },
      clientMetrics: { state: 'ready', data: { totalActiveClients: 0, workoutAdherence: null } },
      pipeline: { state: 'ready', data: { leads: 0, trials: 0, paidClients: 0, conversionRate: null } },
      revenue: { state: 'locked', reason: 'plan', requiredPlan: 'plus' },
      suggestions: { state: 'locked', reason: 'plan', requiredPlan: 'plus' },
    });
  });

  it('has no business record before the first amount', async () => {
    const { coach, read } = await newCoach('plus');
    expect((await read()).revenue).toEqual({ state: 'ready', data: null });
    const entry = { coachId: coach.id, occurredOn: todayOf(), category: 'Coaching' };
    const record = (kind: 'revenue' | 'expense', amountCents: number, id: string = randomUUID()) =>
      coach.api.money.createLedgerEntry({ ...entry, kind, amountCents, id });
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
        max_capacity: 30,
      },
    });
  });
});

describe('follow-ups and suggestions', () => {
  it('come from missed check-ins and falling adherence', async () => {
    const { coach, read } = await newCoach();
    const silent = await regularClient(coach, { missed: 3 });
    const falling = await regularClient(coach, { adherence: (week) => (week > 4 ? 55 : 90) });
    const dashboard = await read();
    expect(dashboard.agenda).toMatchObject({
      data: { followUps: { total: 1, rows: [{ clientId: silent.clientId, missed: 2 }] } },
    });
    expect(dashboard.suggestions).toMatchObject({
      data: [
        { type: 'alert', priority: 'high', clientId: silent.clientId },
        { type: 'warning', priority: 'medium', clientId: falling.clientId },
      ],
    });
    expect(dashboard.clientMetrics).toMatchObject({ data: { totalActiveClients: 2, clientsOnTrack: 0 } });

    await coach.api.dashboard.dismissFollowUp({ coachId: coach.id, clientId: silent.clientId });
    expect((await read()).agenda).toMatchObject({ data: { followUps: { total: 0, rows: [] } } });
  });

  it('are independent of other clients’ check-ins', async () => {
    const { coach, read } = await newCoach();
    await regularClient(coach, { missed: 2 });
    await regularClient(coach);
    const dashboard = await read();
    expect(dashboard.clientMetrics).toMatchObject({ data: { clientsOnTrack: 1, mostConsistentClientStreak: 7 } });
  });
});

describe("today's work", () => {
  it('has a row for each check-in to review and each conversation with unread messages', async () => {
    const { coach, read } = await newCoach();
    const client = await aClient(test, { of: coach, checkInAnchor: null });
    const other = await aClient(test, { of: await aCoach(test), checkInAnchor: null });
    for (const one of [client, other]) await one.api.checkins.submitCheckIn(newCheckIn());
    const write = ({ api, coachId, clientId }: typeof client) =>
      api.messages.sendMessage({ coachId, conversationId: clientId, id: randomUUID(), body: 'Hello' });
    for (const one of [client, client, other]) await write(one);
    const names = { clientId: client.clientId, clientName: client.name };
    const { agenda } = await read();
    expect(agenda).toMatchObject({
      data: { reviews: { total: 1, rows: [names] }, unread: [{ ...names, unread: 2 }], payments: [], taskCount: 2 },
    });
    if (agenda.state !== 'ready') throw new Error('no agenda');
    const of = { coachId: coach.id, conversationId: client.clientId };
    await coach.api.messages.sendMessage({ ...of, id: randomUUID(), body: 'Hi' });
    await coach.api.messages.markConversationRead({ ...of, seq: 3 });
    const checkInId = agenda.data.reviews.rows[0]?.checkInId ?? '';
    await coach.api.checkins.reviewCheckIn({ coachId: coach.id, checkInId, reply: null });
    expect(await read()).toMatchObject({ agenda: { data: { reviews: { total: 0 }, unread: [], taskCount: 0 } } });
  });

  it('has suggested targets of active clients, the longest waiting first, while the coach decides about them', async () => {
    const { coach, read } = await newCoach('plus');
    const [nina, omar, gone] = await Promise.all(
      [1, 2, 3].map(() => aClient(test, { of: coach, checkInAnchor: null })),
    );
    const other = await aClient(test, { of: await aCoach(test), checkInAnchor: null });
    if (!nina || !omar || !gone) throw new Error('no client');
    const [today, later] = ['2026-05-04', '2026-05-05'];
    await aTargetReview(test, { of: omar, day: later, toKcal: 2150 });
    await aTargetReview(test, { of: nina, day: today });
    await aTargetReview(test, { of: omar, day: today, status: 'replaced' });
    for (const of of [gone, other]) await aTargetReview(test, { of, day: today });
    await updateRelationship(test, gone, { status: 'archived' });
    const targetsOf = async () => {
      const { agenda } = await read();
      return agenda.state === 'ready' ? agenda.data : undefined;
    };
    const [first, second] = [nina, omar].map(({ clientId, name }) => ({ clientId, clientName: name, fromKcal: 2000 }));
    expect(await targetsOf()).toMatchObject({
      adjustments: { total: 0, rows: [] },
      targets: {
        total: 2,
        rows: [
          { ...first, toKcal: 1900 },
          { ...second, toKcal: 2150 },
        ],
      },
      taskCount: 2,
    });
    // One statement reads them with the changes of the training.
    expect(await countStatements(read)).toBe(11);
    await coach.api.ways.saveScopeOfPractice({ coachId: coach.id, prescribes: false });
    expect((await targetsOf())?.targets).toEqual({ total: 0, rows: [] });
    await coach.api.ways.saveScopeOfPractice({ coachId: coach.id, prescribes: true });
    await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
    expect(await targetsOf()).toMatchObject({ targets: { total: 0, rows: [] }, taskCount: 0 });
  });

  it("has the failed payment of the coach's own plan", async () => {
    const { coach, read } = await newCoach('pro');
    const graceUntil = new Date(Date.now() + 86_400_000);
    await test.owner.execute(sql`update users set subscription_status = 'past_due', grace_until = ${graceUntil.toISOString()}
      where id = ${coach.id}`);
    expect(await read()).toMatchObject({
      agenda: { data: { payments: [{ plan: 'pro', graceUntil: graceUntil.toISOString() }], taskCount: 1 } },
    });
  });
});

describe('suggestions about messages and renewals', () => {
  const DAY_MS = 86_400_000;
  const messagesOf = async (read: () => Promise<CoachDashboard>) => {
    const { suggestions } = await read();
    if (suggestions.state !== 'ready') throw new Error('no suggestions');
    return suggestions.data.map(({ message }) => message);
  };

  it('tell of a client who waits for an answer, read or not, until the coach writes to them alone', async () => {
    const { coach, read } = await newCoach();
    const { clientId, api } = await aClient(test, { of: coach, fullName: 'Ada Park', checkInAnchor: todayOf() });
    const key = { coachId: coach.id, conversationId: clientId };
    const { seq } = await api.messages.sendMessage({ ...key, id: randomUUID(), body: 'Can I swap two days?' });
    expect(await messagesOf(read)).toEqual([]);
    test.setNow(new Date(Date.now() + 2 * DAY_MS));
    const waits = ['Ada Park wrote 2 days ago and has no answer yet.'];
    expect(await messagesOf(read)).toEqual(waits);
    await coach.api.messages.markConversationRead({ ...key, seq });
    expect(await messagesOf(read)).toEqual(waits);
    await coach.api.messages.sendMessage({ ...key, id: randomUUID(), body: 'Yes, you can.' });
    expect(await messagesOf(read)).toEqual([]);
  });

  it('tell of a subscription that ends within two weeks, unless it is paused or another one follows', async () => {
    const { coach, read } = await newCoach();
    const { clientId } = await aClient(test, { of: coach, fullName: 'Ada Park', checkInAnchor: todayOf() });
    const other = await newCoach();
    await regularClient(other.coach);
    const startsOn = addDays(todayOf(), -40);
    const subscribe = (subscriptionId: string, changes: object = {}) =>
      coach.api.money.startSubscription({
        ...aSubscription,
        coachId: coach.id,
        clientId,
        subscriptionId,
        startsOn,
        ...changes,
      });
    const subscriptionId = randomUUID();
    await subscribe(subscriptionId);
    expect(await messagesOf(read)).toEqual([]);
    const endsOn = (days: number) =>
      test.owner.execute(sql`update client_subscriptions set ends_on = ${addDays(todayOf(), days)}::date
        where coach_id = ${coach.id} and id = ${subscriptionId}`);
    await endsOn(15);
    expect(await messagesOf(read)).toEqual([]);
    await endsOn(2);
    const due = [
      expect.stringMatching(/^“Monthly coaching” of Ada Park runs until .+, and no other subscription follows\.$/),
    ];
    expect(await messagesOf(read)).toEqual(due);
    expect(await messagesOf(other.read)).toEqual([]);
    const hide = (until: string | null) =>
      coach.api.dashboard.hideSuggestions({ coachId: coach.id, suggestions: [{ clientId, topic: 'renewal', until }] });
    await hide(todayOf());
    expect(await messagesOf(read)).toEqual([]);
    await hide(null);
    await subscribe(randomUUID(), { startsOn: addDays(todayOf(), 5) });
    expect(await messagesOf(read)).toEqual([]);
  });
});

describe('a hidden suggestion', () => {
  it('stays hidden up to its day, with the follow-up about the same check-ins, and can be shown again', async () => {
    const { coach, read } = await newCoach();
    const silent = await regularClient(coach, { missed: 3 });
    const falling = await regularClient(coach, { adherence: (week) => (week > 4 ? 55 : 90) });
    const hide = (clientId: string, topic: SuggestionTopic, until: string | null) =>
      coach.api.dashboard.hideSuggestions({ coachId: coach.id, suggestions: [{ clientId, topic, until }] });
    const topics = async () => {
      const { suggestions, agenda } = await read();
      if (suggestions.state !== 'ready' || agenda.state !== 'ready') throw new Error('no cards');
      return [suggestions.data.map(({ topic }) => topic).join(), agenda.data.followUps.total];
    };
    expect(await topics()).toEqual(['check_in,adherence', 1]);
    await hide(silent.clientId, 'check_in', addDays(todayOf(), 2));
    await hide(falling.clientId, 'plateau', addDays(todayOf(), 2));
    expect(await topics()).toEqual(['adherence', 0]);
    // A new day replaces the previous one.
    await hide(silent.clientId, 'check_in', todayOf());
    test.setNow(new Date(Date.now() + 86_400_000));
    expect((await topics())[1]).toBe(1);
    await hide(silent.clientId, 'check_in', addDays(todayOf(), 1));
    expect((await topics())[1]).toBe(0);
    await hide(silent.clientId, 'check_in', null);
    await hide(silent.clientId, 'check_in', null);
    expect((await topics())[1]).toBe(1);
  });

  it('must concern a client of the coach, and a day of the coming month', async () => {
    const { coach, read } = await newCoach();
    const own = await regularClient(coach, { missed: 3 });
    const foreign = await regularClient(await aCoach(test), { missed: 3 });
    const hide = (...suggestions: { clientId: string; until: string }[]) =>
      coach.api.dashboard.hideSuggestions({
        coachId: coach.id,
        suggestions: suggestions.map((one) => ({ ...one, topic: 'check_in' as const })),
      });
    const today = todayOf();
    const ok = { clientId: own.clientId, until: today };
    await expect(hide(ok, { ...ok, until: addDays(today, -1) })).rejects.toMatchObject({ code: 'DAY_OUT_OF_RANGE' });
    await expect(hide({ ...ok, until: addDays(today, 32) })).rejects.toMatchObject({ code: 'DAY_OUT_OF_RANGE' });
    await expect(hide(ok, { clientId: foreign.clientId, until: today })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await read()).toMatchObject({ agenda: { data: { followUps: { total: 1 } } } });
    await Promise.all(Array.from({ length: 4 }, () => hide(ok, ok)));
    expect(await read()).toMatchObject({ agenda: { data: { followUps: { total: 0 } } } });
  });
});

describe('a suggestion that a message followed', () => {
  it('is hidden with the message, up to a day of the coming month, only for this coach and topic', async () => {
    const { coach, read } = await newCoach();
    const silent = await regularClient(coach, { missed: 3 });
    const falling = await regularClient(coach, { adherence: (week) => (week > 4 ? 55 : 90) });
    // The coach's evening, already tomorrow in UTC.
    const evening = Date.parse(`${addDays(todayOf(), 1)}T03:00:00Z`);
    test.setNow(new Date(evening));
    const shown = async () => {
      const { suggestions, agenda } = await read();
      if (suggestions.state !== 'ready' || agenda.state !== 'ready') throw new Error('no cards');
      return [suggestions.data.map(({ topic }) => topic).join(), agenda.data.followUps.total];
    };
    const send = (
      { clientId }: { clientId: string },
      suggestion: FollowedSuggestion,
      id = randomUUID(),
      by: Api = coach.api,
    ) => by.messages.sendMessage({ coachId: coach.id, conversationId: clientId, id, body: 'How are you?', suggestion });
    const topic = 'check_in';
    // Another topic than the one on the screen.
    await send(falling, { topic: 'plateau', until: addDays(todayOf(), 3) });
    expect(await shown()).toEqual(['check_in,adherence', 1]);
    // A client cannot hide the coach's suggestions.
    const client = await aClient(test, { of: coach, checkInAnchor: null });
    await send(client, { topic, until: addDays(todayOf(), 3) }, randomUUID(), client.api);
    const { rows: hidden } = await test.owner.execute(sql`select topic from dismissed_follow_ups
      where coach_id = ${coach.id}`);
    expect(hidden).toEqual([{ topic: 'plateau' }]);
    const id = randomUUID();
    const followed = { topic, until: addDays(todayOf(), 3) } as const;
    await Promise.all([send(silent, followed, id), send(silent, followed, id)]);
    expect(await shown()).toEqual(['adherence', 0]);
    await send(falling, { topic: 'adherence', until: '2199-01-01' });
    expect(await shown()).toEqual(['', 0]);
    test.setNow(new Date(evening + 4 * 86_400_000));
    expect((await shown())[1]).toBe(1);
    const { rows } = await test.owner.execute(sql`select topic from dismissed_follow_ups
      where coach_id = ${coach.id} and day >= ${addDays(todayOf(), 32)}::date`);
    expect(rows).toEqual([]);
  });

  it('that waited on a device beyond its day is still sent', async () => {
    const { coach } = await newCoach();
    const silent = await regularClient(coach, { missed: 3 });
    const suggestion = { topic: 'check_in', until: '2020-01-01' } as const;
    const message = { coachId: coach.id, conversationId: silent.clientId, id: randomUUID(), body: 'Hi', suggestion };
    expect(await coach.api.messages.sendMessage(message)).toMatchObject({ body: 'Hi' });
  });
});

describe('clients without a covered seat', () => {
  it('are neither counted nor followed up, because they cannot check in', async () => {
    const { coach, read } = await newCoach('base');
    const clients: Pair[] = [];
    for (let day = 1; day <= 6; day += 1) {
      const client = await regularClient(coach, { missed: 2 });
      await updateRelationship(test, client, { acceptedAt: new Date(Date.UTC(2026, 0, day)) });
      clients.push(client);
    }
    const dashboard = await read();
    expect(dashboard).toMatchObject({
      cover: { data: { cap: 5, readOnly: 1 } },
      clientMetrics: { data: { totalActiveClients: 5 } },
    });
    const last = clients.at(-1)?.clientId;
    const first = clients.slice(0, 5);
    for (const client of first) await updateRelationship(test, client, { status: 'paused' });
    expect(await read()).toMatchObject({
      agenda: { data: { followUps: { rows: [] } } },
      cover: { data: { readOnly: 1 } },
    });
    for (const client of first) await updateRelationship(test, client, { status: 'archived' });
    expect(await read()).toMatchObject({ agenda: { data: { followUps: { rows: [{ clientId: last }] } } } });
  });
});

describe('sessions', () => {
  it("are those of the coach's day, and the next five scheduled ones, including today's", async () => {
    const { coach, read } = await newCoach();
    const client = await createClient(test.owner, coach.id);
    // Noon in Los Angeles, already tomorrow in Kathmandu.
    const noon = Date.parse(`${todayOf()}T20:00:00Z`);
    test.setNow(new Date(noon));
    const sessionIn = (hours: number, status: 'scheduled' | 'completed' = 'scheduled') =>
      aSession(test, { by: client, at: new Date(noon + hours * 3_600_000), status });
    await sessionIn(-3, 'completed');
    const earlier = await sessionIn(-1);
    const later = await sessionIn(5);
    const next = await Promise.all([24, 48, 72, 96, 120, 144, 24 * 9].map((hours) => sessionIn(hours)));
    const ids = [later, ...next];
    const upcoming = (count: number, from = 0) => ({
      data: { sessions: ids.slice(from, from + count).map((id) => ({ id })) },
    });
    expect(await read()).toMatchObject({
      agenda: { data: { taskCount: 3, sessions: [{ status: 'completed' }, { id: earlier }, { id: later }] } },
      upcoming: upcoming(5),
    });
    const first = { coachId: coach.id, id: ids[0] ?? '' };
    const updated = await coach.api.calendar.updateSessionStatus({ ...first, status: 'completed' });
    expect(updated).toMatchObject({ status: 'completed' });
    expect(await read()).toMatchObject({ upcoming: upcoming(5, 1) });
  });
});

it('are upcoming for seven times 24 hours', async () => {
  const { coach, read } = await newCoach();
  const client = await createClient(test.owner, coach.id);
  const now = Date.parse(`${todayOf()}T20:00:00Z`);
  test.setNow(new Date(now));
  const sessionAt = (minutes: number) => aSession(test, { by: client, at: new Date(now + minutes * 60_000) });
  const last = await sessionAt(7 * 24 * 60 - 1);
  await sessionAt(7 * 24 * 60 + 1);
  expect(await read()).toMatchObject({ upcoming: { data: { sessions: [{ id: last }] } } });
});

describe('daily rows', () => {
  it("store today's figures once, even for concurrent requests, and past days do not change", async () => {
    const { coach, read } = await newCoach();
    const weekAgo = addDays(todayOf(), -7);
    await someDailyMetrics(test, { of: coach, date: weekAgo, totalActiveClients: 3, clientsOnTrack: 3 });
    await regularClient(coach);
    await Promise.all(Array.from({ length: 8 }, read));
    await regularClient(coach);
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
  it('does not affect the others', async () => {
    const { coach, read } = await newCoach();
    await regularClient(coach);
    await test.owner.execute(sql`alter table lead_events rename to lead_events_gone`);
    try {
      const dashboard = await read();
      expect(dashboard.pipeline).toEqual({ state: 'failed' });
      expect(dashboard.clientMetrics).toMatchObject({ state: 'ready', data: { totalActiveClients: 1 } });
      expect(dashboard.agenda.state).toBe('ready');
    } finally {
      await test.owner.execute(sql`alter table lead_events_gone rename to lead_events`);
    }
    expect((await read()).pipeline.state).toBe('ready');
  });
});

describe('the goal of a client without numbers', () => {
  it('is shown unless it names a weight or calories', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach, checkInAnchor: null });
    const pair = { coachId: coach.id, clientId: client.clientId };
    const setGoal = async (goal: string) => {
      const { record, version } = await coach.api.records.getClientRecord(pair);
      await coach.api.records.saveClientRecord({ ...pair, version, record: { ...record, goal } });
    };
    const shown = async () => (await client.api.dashboard.getClientDashboard())?.goal;
    await setGoal('Lose 8 kg before the summer');
    expect(await shown()).toBe('Lose 8 kg before the summer');
    await client.api.ways.setOwnNumbers({ hidden: true });
    expect(await shown()).toBeNull();
    await setGoal('Run 10 km without a break');
    expect(await shown()).toBe('Run 10 km without a break');
  });
});

describe('the cost of a screen', () => {
  it('does not grow with the number of clients', async () => {
    const { coach, read } = await newCoach();
    const { clients, notifications } = coach.api;
    const screens = [read, () => clients.listClients({ coachId: coach.id }), () => notifications.listNotifications({})];
    const costs = async () => {
      const counts: number[] = [];
      for (const screen of screens) counts.push(await countStatements(screen));
      return counts;
    };
    await regularClient(coach);
    // The first request of a day stores the day's figures, and so does one that finds them changed.
    expect(await costs()).toEqual([13, 2, 2]);
    for (let client = 0; client < 5; client += 1) await regularClient(coach);
    expect(await costs()).toEqual([13, 2, 2]);
    expect(await countStatements(read)).toBe(11);
  });

  it("of the client's own dashboard does not grow with check-ins", async () => {
    const coach = await aCoach(test);
    const { api } = await aClient(test, { of: coach, checkInAnchor: null });
    const read = () => api.dashboard.getClientDashboard();
    const before = await countStatements(read);
    for (let sent = 0; sent < 3; sent += 1) await api.checkins.submitCheckIn(newCheckIn());
    expect(await countStatements(read)).toBe(before);
    const dashboard = await read();
    expect(dashboard).toMatchObject({
      unread: 0,
      weight: { weightKg: 80, changeKg: null },
      goalWeightKg: null,
      checkIn: { state: 'done' },
    });
    expect(dashboard?.week.filter(({ done }) => done).map(({ day }) => day)).toEqual([dashboard?.today]);
  });
});

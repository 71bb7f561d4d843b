import { randomUUID } from 'node:crypto';
import { needsAttention, weighInEnds, weightFiguresOf } from '@stridewell/contract/clients/clients.figures.rules';
import type { Agenda, CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { weightSlope } from '@stridewell/contract/progress/progress.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClientRecord } from '../../../test/factories/records.ts';
import { aCheckIn, aClient, aCoach, aSession, type Client, type Coach } from '../../../test/people.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  // Sunday evening in Los Angeles, when it is Monday in UTC and in Kathmandu.
  test.setNow(new Date('2026-11-23T04:00:00Z'));
  coach = await aCoach(test, { timeZone: ZONE });
});

const ZONE = 'America/Los_Angeles';
const TODAY = '2026-11-22';

type Card<Name extends keyof CoachDashboard> = Extract<CoachDashboard[Name], { state: 'ready' }>['data'];
function ready<Name extends 'agenda' | 'suggestions' | 'clientMetrics'>(cards: CoachDashboard, name: Name): Card<Name> {
  const card = cards[name];
  if (card.state !== 'ready') throw new Error(`${name} is ${card.state}`);
  return card.data as Card<Name>;
}

/** Calls every read that shows a figure of the client, for both sides. */
async function readAll({ clientId, api }: Client) {
  const of = { coachId: coach.id, clientId };
  const { dashboard, clients, progress, checkins, messages } = coach.api;
  const cards = await dashboard.getCoachDashboard({ coachId: coach.id });
  const own = await api.dashboard.getClientDashboard();
  if (!own) throw new Error('the client has no dashboard');
  const listed = (await clients.listClients({ coachId: coach.id })).clients.find((one) => one.clientId === clientId);
  if (!listed) throw new Error('the client is not in the list');
  const attention = await clients.listClients({ coachId: coach.id, status: 'attention' });
  const { clients: writable } = await messages.listBroadcastClients({ coachId: coach.id });
  const { clients: loggable } = await checkins.listDueClients({ coachId: coach.id });
  return {
    own,
    listed,
    page: await clients.getClient(of),
    progress: await progress.getProgress(of),
    ownProgress: await api.progress.getProgress(of),
    plan: await checkins.getCheckInPlan(of),
    form: await api.checkins.getCheckInForm(),
    toLog: loggable.find((one) => one.clientId === clientId),
    inAttention: attention.clients.some((one) => one.clientId === clientId),
    inGroupMessage: writable.find((one) => one.clientId === clientId)?.needsAttention,
    metrics: ready(cards, 'clientMetrics'),
    agenda: ready(cards, 'agenda') satisfies Agenda,
    suggestions: ready(cards, 'suggestions'),
  };
}

/** Compares the reads with each other, and the weight with the rule applied to all weigh-ins. */
async function readAgreed(client: Client, startWeightKg: number | null, goalWeightKg: number | null) {
  const reads = await readAll(client);
  const { own, listed, page, progress, ownProgress, plan, form, toLog, agenda } = reads;
  const waiting = agenda.reviews.rows.find(({ clientId }) => clientId === client.clientId);
  expect(page.checkInToReview).toBe(waiting?.checkInId ?? null);
  const weighIns = progress.measurements.flatMap(({ kind, day, value }) =>
    kind === 'weight' ? [{ day, weightKg: value }] : [],
  );
  const goal = { startWeightKg, goalWeightKg };
  const weight = weightFiguresOf(weighInEnds(weighIns), goal, { slope: weightSlope(weighIns), today: progress.today });
  expect([listed.weight, page.weight, own.weight]).toEqual([weight, weight, weight]);
  expect(ownProgress).toMatchObject({ startWeightKg, goalWeightKg, measurements: progress.measurements });
  expect(progress).toMatchObject({ startWeightKg, goalWeightKg });
  const status = plan.status;
  expect([form.status, own.checkIn, toLog?.status]).toEqual([status, status, status]);
  if (listed.status === 'active') expect([listed.checkIn, page.checkIn]).toEqual([status, status]);
  const { lastContactDay, planFollowed, standing, lastCheckInDay } = page;
  expect(listed).toMatchObject({ lastContactDay, planFollowed, standing, lastCheckInDay });
  expect(reads.metrics.clientsOnTrack).toBe(standing === 'on_track' ? 1 : 0);
  const isOffTrack = needsAttention(standing);
  expect([reads.inAttention, reads.inGroupMessage]).toEqual([isOffTrack, isOffTrack]);
  expect(page.progress === 'Needs Attention').toBe(isOffTrack);
  const [followUp] = agenda.followUps.rows;
  if (followUp) expect(followUp).toMatchObject({ missed: status?.missed, dueDay: status?.dueDay, lastContactDay });
  expect(agenda.followUps.total).toBe(standing === 'missed' || standing === 'overdue' ? 1 : 0);
  return { ...reads, weight, status, standing, lastContactDay };
}

it('every screen shows the same figures of a client with a history', async () => {
  const client = await aClient(test, { of: coach, checkInAnchor: addDays(TODAY, -70) });
  const of = { coachId: coach.id, clientId: client.clientId };
  const updatedAt = new Date('2026-09-01T12:00:00Z');
  await aClientRecord(test, { of: client, goalWeightKg: 70, startWeightKg: 90, updatedAt });
  // Weekly check-ins until four weeks ago; the last one was logged late, for an earlier day.
  const weeks = [70, 63, 56, 49, 42, 35, 28];
  for (const [index, age] of weeks.entries()) {
    await aCheckIn(test, { by: client, day: addDays(TODAY, -age), weightKg: 88 - index, adherence: 80 + index });
  }
  let read = await readAgreed(client, 90, 70);
  expect(read.weight).toMatchObject({ weightKg: 82, startKg: 90, changeKg: -8, goal: { toGoKg: 12, share: 0.4 } });
  expect(read).toMatchObject({ standing: 'missed', status: { state: 'due', missed: 3 } });
  expect(read.lastContactDay).toBe(addDays(TODAY, -28));
  expect(read.suggestions[0]?.message).toContain('28 days ago: 3 check-ins');

  // A weight measured by the client counts like the coach's, and on one day more than the check-in's.
  await client.api.progress.saveMeasurements({ ...of, day: addDays(TODAY, -28), values: { weight: 81.5 } });
  await coach.api.progress.saveMeasurements({ ...of, day: addDays(TODAY, -3), values: { weight: 80.25, waist: 90 } });
  read = await readAgreed(client, 90, 70);
  expect(read.weight).toMatchObject({
    day: addDays(TODAY, -3),
    weightKg: 80.25,
    changeKg: -9.75,
    goal: { toGoKg: 10.25 },
  });

  // Sessions and messages count as contact. The missed check-ins stay missed.
  await aSession(test, { by: client, at: new Date('2026-11-15T02:00:00Z'), status: 'completed' });
  await aSession(test, { by: client, at: new Date('2026-11-25T02:00:00Z') });
  expect((await readAgreed(client, 90, 70)).lastContactDay).toBe('2026-11-14');
  await client.api.messages.sendMessage({
    coachId: coach.id,
    conversationId: of.clientId,
    id: randomUUID(),
    body: 'Hi',
  });
  read = await readAgreed(client, 90, 70);
  expect(read).toMatchObject({ lastContactDay: TODAY, standing: 'missed' });
  expect(read.suggestions[0]?.message).toContain('today: 3 check-ins in a row missed');
  expect(read.agenda.unread).toMatchObject([{ clientId: of.clientId, unread: 1 }]);

  // Nothing is due during a pause, and the client is not active.
  const setStatus = (status: 'paused' | 'active') => coach.api.clients.setClientStatus({ ...of, status });
  await setStatus('paused');
  read = await readAgreed(client, 90, 70);
  expect(read).toMatchObject({ standing: null, status: { state: 'paused', nextDay: null } });
  test.setNow(new Date('2026-11-26T04:00:00Z'));
  await setStatus('active');
  read = await readAgreed(client, 90, 70);
  expect(read.standing).toBe('missed');

  // One check-in completes the due period, whichever weigh-in is the latest.
  await aCheckIn(test, {
    by: client,
    day: '2026-11-25',
    weightKg: 79,
    adherence: 60,
    submittedAt: new Date('2026-11-26T03:00:00Z'),
  });
  read = await readAgreed(client, 90, 70);
  expect(read).toMatchObject({ standing: 'off_plan', status: { missed: 0 }, weight: { changeKg: -11 } });
});

it('every screen agrees about a client without a start weight, in another time zone', async () => {
  const zone = 'Asia/Tokyo';
  const client = await aClient(test, { of: coach, checkInAnchor: '2026-11-16', checkInTimeZone: zone });
  const of = { coachId: coach.id, clientId: client.clientId };
  expect(await readAgreed(client, null, null)).toMatchObject({ weight: null, standing: 'missed' });
  await aCheckIn(test, { by: client, day: '2026-11-16', weightKg: 64, adherence: 90 });
  // Only in Tokyo is it the 23rd, which is a due day.
  expect(dayInZone(new Date('2026-11-23T04:00:00Z'), zone)).toBe('2026-11-23');
  let read = await readAgreed(client, null, null);
  expect(read).toMatchObject({
    standing: 'on_track',
    status: { state: 'due' },
    weight: { changeKg: null, goal: null },
  });
  await client.api.progress.saveMeasurements({ ...of, day: '2026-11-22', values: { weight: 64.8 } });
  read = await readAgreed(client, null, null);
  expect(read.weight).toMatchObject({ startKg: 64, changeKg: 0.8 });
});

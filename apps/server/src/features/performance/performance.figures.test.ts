import { weightSlopeKgPerDay } from '@stridewell/contract/checkins/checkins.rules';
import { datedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, dayInZone, daysBetween, isoWeekday, startOfDay } from '@stridewell/contract/time';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someDailyMetrics } from '../../../test/factories/business.ts';
import { aBroadcast, aMeasurement, someMessages } from '../../../test/factories/records.ts';
import { aClientProgram, aPlannedWorkout } from '../../../test/factories/training.ts';
import { aCheckIn, aClient, aCoach, aSession, type Client, type Coach } from '../../../test/people.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { checkIns } from '../checkins/checkins.table.ts';
import { broadcastRecipients, messages } from '../messages/messages.table.ts';
import { clientPrograms } from '../programs/programs.table.ts';
import { measurements } from '../progress/progress.table.ts';
import { workoutLogs } from '../workouts/workouts.table.ts';
import type { Wait } from './performance.replies.rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

/** Tuesday evening in Los Angeles, where clocks changed three days ago. In Tokyo it is Wednesday. */
const NOW = new Date('2026-03-11T04:00:00Z');
const ZONE = 'America/Los_Angeles';
const TODAY = '2026-03-10';
const HISTORY_DAYS = 80;

/** A seeded random number generator. */
function randomOf(seed: number) {
  let state = seed * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { upTo: (most: number) => Math.floor(next() * (most + 1)), chance: (share: number) => next() < share };
}
type Random = ReturnType<typeof randomOf>;

type Story = { client: Client; zone: string; pause: { from: string; until: string } };

const ZONES = [ZONE, 'Asia/Tokyo', 'America/New_York'];

async function aHistory(coach: Coach, random: Random, index: number): Promise<Story> {
  const zone = ZONES[index % ZONES.length] ?? ZONE;
  const pauseFrom = addDays(TODAY, -random.upTo(50));
  const pause = { from: pauseFrom, until: addDays(pauseFrom, 1 + random.upTo(9)) };
  const client = await aClient(test, {
    of: coach,
    person: { timeZone: zone, name: `Client ${index}` },
    checkInAnchor: addDays(TODAY, -random.upTo(60)),
    checkInIntervalDays: 1 + random.upTo(9),
    checkInWeekdays: random.chance(0.5) ? [1 + random.upTo(6)] : [],
    checkInPauses: [pause],
  });
  await addTraining(client, random);
  await addCheckIns(client, random);
  await addMessages(client, random);
  return { client, zone, pause };
}

async function addTraining(client: Client, random: Random): Promise<void> {
  for (const [index, programId] of ['two-days', 'other'].entries()) {
    const startDay = addDays(TODAY, -70 + 35 * index);
    // The first one is over, and the second one has days ahead.
    const content = aProgram({ weeks: index === 0 ? 5 : 7, name: `Program ${programId}` });
    const program = await aClientProgram(test, {
      of: client,
      programId,
      content,
      startDay,
      weekdays: [1 + random.upTo(2), 5 + random.upTo(2)],
    });
    for (const { day, dayKey } of program.days) {
      if (day > addDays(TODAY, 1) || random.chance(0.3)) continue;
      const finishedAt = random.chance(0.8) ? new Date(`${day}T18:00:00Z`) : null;
      await aPlannedWorkout(test, { of: program, day, dayKey, finishedAt, deleted: random.chance(0.1) });
    }
  }
}

async function addCheckIns(client: Client, random: Random): Promise<void> {
  for (let age = HISTORY_DAYS; age >= 0; age -= 1 + random.upTo(6)) {
    const day = addDays(TODAY, -age);
    const submittedAt = new Date(startOfDay(day, ZONE).getTime() + 10 * 3_600_000);
    const reviewedAt = random.chance(0.7) ? new Date(submittedAt.getTime() + random.upTo(60) * 3_600_000) : null;
    const weightKg = random.chance(0.7) ? 70 + random.upTo(100) / 10 : null;
    const about = { submittedAt, reviewedAt, weightKg, byCoach: random.chance(0.1), adherence: 70 + random.upTo(30) };
    await aCheckIn(test, { by: client, day, ...about });
    if (random.chance(0.2))
      await aMeasurement(test, { of: client, day: addDays(day, random.upTo(1)), recordedAt: submittedAt });
  }
}

async function addMessages(client: Client, random: Random): Promise<void> {
  let at = startOfDay(addDays(TODAY, -HISTORY_DAYS), ZONE).getTime();
  for (let written = 0; written < 40; written += 1) {
    at = Math.min(NOW.getTime(), at + random.upTo(90) * 3_600_000 + 1234);
    const createdAt = new Date(at);
    const sender = random.chance(0.6) ? 'client' : 'coach';
    const [seq] = await someMessages(test, { of: client, messages: [{ sender, createdAt }] });
    if (seq === undefined || sender === 'client' || random.chance(0.6)) continue;
    await aBroadcast(test, { to: client, seq, createdAt });
  }
}

type Counts = { done: number; due: number };
const isPaused = ({ pause }: Story, day: string) => pause.from <= day && day < pause.until;

/** Counts a range day by day, including both ends. */
async function countWorkouts(story: Story, fromAge: number, toAge: number, programId?: string): Promise<Counts> {
  const { clientId } = story.client;
  const today = dayInZone(NOW, story.zone);
  const programs = await test.owner.select().from(clientPrograms).where(eq(clientPrograms.clientId, clientId));
  const logs = await test.owner.select().from(workoutLogs).where(eq(workoutLogs.clientId, clientId));
  const counts = { done: 0, due: 0 };
  for (const program of programs) {
    if (programId && program.programId !== programId) continue;
    const weeks = program.content.phases.flatMap((phase) => phase.weeks);
    for (const { day, dayKey } of datedDays({ ...program, weeks })) {
      const age = daysBetween(day, today);
      if (age > fromAge || age < toAge || day > program.endDay) continue;
      const isDone = logs.some(
        (log) => log.clientProgramId === program.id && log.dayKey === dayKey && log.finishedAt && !log.deleted,
      );
      if (isDone) counts.done += 1;
      if (isDone || (age > 0 && !isPaused(story, day))) counts.due += 1;
    }
  }
  return counts;
}

/** Walks through the days of the schedule, one by one. */
async function countCheckIns(story: Story, coachTests: TestApp, fromAge: number, toAge: number): Promise<Counts> {
  const { clientId, coachId, api: _ } = story.client;
  const { rows } = await coachTests.owner.execute<{ anchor: string; days: number; weekdays: number[] }>(
    `select check_in_anchor::text as anchor, check_in_interval_days as days, check_in_weekdays as weekdays
      from client_coach_relationships where client_id = '${clientId}' and coach_id = '${coachId}'`,
  );
  const { anchor = TODAY, days = 7, weekdays = [] } = rows[0] ?? {};
  const sent = await coachTests.owner.select().from(checkIns).where(eq(checkIns.clientId, clientId));
  const isDue = (day: string) =>
    day >= anchor &&
    !isPaused(story, day) &&
    (weekdays.length > 0 ? weekdays.includes(isoWeekday(day)) : daysBetween(anchor, day) % days === 0);
  const dueDays: string[] = [];
  for (let day = anchor; day <= TODAY; day = addDays(day, 1)) if (isDue(day)) dueDays.push(day);
  const counts = { done: 0, due: 0 };
  for (const [index, due] of dueDays.entries()) {
    const next = dueDays[index + 1] ?? '9999-12-31';
    const first = index === 0 ? addDays(anchor, -days) : due;
    const isSent = sent.some(({ day }) => day >= first && day < next);
    const age = daysBetween(due, TODAY);
    if (age > fromAge || age < toAge) continue;
    if (isSent) counts.done += 1;
    if (isSent || index < dueDays.length - 1) counts.due += 1;
  }
  return counts;
}

const percentOf = ({ done, due }: Counts) => (due === 0 ? null : Math.round((100 * done) / due));
const meanOf = (counts: Counts[]) => {
  const known = counts.map(percentOf).filter((one) => one !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length);
};

type Waited = { since: Date; seconds: number; answered: boolean };
function summary(waits: Waited[], fromAge: number, toAge: number) {
  const [start, end] = [startOfDay(addDays(TODAY, -fromAge), ZONE), startOfDay(addDays(TODAY, 1 - toAge), ZONE)];
  const inside = waits.filter(({ since }) => since >= start && since < end);
  const times = inside.filter(({ answered }) => answered).map(({ seconds }) => seconds);
  times.sort((a, b) => a - b);
  const waiting = inside.filter(({ answered, seconds }) => !answered && seconds > 86_400).length;
  const half = times.length / 2;
  const middle = ((times[Math.ceil(half) - 1] ?? 0) + (times[Math.floor(half)] ?? 0)) / 2;
  const prompt = times.filter((seconds) => seconds <= 86_400).length;
  return {
    answered: times.length,
    waiting,
    medianSeconds: times.length > 0 ? expect.closeTo(middle, 3) : null,
    promptPercent: times.length + waiting > 0 ? Math.round((100 * prompt) / (times.length + waiting)) : null,
  };
}

/** A message of a conversation, in its order. Copies of a group message answer no client. */
type ConversationMessage = { at: Date; sender: 'coach' | 'client'; isGroupMessage: boolean };

/**
 * How long the client waited each time. Messages in a row are one wait from the first of them on, which ends with the
 * next message that the coach wrote to this client alone.
 */
function waitsOf(messages: readonly ConversationMessage[], now: Date): (Wait & { since: Date })[] {
  const waits: (Wait & { since: Date })[] = [];
  let since: Date | null = null;
  const secondsTo = (end: Date, start: Date) => Math.max(0, (end.getTime() - start.getTime()) / 1000);
  for (const { at, sender, isGroupMessage } of messages) {
    if (sender === 'client') since ??= at;
    else if (since && !isGroupMessage) {
      waits.push({ since, seconds: secondsTo(at, since), answered: true });
      since = null;
    }
  }
  if (since) waits.push({ since, seconds: secondsTo(now, since), answered: false });
  return waits;
}

async function messageWaits({ client: { clientId } }: Story): Promise<Waited[]> {
  const sent = await test.owner.select().from(messages).where(eq(messages.clientId, clientId)).orderBy(messages.seq);
  const copies = await test.owner.select().from(broadcastRecipients).where(eq(broadcastRecipients.clientId, clientId));
  return waitsOf(
    sent.map(({ createdAt: at, sender, seq }) => ({
      at,
      sender,
      isGroupMessage: copies.some((copy) => copy.seq === seq),
    })),
    NOW,
  );
}

async function reviewWaits({ client: { clientId } }: Story): Promise<Waited[]> {
  const sent = await test.owner.select().from(checkIns).where(eq(checkIns.clientId, clientId));
  return sent
    .filter(({ byCoach }) => !byCoach)
    .map(({ submittedAt, reviewedAt }) => ({
      since: submittedAt,
      seconds: ((reviewedAt ?? NOW).getTime() - submittedAt.getTime()) / 1000,
      answered: reviewedAt !== null,
    }));
}

/** Follows the trend of the weigh-ins in the five weeks up to the newest one, which is at most four weeks old. */
async function weightChange({ client: { clientId } }: Story): Promise<number | null> {
  const byDay = new Map<string, number>();
  const sent = await test.owner.select().from(checkIns).where(eq(checkIns.clientId, clientId));
  for (const { day, weightKg } of sent) if (weightKg !== null) byDay.set(day, weightKg);
  const measured = await test.owner.select().from(measurements).where(eq(measurements.clientId, clientId));
  for (const { day, value } of measured) byDay.set(day, value);
  const last = [...byDay.keys()].sort().at(-1) ?? '';
  if (last < addDays(TODAY, -28)) return null;
  const weighIns = [...byDay]
    .map(([day, weightKg]) => ({ day, weightKg }))
    .filter(({ day }) => day > addDays(last, -35))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const span = daysBetween(weighIns[0]?.day ?? last, last);
  const slope = weightSlopeKgPerDay(weighIns);
  return slope === null || weighIns.length < 4 || span < 14 ? null : expect.closeTo(slope * Math.min(span, 28), 1);
}

it.each([1, 2, 3, 4])('every figure agrees with the rows of a random history (%d)', async (seed) => {
  test.setNow(NOW);
  const random = randomOf(seed);
  const coach = await aCoach(test, { timeZone: ZONE });
  const stories = await Promise.all([0, 1, 2, 3].map((index) => aHistory(coach, randomOf(seed * 10 + index), index)));
  const recorded = [5, 9, 30, 33].map((age) => ({ date: addDays(TODAY, -age), clientsOnTrack: random.upTo(4) }));
  for (const figures of recorded) await someDailyMetrics(test, { of: coach, totalActiveClients: 4, ...figures });
  for (const { client } of stories)
    await aSession(test, { by: client, at: '2026-03-01T20:00:00Z', status: 'completed' });

  const report = await coach.api.performance.getPerformance({ coachId: coach.id, weeks: 4 });
  const each = <T>(read: (story: Story) => Promise<T>) => Promise.all(stories.map(read));
  const [workouts, workoutsBefore] = [
    await each((one) => countWorkouts(one, 27, 0)),
    await each((one) => countWorkouts(one, 55, 28)),
  ];
  const [sent, sentBefore] = [
    await each((one) => countCheckIns(one, test, 27, 0)),
    await each((one) => countCheckIns(one, test, 55, 28)),
  ];
  const changes = await each(weightChange);
  expect(report).toMatchObject({ today: TODAY, weeks: 4, from: addDays(TODAY, -27) });
  expect(report.clients).toMatchObject(
    stories.map(({ client: { clientId } }, at) => ({
      clientId,
      workouts: workouts[at],
      workoutsBefore: workoutsBefore[at],
      checkIns: sent[at],
      checkInsBefore: sentBefore[at],
      changeKg: changes[at],
    })),
  );
  expect(report.workouts).toEqual({ now: meanOf(workouts), before: meanOf(workoutsBefore) });
  expect(report.checkIns).toEqual({ now: meanOf(sent), before: meanOf(sentBefore) });
  for (const [index, week] of report.trend.entries()) {
    const age = 7 * (report.trend.length - 1 - index);
    const [now, before] = [
      await each((one) => countWorkouts(one, age + 6, age)),
      await each((one) => countWorkouts(one, age + 34, age + 28)),
    ];
    expect(week.endDay).toBe(addDays(TODAY, -age));
    expect(week.workouts).toEqual({ now: meanOf(now), before: meanOf(before) });
    expect(week.checkIns.now).toBe(meanOf(await each((one) => countCheckIns(one, test, age + 6, age))));
  }
  const onTrackAt = (age: number) =>
    25 * (recorded.find((row) => row.date === addDays(TODAY, -age))?.clientsOnTrack ?? 0);
  expect(report.trend.map(({ onTrack }) => onTrack.now)).toEqual([null, null, onTrackAt(9), report.onTrack.now]);
  expect(report.trend.map(({ onTrack }) => onTrack.before)).toEqual([null, null, null, onTrackAt(30)]);
  const asked = (await each(messageWaits)).flat();
  expect(report.messages).toEqual({ now: summary(asked, 27, 0), before: summary(asked, 55, 28) });
  const reviewed = (await each(reviewWaits)).flat();
  expect(report.reviews).toEqual({ now: summary(reviewed, 27, 0), before: summary(reviewed, 55, 28) });
  for (const { programId, clients, done, due, percent } of report.programs) {
    const counts = (await each((one) => countWorkouts(one, 27, 0, programId ?? ''))).filter((one) => one.due > 0);
    expect({ clients, percent }).toEqual({ clients: counts.length, percent: meanOf(counts) });
    expect([done, due]).toEqual([
      counts.reduce((sum, one) => sum + one.done, 0),
      counts.reduce((sum, one) => sum + one.due, 0),
    ]);
  }
  expect(report.programs.map(({ programId }) => programId)).toEqual(['other']);
  expect(report.distribution.reduce((sum, count) => sum + count, 0)).toBe(workouts.filter(({ due }) => due > 0).length);
  expect(report.topQuarter).toEqual({ state: 'too_few', missing: 12 - workouts.filter(({ due }) => due > 0).length });
});

import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aBroadcast, anEvent, someMessages } from '../../../test/factories/records.ts';
import { aClientProgram, aPlannedWorkout } from '../../../test/factories/training.ts';
import {
  aCheckIn,
  aClient,
  aCoach,
  aSession,
  type Coach,
  type Pair,
  updateRelationship,
} from '../../../test/people.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { recordStatements } from '../../../test/statements.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  // Sunday evening in Los Angeles, already Monday in UTC.
  test.setNow(new Date('2026-11-23T04:00:00Z'));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles', plan: 'base' });
});

const TODAY = '2026-11-22';
const WEEK = { from: '2026-11-16', to: TODAY };

const report = (selection: { from?: string; to?: string; clientId?: string } = WEEK, of: Coach = coach) =>
  of.api.reports.getInteractions({ coachId: of.id, ...selection });

const at = (day: string, time = '20:00') => new Date(`${day}T${time}:00Z`);

describe('the report', () => {
  it('counts messages of both sides and how long each waited', async () => {
    const nina = await aClient(test, { of: coach });
    await someMessages(test, {
      of: nina,
      messages: [
        { sender: 'coach', createdAt: at('2026-11-10') },
        { sender: 'client', createdAt: at('2026-11-10', '21:00') },
        { sender: 'coach', createdAt: at('2026-11-11', '01:00') },
        { sender: 'client', createdAt: at('2026-11-17', '10:00') },
        { sender: 'client', createdAt: at('2026-11-17', '11:00') },
        { sender: 'coach', createdAt: at('2026-11-17', '12:00') },
        { sender: 'client', createdAt: at('2026-11-17', '12:30') },
      ],
    });
    const { total } = await report();
    expect(total.now).toMatchObject({
      messagesSent: 1,
      messagesReceived: 3,
      coachReplySeconds: 7200,
      clientReplySeconds: 1800,
    });
    expect(total.before).toMatchObject({ messagesSent: 2, messagesReceived: 1, coachReplySeconds: 14_400 });
  });

  it('counts a reply after the end of the period, and no wait that began after it', async () => {
    const nina = await aClient(test, { of: coach });
    await someMessages(test, {
      of: nina,
      messages: [
        { sender: 'client', createdAt: at('2026-11-12') },
        { sender: 'coach', createdAt: at('2026-11-14') },
        { sender: 'client', createdAt: at('2026-11-15') },
        { sender: 'coach', createdAt: at('2026-11-20') },
      ],
    });
    const { total } = await report({ from: '2026-11-07', to: '2026-11-13' });
    expect(total.now).toMatchObject({ messagesReceived: 1, messagesSent: 0, coachReplySeconds: 2 * 86_400 });
  });

  it('agrees with the performance metrics about the same days', async () => {
    const pro = await aCoach(test, { timeZone: 'America/Los_Angeles', plan: 'pro' });
    const nina = await aClient(test, { of: pro });
    await someMessages(test, {
      of: nina,
      messages: Array.from({ length: 9 }, (_, index) => ({
        sender: index % 3 ? ('client' as const) : ('coach' as const),
        createdAt: new Date(at('2026-10-20').getTime() + index * index * 3_600_000),
      })),
    });
    // A group message is no reply to the client's last message.
    const [seq = 0] = await someMessages(test, {
      of: nina,
      messages: [{ sender: 'coach', createdAt: at('2026-11-18') }],
    });
    await aBroadcast(test, { to: nina, seq, createdAt: at('2026-11-18') });
    await aCheckIn(test, { by: nina, day: '2026-11-15', submittedAt: at('2026-11-15'), reviewedAt: at('2026-11-16') });
    const program = await aClientProgram(test, { of: nina, content: aProgram({ weeks: 4 }), startDay: '2026-10-26' });
    for (const { dayKey, day } of program.days.slice(0, 3)) await aPlannedWorkout(test, { of: program, dayKey, day });
    const metrics = await pro.api.performance.getPerformance({ coachId: pro.id, weeks: 4 });
    const { total } = await report({ from: addDays(TODAY, -27), to: TODAY }, pro);
    const [client] = metrics.clients;
    expect(total.now).toMatchObject({
      coachReplySeconds: metrics.messages.now.medianSeconds,
      reviewSeconds: metrics.reviews.now.medianSeconds,
      checkInsReviewed: metrics.reviews.now.answered,
      workoutsDone: client?.workouts.done,
      workoutsPlanned: client?.workouts.due,
    });
    expect(total.now.workoutsDone).toBe(3);
    expect(total.now.reviewSeconds).toBe(86_400);
    expect(total.before.coachReplySeconds).toBe(metrics.messages.before.medianSeconds);
  });

  it('counts sessions by what became of them, in the days of the coach', async () => {
    const nina = await aClient(test, { of: coach });
    const cancelledAt = at('2026-11-16');
    await aSession(test, { by: nina, at: at('2026-11-17'), status: 'completed' });
    await aSession(test, { by: nina, at: at('2026-11-18'), status: 'no_show' });
    await aSession(test, { by: nina, at: at('2026-11-19'), cancelledAt });
    await aSession(test, { by: nina, at: at('2026-11-20'), status: 'scheduled' });
    // Still Sunday of the week before in Los Angeles.
    await aSession(test, { by: nina, at: at('2026-11-16', '05:00'), status: 'completed' });
    const { total } = await report();
    expect(total.now).toMatchObject({ sessionsHeld: 1, sessionsMissed: 1, sessionsCanceled: 1 });
    expect(total.before).toMatchObject({ sessionsHeld: 1, sessionsMissed: 0, sessionsCanceled: 0 });
  });

  it('counts the days on which the client did something once each', async () => {
    const nina = await aClient(test, { of: coach });
    const event = (day: string, time: string, actor: 'client' | 'coach' = 'client') =>
      anEvent(test, { of: nina, type: 'workout.completed', actor, occurredAt: at(day, time), data: { day } });
    await event('2026-11-17', '18:00');
    await event('2026-11-17', '23:00');
    await event('2026-11-18', '05:00');
    await event('2026-11-19', '18:00', 'coach');
    await event('2026-11-20', '18:00');
    expect((await report()).total.now.activeDays).toBe(2);
  });

  it('compares workouts with the days before, for any number of days', async () => {
    const nina = await aClient(test, { of: coach });
    const program = await aClientProgram(test, { of: nina, content: aProgram({ weeks: 2 }), startDay: '2026-11-09' });
    const planned = async (from: string, to: string) => {
      const { now, before } = (await report({ from, to })).total;
      return [now.workoutsPlanned, before.workoutsPlanned];
    };
    expect(program.days.map(({ day }) => day)).toEqual(['2026-11-09', '2026-11-12', '2026-11-16', '2026-11-19']);
    expect(await planned('2026-11-16', '2026-11-22')).toEqual([2, 2]);
    expect(await planned('2026-11-19', '2026-11-19')).toEqual([1, 0]);
    expect(await planned('2026-11-13', '2026-11-16')).toEqual([1, 2]);
  });

  it('says that a period is empty, and lists former clients only with something to show', async () => {
    const left = await aClient(test, { of: coach, fullName: 'Ana Left' });
    const gone = await aClient(test, { of: coach, fullName: 'Ben Gone' });
    const current = await aClient(test, { of: coach, fullName: 'Cleo Current' });
    await someMessages(test, { of: left, messages: [{ createdAt: at('2026-11-18') }] });
    for (const client of [left, gone]) await updateRelationship(test, client, { status: 'archived' });
    const { isEmpty, clients } = await report();
    expect(isEmpty).toBe(false);
    expect(clients.map(({ name }) => name)).toEqual(['Ana Left', 'Cleo Current']);
    expect(await report({ from: '2025-01-01', to: '2026-01-01' })).toMatchObject({ isEmpty: true });
    const one = await report({ ...WEEK, clientId: current.clientId });
    expect([one.isEmpty, one.clients.map(({ clientId }) => clientId)]).toEqual([true, [current.clientId]]);
  });

  it('is empty without clients', async () => {
    expect(await report({})).toMatchObject({ isEmpty: true, clients: [] });
  });

  it('holds no text that people wrote, and nothing that was weighed', async () => {
    const nina = await aClient(test, { of: coach });
    await someMessages(test, { of: nina, messages: [{ body: 'A private word', createdAt: at('2026-11-18') }] });
    await aCheckIn(test, { by: nina, day: '2026-11-18', submittedAt: at('2026-11-18'), weightKg: 81.25 });
    const answer = JSON.stringify(await report());
    expect(answer).toContain('"checkInsSent":1');
    expect(answer).not.toContain('private');
    expect(answer).not.toContain('81.25');
  });

  it('refuses long, half and reversed periods', async () => {
    const nina = await aClient(test, { of: coach });
    const status = async (selection: Parameters<typeof report>[0]) =>
      report(selection).then(
        () => 200,
        (error: { status: number }) => error.status,
      );
    expect(await status({ from: '2025-11-22', to: TODAY })).toBe(200);
    expect(await status({ from: '2025-11-21', to: TODAY })).toBe(400);
    expect(await status({ from: TODAY, to: '2026-11-01' })).toBe(400);
    expect(await status({ from: TODAY })).toBe(400);
    expect(await status({ clientId: nina.clientId })).toBe(200);
  });

  it('needs no more statements for many clients and a long period than for few', async () => {
    const count = async (selection: Parameters<typeof report>[0]) => {
      await report(selection);
      return (await recordStatements(() => report(selection))).length;
    };
    await aClient(test, { of: coach });
    const few = await count(WEEK);
    for (let index = 0; index < 4; index += 1) {
      const pair: Pair = await aClient(test, { of: coach });
      await someMessages(test, { of: pair, messages: [{ createdAt: at('2026-11-18') }] });
    }
    expect(await count({ from: '2025-11-22', to: TODAY })).toBe(few);
  });
});

describe('the files', () => {
  const file = (name: string, of: Coach = coach) => of.caller.get<string>(`/exports/${of.id}/${name}`);

  it('are a line for each client without formulas, and a PDF', async () => {
    const nina = await aClient(test, { of: coach, fullName: '=HYPERLINK("x")' });
    await someMessages(test, { of: nina, messages: [{ createdAt: at('2026-11-18') }] });
    const { status, body } = await file(`interactions.csv?from=${WEEK.from}&to=${WEEK.to}`);
    expect(status).toBe(200);
    const [heading, ...lines] = body.trimEnd().split('\r\n');
    expect(
      heading?.startsWith('\uFEFF"Client","Status","From","To","Messages you sent","Messages you received",'),
    ).toBe(true);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.startsWith(`"'=HYPERLINK(""x"")","active","2026-11-16","2026-11-22","0","1",`)).toBe(true);
    const pdf = await file(`interactions.pdf?clientId=${nina.clientId}`);
    expect([pdf.status, String(pdf.body).slice(0, 5)]).toEqual([200, '%PDF-']);
  });

  it('are refused for other coaches’ clients, and for periods that do not exist', async () => {
    const other = await aCoach(test, { plan: 'base' });
    const client = await aClient(test, { of: coach });
    for (const type of ['csv', 'pdf']) {
      const name = `interactions.${type}`;
      expect((await file(`${name}?from=2026-11-01`)).status).toBe(400);
      expect((await file(`${name}?clientId=x`)).status).toBe(400);
      expect((await file(`${name}?clientId=${client.clientId}`, other)).status).toBe(404);
    }
  });
});

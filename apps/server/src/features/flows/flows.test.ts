import { randomUUID } from 'node:crypto';
import type { FlowInput, FlowStep } from '@stridewell/contract/flows/flows';
import { addDays } from '@stridewell/contract/time';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach, type Person, updateRelationship } from '../../../test/people.ts';
import { anInvoice } from '../../../test/security-cases-money.ts';
import { events } from '../../core/events/events.table.ts';
import { coaches, preferences, users } from '../../core/people/people.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { listMessageWaits } from '../messages/messages.service.ts';
import { advanceRun, runFlows } from './flows.run.service.ts';
import { flowRunnerScopeOf } from './flows.scopes.ts';
import { flowMessages, flowRuns, flows } from './flows.table.ts';
import { isHeldOut } from './flows.times.rules.ts';

const TODAY = '2026-03-02';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(TODAY);
  // The job works through all coaches.
  await test.owner.execute(sql`delete from flows`);
  coach = await aCoach(test, { timeZone: 'UTC', name: 'Sam Hill' });
});

const at = (day: string, time = '12:00') => test.setNow(new Date(`${day}T${time}:00Z`));
const ago = (days: number, time = '09:00') => new Date(`${addDays(TODAY, -days)}T${time}:00Z`);

type Silent = { name?: string; days?: number; of?: Coach; timeZone?: string; person?: Person };

/** A client of 100 days whose last workout was so many days ago. */
async function aSilent({ name = 'Nina Park', days = 9, of = coach, timeZone = 'UTC', person }: Silent = {}) {
  const client = await aClient(test, { of, fullName: name, checkInAnchor: null, person: person ?? { timeZone } });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(100) });
  await aWorkout(client, days);
  return client;
}

const aWorkout = (of: Client, days: number) =>
  anEvent(test, { of, type: 'workout.completed', occurredAt: ago(days), data: { day: TODAY } });

const aMessage = (text = 'Hi {firstName}, how are you?'): FlowStep => ({ id: randomUUID(), kind: 'message', text });
const aWait = (days = 7): FlowStep => ({ id: randomUUID(), kind: 'wait', days });

const aFlow = (changes: Partial<FlowInput> = {}): FlowInput => ({
  name: 'Away for a week',
  trigger: { of: 'activity', days: 7 },
  steps: [aMessage()],
  quiet: { from: 21, until: 8 },
  holdOut: 0,
  isOn: true,
  ...changes,
});

type Saving = { flowId?: string; basedOn?: number; of?: Coach };

async function save(flow: FlowInput, { flowId = randomUUID(), basedOn = 0, of = coach }: Saving = {}) {
  const { version } = await of.api.flows.saveFlow({ coachId: of.id, flowId, flow, basedOn });
  return { flowId, version };
}

const run = () => runFlows(test.services);
const sentTo = async (client: Client) =>
  (await client.api.messages.listMessages({ coachId: client.coachId, conversationId: client.clientId })).messages;
const textsTo = async (client: Client) => (await sentTo(client)).map(({ body }) => body);
const history = async (of = coach) => (await of.api.flows.listFlowRuns({ coachId: of.id })).runs;
const listed = async (of = coach) => (await of.api.flows.listFlows({ coachId: of.id })).flows;
/** Visits at that time, and leaves the clock at noon of today. */
async function visit({ api, coachId }: Client, day: string, time = '09:00') {
  at(day, time);
  await api.retention.recordVisit({ coachId });
  at(TODAY);
}
const say = ({ api, coachId, clientId }: Client, body: string) =>
  api.messages.sendMessage({ coachId, conversationId: clientId, id: randomUUID(), body });

describe('a silent client', () => {
  it('gets the message once, marked as automatic for both, and the others get none', async () => {
    const silent = await aSilent({ name: 'Nina Park' });
    const active = await aSilent({ name: 'Ana Busy', days: 6 });
    await save(aFlow({ steps: [aMessage('Hi {firstName}, {days} days! {coachName}')] }));
    await Promise.all([run(), run()]);
    await run();
    const [message, ...more] = await sentTo(silent);
    expect(message).toMatchObject({ body: 'Hi Nina, 9 days! Sam Hill', sender: 'coach', automatic: true });
    expect(more).toEqual([]);
    expect(await sentTo(active)).toEqual([]);
    const { messages } = await coach.api.messages.listMessages({ coachId: coach.id, conversationId: silent.clientId });
    expect(messages).toEqual([message]);
    expect(await history()).toMatchObject([
      { clientId: silent.clientId, name: 'Nina Park', flowName: 'Away for a week', state: 'done', stopped: null },
    ]);
    expect((await history())[0]?.sentAt).toHaveLength(1);
  });

  it('is no contact of the coach with them', async () => {
    const silent = await aSilent();
    await save(aFlow());
    await run();
    const { rows } = await test.owner.execute<{ actor: string }>(
      sql`select actor from events where coach_id = ${coach.id} and type = 'message.sent' order by id`,
    );
    expect(rows).toEqual([{ actor: 'system' }]);
    const { conversations } = await coach.api.messages.listConversations({ coachId: coach.id });
    expect(conversations).toMatchObject([{ id: silent.clientId, lastIsGroup: false }]);
  });

  it('still waits for the coach whose answer is automatic', async () => {
    const silent = await aSilent();
    at(addDays(TODAY, -9));
    const { seq } = await say(silent, 'Thanks');
    const key = { coachId: coach.id, conversationId: silent.clientId };
    await coach.api.messages.markConversationRead({ ...key, seq });
    at(TODAY);
    await save(aFlow());
    await run();
    expect(await sentTo(silent)).toHaveLength(2);
    const [from, now] = [ago(20).toISOString(), ago(0).toISOString()];
    const range = { clientIds: [silent.clientId], from, middle: from, until: 'infinity', now };
    const scope = flowRunnerScopeOf(coach.id);
    const [row] = await test.services.db.read(scope, (tx) => listMessageWaits(tx, range));
    expect(row?.waits.map(([, , answered]) => answered)).toEqual([false]);
  });

  it('gets a second message a week later while they stay silent, and none for the same silence again', async () => {
    const silent = await aSilent();
    await save(aFlow({ steps: [aMessage('First'), aWait(), aMessage('Second')] }));
    await run();
    at(addDays(TODAY, 6));
    await run();
    expect(await textsTo(silent)).toEqual(['First']);
    at(addDays(TODAY, 7));
    await run();
    at(addDays(TODAY, 30));
    await run();
    expect(await textsTo(silent)).toEqual(['First', 'Second']);
  });

  it.each([
    ['a reply', (client: Client) => say(client, 'I was ill'), 'came_back'],
    ['a workout', (client: Client) => aWorkout(client, -1), 'came_back'],
    ['a pause', (client: Client) => updateRelationship(test, client, { status: 'paused' }), 'paused'],
    ['an end', (client: Client) => updateRelationship(test, client, { status: 'ended' }), 'ended'],
    ['their stop', (client: Client) => client.api.flows.setOwnAutomatic({ stopped: true }), 'opted_out'],
    ['their objection', (client: Client) => client.api.retention.setOwnScoring({ objected: true }), 'objected'],
    ['an unpaid invoice', (client: Client) => anUnpaidInvoice(client), 'payment'],
    ['a smaller plan', () => changePlan('plus'), 'plan'],
    [
      'a suspended coach',
      () => test.owner.update(coaches).set({ status: 'suspended' }).where(eq(coaches.id, coach.id)),
      'turned_off',
    ],
  ])('gets no second message after %s, and the history says why', async (_, happens, stopped) => {
    const silent = await aSilent();
    await save(aFlow({ steps: [aMessage('First'), aWait(), aMessage('Second')] }));
    await run();
    at(addDays(TODAY, 1));
    await happens(silent);
    at(addDays(TODAY, 7));
    await run();
    await run();
    const rows = await test.owner.select().from(flowRuns).where(eq(flowRuns.coachId, coach.id));
    expect(rows).toMatchObject([{ state: 'stopped', stopped }]);
    expect(await test.owner.select().from(flowMessages).where(eq(flowMessages.coachId, coach.id))).toHaveLength(1);
  });

  it.each([
    ['paused', (client: Client) => updateRelationship(test, client, { status: 'paused' })],
    ['former', (client: Client) => updateRelationship(test, client, { status: 'archived' })],
    ['invited', (client: Client) => updateRelationship(test, client, { status: 'invited', personId: null })],
    ['one who stopped them', (client: Client) => client.api.flows.setOwnAutomatic({ stopped: true })],
    ['one who objected', (client: Client) => client.api.retention.setOwnScoring({ objected: true })],
    ['one who owes', (client: Client) => anUnpaidInvoice(client)],
    ['one who waits for an answer', (client: Client) => say(client, 'When can we talk?')],
  ])('is never %s', async (_, happens) => {
    const silent = await aSilent();
    await happens(silent);
    await save(aFlow());
    await run();
    expect(await test.owner.select().from(flowRuns).where(eq(flowRuns.coachId, coach.id))).toEqual([]);
  });

  it('is judged by the kind of silence', async () => {
    const silent = await aSilent({ days: 10 });
    await anEvent(test, { of: silent, type: 'checkin.submitted', occurredAt: ago(2), data: {} });
    const never = await aSilent({ name: 'Ana Never', days: 1 });
    await save(aFlow({ trigger: { of: 'activity', days: 7 }, steps: [aMessage('Any')] }));
    await save(aFlow({ trigger: { of: 'message', days: 7 }, steps: [aMessage('Message')] }));
    await save(aFlow({ trigger: { of: 'workout', days: 7 }, steps: [aMessage('Workout')] }));
    await run();
    expect(await textsTo(silent)).toEqual(['Workout']);
    expect(await textsTo(never)).toEqual([]);
  });

  it('is not silent while they visit the app, unless the rule is about what they do there', async () => {
    const silent = await aSilent({ days: 10 });
    await visit(silent, addDays(TODAY, -3));
    await save(aFlow({ trigger: { of: 'activity', days: 7 }, steps: [aMessage('Any')] }));
    await save(aFlow({ trigger: { of: 'visit', days: 7 }, steps: [aMessage('Visit')] }));
    await run();
    expect(await textsTo(silent)).toEqual([]);
    at(addDays(TODAY, 4));
    await run();
    expect(await sentTo(silent)).toHaveLength(1);
  });

  it('gets no further message after a visit on the day of the first one', async () => {
    const silent = await aSilent();
    await save(aFlow({ trigger: { of: 'workout', days: 7 }, steps: [aMessage('First'), aWait(), aMessage('Second')] }));
    await run();
    await visit(silent, TODAY, '12:30');
    at(addDays(TODAY, 7));
    await run();
    expect(await textsTo(silent)).toEqual(['First']);
    expect(await history()).toMatchObject([{ state: 'stopped', stopped: 'came_back' }]);
  });

  it('leaves at a condition that does not hold', async () => {
    const silent = await aSilent({ days: 10 });
    await anEvent(test, { of: silent, type: 'checkin.submitted', occurredAt: ago(3), data: {} });
    const condition: FlowStep = { id: randomUUID(), kind: 'condition', of: 'checkIn', days: 5 };
    await save(aFlow({ trigger: { of: 'workout', days: 7 }, steps: [condition, aMessage()] }));
    await run();
    expect(await history()).toMatchObject([{ state: 'stopped', stopped: 'condition', sentAt: [] }]);
  });
});

async function anUnpaidInvoice({ coachId, clientId }: Client, dueOn = '2026-02-20') {
  const key = { coachId, invoiceId: randomUUID() };
  await coach.api.money.saveInvoice({ ...key, ...anInvoice, clientId });
  await coach.api.money.issueInvoice(key);
  await test.owner.execute(sql`update client_invoices set issued_on = '2026-01-01', due_on = ${dueOn}
    where coach_id = ${coachId} and id = ${key.invoiceId}`);
}

const changePlan = (plan: 'plus') => test.owner.update(users).set({ plan }).where(eq(users.id, coach.id));

describe('the cap', () => {
  it('lets one of two rules that are due at once send, and the other a week later', async () => {
    const silent = await aSilent({ days: 15 });
    await save(aFlow({ steps: [aMessage('A')] }));
    await save(aFlow({ trigger: { of: 'activity', days: 14 }, steps: [aMessage('B')] }));
    await Promise.all([run(), run()]);
    expect(await sentTo(silent)).toHaveLength(1);
    expect((await history()).map(({ state }) => state).sort()).toEqual(['done', 'open']);
    expect((await history()).find(({ state }) => state === 'open')?.dueAt).toBe(`${addDays(TODAY, 7)}T12:00:00.000Z`);
    at(addDays(TODAY, 6), '23:00');
    await run();
    expect(await sentTo(silent)).toHaveLength(1);
    at(addDays(TODAY, 7), '13:00');
    await run();
    expect((await textsTo(silent)).sort()).toEqual(['A', 'B']);
  });

  it('is held by the database', async () => {
    const silent = await aSilent();
    await save(aFlow());
    await run();
    const [row] = await test.owner.select().from(flowMessages).where(eq(flowMessages.coachId, coach.id));
    if (!row) throw new Error('nothing was sent');
    const insert = (sentAt: Date, previousAt: Date | null) =>
      test.owner.insert(flowMessages).values({ ...row, stepId: randomUUID(), sentAt, previousAt });
    const later = (days: number) => new Date(row.sentAt.getTime() + days * 86_400_000);
    const code = (error: { cause: { code: string } }) => error.cause.code;
    await expect(insert(later(6), row.sentAt).catch(code)).resolves.toBe('23514');
    await expect(insert(later(8), null).catch(code)).resolves.toBe('23505');
    await expect(insert(later(8), later(1)).catch(code)).resolves.toBe('23503');
    await insert(later(7), row.sentAt);
    expect(await sentTo(silent)).toHaveLength(1);
  });

  it('counts with each coach of a client, and stopping one leaves the other', async () => {
    const other = await aCoach(test, { timeZone: 'UTC' });
    const one = await aSilent();
    const two = await aSilent({ of: other, person: one });
    await one.api.flows.setOwnAutomatic({ stopped: true }, { context: { coachId: coach.id } });
    await save(aFlow({ steps: [aMessage('One')] }));
    await save(aFlow({ steps: [aMessage('Two')] }), { of: other });
    await run();
    expect(await history()).toEqual([]);
    expect(await history(other)).toMatchObject([{ clientId: two.clientId, state: 'done' }]);
  });
});

describe('the night', () => {
  it('puts a message off to the client’s morning, also after they moved', async () => {
    const silent = await aSilent({ timeZone: 'Asia/Tokyo' });
    await save(aFlow());
    // 23:00 in Tokyo.
    at(TODAY, '14:00');
    await run();
    expect(await history()).toMatchObject([{ state: 'open', dueAt: `${TODAY}T23:00:00.000Z` }]);
    await test.owner.update(preferences).set({ timeZone: 'Europe/London' }).where(eq(preferences.userId, silent.id));
    await test.owner
      .update(coachings)
      .set({ timeZone: 'Europe/London' })
      .where(eq(coachings.clientId, silent.clientId));
    // 23:00 in London.
    at(TODAY, '23:00');
    await run();
    expect(await sentTo(silent)).toEqual([]);
    at(addDays(TODAY, 1), '08:00');
    await run();
    expect(await sentTo(silent)).toHaveLength(1);
  });
});

describe('a run', () => {
  it('that is cut off half-way sends nothing, and the next one sends once', async () => {
    const silent = await aSilent({ timeZone: 'Asia/Tokyo' });
    await save(aFlow());
    at(TODAY, '14:00');
    await run();
    const [open] = await history();
    const now = new Date(`${addDays(TODAY, 1)}T02:00:00Z`);
    const cut = test.services.db.write(flowRunnerScopeOf(coach.id), async (tx) => {
      await advanceRun(tx, open?.id ?? '', now);
      throw new Error('cut off');
    });
    await expect(cut).rejects.toThrow('cut off');
    expect(await sentTo(silent)).toEqual([]);
    test.setNow(now);
    await Promise.all([run(), run()]);
    expect(await sentTo(silent)).toHaveLength(1);
  });

  it('sends the text as it is now, and ends when its step is gone or the rule is off', async () => {
    const [kept, gone] = [await aSilent(), await aSilent({ of: await aCoach(test, { timeZone: 'UTC' }) })];
    const flow = aFlow({ steps: [aMessage('First'), aWait(), aMessage('Second')] });
    const { flowId } = await save(flow);
    await run();
    const [first, wait, second] = flow.steps;
    if (!first || !wait || second?.kind !== 'message') throw new Error('the steps of the rule');
    await save({ ...flow, steps: [first, wait, { ...second, text: 'Changed' }] }, { flowId, basedOn: 1 });
    expect(await history()).toMatchObject([{ state: 'open' }]);
    at(addDays(TODAY, 8));
    await run();
    expect(await textsTo(kept)).toEqual(['First', 'Changed']);
    expect(await sentTo(gone)).toEqual([]);
    const next = await aSilent({ days: 3 });
    await save({ ...flow, steps: [first, wait, { ...second, text: 'Changed' }] }, { flowId, basedOn: 2 });
    await run();
    await save({ ...flow, steps: [first] }, { flowId, basedOn: 2 });
    expect((await history())[0]).toMatchObject({ clientId: next.clientId, state: 'stopped', stopped: 'changed' });
  });

  it('of a deleted rule ends, and its history stays', async () => {
    await aSilent();
    const { flowId } = await save(aFlow({ steps: [aMessage('First'), aWait(), aMessage('Second')] }));
    await run();
    const key = { coachId: coach.id, flowId };
    await Promise.all([coach.api.flows.deleteFlow(key), coach.api.flows.deleteFlow(key)]);
    expect(await listed()).toEqual([]);
    expect(await history()).toMatchObject([{ state: 'stopped', stopped: 'turned_off' }]);
    await expect(save(aFlow(), { flowId, basedOn: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('outcomes', () => {
  it('are counted for those who were reached and those who were held out', async () => {
    const [back, away, held] = [await aSilent(), await aSilent(), await aSilent()];
    let flowId = randomUUID();
    const isHeld = ({ clientId }: Client) => isHeldOut({ flowId, clientId }, 10);
    while (!isHeld(held) || isHeld(back) || isHeld(away)) flowId = randomUUID();
    await save(aFlow({ holdOut: 10 }), { flowId });
    await run();
    expect(await sentTo(held)).toEqual([]);
    expect(await listed()).toMatchObject([
      { messages: 2, reached: { known: 0, back: 0 }, heldOut: { known: 0, back: 0 } },
    ]);
    await aWorkout(back, -2);
    at(addDays(TODAY, 3));
    await run();
    expect(await listed()).toMatchObject([{ reached: { known: 1, back: 1 }, heldOut: { known: 0, back: 0 } }]);
    at(addDays(TODAY, 14));
    await run();
    expect(await listed()).toMatchObject([{ reached: { known: 2, back: 1 }, heldOut: { known: 1, back: 0 } }]);
    const outcomes = (await history()).map(({ clientId, state, outcome }) => ({ clientId, state, outcome }));
    expect(outcomes).toContainEqual({ clientId: held.clientId, state: 'held_out', outcome: 'not_back' });
    expect(outcomes).toContainEqual({ clientId: away.clientId, state: 'done', outcome: 'not_back' });
  });
});

describe('the preview', () => {
  it('says when the rule would have started, with which clients, and with which it starts now', async () => {
    const twice = await aSilent({ name: 'Nina Twice', days: 9 });
    for (const days of [40, 30, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10]) await aWorkout(twice, days);
    const once = await aSilent({ name: 'Ana Once', days: 1 });
    for (const days of [...Array(30).keys()].filter((day) => day < 8 || day > 15)) await aWorkout(once, days);
    const stopped = await aSilent({ name: 'Ben Stopped', days: 30 });
    await stopped.api.flows.setOwnAutomatic({ stopped: true });
    const preview = await coach.api.flows.previewFlow({ coachId: coach.id, of: 'activity', days: 8 });
    expect(preview.today).toBe(TODAY);
    expect(preview.now).toEqual([{ clientId: twice.clientId, name: 'Nina Twice', days: 9 }]);
    expect(preview.clients.map(({ name }) => name)).toEqual(['Ana Once', 'Nina Twice']);
    expect(preview.coachName).toBe('Sam Hill');
    expect(preview.past.map(({ name, day: on }) => [name, on])).toEqual([
      ['Nina Twice', addDays(TODAY, -1)],
      ['Ana Once', addDays(TODAY, -8)],
      // Their stop came today.
      ['Ben Stopped', addDays(TODAY, -22)],
      ['Nina Twice', addDays(TODAY, -22)],
      ['Nina Twice', addDays(TODAY, -32)],
    ]);
    // The workouts are all that they did.
    const byWorkout = await coach.api.flows.previewFlow({ coachId: coach.id, of: 'workout', days: 8 });
    expect(byWorkout.past).toEqual(preview.past);
    const byVisit = await coach.api.flows.previewFlow({ coachId: coach.id, of: 'visit', days: 8 });
    expect(byVisit).toMatchObject({ past: [], now: [] });
    const byMessage = await coach.api.flows.previewFlow({ coachId: coach.id, of: 'message', days: 8 });
    expect(byMessage).toMatchObject({ past: [], now: [] });
    expect(await test.owner.select().from(flowRuns).where(eq(flowRuns.coachId, coach.id))).toEqual([]);
  });
});

describe('the preview of past weeks', () => {
  const startsOf = async (of: 'activity' | 'visit' = 'activity') => {
    const { past } = await coach.api.flows.previewFlow({ coachId: coach.id, of, days: 8 });
    return past.map(({ day }) => day);
  };

  it('counts visits', async () => {
    const client = await aSilent({ days: 40 });
    expect(await startsOf()).toEqual([addDays(TODAY, -32)]);
    await visit(client, addDays(TODAY, -35));
    await visit(client, addDays(TODAY, -20));
    expect(await startsOf()).toEqual([addDays(TODAY, -12), addDays(TODAY, -27)]);
    expect(await startsOf('visit')).toEqual([addDays(TODAY, -12), addDays(TODAY, -27)]);
  });

  it('knows when the client stopped automatic messages', async () => {
    const client = await aSilent({ days: 40 });
    at(addDays(TODAY, -33));
    await client.api.flows.setOwnAutomatic({ stopped: true });
    at(TODAY);
    expect(await startsOf()).toEqual([]);
    await client.api.flows.setOwnAutomatic({ stopped: false });
    expect(await startsOf()).toEqual([]);
  });

  it('knows stops that have ended, each one from its first day until it ended', async () => {
    const client = await aSilent({ days: 50 });
    const stop = async (from: number, until: number) => {
      for (const [days, stopped] of [
        [from, true],
        [until, false],
      ] as const) {
        at(addDays(TODAY, -days));
        await client.api.flows.setOwnAutomatic({ stopped });
        await client.api.flows.setOwnAutomatic({ stopped });
      }
      at(TODAY);
    };
    expect(await startsOf()).toEqual([addDays(TODAY, -42)]);
    await stop(45, 41);
    expect(await startsOf()).toEqual([addDays(TODAY, -41)]);
    await stop(41, 30);
    expect(await startsOf()).toEqual([addDays(TODAY, -30)]);
    await stop(20, 10);
    expect(await startsOf()).toEqual([addDays(TODAY, -30)]);
    const ended = await test.owner.select().from(events).where(eq(events.type, 'automatic.allowed'));
    expect(ended.filter(({ clientId }) => clientId === client.clientId)).toHaveLength(3);
    const { clients } = await coach.api.reports.getInteractions({
      coachId: coach.id,
      from: addDays(TODAY, -45),
      to: TODAY,
    });
    expect(clients).toMatchObject([{ now: { activeDays: 0 } }]);
  });

  it('knows when the client owed, and when the coach knew why they were silent', async () => {
    const owing = await aSilent({ days: 40 });
    await anUnpaidInvoice(owing, '2026-01-10');
    expect(await startsOf()).toEqual([]);
    await test.owner.execute(sql`update client_invoices set voided_on = ${addDays(TODAY, -30)}::date
      where coach_id = ${coach.id}`);
    expect(await startsOf()).toEqual([addDays(TODAY, -30)]);
    const known = await aSilent({ name: 'Ana Ill', days: 20 });
    at(addDays(TODAY, -14));
    await coach.api.retention.saveKnownReason({
      coachId: coach.id,
      clientId: known.clientId,
      reasonId: randomUUID(),
      reason: 'ill',
      fromDay: addDays(TODAY, -14),
      untilDay: addDays(TODAY, -10),
    });
    at(TODAY);
    expect(await startsOf()).toEqual([addDays(TODAY, -1), addDays(TODAY, -30)]);
  });
});

describe('a rule', () => {
  it('is saved once for the same request, and refused for an older version', async () => {
    const flow = aFlow();
    const flowId = randomUUID();
    await Promise.all([save(flow, { flowId }), save(flow, { flowId })]);
    expect(await listed()).toMatchObject([{ id: flowId, version: 1, name: 'Away for a week' }]);
    expect(await save({ ...flow, isOn: false }, { flowId, basedOn: 1 })).toMatchObject({ version: 2 });
    expect(await save({ ...flow, isOn: false }, { flowId, basedOn: 1 })).toMatchObject({ version: 2 });
    await expect(save(flow, { flowId, basedOn: 1 })).rejects.toMatchObject({ code: 'FLOW_CHANGED' });
    await expect(save(flow, { basedOn: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is one of twenty at most', async () => {
    for (let number = 1; number < 20; number += 1) await save(aFlow({ name: `Rule ${number}`, isOn: false }));
    const two = await Promise.allSettled([save(aFlow({ isOn: false })), save(aFlow({ isOn: false }))]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(save(aFlow())).rejects.toMatchObject({ code: 'TOO_MANY_FLOWS' });
  });

  it('stays with its coach, and needs the plan', async () => {
    const { flowId } = await save(aFlow());
    const other = await aCoach(test);
    await other.api.flows.deleteFlow({ coachId: other.id, flowId });
    await save(aFlow({ name: 'Theirs' }), { flowId, of: other });
    expect(await listed()).toMatchObject([{ name: 'Away for a week' }]);
    await changePlan('plus');
    await expect(listed()).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
    await expect(save(aFlow())).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
  });

  it('writes names with placeholders as they are', async () => {
    const silent = await aSilent({ name: '{coachName} {days}' });
    await save(aFlow({ steps: [aMessage('Hi {first name}!')] }));
    await run();
    expect(await textsTo(silent)).toEqual(['Hi {coachName}!']);
  });
});

describe('the stop of a client', () => {
  it('keeps its time, ends again, and is no choice of a former client', async () => {
    const client = await aSilent();
    const { stoppedAt } = await client.api.flows.setOwnAutomatic({ stopped: true });
    expect(stoppedAt).toBe(`${TODAY}T12:00:00.000Z`);
    at(addDays(TODAY, 1));
    expect(await client.api.flows.setOwnAutomatic({ stopped: true })).toEqual({ stoppedAt });
    expect(await client.api.flows.setOwnAutomatic({ stopped: false })).toEqual({ stoppedAt: null });
    await updateRelationship(test, client, { status: 'ended' });
    expect(await client.api.flows.getOwnAutomatic()).toEqual({ stoppedAt: null });
    await expect(client.api.flows.setOwnAutomatic({ stopped: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a deleted account', () => {
  const confirmed = { password: 'correct-horse-1', confirmation: 'DELETE' } as const;
  const stored = async () => [
    await test.owner.$count(flows, eq(flows.coachId, coach.id)),
    await test.owner.$count(flowRuns, eq(flowRuns.coachId, coach.id)),
    await test.owner.$count(flowMessages, eq(flowMessages.coachId, coach.id)),
  ];

  it('takes the runs of a client along, and the rules of a coach', async () => {
    const [silent, other] = [await aSilent(), await aSilent({ name: 'Ana Busy' })];
    await save(aFlow({ steps: [aMessage('First'), aWait(), aMessage('Second')] }));
    await run();
    at(addDays(TODAY, 7));
    await run();
    expect(await stored()).toEqual([1, 2, 4]);
    await silent.api.identity.deleteAccount(confirmed);
    expect(await stored()).toEqual([1, 1, 2]);
    await coach.api.identity.deleteAccount(confirmed);
    expect(await stored()).toEqual([0, 0, 0]);
    expect(await sentTo(other)).toHaveLength(2);
  });
});

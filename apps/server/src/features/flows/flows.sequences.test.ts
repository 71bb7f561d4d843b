import { randomUUID } from 'node:crypto';
import type { SequenceInput, SequenceStep, SequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import { HEALTH_VERSION, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { addDays } from '@stridewell/contract/time';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, linkIn, type TestApp } from '../../../test/app.ts';
import { aClientSubscription, aLead } from '../../../test/factories/business.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClientProgram } from '../../../test/factories/training.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { anInvoice } from '../../../test/security-cases-money.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import {
  aConditionStep,
  aJoiningClient,
  aMailStep,
  aMessageStep,
  aSequence,
  aTaskStep,
  aWaitStep,
  saveSequence,
} from '../../../test/sequence-samples.ts';
import { coaches, preferences, users } from '../../core/people/people.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { runFlows } from './flows.run.service.ts';
import { flowMessages, flowRuns, flowSteps, flowVersions, mailStops } from './flows.table.ts';

const TODAY = '2026-03-02';
const PROGRAM = 'push-pull-legs';
const MEALS = 'balanced-week';

let test: TestApp;
let coach: Coach;
let clock: Date;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(TODAY);
  // The job works through all coaches.
  await test.owner.execute(sql`delete from flows`);
  coach = await aCoach(test, { timeZone: 'UTC', name: 'Sam Hill', plan: 'plus' });
});

function at(day: string, time = '12:00') {
  clock = new Date(`${day}T${time}:00Z`);
  test.setNow(clock);
}
const minutesAgo = (minutes: number) => new Date(clock.getTime() - 60_000 * minutes);
const later = (days: number, time = '12:00') => at(addDays(TODAY, days), time);
const run = () => runFlows(test.services);

const save = (sequence: SequenceInput, stored?: { sequenceId?: string; basedOn?: number }) =>
  saveSequence(coach, sequence, stored);
/** A client who accepted the invitation half an hour ago. */
const joins = (of: { name?: string; timeZone?: string } = {}) =>
  aJoiningClient(test, { of: coach, at: minutesAgo(30), ...of });

/** Saves a sequence an hour ago, so that what happens now counts. */
async function begin(steps: SequenceStep[], changes: Partial<SequenceInput> = {}) {
  test.setNow(minutesAgo(60));
  const saved = await save(aSequence(steps, changes));
  test.setNow(clock);
  return saved;
}

const runsOf = () => test.owner.select().from(flowRuns).where(eq(flowRuns.coachId, coach.id)).orderBy(flowRuns.id);
const stepsOf = () => test.owner.select().from(flowSteps).where(eq(flowSteps.coachId, coach.id)).orderBy(flowSteps.at);
const textsTo = async ({ api, coachId, clientId }: Client) =>
  (await api.messages.listMessages({ coachId, conversationId: clientId })).messages.map(({ body }) => body);
const mailsTo = async (email: string) => {
  const { rows } = await test.owner.execute<{ template: string }>(
    sql`select template from mail_deliveries where recipient = ${email}`,
  );
  return rows.filter(({ template }) => template === 'flow').length;
};
const say = ({ api, coachId, clientId }: Client, body = 'Thanks') =>
  api.messages.sendMessage({ coachId, conversationId: clientId, id: randomUUID(), body });
async function read({ coachId, clientId }: Client) {
  const key = { coachId, conversationId: clientId };
  const { messages } = await coach.api.messages.listMessages(key);
  await coach.api.messages.markConversationRead({ ...key, seq: Math.max(...messages.map(({ seq }) => seq)) });
}
async function onboard({ api, coachId, clientId }: Client, answers: Partial<HealthAnswers> = {}) {
  const key = { coachId, clientId };
  await api.onboarding.saveOnboarding({
    ...key,
    step: 'health',
    record: { dateOfBirth: '1990-02-03' },
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } },
  });
  await api.onboarding.finishOnboarding(key);
}
const programsOf = async ({ coachId, clientId }: Client) => {
  const { current, next } = await coach.api.programs.getClientPrograms({ coachId, clientId });
  return [current, next].filter((one) => one !== null);
};

describe('a flow', () => {
  it('starts once for one cause, and not for causes from before it was turned on', async () => {
    await joins({ name: 'Before' });
    await save(aSequence([aTaskStep()]));
    await run();
    expect(await runsOf()).toEqual([]);
    at(TODAY, '13:00');
    const client = await joins();
    await Promise.all([run(), run()]);
    expect(await runsOf()).toMatchObject([{ clientId: client.clientId, state: 'done' }]);
  });

  it('finds causes of days without a server, but no old ones', async () => {
    await begin([aTaskStep()]);
    await joins();
    later(10);
    await run();
    expect(await runsOf()).toHaveLength(1);
    await joins({ name: 'Old' });
    later(30);
    await run();
    expect(await runsOf()).toHaveLength(1);
  });

  it('waits until the hour of the client’s day, also after they move', async () => {
    const client = await joins({ timeZone: 'America/Los_Angeles' });
    await begin([aWaitStep(0, { hour: 18 }), aTaskStep()]);
    await run();
    // 18:00 in Los Angeles.
    expect(await runsOf()).toMatchObject([{ dueAt: new Date('2026-03-03T02:00:00Z') }]);
    await test.owner.update(preferences).set({ timeZone: 'Europe/Berlin' }).where(eq(preferences.userId, client.id));
    await test.owner
      .update(coachings)
      .set({ timeZone: 'Europe/Berlin' })
      .where(eq(coachings.clientId, client.clientId));
    await run();
    expect(await runsOf()).toMatchObject([{ dueAt: new Date('2026-03-02T17:00:00Z') }]);
    at(TODAY, '17:30');
    await run();
    expect(await runsOf()).toMatchObject([{ state: 'done' }]);
  });

  it('sends at most one automatic message a week to a client over all flows, and none at night', async () => {
    const client = await joins();
    await begin([aMessageStep('One')]);
    await begin([aMailStep('Two')], { name: 'Second' });
    at(TODAY, '22:00');
    await run();
    expect(await textsTo(client)).toEqual([]);
    later(1, '08:00');
    await Promise.all([run(), run()]);
    expect((await textsTo(client)).length + (await mailsTo(client.email))).toBe(1);
    later(8, '07:30');
    await run();
    later(8, '08:30');
    await run();
    expect([await textsTo(client), await mailsTo(client.email)]).toEqual([['One'], 1]);
    const sent = await test.owner.select().from(flowMessages).where(eq(flowMessages.coachId, coach.id));
    expect(sent).toHaveLength(2);
    const { entries } = await coach.api.audit.listOwnEntries({});
    const taken = entries.filter(({ action }) => action === 'sequence.step');
    expect(taken.map(({ after }) => after?.step).sort()).toEqual(['mail', 'message']);
    expect(taken.every(({ actor, own }) => actor === 'system' && !own)).toBe(true);
  });

  it('marks its messages as automatic', async () => {
    const client = await joins();
    await begin([aMessageStep()]);
    await run();
    const { messages } = await client.api.messages.listMessages({ coachId: coach.id, conversationId: client.clientId });
    expect(messages).toMatchObject([{ body: 'Hi Nina', sender: 'coach', automatic: true }]);
  });
});

describe('a reply', () => {
  const steps = () => [aMessageStep('First'), aWaitStep(8), aMessageStep('Second')];

  it('pauses messages until the set time, and counts', async () => {
    const client = await joins();
    await begin(steps());
    await run();
    later(7);
    await say(client);
    await read(client);
    later(8);
    await run();
    expect(await textsTo(client)).toEqual(['First', 'Thanks']);
    expect(await runsOf()).toMatchObject([{ held: 'reply', dueAt: new Date(`${addDays(TODAY, 14)}T12:00:00Z`) }]);
    later(14);
    await run();
    expect(await textsTo(client)).toEqual(['First', 'Thanks', 'Second']);
    const { sequences } = await coach.api.sequences.listSequences({ coachId: coach.id });
    expect(sequences).toMatchObject([{ metrics: { started: 1, open: 0, done: 1, left: 0, replied: 1 } }]);
  });

  it('that the coach has not read holds longer, and the coach can resume', async () => {
    const client = await joins();
    await begin(steps());
    await run();
    later(7);
    await say(client);
    later(20);
    await run();
    expect(await textsTo(client)).toEqual(['First', 'Thanks']);
    const [held] = await runsOf();
    const change = { coachId: coach.id, runId: held?.id ?? '', action: 'resume' } as const;
    const { run: resumed } = await coach.api.sequences.changeSequenceRun(change);
    expect(resumed).toMatchObject({ held: null, state: 'done' });
    expect(await textsTo(client)).toEqual(['First', 'Thanks', 'Second']);
  });
});

describe('a person', () => {
  const steps = () => [aMessageStep('First'), aWaitStep(), aMessageStep('Second')];
  const changePlan = () => test.owner.update(users).set({ plan: 'base' }).where(eq(users.id, coach.id));

  it.each([
    ['a pause', (client: Client) => updateRelationship(test, client, { status: 'paused' }), 'paused'],
    ['an end', (client: Client) => updateRelationship(test, client, { status: 'ended' }), 'ended'],
    ['the archive', (client: Client) => updateRelationship(test, client, { status: 'archived' }), 'ended'],
    ['a smaller plan', () => changePlan(), 'plan'],
    [
      'a suspended coach',
      () => test.owner.update(coaches).set({ status: 'suspended' }).where(eq(coaches.id, coach.id)),
      'turned_off',
    ],
  ])('leaves with %s', async (_, happens, stopped) => {
    const client = await joins();
    await begin(steps());
    await run();
    later(1);
    await happens(client);
    later(7);
    await run();
    expect(await runsOf()).toMatchObject([{ state: 'stopped', stopped }]);
    expect(await stepsOf()).toHaveLength(1);
  });

  it('who stopped automatic messages keeps the other steps', async () => {
    const client = await joins();
    await client.api.flows.setOwnAutomatic({ stopped: true });
    await begin([aMessageStep(), aTaskStep()]);
    await run();
    expect(await textsTo(client)).toEqual([]);
    expect((await stepsOf()).map(({ outcome, reason }) => [outcome, reason])).toEqual(
      expect.arrayContaining([
        ['skipped', 'opted_out'],
        ['done', null],
      ]),
    );
  });

  it('who owes gets no message until it is paid', async () => {
    const client = await joins();
    const key = { coachId: coach.id, invoiceId: randomUUID() };
    await coach.api.money.saveInvoice({ ...key, ...anInvoice, clientId: client.clientId });
    await coach.api.money.issueInvoice(key);
    await test.owner.execute(sql`update client_invoices set issued_on = '2026-01-01', due_on = '2026-02-01'
      where coach_id = ${coach.id}`);
    await begin([aMessageStep()]);
    await run();
    expect(await runsOf()).toMatchObject([{ state: 'open', held: 'payment' }]);
    await test.owner.execute(sql`update client_invoices set voided_on = ${TODAY}::date where coach_id = ${coach.id}`);
    later(1, '13:00');
    await run();
    expect(await textsTo(client)).toEqual(['Hi Nina']);
  });

  it('who deletes their account is gone from it', async () => {
    const client = await joins();
    await begin([aTaskStep(), aWaitStep(), aTaskStep()]);
    await run();
    expect(await runsOf()).toHaveLength(1);
    await client.api.identity.deleteAccount({ password: 'correct-horse-1', confirmation: 'DELETE' });
    expect([await runsOf(), await stepsOf()]).toEqual([[], []]);
    expect((await coach.api.sequences.listSequences({ coachId: coach.id })).tasks).toEqual([]);
    later(7);
    await run();
  });
});

describe('a program', () => {
  const assigning = (): SequenceStep => ({ id: randomUUID(), kind: 'program', programId: PROGRAM });

  it('waits for the health screen, asks the coach once, and is assigned after it', async () => {
    const client = await joins();
    await begin([assigning(), aTaskStep()]);
    await run();
    later(1, '13:00');
    await run();
    expect(await programsOf(client)).toEqual([]);
    const { waiting } = await coach.api.sequences.listSequences({ coachId: coach.id });
    expect(waiting).toMatchObject([{ name: 'Nina Park', held: 'screen', step: 1, stepKind: 'program' }]);
    const runId = waiting[0]?.id ?? '';
    expect((await coach.api.sequences.getSequenceRun({ coachId: coach.id, runId })).blocks).toEqual([
      'The onboarding with the health questions is not finished.',
    ]);
    const asked = async () =>
      (await notificationsOf(test, coach)).filter(({ type }: { type: string }) => type === 'flow_waiting');
    await expect.poll(async () => (await asked()).length, { timeout: 5000 }).toBe(1);
    await onboard(client);
    later(2, '14:00');
    await run();
    expect(await programsOf(client)).toMatchObject([{ programId: PROGRAM, startDay: '2026-03-09' }]);
    expect(await runsOf()).toMatchObject([{ state: 'done' }]);
  });

  it('is looked at again at once when the coach asks for it, and asks the coach no second time', async () => {
    const client = await joins();
    await begin([assigning(), aTaskStep()]);
    await run();
    const [{ id: runId = '' } = {}] = await runsOf();
    const again = () => coach.api.sequences.changeSequenceRun({ coachId: coach.id, runId, action: 'resume' });
    expect(await again()).toMatchObject({ run: { held: 'screen', step: 1 }, blocks: [expect.any(String)] });
    const { rows } = await test.owner.execute(sql`select title from notification_outbox where user_id = ${coach.id}
      union all select title from notifications where user_id = ${coach.id} and type = 'flow_waiting'`);
    expect(rows).toHaveLength(1);
    await onboard(client);
    expect((await again()).run).toMatchObject({ state: 'done', held: null });
    expect(await programsOf(client)).toMatchObject([{ programId: PROGRAM }]);
  });

  it('is never assigned while an answer speaks against training, and the coach can skip it', async () => {
    const client = await joins();
    await begin([assigning(), { id: randomUUID(), kind: 'meal_plan', planId: MEALS }, aTaskStep()]);
    await onboard(client, { heart: { said: 'yes', details: 'Stent', cleared: 'no' } });
    for (const day of [0, 1, 2, 10]) {
      later(day, '13:00');
      await run();
    }
    expect(await programsOf(client)).toEqual([]);
    const [held] = await runsOf();
    const skip = { coachId: coach.id, runId: held?.id ?? '', action: 'skip' } as const;
    await coach.api.sequences.changeSequenceRun(skip);
    await run();
    // The meal plan waits as well.
    expect(await runsOf()).toMatchObject([{ held: 'screen' }]);
    const { history } = await coach.api.sequences.changeSequenceRun(skip);
    expect(history.map(({ reason }) => reason).sort()).toEqual(['by_coach', 'by_coach', null]);
    expect(await runsOf()).toMatchObject([{ state: 'done' }]);
    const { rows } = await test.owner.execute(sql`select 1 from meal_plans where client_id = ${client.clientId}`);
    expect(rows).toEqual([]);
  });
});

describe('a condition', () => {
  it.each([
    [
      'skips a step',
      aConditionStep('workout', { days: 7, otherwise: 'skip' }),
      false,
      ['condition', 'message', 'task'],
    ],
    ['continues', aConditionStep('workout', { days: 7, otherwise: 'skip' }), true, ['condition', 'message', 'task']],
    ['lets people leave', aConditionStep('workout', { days: 7 }), false, []],
    [
      'can be turned around',
      aConditionStep('workout', { days: 7, is: false }),
      false,
      ['condition', 'message', 'task'],
    ],
    ['knows who has accepted', aConditionStep('accepted'), false, ['condition', 'message', 'task']],
    ['knows who finished the onboarding', aConditionStep('onboarded'), false, ['condition', 'message', 'task']],
    ['knows who answered the health questions', aConditionStep('health'), false, []],
    ['knows who replied', aConditionStep('replied'), false, []],
  ])('%s', async (_, condition, trained, taken) => {
    const client = await joins();
    if (trained)
      await anEvent(test, { of: client, type: 'workout.completed', occurredAt: clock, data: { day: TODAY } });
    await begin([condition, aMessageStep(), aTaskStep()]);
    await run();
    expect((await stepsOf()).map(({ kind }) => kind).sort()).toEqual(taken);
    const isSkipped = condition.kind === 'condition' && condition.otherwise === 'skip' && !trained;
    expect(await textsTo(client)).toEqual(taken.length > 0 && !isSkipped ? ['Hi Nina'] : []);
  });
});

describe('a lead', () => {
  const captured = async (email = 'ana@example.com') => {
    const id = await aLead(test, { of: coach, email });
    await test.owner.execute(sql`update lead_events set actor = 'visitor', occurred_at = ${minutesAgo(15).toISOString()}
      where coach_id = ${coach.id} and lead_id = ${id}`);
    return id;
  };
  const steps = () => [aMailStep('Thanks'), aTaskStep('Call'), aWaitStep(), aMailStep('Still interested?')];
  const toLeads = { trigger: { on: 'lead_captured' as const } };

  it('gets mails with a link that stops them, and the coach a task', async () => {
    const leadId = await captured();
    await begin(steps(), toLeads);
    await Promise.all([run(), run()]);
    const { lead, tasks, events } = await coach.api.pipeline.getLead({ coachId: coach.id, leadId });
    expect(lead).toMatchObject({ lastContact: null });
    expect(tasks).toMatchObject([{ text: 'Call', dueOn: addDays(TODAY, 1) }]);
    expect(events.filter(({ kind }) => kind === 'mailed')).toMatchObject([{ title: 'Thanks', actor: 'flow' }]);
    const { text, subject } = await test.mailTo('ana@example.com');
    expect(subject).toBe('Thanks');
    expect(text).toContain('sent it automatically');
    const { pathname } = linkIn(text);
    const page = await test.app.inject({ url: pathname });
    expect(page.body).toContain('Stop automatic emails');
    expect(page.body).not.toContain('--accent: #aa0000;');
    await test.owner.update(users).set({ plan: 'pro' }).where(eq(users.id, coach.id));
    const brand = { coachId: coach.id, name: 'Fit by Ana', color: '#aa0000', logoId: null, iconId: null };
    await coach.api.branding.saveBrand(brand);
    await coach.api.branding.publishBrand({ coachId: coach.id });
    const branded = await test.app.inject({ method: 'GET', url: pathname });
    expect(branded.body).toContain('--accent: #aa0000;');
    expect(branded.body).toContain('<meta name="application-name" content="Fit by Ana">');
    expect(await test.owner.$count(mailStops, eq(mailStops.coachId, coach.id))).toBe(0);
    expect((await test.app.inject({ method: 'POST', url: pathname })).statusCode).toBe(200);
    // The button of a mail program.
    const oneClick = { method: 'POST' as const, url: pathname, payload: 'List-Unsubscribe=One-Click' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await test.app.inject({ ...oneClick, headers })).statusCode).toBe(200);
    expect(await test.owner.$count(mailStops, eq(mailStops.coachId, coach.id))).toBe(1);
    later(7);
    await run();
    expect(await mailsTo('ana@example.com')).toBe(1);
    expect(await runsOf()).toMatchObject([{ state: 'stopped', stopped: 'unsubscribed' }]);
  });

  it.each([
    ['another coach', (token: string) => token.replace(/^[^.]+/, randomUUID())],
    ['another address', (token: string) => token.replace(/\.[^.]+\./, '.abc.')],
    ['no signature', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['nonsense', () => `${'x'.repeat(50)}.%25`],
  ])('cannot be stopped with a link of %s', async (_, forge) => {
    await captured('eve@example.com');
    await begin([aMailStep()], toLeads);
    await run();
    const token = linkIn((await test.mailTo('eve@example.com')).text).pathname.replace('/unsubscribe/', '');
    const url = `/unsubscribe/${encodeURIComponent(forge(token))}`;
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(404);
    expect(await test.owner.$count(mailStops, eq(mailStops.coachId, coach.id))).toBe(0);
  });

  it.each([
    ['they are lost', { status: 'lost' as const, lostReason: 'price' as const }, 'lost'],
    ['they are won', { status: 'won' as const, lostReason: null }, 'lost'],
  ])('leaves when %s', async (_, { status, lostReason }, stopped) => {
    const leadId = await captured();
    await begin(steps(), toLeads);
    await run();
    await coach.api.pipeline.moveLead({ coachId: coach.id, leadId, from: 'new', to: status, lostReason });
    later(7);
    await run();
    expect(await runsOf()).toMatchObject([{ state: 'stopped', stopped }]);
  });

  it('starts a flow of its status, with no address skips mails, and a deleted one is gone', async () => {
    const leadId = await aLead(test, { of: coach, email: '' });
    await begin([aMailStep(), aWaitStep(), aTaskStep()], { trigger: { on: 'lead_moved', status: 'pitched' } });
    await coach.api.pipeline.moveLead({ coachId: coach.id, leadId, from: 'new', to: 'pitched', lostReason: null });
    await run();
    expect(await stepsOf()).toMatchObject([{ outcome: 'skipped', reason: 'no_address' }]);
    await coach.api.pipeline.deleteLead({ coachId: coach.id, leadId });
    expect(await runsOf()).toEqual([]);
  });
});

describe('triggers', () => {
  const people = async (trigger: SequenceTrigger) => {
    const days = 'days' in trigger ? { days: trigger.days } : {};
    const status = 'status' in trigger ? { status: trigger.status } : {};
    const input = { coachId: coach.id, on: trigger.on, ...days, ...status };
    const { past } = await coach.api.sequences.previewSequence(input);
    return past.map(({ name, at: when }) => [name, when.slice(0, 10)]);
  };

  it('of ends of programs and packages count back from the end', async () => {
    const client = await joins();
    const { id } = await aClientProgram(test, { of: client, startDay: '2026-02-02' });
    await test.owner.execute(sql`update client_programs set end_day = '2026-03-08' where id = ${id}`);
    await aClientSubscription(test, {
      of: client,
      changes: [{ on: '2026-01-01', monthlyCents: 100 }],
      endsOn: '2026-03-04',
    });
    expect(await people({ on: 'program_ending', days: 7 })).toEqual([['Nina Park', '2026-03-01']]);
    expect(await people({ on: 'program_ending', days: 3 })).toEqual([]);
    expect(await people({ on: 'renewal_due', days: 5 })).toEqual([['Nina Park', '2026-02-27']]);
    await begin([aTaskStep()], { trigger: { on: 'program_ending', days: 5 } });
    later(1, '00:30');
    await run();
    later(1, '02:00');
    await run();
    expect(await runsOf()).toMatchObject([{ cause: `${id}:2026-03-08` }]);
  });

  it('of former clients send mails only, and a client who is back leaves', async () => {
    const client = await joins({ name: 'Ana Gone' });
    await begin([aMailStep('We miss you'), aWaitStep(), aMailStep('Last one')], { trigger: { on: 'client_archived' } });
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'archived' });
    await run();
    expect(await mailsTo(client.email)).toBe(1);
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client.clientId, status: 'active' });
    later(7);
    await run();
    expect(await mailsTo(client.email)).toBe(1);
    expect(await runsOf()).toMatchObject([{ state: 'stopped', stopped: 'came_back' }]);
    expect(await people({ on: 'client_archived' })).toEqual([['Ana Gone', TODAY]]);
  });

  it('by hand add people once, and only those who fit', async () => {
    const [nina, paused] = [await joins(), await joins({ name: 'Pia Paused' })];
    await updateRelationship(test, paused, { status: 'paused' });
    const { sequenceId } = await begin([aTaskStep(), aWaitStep(), aTaskStep()], { trigger: { on: 'client_by_hand' } });
    const key = { coachId: coach.id, sequenceId };
    expect((await coach.api.sequences.listCandidates(key)).people.map(({ name }) => name)).toEqual(['Nina Park']);
    const add = (...personIds: string[]) => coach.api.sequences.startSequence({ ...key, personIds });
    const other = await aCoach(test);
    const theirs = await aClient(test, { of: other });
    expect(await add(nina.clientId, paused.clientId, theirs.clientId)).toEqual({ started: 1, skipped: 2 });
    const twice = await Promise.all([add(nina.clientId), add(nina.clientId)]);
    expect(twice).toEqual([
      { started: 0, skipped: 1 },
      { started: 0, skipped: 1 },
    ]);
    // Without the hourly job.
    await expect.poll(stepsOf, { timeout: 5000 }).toHaveLength(1);
  });
});

describe('an edit', () => {
  it('leaves people in their version until the coach moves them', async () => {
    const client = await joins();
    const first = aMessageStep('First');
    const last = aMessageStep('Last');
    const { sequenceId } = await begin([first, aWaitStep(), last]);
    await run();
    const added = aTaskStep('New');
    const changed: SequenceStep = { id: last.id, kind: 'message', text: 'Changed' };
    await save(aSequence([first, added, aWaitStep(), changed]), { sequenceId, basedOn: 1 });
    const key = { coachId: coach.id, sequenceId };
    expect(await coach.api.sequences.getSequence(key)).toMatchObject({ version: 2, outdated: 1 });
    later(7);
    await run();
    expect(await textsTo(client)).toEqual(['First', 'Last']);
    await save(aSequence([first, aWaitStep(), last]), { sequenceId, basedOn: 2 });
    expect(await test.owner.$count(flowVersions, eq(flowVersions.flowId, sequenceId))).toBe(2);
  });

  it('moves people to the next step that is left, once', async () => {
    const [first, wait, second] = [aTaskStep('One'), aWaitStep(), aTaskStep('Two')];
    const client = await joins();
    const { sequenceId } = await begin([first, wait, second]);
    await run();
    const again: SequenceStep = { id: second.id, kind: 'task', text: 'Two again', dueInDays: 1 };
    await save(aSequence([first, again]), { sequenceId, basedOn: 1 });
    const key = { coachId: coach.id, sequenceId };
    const moved = await Promise.all([
      coach.api.sequences.updateSequenceRuns(key),
      coach.api.sequences.updateSequenceRuns(key),
    ]);
    expect(moved.map((one) => one.moved).sort()).toEqual([0, 1]);
    await run();
    const { tasks } = await coach.api.sequences.listSequences({ coachId: coach.id });
    expect(tasks.map(({ text }) => text).sort()).toEqual(['One', 'Two again']);
    const { runs } = await coach.api.sequences.listClientSequences({ coachId: coach.id, clientId: client.clientId });
    expect(runs).toEqual([]);
  });

  it('is refused for an older version and a missing form, and repeats change nothing', async () => {
    const sequence = aSequence([aTaskStep()]);
    const sequenceId = randomUUID();
    await Promise.all([save(sequence, { sequenceId }), save(sequence, { sequenceId })]);
    expect(await save({ ...sequence, name: 'Two' }, { sequenceId, basedOn: 1 })).toMatchObject({ version: 2 });
    await expect(save(sequence, { sequenceId, basedOn: 1 })).rejects.toMatchObject({ code: 'FLOW_CHANGED' });
    const gone: SequenceStep[] = [
      { id: randomUUID(), kind: 'form', templateId: randomUUID() },
      { id: randomUUID(), kind: 'program', programId: randomUUID() },
      { id: randomUUID(), kind: 'meal_plan', planId: 'no-such-plan' },
    ];
    for (const step of gone) {
      await expect(save(aSequence([step]))).rejects.toMatchObject({ code: 'STEP_GONE', data: { stepId: step.id } });
    }
    expect((await coach.api.sequences.listSequences({ coachId: coach.id })).sequences).toHaveLength(1);
    await changePlanOf(coach, 'base');
    await expect(save(aSequence([aTaskStep()]))).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
  });

  const changePlanOf = ({ id }: Coach, plan: 'base') => test.owner.update(users).set({ plan }).where(eq(users.id, id));

  it('that turns a flow off, or a deletion, ends it for the people in it', async () => {
    await joins();
    const { sequenceId } = await begin([aTaskStep(), aWaitStep(), aTaskStep()]);
    await run();
    await save(aSequence([aTaskStep()], { isOn: false }), { sequenceId, basedOn: 1 });
    expect(await runsOf()).toMatchObject([{ state: 'stopped', stopped: 'turned_off' }]);
    const key = { coachId: coach.id, sequenceId };
    const [person] = (await runsOf()).map(({ clientId }) => clientId ?? '');
    const adding = coach.api.sequences.startSequence({ ...key, personIds: [person ?? ''] });
    await expect(adding).rejects.toMatchObject({ code: 'FLOW_OFF' });
    await coach.api.sequences.deleteSequence(key);
    await coach.api.sequences.deleteSequence(key);
    await expect(coach.api.sequences.getSequence(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is possible for 30 flows at most', async () => {
    for (let number = 1; number < 30; number += 1)
      await save(aSequence([aTaskStep()], { name: `${number}`, isOn: false }));
    const two = await Promise.allSettled([save(aSequence([aTaskStep()])), save(aSequence([aTaskStep()]))]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the coach', () => {
  it('pauses, resumes and removes a person', async () => {
    await joins();
    await begin([aTaskStep('One'), aWaitStep(1), aTaskStep('Two'), aWaitStep(1), aTaskStep('Three')]);
    await run();
    const [{ id: runId = '' } = {}] = await runsOf();
    const act = (action: 'pause' | 'resume' | 'remove') =>
      coach.api.sequences.changeSequenceRun({ coachId: coach.id, runId, action });
    expect((await act('pause')).run).toMatchObject({ held: 'coach', dueAt: null });
    later(5);
    await run();
    expect(await stepsOf()).toHaveLength(1);
    await act('resume');
    await run();
    expect((await stepsOf()).map(({ kind }) => kind)).toEqual(['task', 'wait', 'task']);
    await Promise.all([act('remove'), act('remove')]);
    expect((await act('resume')).run).toMatchObject({ state: 'stopped', stopped: 'removed' });
    const { entries } = await coach.api.audit.listOwnEntries({});
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sequence.changed', 'sequence.run_changed']),
    );
  });

  it('finishes a task', async () => {
    await joins();
    await begin([aTaskStep()]);
    await run();
    const { tasks } = await coach.api.sequences.listSequences({ coachId: coach.id });
    const taskId = tasks[0]?.id ?? '';
    await coach.api.sequences.completeSequenceTask({ coachId: coach.id, taskId, done: true });
    expect((await coach.api.sequences.listSequences({ coachId: coach.id })).tasks).toEqual([]);
  });

  it('has tasks of flows on the agenda from their day until they are done or the client leaves', async () => {
    const [nina, ana] = [await joins(), await joins({ name: 'Ana Two' })];
    await begin([aTaskStep()]);
    await run();
    const tasksNow = async () => {
      const { agenda } = await coach.api.dashboard.getCoachDashboard({ coachId: coach.id });
      return agenda.state === 'ready' ? agenda.data.tasks : null;
    };
    expect(await tasksNow()).toEqual({ total: 0, rows: [] });
    later(1);
    const due = { text: 'Call them', dueOn: addDays(TODAY, 1) };
    const found = await tasksNow();
    expect(found?.total).toBe(2);
    expect(found?.rows).toEqual(
      expect.arrayContaining([
        { taskId: expect.any(String), clientId: nina.clientId, clientName: 'Nina Park', ...due },
        { taskId: expect.any(String), clientId: ana.clientId, clientName: 'Ana Two', ...due },
      ]),
    );
    await updateRelationship(test, ana, { status: 'archived' });
    expect(await tasksNow()).toMatchObject({ total: 1, rows: [{ clientId: nina.clientId }] });
    const { tasks } = await coach.api.sequences.listSequences({ coachId: coach.id });
    expect(tasks.map(({ name }) => name)).toEqual(['Nina Park']);
    await coach.api.sequences.completeSequenceTask({ coachId: coach.id, taskId: tasks[0]?.id ?? '', done: true });
    expect(await tasksNow()).toEqual({ total: 0, rows: [] });
  });

  it('tests a flow on themselves, and no client hears of it', async () => {
    const client = await joins();
    const { sequenceId } = await begin([
      aMessageStep('Hi {firstName}'),
      aTaskStep(),
      aWaitStep(),
      aMailStep('News for {firstName}'),
    ]);
    const { mails } = await coach.api.sequences.testSequence({ coachId: coach.id, sequenceId });
    expect(mails).toBe(2);
    const { rows } = await test.owner.execute<{ recipient: string }>(
      sql`select recipient from mail_deliveries where template = 'flow_test' and recipient = ${coach.email}`,
    );
    expect(rows).toHaveLength(2);
    expect((await test.mailTo(coach.email)).subject).toContain('Test of “Welcome”');
    expect([await textsTo(client), await runsOf()]).toEqual([[], []]);
    for (let time = 0; time < 5; time += 1) await coach.api.sequences.testSequence({ coachId: coach.id, sequenceId });
    const again = coach.api.sequences.testSequence({ coachId: coach.id, sequenceId });
    await expect(again).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('sees the people in a flow and those who left it', async () => {
    const [nina] = [await joins(), await joins({ name: 'Ana Two' })];
    const { sequenceId } = await begin([aTaskStep(), aWaitStep(), aTaskStep()]);
    await run();
    const [{ id: runId = '' } = {}] = await test.owner
      .select()
      .from(flowRuns)
      .where(and(eq(flowRuns.coachId, coach.id), eq(flowRuns.clientId, nina.clientId)));
    await coach.api.sequences.changeSequenceRun({ coachId: coach.id, runId, action: 'remove' });
    const listed = async (show: 'open' | 'ended') =>
      (await coach.api.sequences.listSequenceRuns({ coachId: coach.id, sequenceId, show })).runs;
    expect(await listed('open')).toMatchObject([{ name: 'Ana Two', step: 2, steps: 3, stepKind: 'wait' }]);
    expect(await listed('ended')).toMatchObject([{ name: 'Nina Park', step: null, stopped: 'removed' }]);
  });
});

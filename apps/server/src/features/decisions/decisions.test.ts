import { randomUUID } from 'node:crypto';
import type { PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aPayment } from '../../../test/factories/business.ts';
import { aTargetReview } from '../../../test/factories/nutrition.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClientProgram, anAdjustment } from '../../../test/factories/training.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { anInvoice } from '../../../test/security-cases-money.ts';
import { recordStatements } from '../../../test/statements.ts';
import { insertSequence } from '../../../test/world-rows-automation.ts';

const TODAY = '2026-03-02';
const NOON = new Date(`${TODAY}T12:00:00Z`);

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(NOON);
  coach = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
});

const ago = (days: number) => new Date(`${addDays(TODAY, -days)}T09:00:00Z`);

/** A client who trained every third day until `silent` days ago. */
async function aCoached(fullName: string, silent: number) {
  const client = await aClient(test, { of: coach, fullName, checkInAnchor: null });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(100) });
  for (let days = silent; days < silent + 60; days += 3) {
    await anEvent(test, { of: client, type: 'workout.completed', occurredAt: ago(days), data: { day: TODAY } });
  }
  return client;
}

const queue = () => coach.api.decisions.getQueue({ coachId: coach.id });
const writes = ({ api, clientId }: Client, body = 'Can I swap two days?') =>
  api.messages.sendMessage({ coachId: coach.id, conversationId: clientId, id: randomUUID(), body });
const settle = (
  { key, kind, clientId }: PreparedDecision,
  outcome: 'approved' | 'edited' | 'dismissed' = 'approved',
  decisionId: string = randomUUID(),
) => coach.api.decisions.settleDecision({ coachId: coach.id, decisionId, clientId, key, kind, outcome, seconds: 20 });

describe('the queue of decisions', () => {
  it('prepares a message for each client at risk, with the reasons and the words that fit the silence', async () => {
    const silent = await aCoached('Ben Silent', 24);
    await aCoached('Ana Usual', 1);
    const { today, decisions, settled } = await queue();
    expect(today).toBe(TODAY);
    expect(settled).toEqual({ count: 0, seconds: 0 });
    expect(decisions).toMatchObject([
      { kind: 'risk', clientId: silent.clientId, clientName: 'Ben Silent', level: 'High Risk', facts: [] },
    ]);
    expect(decisions[0]?.reasons[0]).toEqual({ reason: 'silentDays', value: 24 });
    expect(decisions[0]?.proposal).toMatchObject({ type: 'message', draft: expect.stringMatching(/^Hi Ben, .*talk/) });
  });

  it('answers a client who wrote before anything else, with one message for each client', async () => {
    const silent = await aCoached('Ben Silent', 24);
    const writer = await aCoached('Cleo Moss', 24);
    await writes(writer);
    await writes(writer, 'And one more');
    const { decisions } = await queue();
    expect(decisions.map(({ kind, clientId }) => [kind, clientId])).toEqual([
      ['reply', writer.clientId],
      ['risk', silent.clientId],
    ]);
    expect(decisions[0]?.facts).toEqual(['2 messages unread since today.']);
    // The words of the client are no part of it.
    expect(JSON.stringify(decisions)).not.toContain('swap');
  });

  it('holds a proposed target with the id that approves it, but none for a coach who prescribes nothing', async () => {
    const client = await aCoached('Ana Usual', 1);
    const reviewId = await aTargetReview(test, { of: client, day: '2026-03-01', status: 'open' });
    const { decisions } = await queue();
    expect(decisions).toMatchObject([{ kind: 'target', proposal: { type: 'target', reviewId } }]);
    await coach.api.ways.saveScopeOfPractice({ coachId: coach.id, prescribes: false });
    expect((await queue()).decisions).toEqual([]);
  });

  it('says that a payment failed, also before the invoice is due, and never says that it is overdue', async () => {
    const client = await aCoached('Ana Usual', 1);
    const [of, invoiceId] = [{ coachId: coach.id, clientId: client.clientId }, randomUUID()];
    await coach.api.money.saveInvoice({ ...of, ...anInvoice, invoiceId });
    const { label } = await coach.api.money.issueInvoice({ coachId: coach.id, invoiceId });
    expect((await queue()).decisions).toEqual([]);
    await aPayment(test, { by: of, on: TODAY, failed: true, invoiceId });
    const { decisions } = await queue();
    expect(decisions).toMatchObject([{ kind: 'payment', facts: [`The payment for “${label}” failed.`] }]);
    expect(decisions[0]?.proposal).toMatchObject({ draft: expect.stringContaining('did not go through') });
  });

  it('puts a question, pain and a failed payment before all routine', async () => {
    const [ana, ben] = [await aCoached('Ana Usual', 1), await aCoached('Ben Usual', 1)];
    const eva = await aClient(test, { of: coach, fullName: 'Eva New', checkInAnchor: TODAY });
    const missed = await anAdjustment(test, { of: await aClientProgram(test, { of: ana }) });
    const pain = await anAdjustment(test, { of: await aClientProgram(test, { of: ben }), kind: 'swap' });
    const invoiceId = randomUUID();
    await coach.api.money.saveInvoice({ coachId: coach.id, clientId: ana.clientId, ...anInvoice, invoiceId });
    await coach.api.money.issueInvoice({ coachId: coach.id, invoiceId });
    await aPayment(test, { by: { coachId: coach.id, clientId: ana.clientId }, on: TODAY, failed: true, invoiceId });
    // Read three days ago, and not answered.
    test.setNow(ago(3));
    const { seq } = await writes(eva);
    await coach.api.messages.markConversationRead({ coachId: coach.id, conversationId: eva.clientId, seq });
    test.setNow(NOON);
    await writes(ben);
    const { decisions } = await queue();
    expect(decisions.map(({ key }) => key.split(':').slice(0, 2).join(':'))).toEqual([
      `reply:${ben.clientId}`,
      `adjustment:${pain}`,
      `payment:${invoiceId}`,
      'advice:unanswered',
      `adjustment:${missed}`,
    ]);
  });

  it('leaves a settled decision out for a week, and counts the minutes', async () => {
    await aCoached('Ben Silent', 24);
    const [before] = (await queue()).decisions;
    if (!before) throw new Error('nothing was prepared');
    const decisionId = randomUUID();
    // The same request twice is one decision.
    await Promise.all([settle(before, 'edited', decisionId), settle(before, 'edited', decisionId)]);
    expect(await queue()).toMatchObject({ decisions: [], settled: { count: 1, seconds: 20 } });
    test.setNow(new Date(NOON.getTime() + 7 * 86_400_000));
    expect((await queue()).decisions).toMatchObject([{ key: before.key }]);
    expect((await queue()).settled).toEqual({ count: 0, seconds: 0 });
  });

  it('brings a client back at once when something new has happened', async () => {
    const writer = await aCoached('Cleo Moss', 1);
    await writes(writer);
    const [first] = (await queue()).decisions;
    if (!first) throw new Error('nothing was prepared');
    await settle(first, 'dismissed');
    expect((await queue()).decisions).toEqual([]);
    const { api } = coach;
    const { messages } = await api.messages.listMessages({ coachId: coach.id, conversationId: writer.clientId });
    await api.messages.markConversationRead({
      coachId: coach.id,
      conversationId: writer.clientId,
      seq: messages.at(-1)?.seq ?? 0,
    });
    test.setNow(new Date(NOON.getTime() + 60_000));
    await writes(writer, 'Hello?');
    expect((await queue()).decisions).toMatchObject([{ kind: 'reply', clientId: writer.clientId }]);
  });

  it('says nothing about clients who objected, and nothing to a coach without clients', async () => {
    expect((await queue()).decisions).toEqual([]);
    const silent = await aCoached('Ben Silent', 24);
    await silent.api.retention.setOwnScoring({ objected: true });
    expect((await queue()).decisions).toEqual([]);
  });

  it('says nothing about the silence of a client while the coach knows why', async () => {
    const silent = await aCoached('Ben Silent', 24);
    // So much less than usual that the level stays without the silence.
    for (let days = 24; days < 84; days += 1) {
      await anEvent(test, { of: silent, type: 'workout.completed', occurredAt: ago(days), data: { day: TODAY } });
    }
    const of = { coachId: coach.id, clientId: silent.clientId };
    const reasonId = randomUUID();
    await coach.api.retention.saveKnownReason({ ...of, reasonId, reason: 'ill', fromDay: TODAY, untilDay: TODAY });
    const { level } = await coach.api.retention.getClientRisk(of);
    expect(level).not.toBe('On Track');
    expect((await queue()).decisions).toEqual([]);
    await coach.api.retention.endKnownReason({ ...of, reasonId });
    expect((await queue()).decisions).toMatchObject([{ kind: 'risk', clientId: silent.clientId }]);
  });

  it('prepares one of several suggestions for a client, the most urgent one', async () => {
    const client = await aClient(test, { of: coach, fullName: 'Luca Late', checkInAnchor: '2026-02-10' });
    test.setNow(ago(3));
    const { seq } = await writes(client);
    await coach.api.messages.markConversationRead({ coachId: coach.id, conversationId: client.clientId, seq });
    test.setNow(NOON);
    const { suggestions } = await coach.api.dashboard.getCoachDashboard({ coachId: coach.id });
    expect(suggestions).toMatchObject({ data: [{ topic: 'check_in' }, { topic: 'unanswered' }] });
    expect((await queue()).decisions).toMatchObject([{ key: `advice:check_in:${client.clientId}` }]);
  });

  it('holds a due task of a flow until it is completed, and brings a skipped one back after a week', async () => {
    const client = await aCoached('Ana Usual', 1);
    const { sequenceTaskId: taskId } = await insertSequence(test.owner, {
      coachId: coach.id,
      clientId: client.clientId,
    });
    test.setNow(new Date('2026-01-05T12:00:00Z'));
    expect((await queue()).decisions).toEqual([]);
    test.setNow(NOON);
    const [task] = (await queue()).decisions;
    expect(task).toMatchObject({
      key: `task:${taskId}`,
      kind: 'task',
      clientName: 'Ana Usual',
      facts: ['Call', 'Due 55 days ago.'],
      proposal: { type: 'task', taskId },
    });
    if (!task) throw new Error('no task was prepared');
    await settle(task, 'dismissed');
    expect((await queue()).decisions).toEqual([]);
    test.setNow(new Date(NOON.getTime() + 7 * 86_400_000));
    const done = { coachId: coach.id, taskId, done: true };
    expect((await queue()).decisions).toContainEqual(expect.objectContaining({ key: task.key }));
    await coach.api.sequences.completeSequenceTask(done);
    expect((await queue()).decisions.map(({ kind }) => kind)).not.toContain('task');
    await coach.api.sequences.completeSequenceTask({ ...done, done: false });
    await updateRelationship(test, client, { status: 'archived' });
    expect((await queue()).decisions).toEqual([]);
  });

  it('leaves out paused clients', async () => {
    const silent = await aCoached('Ben Silent', 24);
    await updateRelationship(test, silent, { status: 'paused' });
    expect((await queue()).decisions).toEqual([]);
  });

  it('takes as many statements for ten clients as for one', async () => {
    await aCoached('Ben Silent', 24);
    const one = await recordStatements(queue);
    for (let index = 0; index < 9; index += 1) await aCoached(`Client ${index}`, 24);
    const ten = await recordStatements(queue);
    expect(ten.length).toBe(one.length);
  }, 60_000);

  it('needs the plan', async () => {
    const plus = await aCoach(test, { plan: 'plus' });
    await expect(plus.api.decisions.getQueue({ coachId: plus.id })).rejects.toThrow();
  });
});

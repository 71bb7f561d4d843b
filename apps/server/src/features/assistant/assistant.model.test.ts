import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { anAnswer, answerEvents } from '../../../test/assistant.ts';
import { aModelCall } from '../../../test/factories/business.ts';
import { aNote, someMessages } from '../../../test/factories/records.ts';
import { MODEL, type ModelApp, startModelApp } from '../../../test/model-app.ts';
import { eventOf, type ModelServer, saying } from '../../../test/model-server.ts';
import { aCheckIn, aClient, aCoach, anOperator, type Client, type Coach } from '../../../test/people.ts';
import { modelInput } from '../../core/models/models.input.rules.ts';
import { users } from '../../core/people/people.table.ts';

let started: ModelApp;
let test: TestApp;
let model: ModelServer;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  started = await startModelApp({ AI_TIMEOUT_SECONDS: '2' });
  ({ test, model } = started);
});
afterAll(() => started.close());
beforeEach(async () => {
  coach = await aCoach(test, { timeZone: 'UTC' });
  client = await aClient(test, { of: coach, person: { name: 'Ines Vidal' } });
  await client.api.planner.setOwnModelConsent({ allowed: true });
  model.asked.length = 0;
});

/** All words are known, but no rule reads them together. */
const OPEN = 'Ines check-in trend';
const choosing = (tool: string) => saying(JSON.stringify({ tool }));
const wording = (...sentences: string[]) => saying(JSON.stringify({ sentences }));
const ask = (question: string) => anAnswer(coach.api, coach.id, question);
const callsOf = (by: Coach) => started.callsOf(by);

describe('a model that behaves', () => {
  it('chooses a tool and words the answer, and the server prints the figures', async () => {
    await aCheckIn(test, { by: client, day: '2026-01-06' });
    model.reply(choosing('last_check_in'), wording('The last check-in of {c1} was on {f1}.'));
    const answer = await ask(OPEN);
    expect(answer).toMatchObject({ outcome: 'answered', model: MODEL });
    expect(answer.text).toBe('The last check-in of Ines Vidal was on Jan 6, 2026.');
    expect(answer.facts).toHaveLength(1);
    expect((await callsOf(coach)).map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ['assistant', 'ok'],
      ['assistant', 'ok'],
    ]);
  });

  it('receives listed words, tools and slots, and no name, value or text of a person', async () => {
    await aCheckIn(test, { by: client, day: '2026-01-06' });
    model.reply(choosing('last_check_in'), wording('The last check-in of {c1} was on {f1}.'));
    await ask(OPEN);
    expect(model.asked).toHaveLength(2);
    for (const { prompt } of model.asked) {
      const input = modelInput.parse(JSON.parse(prompt));
      expect(input.question?.words).toEqual(['check-in', 'trend']);
      expect(input.question?.slots).toEqual(['c1']);
      expect(prompt).not.toMatch(/Ines|Vidal|2026/i);
      expect(prompt).not.toContain(client.clientId);
    }
  });

  it('receives no text that a client or the coach wrote about one, whatever is asked about it', async () => {
    const secret = 'quagga';
    await someMessages(test, { of: client, messages: [{ body: `My ${secret} hurts` }] });
    await aNote(test, { about: client, text: `Told me about the ${secret}` });
    await aCheckIn(test, { by: client, day: '2026-01-06', note: `A week of ${secret}` });
    model.reply(choosing('messages_received'), wording('{c1} sent {f1} messages.'));
    const asked = [
      'Summarize the messages of Ines',
      'What does the check-in of Ines say?',
      'Ines messages trend',
      `Ines ${secret} messages`,
    ];
    for (const question of asked) {
      const { text, facts, proposal } = await ask(question);
      expect([text.replaceAll(`“${secret}”`, ''), facts].map((part) => JSON.stringify(part)).join()).not.toContain(
        secret,
      );
      expect(proposal).toBeNull();
    }
    expect(model.asked.length).toBeGreaterThan(0);
    for (const { prompt } of model.asked) {
      modelInput.parse(JSON.parse(prompt));
      expect(prompt).not.toContain(secret);
    }
  });

  it('only proposes a question where a word is unknown', async () => {
    model.reply(choosing('revenue'));
    const answer = await ask('How was revenue with Zaphod last month?');
    expect(answer).toMatchObject({ outcome: 'asked_back', facts: [], choices: ['What was my revenue last month?'] });
    expect(model.asked[0]?.prompt).not.toMatch(/zaphod/i);
  });

  it('is not asked what the rules understand', async () => {
    model.reply(choosing('revenue'));
    await ask('How many active clients do I have?');
    expect(model.asked).toEqual([]);
  });
});

describe('a model that misbehaves', () => {
  it.each([
    ['a number', ['{c1} sent 7 check-ins on {f1}.']],
    ['a number in words', ['{c1} sent seven check-ins on {f1}.']],
    ['an ordinal', ['The first check-in of {c1} was on {f1}.']],
    ['a figure without its client', ['The last check-in was on {f1}.']],
    ['a slot that does not exist', ['The last check-in of {c2} was on {f9}.']],
    ['a name', ['The last check-in of Ines was on {f1}.']],
    ['a link', ['The last check-in of {c1} was on {f1}. See https://evil.example']],
    ['an image', ['![x](https://evil.example/x.png) {c1} {f1}']],
    ['markup', ['<b>{c1}</b> {f1}']],
    ['a claim', ['The check-in of {c1} on {f1} was the best.']],
    ['no figure', ['{c1} is a client.']],
    ['Arabic digits', ['{c1} sent ٧ check-ins on {f1}.']],
  ])('and writes %s: the rules word the answer', async (_, sentences) => {
    await aCheckIn(test, { by: client, day: '2026-01-06' });
    model.reply(choosing('last_check_in'), wording(...sentences));
    const answer = await ask(OPEN);
    expect(answer).toMatchObject({ outcome: 'answered', model: null });
    expect(answer.text).toBe('The last check-in of Ines Vidal: Jan 6, 2026.');
  });

  it.each([
    ['chooses nothing', choosing('none')],
    ['chooses a tool that does not exist', choosing('delete_clients')],
    ['chooses a tool that needs no client', choosing('revenue')],
    ['writes no JSON', saying('Sure!')],
    ['is away', { kind: 'status' as const, status: 500 }],
    ['says nothing', { kind: 'silent' as const }],
    ['does not end', { kind: 'endless' as const, start: '{"tool":"', more: eventOf('x'.repeat(10_000)) }],
  ])('and %s: the rules say that they cannot answer', async (_, reply) => {
    model.reply(reply);
    expect(await ask(OPEN)).toMatchObject({ outcome: 'not_answered', model: null, facts: [] });
  });
});

it('answers each coach of a client with their own coaching alone, and asks a model only where the client agreed', async () => {
  const other = await aCoach(test, { timeZone: 'UTC' });
  const same = await aClient(test, { of: other, person: { name: 'Ines Vidal' } });
  await aCheckIn(test, { by: client, day: '2026-01-06' });
  await aCheckIn(test, { by: same, day: '2026-01-09' });
  model.reply(choosing('last_check_in'), wording('The last check-in of {c1} was on {f1}.'));
  const own = await ask(OPEN);
  expect(own.text).toBe('The last check-in of Ines Vidal was on Jan 6, 2026.');
  model.reply(choosing('last_check_in'), wording('The last check-in of {c1} was on {f1}.'));
  expect(await anAnswer(other.api, other.id, OPEN)).toMatchObject({ outcome: 'not_answered', model: null });
  expect(model.asked).toEqual([]);
  const { text } = await anAnswer(other.api, other.id, 'When was the last check-in of Ines Vidal?');
  expect(text).toContain('Jan 9, 2026');
  expect(text).not.toContain('Jan 6');
});

describe('without leave', () => {
  it('is not asked about a client who has not agreed', async () => {
    model.reply(choosing('last_check_in'));
    await client.api.planner.setOwnModelConsent({ allowed: false });
    expect(await ask(OPEN)).toMatchObject({ outcome: 'not_answered', model: null });
    expect(model.asked).toEqual([]);
  });

  it.each([
    ['the client withdraws', () => client.api.planner.setOwnModelConsent({ allowed: false }), 'ready'],
    ['the plan ends', () => test.owner.update(users).set({ plan: 'plus' }).where(eq(users.id, coach.id)), 'refused'],
  ])('is not asked a second time after %s in the middle', async (_, change, end) => {
    model.reply(choosing('last_check_in'), wording('The last check-in of {c1}: {f1}.'));
    const stream = await coach.api.assistant.askAssistant({
      coachId: coach.id,
      answerId: randomUUID(),
      question: OPEN,
    });
    // Asking the model, and then what it chose.
    await stream.next();
    await stream.next();
    expect(model.asked).toHaveLength(1);
    await change();
    const rest = await answerEvents(stream).then(
      (events) => events.at(-1)?.type,
      (error: { code: string }) => (error.code === 'FEATURE_REQUIRED' ? 'refused' : error.code),
    );
    expect(rest).toBe(end);
    expect(model.asked).toHaveLength(1);
  });

  it('is not asked above the cap of the month, or while AI is turned off', async () => {
    model.reply(choosing('last_check_in'));
    await aModelCall(test, { of: coach, model: MODEL, costMicros: 1_000_000 });
    expect(await ask(OPEN)).toMatchObject({ outcome: 'not_answered', model: null });
    const admin = await anOperator(test);
    await admin.api.settings.saveSettings({ section: 'switches', value: { off: ['ai_drafting'] }, basedOn: 0 });
    const other = await aCoach(test, { timeZone: 'UTC' });
    await anAnswer(other.api, other.id, 'Review trend');
    expect(model.asked).toEqual([]);
  });
});

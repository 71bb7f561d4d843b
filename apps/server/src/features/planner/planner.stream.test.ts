import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { answering, type ModelServer, startModelServer, theRulesChoice } from '../../../test/model-server.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aProfile } from '../../../test/planner-drafts.ts';

let test: TestApp;
let model: ModelServer;
let coach: Coach;
let url: string;
beforeAll(async () => {
  model = await startModelServer();
  test = await createTestApp({ AI_PROVIDER: 'compatible', AI_MODEL: 'test-model', AI_BASE_URL: model.baseUrl });
  url = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test.close();
  await model.close();
});
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'plus' });
});

const ask = (draftId: string, signal?: AbortSignal) =>
  fetch(`${url}/rest/v1/planner/drafts/${draftId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
      origin: test.services.env.appUrl,
      cookie: coach.caller.cookie ?? '',
    },
    body: JSON.stringify({ coachId: coach.id, clientId: null, profile: { ...aProfile, weeks: 1 } }),
    ...(signal && { signal }),
  });

it('sends each step over the network as soon as it is done', async () => {
  model.reply({ kind: 'silent' });
  const controller = new AbortController();
  const response = await ask(randomUUID(), controller.signal);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // The model is silent, so everything that arrives was sent before the end.
  while (!text.includes('"split"')) text += (await reader?.read())?.value ?? '';
  expect(text).toContain('"screening"');
  expect(text).not.toContain('"ready"');
  await vi.waitFor(() => expect(model.asked).toHaveLength(1));
  controller.abort();
  // The server cancels its request to the model too.
  await vi.waitFor(() => expect(model.left()).toBe(1));
});

it('answers a second request with the draft of an interrupted first one', async () => {
  model.reply(answering((asked) => theRulesChoice(asked)));
  const draftId = randomUUID();
  const first = await (await ask(draftId)).text();
  const again = await (await ask(draftId)).text();
  const readyOf = (text: string) => text.split('\n').find((line) => line.includes('"ready"'));
  expect(readyOf(again)).toBe(readyOf(first));
  expect(again).not.toContain('"step"');
  expect(model.asked).toHaveLength(1);
});

it('gives up on a model that never ends its answer, and drafts by the rules', async () => {
  model.reply({ kind: 'endless', start: '{"name":"', more: 'Strong '.repeat(20) });
  const text = await (await ask(randomUUID())).text();
  expect(text).toContain('"ready"');
  expect(text).toContain('"fallback":"unusable"');
  expect(text).toContain('The answer was too long and ended in the middle.');
  expect(model.asked).toHaveLength(3);
  await vi.waitFor(() => expect(model.left()).toBe(3));
});

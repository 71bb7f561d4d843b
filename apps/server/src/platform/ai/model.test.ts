import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { requestProblem } from '../../../test/model-requests.ts';
import { eventOf, writeEndlessly } from '../../../test/model-server.ts';
import { createModel, type ModelSettings } from './model.ts';

/** Path and credentials of each request. Requests are refused, or get an answer that never ends. */
const requests: { path: string; credentials: string | undefined }[] = [];
let endless: { start: string; more: string } | null = null;
const server = createServer(({ url, headers }, response) => {
  const key = headers['x-api-key'] ?? headers.authorization;
  requests.push({ path: url ?? '', credentials: key === undefined ? undefined : String(key) });
  if (!endless) return void response.writeHead(503).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  writeEndlessly(response, endless.start, endless.more);
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requests.length = 0;
  endless = null;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const request = {
  instructions: 'Be brief.',
  prompt: 'Hello',
  schema: z.object({ answer: z.string() }),
  maxOutputTokens: 100,
  signal: undefined,
};
const modelOf = (settings: Partial<ModelSettings>) =>
  createModel({ provider: 'compatible', model: 'gpt-5', apiKey: 'key', baseUrl, timeoutMs: 2000, ...settings });

it.each<[ModelSettings['provider'], string | undefined, string, string | undefined]>([
  ['openai', 'key', '/v1/responses', 'Bearer key'],
  ['anthropic', 'key', '/v1/messages', 'key'],
  ['compatible', 'key', '/v1/chat/completions', 'Bearer key'],
  ['compatible', undefined, '/v1/chat/completions', undefined],
])(
  'asks %s with the key %s once, and counts an answer that did not come',
  async (provider, apiKey, path, credentials) => {
    const answer = await modelOf({ provider, apiKey }).ask(request);
    expect(requests).toEqual([{ path, credentials }]);
    expect(answer).toMatchObject({ outcome: 'unavailable', text: '', usage: { outputTokens: 0 } });
    expect(answer.usage.inputTokens).toBeGreaterThan(0);
  },
);

it('says unavailable when nothing listens', async () => {
  expect(await modelOf({ baseUrl: 'http://127.0.0.1:9/v1' }).ask(request)).toMatchObject({ outcome: 'unavailable' });
});

it('does not call the provider when the caller has left', async () => {
  const answer = await modelOf({}).ask({ ...request, signal: AbortSignal.abort() });
  expect(answer.outcome).toBe('stopped');
});

it('knows the most that a call can cost', () => {
  // 16 characters in at 1.25, and 100 tokens out at 10 dollars for a million tokens.
  expect(modelOf({}).mostMicros(request)).toBe(Math.ceil(5 * 1.25 + 1000));
});

describe('an answer without an end', () => {
  const reasoning = JSON.stringify({ id: '1', choices: [{ index: 0, delta: { reasoning_content: 'Hm. ' } }] });
  const asked = { ...request, maxOutputTokens: 2000 };
  const patient = () => modelOf({ timeoutMs: 60_000 });

  it.each([
    ['of text', { start: eventOf('{"answer":"'), more: eventOf('Yes') }],
    ['of reasons', { start: ': hello\n\n', more: `data: ${reasoning}\n\n` }],
    ['of comments', { start: ': hello\n\n', more: `: ${'still here '.repeat(10)}\n\n` }],
    ['in one line', { start: 'data: ', more: ' '.repeat(1000) }],
  ])('%s is cut off', async (_, sent) => {
    endless = sent;
    const answer = await patient().ask(asked);
    expect(answer.outcome).toBe('cut_off');
    expect(answer.text.length).toBeLessThanOrEqual(16_000);
    expect(requests).toHaveLength(1);
  });

  it('is not read to the end of 60 MB', async () => {
    let written = 0;
    const flooding = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(eventOf('{"answer":"'));
      const event = eventOf('x'.repeat(10_000));
      const next = () => {
        if (response.destroyed) return;
        if (written >= 60_000_000) return void response.end();
        written += event.length;
        if (response.write(event)) setImmediate(next);
        else response.once('drain', next);
      };
      next();
    });
    await new Promise<void>((resolve) => flooding.listen(0, '127.0.0.1', resolve));
    const address = flooding.address();
    const { port } = typeof address === 'object' && address ? address : { port: 0 };
    const answer = await modelOf({ timeoutMs: 60_000, baseUrl: `http://127.0.0.1:${port}/v1` }).ask(asked);
    flooding.closeAllConnections();
    flooding.close();
    expect(answer.outcome).toBe('cut_off');
    expect(answer.text.length).toBeLessThanOrEqual(16_000);
    expect(written).toBeLessThan(6_000_000);
  });

  it('is parsed at most once, without blocking other work', async () => {
    endless = { start: eventOf('{"answer":"'), more: eventOf('Yes') };
    let parsed = 0;
    const parse = JSON.parse;
    vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
      parsed += text.length;
      return parse(text, reviver);
    });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const { text } = await patient().ask(asked);
    isOver = true;
    const pieces = text.length / 'Yes'.length;
    // Each event is parsed alone. Parsing the accumulated text with each event would take fifty times as much.
    expect(parsed).toBeLessThan(2 * pieces * eventOf('Yes').length);
    expect(turns).toBeGreaterThan(50);
  });
});

describe('a request', () => {
  const bodies: { path: string; body: unknown }[] = [];
  const checking = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk) => (text += chunk));
    incoming.on('end', () => {
      bodies.push({ path: incoming.url ?? '', body: JSON.parse(text) });
      response.writeHead(503).end();
    });
  });
  let checkedUrl: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => checking.listen(0, '127.0.0.1', resolve));
    const address = checking.address();
    checkedUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  });
  afterAll(() => new Promise((resolve) => checking.close(resolve)));

  const schema = z.object({
    summary: z.string().max(240),
    picks: z.array(z.object({ tool: z.enum(['revenue', 'none']), reason: z.string().nullable() })).min(1),
  });

  it.each([
    ['compatible', 'gpt-5-mini'],
    ['openai', 'gpt-5-mini'],
    ['anthropic', 'claude-sonnet-4-5'],
  ] as const)('to %s has the fields of its SDK and no others, and names no tool', async (provider, model) => {
    bodies.length = 0;
    await modelOf({ provider, model, baseUrl: checkedUrl }).ask({ ...request, schema });
    expect(bodies).toHaveLength(1);
    const [sent] = bodies;
    expect(requestProblem(sent?.path ?? '', sent?.body)).toBeNull();
    // A provider would refuse each of these.
    const body = sent?.body as object;
    for (const wrong of [
      { ...body, tools: [] },
      { ...body, stream: false },
      { ...body, model: 5 },
    ]) {
      expect(requestProblem(sent?.path ?? '', wrong)).not.toBeNull();
    }
  });
});

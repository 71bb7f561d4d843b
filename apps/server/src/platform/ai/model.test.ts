import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createModel, type ModelSettings } from './model.ts';

/** Path and credentials of each request; every one is refused. */
const requests: { path: string; credentials: string | undefined }[] = [];
const server = createServer(({ url, headers }, response) => {
  const key = headers['x-api-key'] ?? headers.authorization;
  requests.push({ path: url ?? '', credentials: key === undefined ? undefined : String(key) });
  response.writeHead(503).end();
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
});

const request = {
  ...{ instructions: 'Be brief.', prompt: 'Hello', schema: z.object({ answer: z.string() }) },
  ...{ maxOutputTokens: 100, signal: undefined },
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

it('does not start when the caller has left', async () => {
  const answer = await modelOf({}).ask({ ...request, signal: AbortSignal.abort() });
  expect(answer.outcome).toBe('stopped');
});

it('knows the most that a call can cost', () => {
  // 16 characters in at 1.25, and 100 tokens out at 10 dollars for a million tokens.
  expect(modelOf({}).mostMicros(request)).toBe(Math.ceil(5 * 1.25 + 1000));
});

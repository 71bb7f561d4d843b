import { os } from '@orpc/server';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { closedSignal, createCallReader } from './procedure-calls.ts';

/** Answers with the input, whatever it is. */
const echo = os.input(z.unknown()).handler(({ input }) => input);
const readCall = createCallReader({
  list: echo.route({ method: 'GET', path: '/things' }),
  get: echo.route({ method: 'GET', path: '/things/{id}' }),
  save: echo.route({ method: 'PUT', path: '/things/{id}' }),
  add: echo.route({ method: 'POST', path: '/things' }),
});

let ended: Promise<boolean> | undefined;
const app = Fastify();
app.all('/slow', async (_request, reply) => {
  const signal = closedSignal(reply);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  ended = promise;
  signal.addEventListener('abort', () => resolve(true));
  reply.raw.once('finish', () => setImmediate(() => resolve(signal.aborted)));
  if (_request.method === 'GET') return 'done';
  return new Promise(() => undefined);
});
app.all('/*', async (request, reply) => {
  const call = await readCall(request);
  if (!call) return reply.callNotFound();
  const { name, run } = call.procedure;
  return { name, input: await run(call.input, { context: {} as never }) };
});

let address: string;
beforeAll(async () => {
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const call = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD', url: string, payload?: object) => {
  const response = await app.inject({ method, url, ...(payload && { payload }) });
  return response.statusCode === 200 ? response.json() : response.statusCode;
};

it('reads the parameters of the address and the query of a GET', async () => {
  expect(await call('GET', '/things')).toEqual({ name: 'list', input: {} });
  expect(await call('GET', '/things?')).toEqual({ name: 'list', input: {} });
  expect(await call('GET', '/things?q=a+b%20c&days[0]=mon&days[1]=tue&of[kind]=x')).toEqual({
    name: 'list',
    input: { q: 'a b c', days: ['mon', 'tue'], of: { kind: 'x' } },
  });
  expect(await call('GET', '/things/a%2Fb/?id=other&q=1')).toEqual({ name: 'get', input: { id: 'a/b', q: '1' } });
});

it('reads the body of other methods, and not their query', async () => {
  expect(await call('PUT', '/things/7?q=1', { id: '8', title: 'New' })).toEqual({
    name: 'save',
    input: { id: '7', title: 'New' },
  });
  expect(await call('PUT', '/things/7')).toEqual({ name: 'save', input: { id: '7' } });
  expect(await call('PUT', '/things/7', ['x'])).toEqual({ name: 'save', input: { id: '7' } });
  expect(await call('POST', '/things', ['x'])).toEqual({ name: 'add', input: ['x'] });
  expect(await call('POST', '/things?q=1')).toEqual({ name: 'add' });
});

it('finds nothing at other addresses and for other methods', async () => {
  const calls = [call('GET', '/'), call('GET', '/things/7/8'), call('DELETE', '/things'), call('HEAD', '/things')];
  expect(await Promise.all(calls)).toEqual([404, 404, 404, 404]);
});

it('aborts a call whose caller hangs up before the answer, and no other', async () => {
  const hangUp = new AbortController();
  const slow = fetch(`${address}/slow`, { method: 'POST', signal: hangUp.signal });
  const refused = expect(slow).rejects.toThrow('abort');
  await vi.waitFor(() => expect(ended).toBeDefined());
  hangUp.abort();
  await refused;
  expect(await ended).toBe(true);
  await fetch(`${address}/slow`);
  expect(await ended).toBe(false);
});

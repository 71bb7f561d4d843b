import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { registerErrorAnswers } from './failures.ts';

/** A server whose only route fails with the error code of a database. */
async function open(code: string, accept: string) {
  const log = createLogger({ level: 'fatal' });
  const app = fastify();
  app.decorateRequest('event', { getter: () => ({}) });
  registerErrorAnswers(app, log);
  app.get('/failing', () => {
    throw Object.assign(new Error('failed'), { code });
  });
  return app.inject({ url: '/failing', headers: { accept } });
}

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

it('a page that is unavailable for a moment reloads itself', async () => {
  const { statusCode, headers, body } = await open('57P03', BROWSER);
  expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '2']);
  expect(body).toContain('The service is briefly unavailable. Please try again in a moment.');
  expect(body).toContain('<meta http-equiv="refresh" content="2">');
});

it('a page that waits for a repair by hand does not reload', async () => {
  const { statusCode, body } = await open('53100', BROWSER);
  expect(statusCode).toBe(507);
  expect(body).not.toContain('http-equiv="refresh"');
  expect(body).toContain('<h1>That did not work</h1>');
});

it.each(['57P03', '08006', '40P01'])('a call of the web app gets a code (%s)', async (state) => {
  const { statusCode, body } = await open(state, '*/*');
  expect(statusCode).toBe(503);
  expect(JSON.parse(body)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

import { id } from '@stridewell/contract/fields';
import { isCalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import type { FastifyInstance } from 'fastify';
import { waitText } from '../../core/limits.ts';
import type { Services } from '../../core/services.ts';
import { networkOf } from '../../platform/http/client-address.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { readFeed } from './integrations.feed.service.ts';
import { FEED_PATH } from './integrations.service.ts';
import { coachOfState, SIGN_IN_PATH } from './integrations.signins.service.ts';

/** Per network. A calendar service reads the feeds of many coaches from one. */
const READ_LIMIT: RateLimit = { windowSeconds: 60, max: 240 };

type Route = { Params: { coachId: string; secret: string } };

type Return = { Params: { provider: string }; Querystring: { state?: unknown; code?: unknown } };

/** Registers the feeds that calendars read, and the addresses that providers of calendars send a coach back to. */
export function registerIntegrations(app: FastifyInstance, services: Services): void {
  const { db, env, limiter, now, secret } = services;
  app.get<Return>(`${SIGN_IN_PATH}/:provider`, ({ params: { provider }, query }, reply) => {
    const { state, code } = query;
    const coachId = typeof state === 'string' ? coachOfState(state) : null;
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    if (!isCalendarProvider(provider) || typeof state !== 'string' || !coachId) return reply.redirect('/');
    // The page checks the answer as the coach who is signed in there. Without a code, the sign-in was refused.
    const answer = new URLSearchParams({ provider, state, ...(typeof code === 'string' && { code }) });
    return reply.redirect(`/coach/${coachId}/integrations?${answer}`);
  });
  app.get<Route>(`${FEED_PATH}/:coachId/:secret.ics`, async ({ params, ip, headers }, reply) => {
    reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex');
    const wait = await limiter.consume(`calendar_feed:${networkOf(ip)}`, READ_LIMIT);
    if (wait !== null) {
      return reply
        .status(429)
        .header('retry-after', wait)
        .type('text/plain; charset=utf-8')
        .send(`Too many requests. Please try again ${waitText(wait)}.`);
    }
    const coachId = id.safeParse(params.coachId);
    const deps = { db, env, secret, now: now() };
    const feed = coachId.success ? await readFeed(deps, coachId.data, params.secret) : null;
    if (!feed) return reply.status(404).type('text/plain; charset=utf-8').send('This calendar is not available.');
    const tag = `"${feed.tag}"`;
    reply.header('etag', tag);
    if (headers['if-none-match'] === tag) return reply.status(304).send();
    return reply.type('text/calendar; charset=utf-8').send(await feed.text());
  });
}

import { answerAtDomains, type DomainAnswer, isPageAtDomains } from '@stridewell/contract/domains/domains.pages.rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HostedCoach, hostOf } from '../core/hosts.ts';
import type { Services } from '../core/services.ts';
import { sessionCookieName, withoutForeignSession } from '../platform/http/session-cookie.ts';
import { isApiPath } from './api-paths.ts';

/** Routes that clients and visitors use. Routes for coaches, operators and machines have other addresses. */
const ROUTES = ['/rest/v1/', '/functions/v1/', '/auth/v1/', '/links/', '/c/', '/brands/', '/exports/own/'];
/** Coaches sign up at the product's host, and providers know that host alone. */
const CLOSED = /^\/auth\/v1\/(?:sign-up|callback|oauth2?|link-social|sign-in\/(?:social|oauth2))(?:\/|$)/;
/** Files of the built apps. */
const FILES = /^\/(?:assets\/|icons\/|fonts\/)|^\/[\w-]+\.(?:js|css|svg|png|ico|webp|woff2|webmanifest)$/;
const YEAR_SECONDS = 31_536_000;
/** Where machines look after the server, whatever name they call it by. */
const PROBES = new Set(['/healthz', '/readyz']);

const pathOf = (url: string): string => {
  const [path = '/'] = url.split(/[?#]/, 1);
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
};

/** Whether coaches' domains have the page or file at an address. */
export const isAtDomains = (url: string): boolean =>
  FILES.test(pathOf(url)) || isPageAtDomains(pathOf(url)) || ROUTES.some((route) => url.startsWith(route));

/** Decides how a request to a coach's domain is answered. */
function answerAt({ isServed }: HostedCoach, method: string, url: string): DomainAnswer | 'missing' {
  const path = pathOf(url);
  const isPage = !isApiPath(url) && (method === 'GET' || method === 'HEAD');
  if (!isServed) return isPage || path.startsWith('/c/') ? 'product' : 'missing';
  if (CLOSED.test(path)) return 'missing';
  if (path === '/robots.txt' || isAtDomains(url)) return 'serve';
  return isPage ? answerAtDomains(path) : 'missing';
}

/** Leads a page to the same address at the product's host. */
export const sendToProduct = (reply: FastifyReply, appUrl: string, url: string) =>
  reply.header('cache-control', 'no-store').redirect(appUrl + (url.startsWith('//') ? '/' : url), 302);

/**
 * Finds the coach whose domain a request came to, before anything else is done with it. Pages of coaches, operators and
 * the product are at the product's host alone.
 */
export function registerHosts(app: FastifyInstance, { hosts, env }: Pick<Services, 'hosts' | 'env'>): void {
  const isSecure = env.appUrl.startsWith('https:');
  const sessionCookie = sessionCookieName(env.appUrl);
  app.decorateRequest('hostedCoach', null);
  const keepOwnSession = ({ headers }: FastifyRequest, coach: HostedCoach | null) => {
    const own = withoutForeignSession(headers.cookie, sessionCookie, hostOf(coach));
    if (own !== headers.cookie) headers.cookie = own;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, found: Promise<HostedCoach | null>) => {
    const coach = await found;
    keepOwnSession(request, coach);
    if (!coach) return;
    request.hostedCoach = coach;
    // The coach may serve other names below the domain without encryption.
    if (isSecure) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
    const chosen = answerAt(coach, request.method, request.url);
    if (chosen === 'serve') return;
    if (chosen === 'sign in') return reply.header('cache-control', 'no-store').redirect('/auth', 302);
    if (chosen === 'product') return sendToProduct(reply, env.appUrl, request.url);
    return reply.status(404).send({ code: 'NOT_FOUND', message: 'We could not find that.' });
  };
  app.addHook('onRequest', (request, reply, done) => {
    const found = PROBES.has(pathOf(request.url)) ? null : hosts.coachOfHost(request.host);
    if (found) return answer(request, reply, found);
    keepOwnSession(request, null);
    done();
  });
}

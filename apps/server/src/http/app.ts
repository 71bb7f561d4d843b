import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Feature } from '../core/feature.ts';
import type { Services } from '../core/services.ts';
import { refuseWritesWhileViewing } from '../core/tenancy/request-actor.ts';
import { features } from '../features.ts';
import { createTrust } from '../platform/http/client-address.ts';
import { draining } from '../platform/http/draining.ts';
import { localOrToken } from '../platform/http/local-or-token.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { wideEvents } from '../platform/http/wide-events.ts';
import { isApiPath } from './api-paths.ts';
import { registerAuth } from './auth-routes.ts';
import { registerDocs } from './docs.ts';
import { answerUnreadable, registerErrorAnswers } from './failures.ts';
import { registerHosts } from './hosts.ts';
import { registerOutbox } from './outbox.ts';
import { createPageBrands } from './page-brands.ts';
import { createPageSessionReader } from './page-session.ts';
import { checkContent } from './request-content.ts';
import { registerRest } from './rest.ts';
import { registerSockets } from './sockets.ts';
import { registerWeb, type WebRoots } from './web.ts';

/** The largest program with three lines of sets for each exercise takes 1.6 MB. Uploads have separate routes. */
const BODY_LIMIT = 4 * 1024 * 1024;
/** How long running requests may take when the server stops. */
const DRAIN_MS = 5000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export type AppOptions = {
  /** Folders of the built apps; without them only the API answers. */
  webRoots?: WebRoots;
  /** Above this delay, requests get 503 until the process has caught up. 0 turns the check off. */
  maxEventLoopDelayMs?: number;
  /** Called for every route, so that a test can walk them all. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
};

/** Builds the Fastify app. The caller decides when it listens, and closes it. */
export async function buildApp(
  services: Services,
  { webRoots, onRoute, maxEventLoopDelayMs = 2000 }: AppOptions = {},
): Promise<FastifyInstance> {
  const { env, log, isOwnOrigin } = services;
  const app = Fastify({
    logger: false,
    trustProxy: env.TRUST_PROXY === undefined ? false : createTrust(env.TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    // Requests that arrive while the server stops are served; `draining` closes their connections.
    return503OnClosing: false,
    frameworkErrors: answerUnreadable,
  });

  if (onRoute) app.addHook('onRoute', onRoute);
  await app.register(draining, { limitMs: DRAIN_MS });
  const manifests: readonly Feature[] = features;
  const counts = manifests.flatMap((feature) => feature.counts ?? []);
  const guard = localOrToken({ token: env.METRICS_TOKEN, trustsProxies: env.TRUST_PROXY !== undefined });
  await app.register(wideEvents, { log, queue: services.queue, db: services.db, counts, isCounted: isApiPath, guard });
  await app.register(securityHeaders, {
    https: env.appUrl.startsWith('https:'),
    framed: [env.CALENDLY_URL, env.WALKTHROUGH_URL],
    takesCards: env.STRIPE_SECRET_KEY !== undefined,
  });
  await app.register(compress, { global: true, globalDecompression: false, threshold: 1024 });
  await app.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs, retryAfter: 5 });

  registerHosts(app, services);

  app.addHook('onRequest', (request, reply, done) => {
    const mayChange = !SAFE_METHODS.has(request.method) && request.headers.cookie;
    if (!mayChange || isOwnOrigin(request.headers.origin, request.hostedCoach)) return done();
    request.event.error = 'FOREIGN_ORIGIN';
    void reply.status(403).send({ code: 'FORBIDDEN', message: 'This request came from another site.' });
  });

  // Routes with cacheable answers override this.
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiPath(request.url)) reply.header('cache-control', 'no-store');
    done();
  });
  checkContent(app);
  registerErrorAnswers(app, log);
  refuseWritesWhileViewing(app, services);

  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await Promise.all([services.db.pool.query('select 1'), services.queue.ping()]);
      return { status: 'ready' };
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return reply.status(503).send({ status: 'not ready' });
    }
  });

  registerAuth(app, services);
  registerRest(app, services);
  registerSockets(app, services);
  for (const { http } of manifests) await http?.(app, services);
  await registerDocs(app, services);
  if (env.demo) registerOutbox(app, services, guard);
  const built = webRoots && {
    roots: webRoots,
    readSession: createPageSessionReader(services),
    brands: createPageBrands(services),
  };
  await registerWeb(app, services, built);
  return app;
}

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { type DatabaseUse, databaseUse } from '../db/failures.ts';
import type { Logger } from '../logger.ts';
import type { Queue } from '../queue/queue.ts';
import { networkOf } from './client-address.ts';
import { type CountGauge, registerQueueGauges } from './queue-gauges.ts';
import { RequestCounter } from './request-counter.ts';
import { RequestDurations } from './request-durations.ts';
import { addRequests, type RequestCount } from './request-minutes.data.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields for the log line of this request. All code that serves it may add some. */
    event: Record<string, unknown>;
    databaseUse: DatabaseUse;
  }
}

type Watched = {
  log: Logger;
  queue: Queue;
  db: Database;
  counts: readonly CountGauge[];
  /** Whether requests of this path count toward the share of failed requests. */
  isCounted: (url: string) => boolean;
  /** Decides who may read the metrics. */
  guard: onRequestAsyncHookHandler;
};

/** Only bugs are errors: callers can cause overload or a full disk. */
const levelOf = (status: number) => {
  if (status === 500) return 'error';
  return status > 500 ? 'warn' : 'info';
};

/** Writes one log line and one metric per request, and serves `/metrics` for Prometheus. */
export const wideEvents = fp<Watched>(async (app: FastifyInstance, { log, isCounted, guard, ...sources }) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerQueueGauges(registry, { log, ...sources });
  const store = (counted: RequestCount) => addRequests(sources.db, new Date(), counted);
  const counter = new RequestCounter({ isCounted, store, log });
  app.addHook('onClose', async () => counter.stop());
  const durations = new RequestDurations();
  const failures = new Counter({
    name: 'http_request_failures_total',
    help: 'Requests answered with 5xx',
    labelNames: ['route'],
    registers: [registry],
  });

  app.decorateRequest('event');
  app.decorateRequest('databaseUse');
  app.addHook('onRequest', (request, reply, done) => {
    request.event = {};
    request.databaseUse = { statements: 0, address: networkOf(request.ip) };
    reply.header('x-request-id', request.id);
    databaseUse.run(request.databaseUse, done);
  });
  const record = (request: FastifyRequest, reply: FastifyReply) => {
    // The pattern of the route and never the path, which may contain ids and secrets.
    const route = String(request.event.procedure ?? request.routeOptions.url ?? 'unknown');
    const status = reply.statusCode;
    durations.add({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (status >= 500) failures.inc({ route });
    if (route === '/healthz' || route === '/readyz' || route === '/metrics') return;
    counter.add(request.url, status);
    log[levelOf(status)](
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        statements: request.databaseUse.statements,
        client: request.headers['x-client-info'],
        ...request.event,
      },
      'request',
    );
  };
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
  app.get('/metrics', { onRequest: guard }, async (_request, reply) => {
    reply.type(registry.contentType);
    return `${await registry.metrics()}\n${durations.text()}`;
  });
});

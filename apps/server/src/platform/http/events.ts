import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { LiveEvent } from '../realtime/live.ts';
import { createActorReader } from './request-actor.ts';

/** How often a stream shows that it lives, and asks whether its session does. */
const HEARTBEAT_MS = 30_000;
/** A screen that takes nothing off the line for so long is gone. */
const MAX_BUFFERED_BYTES = 65_536;

/** The open stream of one screen: what happened to the person of its session, as it happens. */
export function registerEvents(
  app: FastifyInstance,
  services: Pick<Services, 'live' | 'identity' | 'env' | 'secret' | 'log'>,
): void {
  const { live, log } = services;
  const readActor = createActorReader(services);
  app.addHook('preClose', async () => live.endAll());

  app.get('/rest/v1/events', async (request, reply) => {
    const actor = await readActor(request);
    if (!actor) return reply.status(401).send({ code: 'UNAUTHORIZED', message: 'Auth session missing!' });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // A proxy that collects answers would hold every event back.
      'x-accel-buffering': 'no',
      // Once it has ended there is nothing to wait for, which lets the server stop.
      connection: 'close',
    });
    const tell = (event: LiveEvent) => {
      raw.write(`data: ${JSON.stringify(event)}\n\n`);
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
    };
    const end = () => void raw.end();
    const heartbeat = setInterval(() => {
      readActor(request).then(
        (still) => (still?.userId === actor.userId ? tell({ event: 'heartbeat' }) : end()),
        (error: unknown) => {
          log.warn({ err: error }, 'session of a live stream not checked');
          end();
        },
      );
    }, HEARTBEAT_MS);
    const unsubscribe = live.subscribe({ userId: actor.userId, sessionId: actor.sessionId, tell, end });
    raw.on('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
    tell({ event: 'hello' });
  });
}

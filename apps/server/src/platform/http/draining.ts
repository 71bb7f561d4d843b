import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const SWEEP_MS = 50;
/** Time for the handlers of cut-off requests to remove partial files. */
const CLEAN_UP_MS = 300;

/**
 * Closes the app in bounded time. Every answer asks its client to close the connection, idle connections are closed
 * repeatedly, and connections that are still open after `limitMs` are cut off. Keep-alive would delay a stop by a
 * minute.
 */
export const draining = fp<{ limitMs: number }>(async (app: FastifyInstance, { limitMs }) => {
  const connections = new Set<Socket>();
  let closing = false;
  let wasCut = false;
  let sweeper: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;

  app.server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });

  /** Node counts a connection without data as a pending request, and browsers open some in advance. */
  const closeIdle = () => {
    app.server.closeIdleConnections();
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  };
  const cut = () => {
    wasCut = true;
    for (const connection of connections) connection.destroy();
  };

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    closing = true;
    sweeper = setInterval(closeIdle, SWEEP_MS);
    limit = setTimeout(cut, limitMs);
  });
  // Runs after the server has closed.
  app.addHook('onClose', async () => {
    clearInterval(sweeper);
    clearTimeout(limit);
    if (wasCut) await delay(CLEAN_UP_MS);
  });
});

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { domainOfHost } from '@stridewell/contract/domains/domains.rules';
import type { Services } from '../core/services.ts';
import { PlainError } from '../platform/plain-error.ts';

/** Where a proxy asks, with the domain as a parameter. */
const PATH = '/tls-ask';
/** Only programs of this machine can ask. */
const HOST = '127.0.0.1';
const PATIENCE_MS = 5000;

type AskServices = Pick<Services, 'hosts' | 'log'>;

/** The status for a request: 200 for the domain of a coach who is served, and for nothing else. */
async function statusOf({ hosts, log }: AskServices, { method, url }: http.IncomingMessage): Promise<number> {
  const target = `http://${HOST}${url ?? ''}`;
  if (method !== 'GET' || !url?.startsWith('/') || !URL.canParse(target)) return 404;
  const { pathname, searchParams } = new URL(target);
  const [asked = '', ...others] = searchParams.getAll('domain');
  // A proxy asks for the name that it would use in the certificate, so another form of a domain is another name.
  if (pathname !== PATH || others.length > 0 || domainOfHost(asked) !== asked) return 404;
  try {
    const coach = await hosts.coachOfHost(asked);
    return coach?.isServed === true && coach.domain === asked ? 200 : 404;
  } catch (error) {
    log.warn({ err: error }, 'a proxy got no answer about a domain');
    return 503;
  }
}

/**
 * Answers a proxy on this machine that asks whether it may get a certificate for a domain (`on_demand_tls` of Caddy).
 * @throws PlainError when the port cannot be opened
 */
export async function listenForTlsAsk(
  services: AskServices,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = http.createServer(
    { requestTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS },
    (request, response) => {
      request.resume();
      statusOf(services, request).then(
        (status) => response.writeHead(status).end(),
        (error: unknown) => {
          services.log.error({ err: error }, 'an answer about a domain failed');
          response.writeHead(503).end();
        },
      );
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new PlainError(`TLS_ASK_PORT ${port} cannot be opened: ${error.message}`, { cause: error })),
    );
    server.listen(port, HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOf, Refusal } from '../core/refusals.ts';
import { isReadOnlyViolation, isStorageFull, isUnavailable } from '../platform/db/failures.ts';
import type { Logger } from '../platform/logger.ts';

/** The answer to a failure that is no bug: the caller may try again, now or once there is space. */
type FailureAnswer = { status: number; code: string; message: string; retryAfterSeconds?: number };

/** Connections come back within seconds. */
const UNAVAILABLE: FailureAnswer = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The service is briefly unavailable. Please try again in a moment.',
  retryAfterSeconds: 2,
};
const FULL: FailureAnswer = {
  status: 507,
  code: 'INSUFFICIENT_STORAGE',
  message: 'The server has no space left, so nothing was saved. Please try again later.',
};

/** An operator who views as another person called a read that also writes. */
const VIEWING: FailureAnswer = {
  status: 403,
  code: 'VIEWING',
  message: 'You are viewing this account, so nothing can be changed.',
};

/**
 * How every route answers an infrastructure failure; undefined for a bug.
 * @param noted the original failure, which a library may have replaced with another error
 */
export function answerToFailure(error: unknown, noted?: unknown): FailureAnswer | undefined {
  if (isStorageFull(error)) return FULL;
  if (isReadOnlyViolation(error)) return VIEWING;
  return isUnavailable(error) || isUnavailable(noted) ? UNAVAILABLE : undefined;
}

/** Headers that describe content. On an error, they would make browsers cache or save the error as that content. */
const OF_CONTENT = ['etag', 'last-modified', 'accept-ranges', 'content-disposition'] as const;

/**
 * Keeps errors out of caches. A route may have set the headers of its content before it failed, and a stream that fails
 * before its first byte has put them on the response.
 */
function keepErrorsFresh(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode >= 400 && !reply.raw.headersSent) {
      // Errors are texts. Bytes are the compressed page for missing addresses.
      for (const name of Buffer.isBuffer(payload) ? OF_CONTENT : [...OF_CONTENT, 'content-encoding']) {
        reply.removeHeader(name);
        reply.raw.removeHeader(name);
      }
      reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}

/** Answers what a route throws: refusals with their code, failures with 503 or 507, and bugs with 500. */
export function registerErrorAnswers(app: FastifyInstance, log: Logger): void {
  keepErrorsFresh(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Left by a stream that failed before its first byte. The error is JSON of another length.
    for (const name of ['content-type', 'content-length']) reply.raw.removeHeader(name);
    const refused = error instanceof Refusal ? answerOf(error) : undefined;
    if (refused) {
      request.event.error = refused.body.code;
      return reply.status(refused.status).send(refused.body);
    }
    if (error === request.raw.errored) {
      // The code says connection lost, which everywhere else means the database connection.
      request.event.error = 'CUT_OFF';
      return reply.status(400).send({ code: 'BAD_REQUEST', message: 'The request was cut off.' });
    }
    // The guard against overload has already set its header.
    const isBusy = error.code === 'FST_UNDER_PRESSURE';
    const failure = isBusy ? UNAVAILABLE : answerToFailure(error, request.databaseUse?.unavailable);
    if (failure) {
      const { status, code, message, retryAfterSeconds } = failure;
      request.event.error = code;
      if (!isBusy) log.warn({ err: error, requestId: request.id }, 'request failed for now');
      if (!isBusy && retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
      return isPageLoad(request) ? sendFailurePage(reply, failure) : reply.status(status).send({ code, message });
    }
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) log.error({ err: error, requestId: request.id }, 'request failed');
    request.event.error = error.code ?? error.name;
    const message = status === 500 ? 'Something went wrong on our side. Please try again.' : error.message;
    return reply.status(status).send({ code: status === 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST', message });
  });
}

/** Answers malformed URLs, which fail before routing. */
export function answerUnreadable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status = 400 } = error;
  const message = 'This address cannot be read.';
  void reply.status(status).header('cache-control', 'no-store').send({ code: 'BAD_REQUEST', message });
}

/** Whether a browser is opening a page, as opposed to a call of the web app. */
const isPageLoad = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept?.includes('text/html') ?? false);

/** Sends a page that reloads itself, because no script is running yet that could retry. */
function sendFailurePage(reply: FastifyReply, { status, message, retryAfterSeconds }: FailureAnswer): FastifyReply {
  const again = retryAfterSeconds ? `<meta http-equiv="refresh" content="${retryAfterSeconds}">` : '';
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${again}
<title>Stridewell</title>
<style>body { max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.125rem/1.5 system-ui, sans-serif }</style>
<h1>${again ? 'Just a moment' : 'That did not work'}</h1>
<p>${message}</p>
${again && '<p>This page reloads automatically.</p>'}
`);
}

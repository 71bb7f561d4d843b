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

/** A read that stores something on the way, of an operator who views as another person. */
const VIEWING: FailureAnswer = {
  status: 403,
  code: 'VIEWING',
  message: 'You are viewing this account, so nothing can be changed.',
};

/**
 * How every route answers a failure of the machines below it; undefined for a bug.
 * @param noted a failure that a library may have replaced by an error of its own
 */
export function answerToFailure(error: unknown, noted?: unknown): FailureAnswer | undefined {
  if (isStorageFull(error)) return FULL;
  if (isReadOnlyViolation(error)) return VIEWING;
  return isUnavailable(error) || isUnavailable(noted) ? UNAVAILABLE : undefined;
}

/** Answers what a route throws: refusals with their code, failures with 503 or 507, and bugs with 500. */
export function registerErrorAnswers(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = error instanceof Refusal ? answerOf(error) : undefined;
    if (refused) {
      request.event.error = refused.body.code;
      return reply.status(refused.status).send(refused.body);
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

/** A browser that opens a page, and not a call of the web app. */
const isPageLoad = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept?.includes('text/html') ?? false);

/** The answer where no program runs yet that could try again: a page that loads itself again. */
function sendFailurePage(reply: FastifyReply, { status, message, retryAfterSeconds }: FailureAnswer): FastifyReply {
  const again = retryAfterSeconds ? `<meta http-equiv="refresh" content="${retryAfterSeconds}">` : '';
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
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
${again && '<p>This page reloads by itself.</p>'}
`);
}

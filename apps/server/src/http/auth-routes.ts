import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAskedAt } from '../core/auth/asked-at.ts';
import { CLIENT_ADDRESS_HEADER } from '../core/auth/auth.ts';
import type { Services } from '../core/services.ts';

/** Registers the endpoints of the auth library and the links in its mails. */
export function registerAuth(app: FastifyInstance, services: Services): void {
  const { auth, env, isOwnOrigin } = services;
  /** The address at which the caller sees us, on which their passkeys work. */
  const baseOf = ({ protocol, host, hostedCoach }: FastifyRequest) => {
    if (hostedCoach) return hostedCoach.origin;
    const asked = `${protocol}://${host}`;
    return isOwnOrigin(asked, null) ? asked : env.appUrl;
  };

  const ask = async (request: FastifyRequest, path: string) => {
    const headers = fromNodeHeaders(request.headers);
    headers.set(CLIENT_ADDRESS_HEADER, request.ip);
    // The framework has read the body within its limit, so the request gets it again.
    headers.delete('content-length');
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const forwarded = new Request(new URL(path, baseOf(request)), { method: request.method, headers, body });
    const response = await runAskedAt(request.hostedCoach, () => auth.handler(forwarded));
    // The library hides a lost connection behind other answers, some of which blame the caller or report success.
    if (request.databaseUse.unavailable) throw request.databaseUse.unavailable;
    return response;
  };

  const answer = async (reply: FastifyReply, response: Response) => {
    reply.status(response.status);
    response.headers.forEach((value, name) => {
      if (name !== 'set-cookie' && name !== 'cache-control') reply.header(name, value);
    });
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    reply.header('cache-control', 'no-store');
    return reply.send(withoutTokens(await response.text(), response.headers));
  };

  app.route({
    // The library serves no other methods, and some cannot be passed to it.
    method: ['GET', 'POST'],
    url: '/auth/v1/*',
    handler: async (request, reply) => answer(reply, await ask(request, request.url)),
  });

  // The page uses the token, so that a mail scanner that only follows links does not use it up.
  for (const [path, type] of [
    ['/links/verify-email', 'verify'],
    ['/links/sign-in', 'magiclink'],
  ] as const) {
    app.get<{ Querystring: { token?: string } }>(path, async (request, reply) =>
      reply.redirect(`/auth#type=${type}&token=${encodeURIComponent(request.query.token ?? '')}`),
    );
  }

  app.get<{ Querystring: { token?: string } }>('/links/reset-password', async (request, reply) => {
    const token = encodeURIComponent(request.query.token ?? '');
    const response = await ask(request, `/auth/v1/reset-password/${token}?callbackURL=%2Fauth`);
    const target = new URL(response.headers.get('location') ?? '/auth', env.appUrl);
    const valid = target.searchParams.get('token');
    if (valid) return reply.redirect(`/auth#type=recovery&token=${encodeURIComponent(valid)}`);
    return reply.redirect('/auth#error=INVALID_RESET_TOKEN');
  });
}

/**
 * Removes session tokens from an answer of the auth library: only the cookie may hold one, where no script reads it.
 * The library's OpenAPI description keeps its fields of that name.
 */
function withoutTokens(text: string, headers: Headers): string {
  if (!text || !headers.get('content-type')?.includes('json')) return text;
  const isToken = (key: string, value: unknown) => key === 'token' && (typeof value === 'string' || value === null);
  return JSON.stringify(JSON.parse(text, (key, value: unknown) => (isToken(key, value) ? undefined : value)));
}

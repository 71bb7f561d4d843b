import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CLIENT_ADDRESS_HEADER } from '../core/auth/auth.ts';
import type { Services } from '../core/services.ts';
import { databaseUse } from '../platform/db/failures.ts';

/** The endpoints of the auth library, and the links that its mails hold. */
export function registerAuth(app: FastifyInstance, services: Services): void {
  const { auth, env } = services;
  const base = new URL(env.appUrl);

  const ask = async (request: FastifyRequest, path: string) => {
    const headers = fromNodeHeaders(request.headers);
    headers.set(CLIENT_ADDRESS_HEADER, request.ip);
    // The framework has read the body within its limit, so the request gets it again.
    headers.delete('content-length');
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const forwarded = new Request(new URL(path, base), { method: request.method, headers, body });
    const response = await databaseUse.run(request.databaseUse, () => auth.handler(forwarded));
    // The library turns a lost connection into answers of its own, some of which blame the caller or report success.
    if (request.databaseUse.unavailable) throw request.databaseUse.unavailable;
    return response;
  };

  const answer = async (reply: FastifyReply, response: Response) => {
    reply.status(response.status);
    response.headers.forEach((value, name) => {
      if (name !== 'set-cookie') reply.header(name, value);
    });
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    reply.header('cache-control', 'no-store');
    return reply.send(await response.text());
  };

  app.all('/auth/v1/*', async (request, reply) => answer(reply, await ask(request, request.url)));

  app.get<{ Querystring: { token?: string } }>('/links/verify-email', async (request, reply) => {
    const token = encodeURIComponent(request.query.token ?? '');
    const response = await ask(request, `/auth/v1/verify-email?token=${token}`);
    const body = await bodyOf(response);
    if (!response.ok) return reply.redirect(`/auth#error=${encodeURIComponent(body?.code ?? 'INVALID_TOKEN')}`);
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    // The library answers with the person when the link was for a new address.
    return reply.redirect(body?.user ? '/auth#type=email_change' : '/auth#type=signup');
  });

  // The page uses the token, so that a mail scanner that only follows links does not use it up.
  app.get<{ Querystring: { token?: string } }>('/links/sign-in', async (request, reply) =>
    reply.redirect(`/auth#type=magiclink&token=${encodeURIComponent(request.query.token ?? '')}`),
  );

  app.get<{ Querystring: { token?: string } }>('/links/reset-password', async (request, reply) => {
    const token = encodeURIComponent(request.query.token ?? '');
    const response = await ask(request, `/auth/v1/reset-password/${token}?callbackURL=%2Fauth`);
    const target = new URL(response.headers.get('location') ?? '/auth', base);
    const valid = target.searchParams.get('token');
    if (valid) return reply.redirect(`/auth#type=recovery&token=${encodeURIComponent(valid)}`);
    return reply.redirect('/auth#error=INVALID_RESET_TOKEN');
  });
}

const answerOfLink = z.object({ code: z.string().optional(), user: z.object({}).nullish() });

const bodyOf = async (response: Response) => answerOfLink.safeParse(await response.json().catch(() => null)).data;

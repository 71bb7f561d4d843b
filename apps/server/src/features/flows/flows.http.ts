import type { FastifyInstance, FastifyReply } from 'fastify';
import { type CoachBrand, findBrand, toBrand } from '../../core/brand.ts';
import { waitText } from '../../core/limits.ts';
import type { Services } from '../../core/services.ts';
import { networkOf } from '../../platform/http/client-address.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { documentOf, html, messagePage, type PageContent, page } from '../pipeline/pipeline.page.rules.ts';
import { readStopToken, stopScopeOf } from './flows.scopes.ts';
import { findCoachName, insertMailStop } from './flows.sequences.data.ts';

/** Per network. High enough for an office that shares an address. */
const LIMIT: RateLimit = { windowSeconds: 600, max: 60 };
const LARGEST_BODY = 1024;
const POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const UNKNOWN = messagePage(
  'This link does not work',
  'It may be incomplete. Open it from the email again, or reply to the email and ask your coach.',
);

const askPage = (coachName: string, token: string): PageContent =>
  page(
    'Stop automatic emails',
    `<h1>Stop automatic emails</h1>
<p>You will get no more automatic emails from ${html(coachName)}. Emails that ${html(coachName)} writes to you personally still arrive.</p>
<form method="post" action="/unsubscribe/${html(token)}"><button type="submit">Stop these emails</button></form>`,
  );

type Route = { Params: { token: string } };

/** Registers the page on which a reader stops automatic mails. Opening it changes nothing, because mail programs do. */
export async function registerFlows(
  app: FastifyInstance,
  { db, limiter, now, secret, brandOf }: Services,
): Promise<void> {
  /** Sends a page in the brand of the coach, or else of the host. */
  const send = (reply: FastifyReply, status: number, content: PageContent, brand: CoachBrand | null = null) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .send(documentOf(content, brand ? toBrand(brand) : brandOf(reply.request.hostname)));

  const readCoach = (coachId: string) =>
    db.readAtOnce(stopScopeOf(coachId), (tx) => Promise.all([findCoachName(tx), findBrand(tx, coachId, now())]));

  /** The coach and the address of a link, unless the caller has to wait or the link is unknown. */
  async function open(token: string, ip: string, reply: FastifyReply) {
    const wait = await limiter.consume(`unsubscribe:${networkOf(ip)}`, LIMIT);
    if (wait !== null) {
      const text = `Too many attempts from your network. Please try again ${waitText(wait)}.`;
      await send(reply.header('retry-after', wait), 429, messagePage('Too many requests', text));
      return null;
    }
    const stop = readStopToken(secret, token);
    const [coachName, brand] = stop ? await readCoach(stop.coachId) : [];
    if (stop && coachName !== undefined) return { stop, coachName, brand };
    await send(reply, 404, UNKNOWN);
    return null;
  }

  app.get<Route>('/unsubscribe/:token', async ({ params: { token }, ip }, reply) => {
    const opened = await open(token, ip, reply);
    return opened ? send(reply, 200, askPage(opened.coachName, token), opened.brand) : reply;
  });

  await app.register((scoped, _options, registered) => {
    scoped.addContentTypeParser(
      // Buttons of mail programs send either of them.
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: LARGEST_BODY },
      (_request, _body, done) => done(null, {}),
    );
    scoped.post<Route>('/unsubscribe/:token', async ({ params: { token }, ip }, reply) => {
      const opened = await open(token, ip, reply);
      if (!opened) return reply;
      const { stop, coachName, brand } = opened;
      await db.write(stopScopeOf(stop.coachId), (tx) => insertMailStop(tx, stop.digest, now()));
      const text = `You will get no more automatic emails from ${coachName}.`;
      return send(reply, 200, messagePage('Done', text), brand);
    });
    registered();
  });
}

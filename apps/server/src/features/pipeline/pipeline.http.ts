import { capturedLead } from '@stridewell/contract/pipeline';
import { botProblem } from '@stridewell/contract/site.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { requireRate } from '../../core/limits.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { captureLead, findOpenForm } from './pipeline.capture.service.ts';
import { exportLeads } from './pipeline.export.service.ts';
import { embedScript, formPage, messagePage } from './pipeline.page.service.ts';
import { captureScope, createTicket, isTicket } from './pipeline.policy.ts';

/** Per address. High enough for an office that shares one, and too low for bots. */
const READ_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };
const SEND_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };
/** Leads of one form in a day, from all addresses together. */
const FORM_LIMIT: RateLimit = { windowSeconds: 86_400, max: 200 };
/** Several times the longest fields. */
const LARGEST_BODY = 32_768;

/** The form is no web app: it runs no script, and may stand in a page of any site. */
const FORM_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors *";

const ticketFields = z.object({
  id: z.uuid(),
  loadedAt: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  signature: z.string().max(100),
});

/** Answers a page that any site may frame. */
function sendPage(reply: FastifyReply, status: number, html: string) {
  reply.raw.removeHeader('x-frame-options');
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', FORM_POLICY)
    .send(html);
}

const NOT_OPEN = messagePage('This form is not open', 'Please check the address, or ask your coach for it.');

/** The form for visitors, the script that puts it into other sites, and the leads as a file. */
export async function registerPipeline(app: FastifyInstance, services: Services): Promise<void> {
  const { db, env, limiter, now, secret } = services;
  const readActor = createActorReader(services);

  app.get<{ Params: { slug: string } }>('/c/:slug', async ({ params: { slug }, ip }, reply) => {
    await requireRate(limiter, `lead_form:read:${ip}`, READ_LIMIT);
    const form = await findOpenForm(db, slug);
    if (!form) return sendPage(reply, 404, NOT_OPEN);
    return sendPage(reply, 200, formPage(form, createTicket(secret, slug, uuidv7(), now())));
  });

  app.get<{ Params: { slug: string } }>('/c/:slug/embed.js', async ({ params: { slug } }, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(embedScript(`${env.appUrl}/c/${encodeURIComponent(slug)}`)),
  );

  await app.register((scoped, _options, registered) => {
    scoped.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_BODY },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    );
    scoped.post<{ Params: { slug: string }; Body: Record<string, string> | undefined }>(
      '/c/:slug',
      async ({ params: { slug }, body = {}, ip }, reply) => {
        await requireRate(limiter, `lead_form:send:${ip}`, SEND_LIMIT);
        const form = await findOpenForm(db, slug);
        if (!form) return sendPage(reply, 404, NOT_OPEN);
        const again = (problem: string, ticket = createTicket(secret, slug, uuidv7(), now())) =>
          sendPage(reply, 400, formPage(form, ticket, { values: body, problem }));
        const ticket = ticketFields.safeParse(body);
        if (!ticket.success || !isTicket(secret, slug, ticket.data, now())) {
          return again('This form was open for too long. Please send it again.');
        }
        const { id, loadedAt } = ticket.data;
        if (botProblem({ honeypotValue: body.website ?? '', loadedAt, now: now().getTime() })) {
          return again('Please take a moment to check what you entered, and send it again.', ticket.data);
        }
        const lead = capturedLead.safeParse({ phone: '', message: '', ...body });
        if (!lead.success) {
          const [issue] = lead.error.issues;
          const field = FIELD_NAMES[String(issue?.path[0])] ?? 'Form';
          return again(`${field}: ${issue?.message ?? 'please check this field'}`, ticket.data);
        }
        await requireRate(limiter, `lead_form:${form.coachId}`, FORM_LIMIT);
        const { coachId, currency, coachName } = form;
        await db.write(captureScope(coachId), (tx) => captureLead(tx, { id, lead: lead.data, currency, now: now() }));
        return sendPage(
          reply,
          200,
          messagePage('Thank you', `${coachName} has your message and will write to you soon.`),
        );
      },
    );
    registered();
  });

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/leads.csv', async (request, reply) => {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    const name = `leads-${dayInZone(now(), coach.timeZone)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(exportLeads(db, scope));
  });
}

const FIELD_NAMES: Record<string, string> = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };

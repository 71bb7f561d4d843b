import { capturedLead } from '@stridewell/contract/pipeline';
import { botProblem } from '@stridewell/contract/site.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { requireRate } from '../../core/limits.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { auditExport } from '../audit/audit.service.ts';
import { listVisitorSlots } from '../calendar/calendar.visitors.service.ts';
import { bookedPage, bookingPage, type OpenTimes, timesPage, zoneOf } from './pipeline.booking-page.service.ts';
import { captureBooking, captureLead, findOpenForm, type OpenForm } from './pipeline.capture.service.ts';
import { exportLeads } from './pipeline.export.service.ts';
import { embedScript, formPage, messagePage } from './pipeline.page.service.ts';
import { captureScope, createTicket, isTicket } from './pipeline.policy.ts';

/** Per address. High enough for an office that shares one, and too low for bots. */
const READ_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };
const SEND_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };
/** Leads of one form in a day, from all addresses together. */
const FORM_LIMIT: RateLimit = { windowSeconds: 86_400, max: 200 };
/** Bookings are fewer, because they take hours from the calendar. */
const BOOK_LIMIT: RateLimit = { windowSeconds: 86_400, max: 30 };
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

const FIELD_NAMES: Record<string, string> = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };
const TAKEN = 'This time is no longer open. Please choose another one.';

type Body = Record<string, string>;
type Route = { Params: { slug: string }; Body: Body | undefined };
type BookingRoute = { Params: { slug: string }; Querystring: { at?: string; zone?: string; from?: string } };

const instantOf = (text: string | undefined): Date | null => {
  const at = z.iso.datetime().safeParse(text);
  return at.success ? new Date(at.data) : null;
};

/** The pages for visitors, the script that puts the form into other sites, and the leads as a file. */
export async function registerPipeline(app: FastifyInstance, services: Services): Promise<void> {
  const { db, env, limiter, mailer, now, secret } = services;
  const readActor = createActorReader(services);
  const newTicket = (slug: string) => createTicket(secret, slug, uuidv7(), now());

  /** The lead of a submission, or why it cannot be sent, with the ticket for the next attempt. */
  function readSubmission(slug: string, body: Body) {
    const ticket = ticketFields.safeParse(body);
    if (!ticket.success || !isTicket(secret, slug, ticket.data, now())) {
      return { problem: 'This form was open for too long. Please send it again.', ticket: newTicket(slug) };
    }
    const { id, loadedAt } = ticket.data;
    if (botProblem({ honeypotValue: body.website ?? '', loadedAt, now: now().getTime() })) {
      return { problem: 'Please take a moment to check what you entered, and send it again.', ticket: ticket.data };
    }
    const lead = capturedLead.safeParse({ phone: '', message: '', ...body });
    if (lead.success) return { id, lead: lead.data, ticket: ticket.data };
    const [issue] = lead.error.issues;
    const field = FIELD_NAMES[String(issue?.path[0])] ?? 'Form';
    return { problem: `${field}: ${issue?.message ?? 'please check this field'}`, ticket: ticket.data };
  }

  async function readTimes(form: OpenForm, zone: string | undefined): Promise<OpenTimes | null> {
    const { bookingTypeId, coachName: fullName, timeZone } = form;
    if (bookingTypeId === null) return null;
    const search = { coach: { fullName, timeZone }, now: now() };
    const open = await db.readAtOnce(captureScope(form.coachId), (tx) => listVisitorSlots(tx, search, bookingTypeId));
    return open && { ...open, zone: zoneOf(zone, form) };
  }

  app.get<{ Params: { slug: string } }>('/c/:slug', async ({ params: { slug }, ip }, reply) => {
    await requireRate(limiter, `lead_form:read:${ip}`, READ_LIMIT);
    const form = await findOpenForm(db, slug);
    if (!form) return sendPage(reply, 404, NOT_OPEN);
    return sendPage(reply, 200, formPage(form, newTicket(slug)));
  });

  app.get<BookingRoute>('/c/:slug/book', async ({ params: { slug }, query: { at, zone, from }, ip }, reply) => {
    await requireRate(limiter, `lead_form:read:${ip}`, READ_LIMIT);
    const form = await findOpenForm(db, slug);
    const times = form && (await readTimes(form, zone));
    if (!form || !times) return sendPage(reply, 404, NOT_OPEN);
    const chosen = instantOf(at);
    if (!chosen) return sendPage(reply, 200, timesPage(form, times, from));
    const isOpen = times.slots.some((slot) => slot.getTime() === chosen.getTime());
    const sent = isOpen ? undefined : { values: {}, problem: TAKEN };
    return sendPage(reply, 200, bookingPage(form, times, newTicket(slug), chosen, sent));
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
    scoped.post<Route>('/c/:slug', async ({ params: { slug }, body = {}, ip }, reply) => {
      await requireRate(limiter, `lead_form:send:${ip}`, SEND_LIMIT);
      const form = await findOpenForm(db, slug);
      if (!form) return sendPage(reply, 404, NOT_OPEN);
      const { id, lead, ticket, problem } = readSubmission(slug, body);
      if (!lead) return sendPage(reply, 400, formPage(form, ticket, { values: body, problem }));
      await requireRate(limiter, `lead_form:${form.coachId}`, FORM_LIMIT);
      const { coachId, currency, coachName } = form;
      await db.write(captureScope(coachId), (tx) => captureLead(tx, { id, lead, currency, now: now() }));
      const thanks = `${coachName} has your message and will write to you soon.`;
      return sendPage(reply, 200, messagePage('Thank you', thanks));
    });

    scoped.post<Route>('/c/:slug/book', async ({ params: { slug }, body = {}, ip }, reply) => {
      await requireRate(limiter, `lead_form:send:${ip}`, SEND_LIMIT);
      const form = await findOpenForm(db, slug);
      const times = form && (await readTimes(form, body.zone));
      if (!form?.bookingTypeId || !times) return sendPage(reply, 404, NOT_OPEN);
      const { coachId, currency, bookingTypeId: typeId } = form;
      const start = instantOf(body.at);
      const { id, lead, ticket, problem } = readSubmission(slug, body);
      const again = (status: number, why: string) =>
        sendPage(reply, status, bookingPage(form, times, ticket, start, { values: body, problem: why }));
      if (!lead) return again(400, problem);
      if (!start) return again(400, 'Please choose a time.');
      await requireRate(limiter, `lead_form:book:${coachId}`, BOOK_LIMIT);
      const captured = { id, lead, currency, now: now() };
      const visit = { form, typeId, start, timeZone: times.zone };
      try {
        const session = await db.write(
          captureScope(coachId),
          (tx) => captureBooking(tx, { env, mailer }, captured, visit),
          { SLOT_TAKEN: TAKEN },
        );
        return sendPage(reply, 200, bookedPage(form, session, { start, zone: times.zone, email: lead.email }));
      } catch (error) {
        if (error instanceof Refusal && error.code === 'SLOT_TAKEN') return again(409, TAKEN);
        throw error;
      }
    });
    registered();
  });

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/leads.csv', async (request, reply) => {
    const { coach, scope } = requireCoach(await readActor(request), request.params.coachId);
    await auditExport(db, scope, { file: 'leads' });
    const name = `leads-${dayInZone(now(), coach.timeZone)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(exportLeads(db, scope));
  });
}

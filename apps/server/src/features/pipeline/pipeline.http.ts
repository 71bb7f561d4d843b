import { instant } from '@stridewell/contract/fields';
import { capturedLead } from '@stridewell/contract/pipeline/pipeline';
import { botProblem } from '@stridewell/contract/site/site.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type BrandOf, toBrand } from '../../core/brand.ts';
import { addressAsked, type HostedCoach } from '../../core/hosts.ts';
import { waitText } from '../../core/limits.ts';
import { Refusal, refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { type ActiveCoach, requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { networkOf } from '../../platform/http/client-address.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { isStorable } from '../../platform/storable-text.ts';
import { auditExport } from '../audit/audit.service.ts';
import { readPreview } from '../branding/branding.preview.service.ts';
import { findHold } from '../calendar/calendar.holds.service.ts';
import { listVisitorSlots } from '../calendar/calendar.visitors.service.ts';
import {
  bookedPage,
  bookingPage,
  confirmPage,
  heldPage,
  type OpenTimes,
  timesPage,
  unconfirmedPage,
  zoneOf,
} from './pipeline.booking-page.rules.ts';
import { findLeadForm } from './pipeline.capture.data.ts';
import {
  captureLead,
  confirmBooking,
  findOpenForm,
  type OpenForm,
  requestBooking,
} from './pipeline.capture.service.ts';
import { exportLeads } from './pipeline.export.service.ts';
import { documentOf, embedScript, formPage, messagePage, type PageContent } from './pipeline.page.rules.ts';
import { captureScope, createTicket, createVisitToken, isTicket, readVisitToken } from './pipeline.scopes.ts';

/** Limit per IP address. High enough for a shared office, and too low for bots. */
const READ_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };
const SEND_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };
/** Several times the size of the longest fields. */
const LARGEST_BODY = 32_768;

/** The form runs no script, and any site may embed it. */
const FORM_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors *";

const ticketFields = z.object({
  id: z.uuid(),
  loadedAt: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  signature: z.string().max(100),
});

type Branded = Pick<OpenForm, 'brand'>;

/** Sends a page that any site may frame, in the brand of the coach, or else of its host. */
const createSender =
  (brandOf: BrandOf) => (reply: FastifyReply, status: number, content: PageContent, of?: Branded) => {
    reply.raw.removeHeader('x-frame-options');
    const brand = of?.brand ? toBrand(of.brand) : brandOf(reply.request.hostname);
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', FORM_POLICY)
      .send(documentOf(content, brand));
  };

const NOT_OPEN = messagePage('This form is not open', 'Please check the address, or ask your coach for it.');
const NO_BOOKING = {
  status: 404,
  title: 'We could not find this booking',
  text: 'The link may be incomplete or too old. Open it from the email again, or choose another time.',
};
const EXPIRED = {
  status: 410,
  title: 'This link has expired',
  text: 'The time was released. Please choose a time again.',
};
const NEEDED = {
  status: 409,
  title: 'This time is no longer open',
  text: 'Your coach needs the time. Please choose another one.',
};
/** Explanations of links that do not work, by refusal code. */
const UNCONFIRMED: Record<string, typeof NO_BOOKING> = {
  NOT_FOUND: NO_BOOKING,
  HOLD_EXPIRED: EXPIRED,
  SLOT_TAKEN: NEEDED,
};

/** A form that its coach has not saved yet. */
const NEW_FORM = { slug: 'you', heading: 'Train with me', intro: '', enabled: true, bookingTypeId: null };
const NO_TIMES = messagePage(
  'Visitors cannot book yet',
  'Choose the session that they can book in your lead form, and your hours in the calendar.',
);

const FIELD_NAMES: Record<string, string> = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };
const TAKEN = 'This time is no longer open. Please choose another one.';
const TWO_OPEN =
  'This email address already has two open bookings here. You can book again once one of them is over or expired.';

/** Message and status for a visitor after a refusal; undefined for other errors. */
function problemOf(error: unknown): { status: number; text: string } | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.code === 'SLOT_TAKEN') return { status: 409, text: TAKEN };
  if (error.code === 'TOO_MANY_BOOKINGS') return { status: 409, text: TWO_OPEN };
  return error.code === 'RATE_LIMITED' ? { status: 429, text: error.message } : undefined;
}

const limitText = (wait: number) => `Too many attempts from your network. Please try again ${waitText(wait)}.`;

type Body = Record<string, string>;
type Route = { Params: { slug: string }; Body: Body | undefined };
type VisitRoute = { Params: { slug: string; token: string } };
type BookingRoute = { Params: { slug: string }; Querystring: { at?: string; zone?: string; from?: string } };

const instantOf = (text: string | undefined): Date | null => {
  const at = instant.safeParse(text);
  return at.success ? new Date(at.data) : null;
};

/** Registers the pages for visitors, the script that embeds the form, and the download of leads. */
export async function registerPipeline(app: FastifyInstance, services: Services): Promise<void> {
  const { db, env, limiter, mailer, now, secret } = services;
  const readActor = createActorReader(services);
  const sendPage = createSender(services.brandOf);
  const sendUnconfirmed = (reply: FastifyReply, form: OpenForm, { status, title, text }: typeof NO_BOOKING) =>
    sendPage(reply, status, unconfirmedPage(form, { title, text }), form);
  /** The form at an address. At a coach's domain, only the form of this coach exists. */
  const findForm = async (slug: string, at: HostedCoach | null): Promise<OpenForm | null> => {
    const form = await findOpenForm(db, slug, now());
    return form && at && form.coachId !== at.coachId ? null : form;
  };
  const newTicket = (slug: string) => createTicket(secret, slug, uuidv7(), now());

  /** Reads a submission: the lead, or the problem with a ticket for the next attempt. */
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

  /** @returns seconds until the caller's network may read again, or null */
  const waitToRead = (ip: string) => limiter.consume(`lead_form:read:${networkOf(ip)}`, READ_LIMIT);
  /**
   * Seconds until the caller's network may send again, or null. A visitor who must wait gets the filled-in form back,
   * which counts as a read, so that a flood of forms is limited too.
   */
  async function waitToSend(ip: string): Promise<{ wait: number | null; mayRead: boolean }> {
    const wait = await limiter.consume(`lead_form:send:${networkOf(ip)}`, SEND_LIMIT);
    return { wait, mayRead: wait === null || (await waitToRead(ip)) === null };
  }
  const sendLimited = (reply: FastifyReply, wait: number) =>
    sendPage(reply.header('retry-after', wait), 429, messagePage('Too many requests', limitText(wait)));

  app.get<{ Params: { slug: string } }>('/c/:slug', async ({ params: { slug }, ip, hostedCoach }, reply) => {
    const wait = await waitToRead(ip);
    if (wait !== null) return sendLimited(reply, wait);
    const form = await findForm(slug, hostedCoach);
    if (!form) return sendPage(reply, 404, NOT_OPEN);
    return sendPage(reply, 200, formPage(form, newTicket(slug)), form);
  });

  app.get<BookingRoute>(
    '/c/:slug/book',
    async ({ params: { slug }, query: { at, zone, from }, ip, hostedCoach }, reply) => {
      const wait = await waitToRead(ip);
      if (wait !== null) return sendLimited(reply, wait);
      const form = await findForm(slug, hostedCoach);
      const times = form && (await readTimes(form, zone));
      if (!form || !times) return sendPage(reply, 404, NOT_OPEN);
      const chosen = instantOf(at);
      if (!chosen) return sendPage(reply, 200, timesPage(form, times, from), form);
      const isOpen = times.slots.some((slot) => slot.getTime() === chosen.getTime());
      const sent = isOpen ? undefined : { values: {}, problem: TAKEN };
      return sendPage(reply, 200, bookingPage(form, times, newTicket(slug), chosen, sent), form);
    },
  );

  type OfCoach = { Params: { coachId: string } };
  /** The form as its coach has saved it, or as a new one begins, also while it is off. */
  const readOwnForm = async ({ coach, scope }: ActiveCoach): Promise<OpenForm> => {
    const form = await db.readAtOnce(scope, findLeadForm);
    const { id: coachId, fullName: coachName, timeZone } = coach;
    return Object.assign({ coachId, coachName, timeZone, currency: '', brand: null }, form ?? NEW_FORM);
  };

  app.get<OfCoach>('/exports/:coachId/brand-preview/form', async (request, reply) => {
    const caller = requireCoach(await readActor(request), request.params.coachId);
    const { brand, send } = await readPreview(services, caller, request.query);
    const form = await readOwnForm(caller);
    return send(reply, documentOf(formPage(form, newTicket(form.slug)), brand));
  });

  app.get<OfCoach>('/exports/:coachId/brand-preview/booking', async (request, reply) => {
    const caller = requireCoach(await readActor(request), request.params.coachId);
    const { brand, send } = await readPreview(services, caller, request.query);
    const form = await readOwnForm(caller);
    const times = await readTimes(form, caller.coach.timeZone);
    return send(reply, documentOf(times ? timesPage(form, times, undefined) : NO_TIMES, brand));
  });

  const visitPath = (slug: string, token: string) => `/c/${encodeURIComponent(slug)}/confirm/${token}`;

  app.get<VisitRoute>('/c/:slug/confirm/:token', async ({ params: { slug, token }, ip, hostedCoach }, reply) => {
    const wait = await waitToRead(ip);
    if (wait !== null) return sendLimited(reply, wait);
    const form = await findForm(slug, hostedCoach);
    if (!form) return sendPage(reply, 404, NOT_OPEN);
    const id = readVisitToken(secret, form.coachId, token);
    const hold = id === null ? undefined : await db.readAtOnce(captureScope(form.coachId), (tx) => findHold(tx, id));
    if (!hold) return sendUnconfirmed(reply, form, NO_BOOKING);
    if (hold.confirmedAt) return sendPage(reply, 200, bookedPage(form, hold), form);
    if (hold.heldUntil <= now()) return sendUnconfirmed(reply, form, EXPIRED);
    return sendPage(reply, 200, confirmPage(form, hold, visitPath(slug, token)), form);
  });

  app.get<{ Params: { slug: string } }>('/c/:slug/embed.js', async ({ params: { slug }, hostedCoach }, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(embedScript(`${addressAsked(hostedCoach, env)}/c/${encodeURIComponent(slug)}`)),
  );

  await app.register((scoped, _options, registered) => {
    scoped.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_BODY },
      (_request, body, done) => {
        const fields = Object.fromEntries(new URLSearchParams(body));
        return isStorable(fields) ? done(null, fields) : done(refuse('BAD_REQUEST'));
      },
    );
    scoped.post<Route>('/c/:slug', async ({ params: { slug }, body = {}, ip, hostedCoach }, reply) => {
      const { wait, mayRead } = await waitToSend(ip);
      if (wait !== null && !mayRead) return sendLimited(reply, wait);
      const form = await findForm(slug, hostedCoach);
      if (!form) return sendPage(reply, 404, NOT_OPEN);
      const { id, lead, ticket, problem } = readSubmission(slug, body);
      const again = (status: number, why: string) =>
        sendPage(reply, status, formPage(form, ticket, { values: body, problem: why }), form);
      if (wait !== null) {
        reply.header('retry-after', wait);
        return again(429, limitText(wait));
      }
      if (!lead) return again(400, problem);
      const { coachId, currency, coachName } = form;
      const captured = { id, lead, currency, now: now() };
      try {
        await db.write(captureScope(coachId), (tx) => captureLead(tx, limiter, captured));
      } catch (error) {
        const refused = problemOf(error);
        if (!refused) throw error;
        return again(refused.status, refused.text);
      }
      const thanks = `${coachName} has your message and will write to you soon.`;
      return sendPage(reply, 200, messagePage('Thank you', thanks), form);
    });

    scoped.post<Route>('/c/:slug/book', async ({ params: { slug }, body = {}, ip, hostedCoach }, reply) => {
      const { wait, mayRead } = await waitToSend(ip);
      if (wait !== null && !mayRead) return sendLimited(reply, wait);
      const form = await findForm(slug, hostedCoach);
      const times = form && (await readTimes(form, body.zone));
      if (!form?.bookingTypeId || !times) return sendPage(reply, 404, NOT_OPEN);
      const { coachId, bookingTypeId: typeId } = form;
      const start = instantOf(body.at);
      const { id, lead, ticket, problem } = readSubmission(slug, body);
      const again = (status: number, why: string, next = ticket) =>
        sendPage(reply, status, bookingPage(form, times, next, start, { values: body, problem: why }), form);
      if (wait !== null) {
        reply.header('retry-after', wait);
        return again(429, limitText(wait));
      }
      if (!lead) return again(400, problem);
      if (!start) return again(400, 'Please choose a time.');
      const url = `${env.appUrl}${visitPath(slug, createVisitToken(secret, coachId, id))}`;
      const visit = { id, lead, typeId, start, timeZone: times.zone, network: networkOf(ip), url };
      try {
        const session = await db.write(
          captureScope(coachId),
          (tx) => requestBooking(tx, { env, mailer, limiter, now: now() }, form, visit),
          { SLOT_TAKEN: TAKEN, TOO_MANY_BOOKINGS: TWO_OPEN },
        );
        return sendPage(reply, 200, heldPage(form, { session, start, zone: times.zone, email: lead.email }), form);
      } catch (error) {
        const refused = problemOf(error);
        if (!refused) throw error;
        // A ticket books only one time, so another choice needs a new ticket.
        return again(
          refused.status,
          refused.text,
          error instanceof Refusal && error.code === 'SLOT_TAKEN' ? newTicket(slug) : ticket,
        );
      }
    });

    scoped.post<VisitRoute>('/c/:slug/confirm/:token', async ({ params: { slug, token }, ip, hostedCoach }, reply) => {
      const wait = await waitToRead(ip);
      if (wait !== null) return sendLimited(reply, wait);
      const form = await findForm(slug, hostedCoach);
      if (!form) return sendPage(reply, 404, NOT_OPEN);
      const id = readVisitToken(secret, form.coachId, token);
      if (id === null) return sendUnconfirmed(reply, form, NO_BOOKING);
      try {
        const hold = await db.write(
          captureScope(form.coachId),
          (tx) => confirmBooking(tx, { env, mailer, now: now() }, form, id),
          { HOLD_EXPIRED: EXPIRED, SLOT_TAKEN: NEEDED },
        );
        return sendPage(reply, 200, bookedPage(form, hold), form);
      } catch (error) {
        const why = error instanceof Refusal ? UNCONFIRMED[error.code] : undefined;
        if (!why) throw error;
        return sendUnconfirmed(reply, form, why);
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

import type { CapturedLead, LeadForm } from '@stridewell/contract/pipeline/pipeline';
import { momentLabel } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { type CoachBrand, findBrand } from '../../core/brand.ts';
import { requireRate } from '../../core/limits.ts';
import { refuse } from '../../core/refusals.ts';
import type { CaptureScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { RateLimit, RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { getAvailability } from '../calendar/calendar.bookings.service.ts';
import { type HoldRow, holdSlot, takeHold } from '../calendar/calendar.holds.service.ts';
import { bookVisitorSession, type VisitorDeps, type VisitorSession } from '../calendar/calendar.visitors.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  findCoachOfForm,
  findFormAt,
  findLeadForm,
  insertCapturedEvent,
  insertCapturedLead,
  upsertLeadForm,
} from './pipeline.capture.data.ts';
import { visitConfirmationMail } from './pipeline.mails.ts';
import { captureScope, formScope } from './pipeline.scopes.ts';

/** @throws SLUG_TAKEN, NOT_FOUND for an unknown session type */
export async function saveLeadForm(tx: Tx<CoachScope, 'SLUG_TAKEN'>, form: LeadForm): Promise<LeadForm> {
  if (form.bookingTypeId !== null) {
    const { types } = await getAvailability(tx);
    if (!types.some(({ id }) => id === form.bookingTypeId)) throw refuse('NOT_FOUND');
  }
  if (!(await upsertLeadForm(tx, form))) throw refuse(tx, 'SLUG_TAKEN');
  return form;
}

/** The form with the available session types, and whether the coach has hours for booking. */
export async function getLeadForm(tx: Tx<CoachScope>) {
  const [form, { availability, types }] = await Promise.all([findLeadForm(tx), getAvailability(tx)]);
  return {
    form: form ?? null,
    types: types.map(({ id, name, minutes }) => ({ id, name, minutes })),
    hasHours: availability.hours.length > 0,
  };
}

export type OpenForm = LeadForm & {
  coachId: string;
  coachName: string;
  currency: string;
  timeZone: string;
  /** Null for the product's look. */
  brand: CoachBrand | null;
};

/** The form at an address; null while it is off or the coach is not active. */
export async function findOpenForm(db: Database, slug: string, now: Date): Promise<OpenForm | null> {
  const form = await db.readAtOnce(formScope, (tx) => findFormAt(tx, slug));
  if (!form?.enabled) return null;
  const { coachId } = form;
  const [coach, brand] = await db.readAtOnce(captureScope(coachId), (tx) =>
    Promise.all([findCoachOfForm(tx), findBrand(tx, coachId, now)]),
  );
  if (coach?.status !== 'active') return null;
  const { fullName: coachName, currency, timeZone } = coach;
  return { ...form, coachName, currency, timeZone, brand };
}

type Captured = { id: string; lead: CapturedLead; currency: string; now: Date };

/** Limit of leads of one form in a day, from all addresses together. */
const FORM_LIMIT: RateLimit = { windowSeconds: 86_400, max: 200 };

/** Adds a visitor's submission as a lead. @returns false when the request is repeated */
async function addLead(tx: Tx<CaptureScope>, { id, lead, currency, now }: Captured, source: string): Promise<boolean> {
  const { message: notes, ...contact } = lead;
  if (!(await insertCapturedLead(tx, { id, ...contact, notes, source, currency }, now))) return false;
  await insertCapturedEvent(tx, { id: uuidv7(), leadId: id, kind: 'created', toStatus: 'new', now });
  return true;
}

const notifyOfLead = (tx: Tx<CaptureScope>, leadId: string, message: string) =>
  notify(tx, {
    userId: tx.scope.coachId,
    type: 'lead_captured',
    title: 'New lead',
    message,
    metadata: { coach_id: tx.scope.coachId, lead_id: leadId },
  });

/**
 * Adds a visitor's submission as a lead, and notifies the coach. A repeated request changes nothing and does not count
 * toward limits.
 * @throws RATE_LIMITED
 */
export async function captureLead(tx: Tx<CaptureScope>, limiter: RateLimiter, captured: Captured): Promise<void> {
  if (!(await addLead(tx, captured, 'Lead form'))) return;
  await requireRate(limiter, `lead_form:${tx.scope.coachId}`, FORM_LIMIT, { tx });
  await notifyOfLead(tx, captured.id, `${captured.lead.name} wrote through your form.`);
}

type VisitDeps = Omit<VisitorDeps, 'coach'> & { limiter: RateLimiter };
type Requested = {
  id: string;
  lead: CapturedLead;
  typeId: string;
  start: Date;
  timeZone: string;
  network: string;
  /** Address of the page that confirms the booking. */
  url: string;
};

/**
 * Holds a time for a visitor, and mails them a link to confirm it. The coach is notified only after the confirmation.
 * Idempotent.
 * @throws SLOT_TAKEN, TOO_MANY_BOOKINGS, RATE_LIMITED, NOT_FOUND for a type that is no longer offered
 */
export async function requestBooking(
  tx: Tx<CaptureScope, 'SLOT_TAKEN' | 'TOO_MANY_BOOKINGS'>,
  { mailer, ...deps }: VisitDeps,
  form: OpenForm,
  { lead, url, ...wanted }: Requested,
): Promise<VisitorSession> {
  const coach = { fullName: form.coachName, timeZone: form.timeZone };
  const { session, isNew } = await holdSlot(tx, { ...deps, coach }, { ...wanted, ...lead });
  if (!isNew) return session;
  const props = {
    what: `${session.name} with ${form.coachName}`,
    when: momentLabel(wanted.start, wanted.timeZone),
    url,
  };
  await mailer.send({ to: lead.email, template: visitConfirmationMail, props, sender: tx.scope.coachId }, tx);
  return session;
}

/**
 * Books a visitor's held time, adds them as a lead and notifies both sides. Idempotent.
 * @throws NOT_FOUND, HOLD_EXPIRED, SLOT_TAKEN when the coach has used the time
 */
export async function confirmBooking(
  tx: Tx<CaptureScope, 'HOLD_EXPIRED' | 'SLOT_TAKEN'>,
  deps: Omit<VisitorDeps, 'coach'>,
  form: OpenForm,
  id: string,
): Promise<HoldRow> {
  const { now } = deps;
  const coach = { fullName: form.coachName, timeZone: form.timeZone };
  const { hold, slot } = await takeHold(tx, { coach, now }, id);
  if (!slot) return hold;
  const { name, email, phone, message, recipient, timeZone } = hold;
  await addLead(tx, { id, lead: { name, email, phone, message }, currency: form.currency, now }, 'Booking page');
  const page = `/c/${form.slug}`;
  await bookVisitorSession(tx, { ...deps, coach }, { id, leadId: id, slot, timeZone, name, email, recipient, page });
  const what = slot.session.name;
  const when = momentLabel(slot.start, form.timeZone);
  await insertCapturedEvent(tx, { id: uuidv7(), leadId: id, kind: 'booked', title: what, text: when, now });
  await notifyOfLead(tx, id, `${name} booked: ${what}, ${when}.`);
  return hold;
}

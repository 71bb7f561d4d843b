import type { CapturedLead, LeadForm } from '@stridewell/contract/pipeline';
import { momentLabel } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { CaptureScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { getAvailability } from '../calendar/calendar.bookings.service.ts';
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
import { captureScope, formScope } from './pipeline.policy.ts';

/** @throws SLUG_TAKEN, NOT_FOUND for a session type that the coach does not have */
export async function saveLeadForm(tx: Tx<CoachScope, 'SLUG_TAKEN'>, form: LeadForm): Promise<LeadForm> {
  if (form.bookingTypeId !== null) {
    const { types } = await getAvailability(tx);
    if (!types.some(({ id }) => id === form.bookingTypeId)) throw refuse('NOT_FOUND');
  }
  if (!(await upsertLeadForm(tx, form))) throw refuse(tx, 'SLUG_TAKEN');
  return form;
}

/** The form with the session types that it can offer, and whether the coach has hours in which they can be booked. */
export async function getLeadForm(tx: Tx<CoachScope>) {
  const [form, { availability, types }] = await Promise.all([findLeadForm(tx), getAvailability(tx)]);
  return {
    form: form ?? null,
    types: types.map(({ id, name, minutes }) => ({ id, name, minutes })),
    hasHours: availability.hours.length > 0,
  };
}

export type OpenForm = LeadForm & { coachId: string; coachName: string; currency: string; timeZone: string };

/** The form at an address; null while it is off, and for a coach who is not active. */
export async function findOpenForm(db: Database, slug: string): Promise<OpenForm | null> {
  const form = await db.readAtOnce(formScope, (tx) => findFormAt(tx, slug));
  if (!form?.enabled) return null;
  const coach = await db.readAtOnce(captureScope(form.coachId), findCoachOfForm);
  if (coach?.status !== 'active') return null;
  const { fullName: coachName, currency, timeZone } = coach;
  return { ...form, coachName, currency, timeZone };
}

type Captured = { id: string; lead: CapturedLead; currency: string; now: Date };

/** Adds a lead with what a visitor sent. @returns false when the request is a repeated one */
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

/** Adds what a visitor sent as a lead, and notifies the coach. A repeated request changes nothing. */
export async function captureLead(tx: Tx<CaptureScope>, captured: Captured): Promise<void> {
  if (!(await addLead(tx, captured, 'Lead form'))) return;
  await notifyOfLead(tx, captured.id, `${captured.lead.name} wrote through your form.`);
}

type Visit = { form: OpenForm; typeId: string; start: Date; timeZone: string };

/**
 * Books a session for a visitor who becomes a lead, mails them and notifies the coach. A repeated request changes
 * nothing.
 * @throws SLOT_TAKEN, NOT_FOUND for a type that is no longer offered
 */
export async function captureBooking(
  tx: Tx<CaptureScope, 'SLOT_TAKEN'>,
  deps: Omit<VisitorDeps, 'coach' | 'now'>,
  captured: Captured,
  { form, typeId, start, timeZone }: Visit,
): Promise<VisitorSession> {
  const { id, lead, now } = captured;
  const isNew = await addLead(tx, captured, 'Booking page');
  const coach = { fullName: form.coachName, timeZone: form.timeZone };
  const session = await bookVisitorSession(
    tx,
    { ...deps, coach, now },
    { id, leadId: id, typeId, start, timeZone, name: lead.name, email: lead.email, page: `/c/${form.slug}` },
  );
  if (!isNew) return session;
  const when = momentLabel(start, form.timeZone);
  await insertCapturedEvent(tx, { id: uuidv7(), leadId: id, kind: 'booked', title: session.name, text: when, now });
  await notifyOfLead(tx, id, `${lead.name} booked: ${session.name}, ${when}.`);
  return session;
}

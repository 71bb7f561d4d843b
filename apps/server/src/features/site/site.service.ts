import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import type { DemoBooking, FormSubmission } from '@stridewell/contract/site/site';
import {
  DEMO_MINUTES,
  type DemoAvailability,
  isDemoBookable,
  openDemoSlots,
} from '@stridewell/contract/site/site.rules';
import { momentLabel } from '@stridewell/contract/time';
import { limitConfirmations } from '../../core/limits.ts';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { announceTouch } from '../../core/touches.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { calendarFile } from '../../platform/mail/calendar-file.ts';
import { defineMail, type Mail, type Mailer } from '../../platform/mail/mail.ts';
import { recipientKey } from '../../platform/mail/recipient-key.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import {
  type BookingRow,
  type ContactSubmission,
  claimFormSubmission,
  confirmHold,
  countOpenBookings,
  deleteHolds,
  findBooking,
  hasFormSubmission,
  insertContact,
  insertFormSubmission,
  insertHold,
  lockDemos,
  selectTakenStarts,
  updateBooking,
} from './site.data.ts';
import { createBookingToken, readBookingToken, siteScope } from './site.scopes.ts';
import { cameFrom } from './site.submissions.service.ts';

export const contactMail = defineMail('contact', async () => {
  const { contactSubject: subject, ContactMail: Body } = await import('./site.mail.tsx');
  return { subject, Body };
});
export const demoRequestMail = defineMail('demo_request', async () => {
  const { demoRequestSubject: subject, DemoRequestMail: Body } = await import('./site.mail.tsx');
  return { subject, Body };
});
export const demoBookingMail = defineMail('demo_booking', async () => {
  const { demoBookingSubject: subject, DemoBookingMail: Body } = await import('./site.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const demoConfirmationMail = defineMail('demo_confirmation', async () => {
  const { demoConfirmationSubject: subject, DemoConfirmationMail: Body } = await import('./site.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const demoNoticeMail = defineMail('demo_notice', async () => {
  const { demoNoticeSubject: subject, DemoNoticeMail: Body } = await import('./site.mail.tsx');
  return { subject, Body };
});

type SiteTx = Tx<SystemScope<'site'>>;

/** Most held and booked demos of one recipient. */
const MAX_OPEN_BOOKINGS = 2;
const EXPIRED_KEPT_MS = 86_400_000;

/** Context of the site's services besides the transaction. */
export type SiteDeps = {
  now: Date;
  mailer: Mailer;
  limiter: RateLimiter;
  demos: DemoAvailability;
  env: Pick<Env, 'appUrl' | 'OPERATOR_EMAILS' | 'CONTACT_EMAIL' | 'PRODUCT_NAME'>;
};

/** Mails the operators, or the contact address if there are none. */
async function mailOperators<Props extends object>(
  tx: SiteTx,
  { env, mailer }: SiteDeps,
  template: Mail<Props>,
  props: NoInfer<Props>,
): Promise<void> {
  const readers = env.OPERATOR_EMAILS.length > 0 ? env.OPERATOR_EMAILS : [env.CONTACT_EMAIL];
  for (const to of readers) await mailer.send({ to, template, props }, tx);
}

/** Stores a contact form and notifies the operators. Idempotent. */
export async function submitContact(tx: SiteTx, deps: SiteDeps, submission: ContactSubmission): Promise<void> {
  if (!(await insertContact(tx, submission))) return;
  const { firstName, lastName, businessName, businessPhone, businessEmail, message } = submission.formData;
  const name = `${firstName} ${lastName}`;
  const { filledMs, addressDigest } = submission.security;
  await announceTouch(tx, {
    kind: 'contact_form',
    id: submission.id,
    name,
    email: businessEmail.trim().toLowerCase(),
    at: deps.now,
    business: businessName,
    phone: businessPhone,
    heardFrom: submission.formData.sourceChannel,
    form: { text: message, filledMs, addressDigest },
  });
  await mailOperators(tx, deps, contactMail, {
    name,
    businessName,
    businessPhone,
    businessEmail,
    cameFrom: cameFrom(submission.formData) || 'not said',
    message: message || 'No message.',
  });
}

/** Stores a demo request. Idempotent. */
export async function createFormSubmission(
  tx: SiteTx,
  row: FormSubmission,
  { now, addressDigest }: { now: Date; addressDigest: string },
): Promise<void> {
  if (!(await insertFormSubmission(tx, row))) return;
  const text = [row.interest_reason, row.time_suck, row.tools_used, row.success_vision].join('\n');
  await announceTouch(tx, {
    kind: 'demo_request',
    id: row.id,
    name: row.full_name,
    email: row.email,
    at: now,
    form: { text, filledMs: null, addressDigest },
  });
}

/** Announces a booked, moved or canceled demo. */
const announceDemo = (tx: SiteTx, { id, email, fullName: name, startsAt, status }: BookingRow, at: Date) =>
  announceTouch(tx, { kind: 'demo_booking', id, email, name, at, demoAt: status === 'booked' ? startsAt : null });

/**
 * Mails the operators once about a stored request.
 * @throws NOT_FOUND
 */
export async function processFormSubmission(tx: SiteTx, deps: SiteDeps, id: string): Promise<void> {
  const row = await claimFormSubmission(tx, id, deps.now);
  if (!row) {
    if (!(await hasFormSubmission(tx, id))) throw refuse('NOT_FOUND');
    return;
  }
  await mailOperators(tx, deps, demoRequestMail, {
    name: row.fullName,
    email: row.email,
    socialProof: row.socialProof,
    experience: row.coachingExperience,
    clients: String(row.monthlyClients),
    reason: row.interestReason || 'not said',
    timeSuck: row.timeSuck,
    tools: row.toolsUsed,
    vision: row.successVision,
    feedback: row.feedbackWilling ? 'yes' : 'no',
    commitment: String(row.commitmentLevel),
  });
}

const timesOf = (starts: readonly Date[]): Set<number> => new Set(starts.map((start) => start.getTime()));

/** Open start times. */
export async function listDemoSlots(tx: SiteTx, deps: Pick<SiteDeps, 'demos' | 'now'>): Promise<Date[]> {
  const taken = await selectTakenStarts(tx, deps.now);
  return openDemoSlots(deps.demos, timesOf(taken), deps.now);
}

/**
 * Whether a demo fits between those that are taken, including ones booked under earlier hours. The caller holds the
 * lock of the demos: while the hours change, two visitors may choose overlapping starts.
 * @param present the current start of a booking that moves
 */
async function isBookable(
  tx: SiteTx,
  { demos, now }: SiteDeps,
  { startsAt, present }: { startsAt: Date; present?: Date },
): Promise<boolean> {
  const taken = timesOf(await selectTakenStarts(tx, now));
  if (present) taken.delete(present.getTime());
  return isDemoBookable(startsAt, demos, now, taken);
}

type Requested = Record<'id' | 'fullName' | 'email' | 'timeZone' | 'answers', string> & { startsAt: Date };

/**
 * Holds a time until the visitor confirms it by a mailed link. Does nothing else before that, because anyone may type
 * any address. Idempotent.
 * @throws SLOT_TAKEN, TOO_MANY_BOOKINGS, RATE_LIMITED
 */
export async function bookDemo(
  tx: Tx<SystemScope<'site'>, 'SLOT_TAKEN' | 'TOO_MANY_BOOKINGS'>,
  deps: SiteDeps,
  booking: Requested,
  network: string,
): Promise<void> {
  const { now, env, limiter, mailer } = deps;
  const { id, email, startsAt, timeZone } = booking;
  await lockDemos(tx);
  const known = await findBooking(tx, id);
  if (known) {
    const isSame = known.startsAt.getTime() === startsAt.getTime() && known.email === email;
    if (!isSame || statusOf(known, now) === 'expired') throw refuse(tx, 'SLOT_TAKEN');
    return;
  }
  if (!(await isBookable(tx, deps, booking))) throw refuse(tx, 'SLOT_TAKEN');
  const recipient = recipientKey(email);
  if ((await countOpenBookings(tx, recipient, now)) >= MAX_OPEN_BOOKINGS) throw refuse(tx, 'TOO_MANY_BOOKINGS');
  await limitConfirmations(tx, limiter, { recipient, network });
  const { token, digest } = createBookingToken(id);
  const heldUntil = new Date(now.getTime() + HOLD_MINUTES * 60_000);
  await insertHold(tx, { ...booking, recipient, heldUntil, tokenDigest: digest });
  const props = { when: momentLabel(startsAt, timeZone), url: `${env.appUrl}/booking/${token}` };
  await mailer.send({ to: email, template: demoConfirmationMail, props }, tx);
}

/**
 * Books a held demo and mails both sides. Idempotent.
 * @throws NOT_FOUND, BOOKING_CLOSED, HOLD_EXPIRED
 */
export async function confirmDemo(
  tx: Tx<SystemScope<'site'>, 'BOOKING_CLOSED' | 'HOLD_EXPIRED'>,
  deps: SiteDeps,
  token: string,
): Promise<DemoBooking> {
  const { now } = deps;
  await lockDemos(tx);
  const booking = await openBooking(tx, token);
  const status = statusOf(booking, now);
  if (status === 'booked') return toDemoBooking(booking, now);
  if (status === 'cancelled' || booking.startsAt <= now) throw refuse(tx, 'BOOKING_CLOSED');
  const confirmed = await confirmHold(tx, booking.id, now);
  if (!confirmed) throw refuse(tx, 'HOLD_EXPIRED');
  await announceDemo(tx, confirmed, now);
  await mailBooking(tx, deps, confirmed, 'booked', token);
  return toDemoBooking(confirmed, now);
}

/** Deletes unconfirmed holds with the visitors' data. Until then, their links say that they have expired. */
export async function forgetDemoHolds({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - EXPIRED_KEPT_MS);
  await db.write(siteScope, (tx) => deleteHolds(tx, before));
}

/** @throws NOT_FOUND for an unknown booking or a wrong secret */
async function openBooking(tx: SiteTx, token: string): Promise<BookingRow> {
  const link = readBookingToken(token);
  const row = link && (await findBooking(tx, link.id));
  if (!row || row.tokenDigest !== link.digest) throw refuse('NOT_FOUND');
  return row;
}

/**
 * The booking of a mailed link.
 * @throws NOT_FOUND
 */
export const getDemoBooking = async (tx: SiteTx, token: string, now: Date): Promise<DemoBooking> =>
  toDemoBooking(await openBooking(tx, token), now);

/**
 * Moves a booking and mails both sides. Idempotent.
 * @throws NOT_FOUND, BOOKING_CLOSED, SLOT_TAKEN
 */
export async function rescheduleDemo(
  tx: Tx<SystemScope<'site'>, 'BOOKING_CLOSED' | 'SLOT_TAKEN'>,
  deps: SiteDeps,
  { token, startsAt }: { token: string; startsAt: Date },
): Promise<DemoBooking> {
  await lockDemos(tx);
  const booking = await openBooking(tx, token);
  if (booking.status !== 'booked') throw refuse(tx, 'BOOKING_CLOSED');
  if (booking.startsAt.getTime() === startsAt.getTime()) return toDemoBooking(booking, deps.now);
  if (booking.startsAt <= deps.now) throw refuse(tx, 'BOOKING_CLOSED');
  if (!(await isBookable(tx, deps, { startsAt, present: booking.startsAt }))) throw refuse(tx, 'SLOT_TAKEN');
  const moved = await updateBooking(tx, booking.id, { startsAt });
  if (!moved) throw refuse(tx, 'BOOKING_CLOSED');
  await announceDemo(tx, moved, deps.now);
  await mailBooking(tx, deps, moved, 'moved', token);
  return toDemoBooking(moved, deps.now);
}

/**
 * Cancels a booking and mails both sides. Idempotent.
 * @throws NOT_FOUND
 */
export async function cancelDemo(tx: SiteTx, deps: SiteDeps, token: string): Promise<DemoBooking> {
  const booking = await openBooking(tx, token);
  const cancelled = await updateBooking(tx, booking.id, { status: 'cancelled' });
  if (cancelled) {
    await announceDemo(tx, cancelled, deps.now);
    await mailBooking(tx, deps, cancelled, 'canceled', token);
  }
  return toDemoBooking(cancelled ?? booking, deps.now);
}

async function mailBooking(
  tx: SiteTx,
  deps: SiteDeps,
  booking: BookingRow,
  what: 'booked' | 'moved' | 'canceled',
  token: string,
): Promise<void> {
  const { env } = deps;
  const url = `${env.appUrl}/booking/${token}`;
  const file = await calendarFile({
    uid: `${booking.id}@${new URL(env.appUrl).hostname}`,
    sequence: booking.sequence,
    cancelled: what === 'canceled',
    startsAt: booking.startsAt,
    minutes: DEMO_MINUTES,
    summary: `${env.PRODUCT_NAME} demo`,
    description: 'A video call of 30 minutes. We email the link shortly before.',
    url: what === 'canceled' ? null : url,
    organizer: { name: env.PRODUCT_NAME, email: env.CONTACT_EMAIL },
    attendee: { name: booking.fullName, email: booking.email },
  });
  const props = { what, when: momentLabel(booking.startsAt, booking.timeZone), name: booking.fullName, url };
  await deps.mailer.send({ to: booking.email, template: demoBookingMail, props, attachments: [file] }, tx);
  await mailOperators(tx, deps, demoNoticeMail, {
    what,
    when: momentLabel(booking.startsAt, deps.demos.timeZone),
    name: booking.fullName,
    email: booking.email,
    answers: booking.answers || 'none',
  });
}

function statusOf({ status, heldUntil }: BookingRow, now: Date): DemoBooking['status'] {
  if (heldUntil) return heldUntil > now ? 'held' : 'expired';
  return status === 'cancelled' ? 'cancelled' : 'booked';
}

/** A booking for its owner. */
const toDemoBooking = (row: BookingRow, now: Date): DemoBooking => ({
  startsAt: row.startsAt.toISOString(),
  fullName: row.fullName,
  email: row.email,
  timeZone: row.timeZone,
  status: statusOf(row, now),
});

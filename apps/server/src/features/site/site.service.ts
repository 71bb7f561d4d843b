import type { DemoBooking, FormSubmission } from '@stridewell/contract/site';
import { DEMO_MINUTES, isDemoBookable, openDemoSlots } from '@stridewell/contract/site.rules';
import { momentLabel } from '@stridewell/contract/time';
import pg from 'pg';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { calendarFile } from '../../platform/mail/calendar-file.ts';
import type { Mail, Mailer } from '../../platform/mail/mail.ts';
import {
  type BookingRow,
  type ContactSubmission,
  claimFormSubmission,
  findBooking,
  hasFormSubmission,
  insertBooking,
  insertContact,
  insertFormSubmission,
  selectTakenStarts,
  updateBooking,
} from './site.data.ts';
import { contactMail, demoBookingMail, demoNoticeMail, demoRequestMail } from './site.mails.ts';
import { createBookingToken, readBookingToken } from './site.policy.ts';

type SiteTx = Tx<SystemScope<'site'>>;

/** What the site's work needs besides its transaction. */
export type SiteDeps = {
  now: Date;
  mailer: Mailer;
  env: Pick<Env, 'appUrl' | 'demoAvailability' | 'OPERATOR_EMAILS' | 'CONTACT_EMAIL' | 'PRODUCT_NAME'>;
};

/** Mails the operators, or the contact address while there are none. */
async function mailOperators<Props extends object>(
  tx: SiteTx,
  { env, mailer }: SiteDeps,
  template: Mail<Props>,
  props: NoInfer<Props>,
): Promise<void> {
  const readers = env.OPERATOR_EMAILS.length > 0 ? env.OPERATOR_EMAILS : [env.CONTACT_EMAIL];
  for (const to of readers) await mailer.send({ to, template, props }, tx);
}

/** Stores a contact form and tells the operator; a repeated one is stored once. */
export async function takeContact(tx: SiteTx, deps: SiteDeps, submission: ContactSubmission): Promise<void> {
  if (!(await insertContact(tx, submission))) return;
  const { firstName, lastName, businessName, businessPhone, businessEmail, message, ...source } = submission.formData;
  const cameFrom = [source.sourceChannel, source.referralName, source.otherSource].filter(Boolean).join(', ');
  await mailOperators(tx, deps, contactMail, {
    name: `${firstName} ${lastName}`,
    businessName,
    businessPhone,
    businessEmail,
    cameFrom: cameFrom || 'not said',
    message: message || 'No message.',
  });
}

export const saveFormSubmission = (tx: SiteTx, row: FormSubmission): Promise<void> => insertFormSubmission(tx, row);

/** Tells the operator about a saved request, once. False when there is no such request. */
export async function processFormSubmission(tx: SiteTx, deps: SiteDeps, id: string): Promise<boolean> {
  const row = await claimFormSubmission(tx, id, deps.now);
  if (!row) return hasFormSubmission(tx, id);
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
  return true;
}

/** Starts that can be booked now. */
export async function listSlots(tx: SiteTx, deps: SiteDeps): Promise<Date[]> {
  const taken = await selectTakenStarts(tx, deps.now);
  return openDemoSlots(deps.env.demoAvailability, new Set(taken.map((start) => start.getTime())), deps.now);
}

export type BookResult = 'booked' | 'taken';

/** Books a demo and mails both sides. The same id and start again is the same booking. */
export async function bookDemo(
  tx: SiteTx,
  deps: SiteDeps,
  booking: { id: string; startsAt: Date; fullName: string; email: string; timeZone: string; answers: string },
): Promise<BookResult> {
  if (!isDemoBookable(booking.startsAt, deps.env.demoAvailability, deps.now)) return 'taken';
  const { token, digest } = createBookingToken(booking.id);
  if (!(await insertBooking(tx, { ...booking, tokenDigest: digest }))) {
    const existing = await findBooking(tx, booking.id);
    const isSame = existing?.startsAt.getTime() === booking.startsAt.getTime() && existing.email === booking.email;
    return isSame ? 'booked' : 'taken';
  }
  const row = await findBooking(tx, booking.id);
  if (row) await announce(tx, deps, row, 'booked', token);
  return 'booked';
}

/** The booking that a mailed link names; undefined when there is none or the secret does not match. */
export async function openBooking(tx: SiteTx, token: string): Promise<BookingRow | undefined> {
  const link = readBookingToken(token);
  const row = link && (await findBooking(tx, link.id));
  return row && row.tokenDigest === link.digest ? row : undefined;
}

/**
 * Moves or cancels a booking that the link opens, and mails both sides. Undefined when it is no longer booked.
 * @throws a unique violation when the new start is taken.
 */
export async function changeBooking(
  tx: SiteTx,
  deps: SiteDeps,
  booking: BookingRow,
  token: string,
  change: { startsAt: Date } | { status: 'cancelled' },
): Promise<BookingRow | undefined> {
  const changed = await updateBooking(tx, booking.id, change);
  if (changed) await announce(tx, deps, changed, 'status' in change ? 'cancelled' : 'moved', token);
  return changed;
}

/** Whether another booking has the start. The index is named, because a clash of anything else is a bug. */
export const isStartTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof pg.DatabaseError &&
  error.cause.constraint === 'demo_bookings_start_index';

async function announce(
  tx: SiteTx,
  deps: SiteDeps,
  booking: BookingRow,
  what: 'booked' | 'moved' | 'cancelled',
  token: string,
): Promise<void> {
  const { env } = deps;
  const url = `${env.appUrl}/booking/${token}`;
  const file = await calendarFile({
    uid: `${booking.id}@${new URL(env.appUrl).hostname}`,
    sequence: booking.sequence,
    cancelled: what === 'cancelled',
    startsAt: booking.startsAt,
    minutes: DEMO_MINUTES,
    summary: `${env.PRODUCT_NAME} demo`,
    description: 'A video call of 30 minutes. The link comes by mail shortly before.',
    url: what === 'cancelled' ? null : url,
    organizer: { name: env.PRODUCT_NAME, email: env.CONTACT_EMAIL },
    attendee: { name: booking.fullName, email: booking.email },
  });
  const props = { what, when: momentLabel(booking.startsAt, booking.timeZone), name: booking.fullName, url };
  await deps.mailer.send({ to: booking.email, template: demoBookingMail, props, attachments: [file] }, tx);
  await mailOperators(tx, deps, demoNoticeMail, {
    what,
    when: momentLabel(booking.startsAt, deps.env.demoAvailability.timeZone),
    name: booking.fullName,
    email: booking.email,
    answers: booking.answers || 'none',
  });
}

/** The booking as the person who made it sees it. */
export const toDemoBooking = ({ startsAt, fullName, email, timeZone, status }: BookingRow): DemoBooking => ({
  startsAt: startsAt.toISOString(),
  fullName,
  email,
  timeZone,
  status: status === 'cancelled' ? 'cancelled' : 'booked',
});

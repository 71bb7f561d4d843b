import { momentLabel } from '@stridewell/contract/time';
import { isAlarming } from '@stridewell/contract/words.rules';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { isCurrentStatus } from '../../core/relationships/relationships.data.ts';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type CalendarEvent, calendarFile, type Invitation } from '../../platform/mail/calendar-file.ts';
import { defineMail, type Mailer } from '../../platform/mail/mail.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { publish } from '../../platform/realtime/live.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findClient, type SessionRow, selectBookingPeople, selectPeople, wantsMail } from './calendar.data.ts';
import { meetingLinkOf, placeOf } from './calendar.meetings.rules.ts';
import { findGuest, type Guest } from './calendar.visitors.data.ts';

export const sessionMail = defineMail('session', async () => {
  const { sessionSubject: subject, SessionMail: Body } = await import('./calendar.mail.tsx');
  return { subject, Body };
});

type PartyTx = Tx<CoachScope | ClientScope>;

/** Context of calendar services besides the transaction. */
export type CalendarDeps = {
  now: Date;
  coach: { fullName: string; timeZone: string };
  mailer: Mailer;
  env: Pick<Env, 'appUrl' | 'CONTACT_EMAIL'>;
};

/** Updates the coach's sessions in other calendars. */
export const sessionsChangedJob = defineJob('calendar.sessions_changed', {
  schema: z.object({ coachId: z.uuid() }),
  expireInSeconds: 300,
});

export type NoticeKind = 'scheduled' | 'changed' | 'cancelled' | 'reminder';

const TITLES: Record<NoticeKind, (other: string) => string> = {
  scheduled: (other) => `New session with ${other}`,
  changed: (other) => `Your session with ${other} has changed`,
  cancelled: (other) => `Your session with ${other} is canceled`,
  reminder: (other) => `Soon: your session with ${other}`,
};

/** Mail providers refuse larger files. The calendar's export has all events. */
const EVENTS_PER_MAIL = 60;

/** The part of a session in mails and calendar files. */
type NoticedSession = Pick<
  SessionRow,
  | 'id'
  | 'clientId'
  | 'clientName'
  | 'sessionDate'
  | 'minutes'
  | 'sessionType'
  | 'location'
  | 'meetingUrl'
  | 'madeMeetingUrl'
  | 'version'
  | 'cancelledAt'
  | 'cancelReason'
>;

export const toEvent = (
  { env, coach }: Pick<CalendarDeps, 'env' | 'coach'>,
  row: NoticedSession,
  { summary, attendee, url }: Pick<CalendarEvent, 'summary' | 'attendee' | 'url'>,
): Invitation => ({
  uid: `${row.id}@${new URL(env.appUrl).hostname}`,
  sequence: row.version,
  cancelled: row.cancelledAt !== null,
  startsAt: row.sessionDate,
  minutes: row.minutes,
  summary,
  description: row.cancelReason ?? '',
  location: placeOf(row.location, meetingLinkOf(row)),
  url,
  organizer: { name: coach.fullName, email: env.CONTACT_EMAIL },
  attendee,
});

const endOf = ({ sessionDate, minutes }: NoticedSession): number => sessionDate.getTime() + minutes * 60_000;
const isAllOver = (rows: readonly NoticedSession[], now: Date) => rows.every((row) => endOf(row) <= now.getTime());

/** The client of these sessions, if they have an account, train with the coach and have an upcoming session. */
async function findRecipient(tx: PartyTx, { now }: CalendarDeps, rows: readonly SessionRow[]) {
  const clientId = rows[0]?.clientId;
  if (!clientId || isAllOver(rows, now)) return undefined;
  const client = await findClient(tx, clientId);
  return client?.personId && isCurrentStatus(client.status) ? { ...client, personId: client.personId } : undefined;
}

/** Recipient of a mail about sessions, and the target of its button. */
type Reader = { name: string; email: string; timeZone: string | null; url: string; button: string };

/** Sends a mail about sessions with the same kind of change, with a calendar file. */
async function mailAbout(
  tx: PartyTx | Tx<CoachScope | CaptureScope>,
  { coach, env, mailer }: CalendarDeps,
  what: NoticeKind,
  rows: readonly NoticedSession[],
  { name, email, timeZone, url, button }: Reader,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const [event, ...events] = rows.slice(0, EVENTS_PER_MAIL).map((row) =>
    toEvent({ env, coach }, row, {
      summary: `${row.sessionType} with ${coach.fullName}`,
      attendee: { name, email },
      url,
    }),
  );
  const props = {
    what,
    name,
    coachName: coach.fullName,
    sessionType: first.sessionType,
    when: momentLabel(first.sessionDate, timeZone ?? coach.timeZone),
    more: rows.length > 1 ? `This is the first of ${rows.length} sessions. The file has all of them.` : '',
    location: first.location ?? '',
    meetingUrl: meetingLinkOf(first) ?? '',
    reason: first.cancelReason ?? '',
    url,
    button,
  };
  const attachments = event && what !== 'reminder' ? [await calendarFile(event, ...events)] : [];
  const sender = tx.scope.coachId;
  await mailer.send({ to: email, template: sessionMail, props, attachments, sender }, tx);
}

/** Mails the client if their settings allow it. */
async function mail(
  tx: PartyTx,
  deps: CalendarDeps,
  what: NoticeKind,
  rows: readonly SessionRow[],
  { fullName, email, timeZone }: { fullName: string; email: string; timeZone: string | null },
): Promise<void> {
  const [first] = rows;
  if (!first?.clientId || !(await wantsMail(tx, first.clientId, `session_${what}`))) return;
  const page = { url: `${deps.env.appUrl}/client/book`, button: 'See your sessions' };
  await mailAbout(tx, deps, what, rows, { name: fullName, email, timeZone, ...page });
}

/** Mails the visitor who booked a session. Visitors have no account, so the button leads to the coach's public page. */
export async function mailGuest(
  tx: Tx<CoachScope | CaptureScope>,
  deps: CalendarDeps,
  what: NoticeKind,
  rows: readonly NoticedSession[],
  { email, timeZone, page }: Pick<Guest, 'email' | 'timeZone' | 'page'>,
): Promise<void> {
  const [first] = rows;
  if (!first || isAllOver(rows, deps.now)) return;
  const button = what === 'cancelled' ? 'Choose another time' : `Write to ${deps.coach.fullName}`;
  const url = `${deps.env.appUrl}${page}${what === 'cancelled' ? '/book' : ''}`;
  await mailAbout(tx, deps, what, rows, { name: first.clientName, email, timeZone, url, button });
}

/** The visitor of a session without a client. */
const findGuestOf = async (tx: Tx<CoachScope>, [first]: readonly SessionRow[]) =>
  first && first.clientId === null && first.bookedBy === 'visitor' ? findGuest(tx, first.id) : undefined;

/** Makes booking pages of this coach's clients, except `informed`, reload their slots. Sends no details. */
export async function refreshSlots(tx: PartyTx, informed: readonly (string | null)[] = []): Promise<void> {
  const people = await selectBookingPeople(tx);
  await publish(
    tx,
    people.filter((id) => !informed.includes(id)),
    { event: 'slots', coachId: tx.scope.coachId },
  );
}

/** Makes open calendars of the coach and these clients reload their sessions. @returns their accounts */
export async function showCalendars(
  tx: PartyTx,
  clientIds: readonly (string | null)[],
  event: 'calendar' | 'session_status' = 'calendar',
): Promise<(string | null)[]> {
  const people = await selectPeople(
    tx,
    clientIds.filter((id) => id !== null),
  );
  const { coachId } = tx.scope;
  const informed = [coachId, ...people];
  await publish(tx, informed, { event, coachId });
  return informed;
}

/**
 * Makes open calendars of the coach and these clients reload their sessions, and other booking pages their slots. Where
 * sessions changed, the coach's other calendars follow. After `session_status`, the coach's dashboard keeps the session in place until its next refresh.
 */
export async function refreshCalendars(
  tx: PartyTx,
  clientIds: readonly (string | null)[],
  event: 'calendar' | 'session_status' = 'calendar',
): Promise<void> {
  const { coachId } = tx.scope;
  const informed = await showCalendars(tx, clientIds, event);
  if (clientIds.length > 0 && event === 'calendar') await enqueue(tx, sessionsChangedJob, { coachId });
  await refreshSlots(tx, informed);
}

/** Mails the client or visitor of these sessions, if one of them is still upcoming. */
export async function mailClient(
  tx: Tx<CoachScope>,
  deps: CalendarDeps,
  what: NoticeKind,
  rows: readonly SessionRow[],
): Promise<void> {
  const [client, guest] = await Promise.all([findRecipient(tx, deps, rows), findGuestOf(tx, rows)]);
  if (client) await mail(tx, deps, what, rows, client);
  if (guest) await mailGuest(tx, deps, what, rows, guest);
}

/**
 * Notifies the client of a change to their sessions. The text names the first one. A visitor only gets the mail.
 * @param mailed false when the mail is sent later or never
 */
export async function notifyClient(
  tx: Tx<CoachScope>,
  deps: CalendarDeps,
  what: NoticeKind,
  rows: readonly SessionRow[],
  { mailed = true }: { mailed?: boolean } = {},
): Promise<void> {
  const [first] = rows;
  const [client, guest] = await Promise.all([findRecipient(tx, deps, rows), findGuestOf(tx, rows)]);
  if (guest && mailed) await mailGuest(tx, deps, what, rows, guest);
  if (!client || !first?.clientId) return;
  const when = momentLabel(first.sessionDate, client.timeZone ?? deps.coach.timeZone);
  const notification = {
    userId: client.personId,
    type: `session_${what}`,
    title: TITLES[what](deps.coach.fullName),
    message: `${first.sessionType}, ${when}${rows.length > 1 ? ` and ${rows.length - 1} more` : ''}`,
    metadata: { client_id: first.clientId, coach_id: tx.scope.coachId, session_id: first.id },
  } as const;
  await notify(tx, notification, { mail: false });
  if (mailed) await mail(tx, deps, what, rows, client);
}

/** Notifies the coach. */
export async function notifyCoach(tx: PartyTx, deps: CalendarDeps, what: NoticeKind, row: SessionRow): Promise<void> {
  // Words of self-harm stand in no notification; the coach reads them in the session.
  const isTold = row.cancelReason && !isAlarming(row.cancelReason);
  const reason = isTold ? `. ${row.cancelReason}` : '';
  await notify(tx, {
    userId: tx.scope.coachId,
    type: `session_${what}`,
    title: TITLES[what](row.clientName),
    message: `${row.sessionType}, ${momentLabel(row.sessionDate, deps.coach.timeZone)}${reason}`,
    metadata: {
      ...(row.clientId ? { client_id: row.clientId } : {}),
      coach_id: tx.scope.coachId,
      session_id: row.id,
    },
  });
}

/** Notifies the coach of a booking, move or cancellation by the client, and mails the client a calendar file. */
export async function notifyOfBooking(
  tx: Tx<ClientScope>,
  deps: CalendarDeps,
  what: NoticeKind,
  row: SessionRow,
): Promise<void> {
  await notifyCoach(tx, deps, what, row);
  await refreshCalendars(tx, [row.clientId]);
  const client = await findRecipient(tx, deps, [row]);
  if (client) await mail(tx, deps, what, [row], client);
}

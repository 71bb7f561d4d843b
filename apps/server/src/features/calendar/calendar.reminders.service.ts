import { SERIES_HORIZON_DAYS } from '@stridewell/contract/calendar/calendar.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { claimCancellation, findCoach } from './calendar.data.ts';
import { mailClient, notifyClient, notifyCoach } from './calendar.notice.service.ts';
import { calendarScope, scopeOfFound } from './calendar.scopes.ts';
import {
  claimReminder,
  type ReminderKind,
  type SeriesKey,
  type SessionPlace,
  selectShortSeries,
  selectUnreminded,
} from './calendar.series.data.ts';
import { extendSeries } from './calendar.series.service.ts';

export type CalendarWork = {
  db: Database;
  now: () => Date;
  log: Logger;
  mailer: Mailer;
  env: Pick<Env, 'appUrl' | 'CONTACT_EMAIL'>;
};

const BATCH = 500;
const HOUR_MS = 3_600_000;

/** The windows do not overlap, so a session is in at most one of them at a time. */
const WINDOWS: Record<ReminderKind, { from: number; to: number }> = {
  hour: { from: 0, to: HOUR_MS },
  day: { from: HOUR_MS, to: 24 * HOUR_MS },
};

/** Reminds client and coach of upcoming sessions, once per session and start. */
export async function remindOfSessions(work: CalendarWork): Promise<void> {
  const failures: unknown[] = [];
  for (const kind of ['hour', 'day'] as const) {
    // A failure of one kind must not prevent reminders of the other.
    await remindOf(work, kind).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function remindOf({ db, log, mailer, env, now: clock }: CalendarWork, kind: ReminderKind): Promise<void> {
  const now = clock();
  const [from, to] = [WINDOWS[kind].from, WINDOWS[kind].to].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];
  await eachDue({
    name: kind,
    log,
    failure: 'a session was not reminded of',
    read: (after: SessionPlace | undefined) =>
      db.read(calendarScope, (tx) => selectUnreminded(tx, { kind, from, to, after, limit: BATCH })),
    size: BATCH,
    place: ({ sessionDate, coachId, id }) => ({ sessionDate: sessionDate.toISOString(), coachId, id }),
    work: ({ coachId, id, sessionDate }) =>
      db.write(scopeOfFound({ coachId }), async (tx) => {
        const row = await claimReminder(tx, { id, sessionDate }, kind);
        const coach = row && (await findCoach(tx));
        if (!row || !coach) return;
        const deps = { now, coach, mailer, env };
        await notifyClient(tx, deps, 'reminder', [row]);
        await notifyCoach(tx, deps, 'reminder', row);
      }),
  });
}

/** Mails the client about a canceled session, unless it was restored, changed or already mailed. */
export async function mailCancellation(
  { db, now, mailer, env }: CalendarWork,
  { coachId, id, version }: { coachId: string; id: string; version: number },
): Promise<void> {
  await db.write(scopeOfFound({ coachId }), async (tx) => {
    const row = await claimCancellation(tx, { id, version }, now());
    const coach = row && (await findCoach(tx));
    if (row && coach) await mailClient(tx, { now: now(), coach, mailer, env }, 'cancelled', [row]);
  });
}

/** Extends every series to its horizon. */
export async function extendAllSeries({
  db,
  log,
  now: clock,
}: Pick<CalendarWork, 'db' | 'log' | 'now'>): Promise<void> {
  const now = clock();
  const untilDay = addDays(dayInZone(now, 'UTC'), SERIES_HORIZON_DAYS - 1);
  await eachDue({
    name: 'series',
    log,
    failure: 'a series was not extended',
    read: (after: SeriesKey | undefined) =>
      db.read(calendarScope, (tx) => selectShortSeries(tx, { untilDay, after, limit: BATCH })),
    size: BATCH,
    place: ({ coachId, id }) => ({ coachId, id }),
    work: ({ coachId, id }) => db.write(scopeOfFound({ coachId }), (tx) => extendSeries(tx, id, now)),
  });
}

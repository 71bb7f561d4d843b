import { SERIES_HORIZON_DAYS } from '@stridewell/contract/calendar.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { claimCancellation, findCoach } from './calendar.data.ts';
import { mailClient, notifyClient, notifyCoach } from './calendar.notice.service.ts';
import { calendarScope, scopeOfFound } from './calendar.policy.ts';
import { claimReminder, type ReminderKind, selectShortSeries, selectUnreminded } from './calendar.series.data.ts';
import { extendSeries } from './calendar.series.service.ts';

export type CalendarWork = {
  db: Database;
  now: () => Date;
  log: Logger;
  mailer: Mailer;
  env: Pick<Env, 'appUrl' | 'CONTACT_EMAIL'>;
};

/** Sessions per run; the next run continues. */
const BATCH = 500;
const HOUR_MS = 3_600_000;

/** Windows do not overlap, so that each reminder is about its own time. */
const WINDOWS: Record<ReminderKind, { from: number; to: number }> = {
  hour: { from: 0, to: HOUR_MS },
  day: { from: HOUR_MS, to: 24 * HOUR_MS },
};

/** Runs each item. A failure is logged and retried by the next run; the others continue. */
async function each<Item>({ log }: CalendarWork, items: readonly Item[], run: (item: Item) => Promise<void>) {
  for (const item of items) {
    await run(item).catch((error: unknown) => log.error({ err: error, item }, 'calendar work failed'));
  }
}

/** Reminds client and coach of upcoming sessions, once per session and start. */
export async function remindOfSessions(work: CalendarWork): Promise<void> {
  const { db, mailer, env } = work;
  const now = work.now();
  const at = now.getTime();
  for (const [kind, { from, to }] of Object.entries(WINDOWS) as [ReminderKind, { from: number; to: number }][]) {
    const window = { kind, from: new Date(at + from), to: new Date(at + to), limit: BATCH };
    const due = await db.read(calendarScope, (tx) => selectUnreminded(tx, window));
    await each(work, due, ({ coachId, id, sessionDate }) =>
      db.write(scopeOfFound({ coachId }), async (tx) => {
        const row = await claimReminder(tx, { id, sessionDate }, kind);
        const coach = row && (await findCoach(tx));
        if (!row || !coach) return;
        const deps = { now, coach, mailer, env };
        await notifyClient(tx, deps, 'reminder', [row]);
        await notifyCoach(tx, deps, 'reminder', row);
      }),
    );
  }
}

/** Mails the client about a cancelled session. Does nothing when the session was restored or changed, or mailed before. */
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
export async function extendAllSeries(work: CalendarWork): Promise<void> {
  const now = work.now();
  const until = addDays(dayInZone(now, 'UTC'), SERIES_HORIZON_DAYS - 1);
  const short = await work.db.read(calendarScope, (tx) => selectShortSeries(tx, until, BATCH));
  await each(work, short, ({ coachId, id }) =>
    work.db.write(scopeOfFound({ coachId }), (tx) => extendSeries(tx, id, now)),
  );
}

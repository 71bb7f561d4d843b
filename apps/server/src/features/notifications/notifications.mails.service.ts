import { isOnByDefault, notificationPath } from '@stridewell/contract/notifications/notifications.rules';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { defineMail, type Mailer } from '../../platform/mail/mail.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { type DueMail, finishMail, lockDueMail, type MailPlace, selectDueMails } from './notifications.mails.data.ts';
import { notificationsScope } from './notifications.scopes.ts';

export const notificationMail = defineMail('notification', async () => {
  const { notificationSubject: subject, NotificationMail: Body } = await import('./notifications.mail.tsx');
  return { subject, Body };
});

export type NotificationMailDeps = { db: Database; log: Logger; mailer: Mailer; env: Env; now: () => Date };

const BATCH = 100;

/**
 * Mails due notifications to recipients who want them, each in the transaction that closes it. A failure does not hold
 * up the others.
 */
export async function mailNotifications(deps: NotificationMailDeps): Promise<void> {
  const { db, log, now } = deps;
  const at = now();
  await eachDue({
    name: 'mails',
    log,
    failure: 'a notification was not mailed',
    read: (after: MailPlace | undefined) =>
      db.read(notificationsScope, (tx) => selectDueMails(tx, { now: at, after, limit: BATCH })),
    size: BATCH,
    place: ({ dueAt, userId, id }) => ({ dueAt: dueAt.toISOString(), userId, id }),
    work: (mail) => mailOne(deps, mail, at),
  });
}

async function mailOne({ db, mailer, env }: NotificationMailDeps, due: DueMail, at: Date): Promise<void> {
  await db.write(notificationsScope, async (tx) => {
    const mail = await lockDueMail(tx, due, at);
    if (!mail) return;
    await finishMail(tx, mail);
    const { userId, type, metadata, name, title, message, email, verified, chosen } = mail;
    if (!verified || !(chosen ?? isOnByDefault(type, 'mail'))) return;
    const isCoach = metadata.coach_id === userId;
    const reader = isCoach ? { coachId: userId } : 'client';
    // A client reads it as from their coach.
    const ofCoach = isCoach ? undefined : metadata.coach_id;
    const props = {
      name,
      title,
      message,
      type,
      url: env.appUrl + notificationPath({ type, metadata }, reader),
      preferencesUrl: `${env.appUrl}/notifications?view=preferences`,
    };
    await mailer.send({ to: email, template: notificationMail, props, ...(ofCoach && { sender: ofCoach }) }, tx);
  });
}

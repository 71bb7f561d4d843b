import { isOnByDefault, notificationPath } from '@stridewell/contract/notifications.rules';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { type DueMail, finishMails, lockDueMails } from './notifications.mails.data.ts';
import { notificationMail } from './notifications.mails.ts';
import { notificationsScope } from './notifications.policy.ts';

export type NotificationMailDeps = { db: Database; mailer: Mailer; env: Env; now: () => Date };

const BATCH = 100;

const isWanted = ({ chosen, type }: DueMail): boolean => chosen ?? isOnByDefault(type, 'mail');

/** Mails due notifications to recipients who want them, in the transaction that closes them. */
export async function mailNotifications({ db, mailer, env, now }: NotificationMailDeps): Promise<void> {
  let count: number;
  do {
    count = await db.write(notificationsScope, async (tx) => {
      const due = await lockDueMails(tx, now(), BATCH);
      if (due.length === 0) return 0;
      await finishMails(tx, due);
      for (const mail of due.filter((one) => one.verified && isWanted(one))) {
        const { userId, type, metadata, name, title, message, email } = mail;
        const reader = metadata.coach_id === userId ? { coachId: userId } : 'client';
        const props = {
          name,
          title,
          message,
          type,
          url: env.appUrl + notificationPath({ type, metadata }, reader),
          preferencesUrl: `${env.appUrl}/notifications?view=preferences`,
        };
        await mailer.send({ to: email, template: notificationMail, props }, tx);
      }
      return due.length;
    });
  } while (count === BATCH);
}

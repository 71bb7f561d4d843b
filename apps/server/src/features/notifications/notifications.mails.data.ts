import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { notificationMails, notificationPreferences } from './notifications.table.ts';

type SystemTx = Tx<SystemScope<'notifications'>>;

const { userId, id } = notificationMails;
const isMail = (mail: { userId: string; id: string }) => and(eq(userId, mail.userId), eq(id, mail.id));

export type DueMail = { dueAt: Date; userId: string; id: string };
/** Cursor in the list of due mails. */
export type MailPlace = { dueAt: string; userId: string; id: string };

/** Due mails of all people, longest waiting first. */
export const selectDueMails = (
  tx: SystemTx,
  { now, after, limit }: { now: Date; after: MailPlace | undefined; limit: number },
): Promise<DueMail[]> =>
  tx
    .select({ dueAt: sql<Date>`${notificationMails.dueAt}`.mapWith(notificationMails.dueAt), userId, id })
    .from(notificationMails)
    .where(
      and(
        lte(notificationMails.dueAt, now),
        after &&
          sql`(${notificationMails.dueAt}, ${userId}, ${id})
            > (${after.dueAt}::timestamptz, ${after.userId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(notificationMails.dueAt), asc(userId), asc(id))
    .limit(limit);

/**
 * Locks a mail that is still due, so that no other process sends it, and reads its recipient and their setting.
 * Undefined when another process has it, or when it was sent or dropped meanwhile.
 */
export async function lockDueMail(tx: SystemTx, due: DueMail, now: Date) {
  const [row] = await tx
    .select({
      userId,
      id,
      type: notificationMails.type,
      title: notificationMails.title,
      message: notificationMails.message,
      metadata: notificationMails.metadata,
      name: users.name,
      email: users.email,
      verified: users.emailVerified,
      chosen: sql<boolean | null>`(select p.enabled from ${notificationPreferences} p
        where p.user_id = ${userId} and p.type = ${notificationMails.type} and p.channel = 'mail')`,
    })
    .from(notificationMails)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isMail(due), lte(notificationMails.dueAt, now)))
    .for('update', { of: notificationMails, skipLocked: true });
  return row;
}

/**
 * Closes a mail. That of a message keeps its row, so that further messages cause no mail until the conversation is
 * read.
 */
export async function finishMail(tx: SystemTx, mail: Pick<DueMail, 'userId' | 'id'>): Promise<void> {
  await tx.delete(notificationMails).where(and(isMail(mail), sql`${notificationMails.type} <> 'message_received'`));
  await tx.update(notificationMails).set({ dueAt: null }).where(isMail(mail));
}

import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { notificationMails, notificationPreferences } from './notifications.table.ts';

type SystemTx = Tx<SystemScope<'notifications'>>;

/** Due mails with their recipient and the recipient's setting, locked so that no other process sends them. */
export const lockDueMails = (tx: SystemTx, now: Date, limit: number) =>
  tx
    .select({
      userId: notificationMails.userId,
      id: notificationMails.id,
      type: notificationMails.type,
      title: notificationMails.title,
      message: notificationMails.message,
      metadata: notificationMails.metadata,
      name: users.name,
      email: users.email,
      verified: users.emailVerified,
      chosen: sql<boolean | null>`(select p.enabled from ${notificationPreferences} p
        where p.user_id = ${notificationMails.userId} and p.type = ${notificationMails.type} and p.channel = 'mail')`,
    })
    .from(notificationMails)
    .innerJoin(users, eq(users.id, notificationMails.userId))
    .where(lte(notificationMails.dueAt, now))
    .orderBy(asc(notificationMails.dueAt))
    .limit(limit)
    .for('update', { of: notificationMails, skipLocked: true });

export type DueMail = Awaited<ReturnType<typeof lockDueMails>>[number];

/** Closes mails. A message keeps its row, so that the next one causes no mail before the conversation is read. */
export async function finishMails(tx: SystemTx, mails: readonly Pick<DueMail, 'userId' | 'id'>[]): Promise<void> {
  const these = and(
    inArray(
      notificationMails.userId,
      mails.map(({ userId }) => userId),
    ),
    inArray(
      notificationMails.id,
      mails.map(({ id }) => id),
    ),
  );
  await tx.delete(notificationMails).where(and(these, sql`${notificationMails.type} <> 'message_received'`));
  await tx.update(notificationMails).set({ dueAt: null }).where(these);
}

import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { notificationPreferences, notificationPushes, pushSubscriptions } from './notifications.table.ts';

type SystemTx = Tx<SystemScope<'notifications'>>;
type NewPush = Pick<
  typeof notificationPushes.$inferInsert,
  'userId' | 'id' | 'type' | 'title' | 'message' | 'metadata' | 'dueAt'
>;

const { userId, id, deviceId, dueAt, tries, type } = notificationPushes;
type PushKey = { userId: string; id: string; deviceId: string };
const isPush = (push: PushKey) => and(eq(userId, push.userId), eq(id, push.id), eq(deviceId, push.deviceId));

const devicesOf = prepared(
  'push_devices_of_recipients',
  (tx: Tx, { userIds }: Places<{ userIds: readonly string[] }>) =>
    tx
      .select({ userId: pushSubscriptions.userId, deviceId: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(sql`${pushSubscriptions.userId} = any(${userIds}::uuid[])`),
);

/** Devices of these people. In the scope of a person, only that person's are visible. */
export const selectDevicesOf = (tx: Tx, userIds: readonly string[]) => devicesOf(tx, { userIds });

/** Adds pushes for devices, at most one that waits for each conversation and device. */
export async function insertPushes(tx: Tx, pushes: readonly (NewPush & { deviceId: string })[]): Promise<void> {
  if (pushes.length > 0)
    await tx
      .insert(notificationPushes)
      .values([...pushes])
      .onConflictDoNothing();
}

/** Deletes waiting pushes of the person in scope: of one notification, of one conversation, or all of them. */
export async function deletePushes(
  tx: Tx<UserScope>,
  of: { id: string } | { conversationId: string } | 'all',
): Promise<void> {
  const own = eq(userId, tx.scope.userId);
  if (of === 'all') await tx.delete(notificationPushes).where(own);
  else if ('id' in of) await tx.delete(notificationPushes).where(and(own, eq(id, of.id)));
  else {
    const isOfConversation = sql`${notificationPushes.metadata} ->> 'conversation_id' = ${of.conversationId}`;
    await tx.delete(notificationPushes).where(and(own, eq(type, 'message_received'), isOfConversation));
  }
}

/** People with a due push, in the order of their ids. */
export async function selectDuePeople(
  tx: SystemTx,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ userId })
    .from(notificationPushes)
    .where(and(lte(dueAt, now), after === undefined ? undefined : gt(userId, after)))
    .orderBy(asc(userId))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/** Locks a person's due pushes that no other process holds, with their devices and the person's setting. */
export const lockDuePushes = (tx: SystemTx, { person, now, limit }: { person: string; now: Date; limit: number }) =>
  tx
    .select({
      userId,
      id,
      deviceId,
      type,
      title: notificationPushes.title,
      message: notificationPushes.message,
      metadata: notificationPushes.metadata,
      createdAt: notificationPushes.createdAt,
      tries,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      timeZone: pushSubscriptions.timeZone,
      chosen: sql<boolean | null>`(select p.enabled from ${notificationPreferences} p
        where p.user_id = ${userId} and p.type = ${type} and p.channel = 'push')`,
    })
    .from(notificationPushes)
    .innerJoin(pushSubscriptions, and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, deviceId)))
    .where(and(eq(userId, person), lte(dueAt, now)))
    .orderBy(asc(dueAt), asc(id), asc(deviceId))
    .limit(limit)
    .for('update', { of: notificationPushes, skipLocked: true });

export type LockedPush = Awaited<ReturnType<typeof lockDuePushes>>[number];

/** Moves a push to another time: the end of a claim, the morning, or the next try. */
export async function postponePush(tx: SystemTx, push: PushKey, at: Date): Promise<void> {
  await tx.update(notificationPushes).set({ dueAt: at }).where(isPush(push));
}

/** Claims a push for this process, and counts the try. */
export async function claimPush(tx: SystemTx, push: PushKey, until: Date): Promise<void> {
  await tx
    .update(notificationPushes)
    .set({ dueAt: until, tries: sql`${tries} + 1` })
    .where(isPush(push));
}

export async function deletePush(tx: SystemTx, push: PushKey): Promise<void> {
  await tx.delete(notificationPushes).where(isPush(push));
}

/** Deletes the device of a push, with all that waits for it, unless the device was renewed meanwhile. */
export async function deleteDeadDevice(tx: SystemTx, push: Pick<LockedPush, 'userId' | 'deviceId' | 'p256dh'>) {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.userId, push.userId),
        eq(pushSubscriptions.id, push.deviceId),
        eq(pushSubscriptions.p256dh, push.p256dh),
      ),
    );
}

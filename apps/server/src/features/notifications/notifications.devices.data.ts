import { createHash } from 'node:crypto';
import type { PushDevice } from '@stridewell/contract/notifications/notifications';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notificationsScope } from './notifications.scopes.ts';
import { pushSubscriptions } from './notifications.table.ts';

export type NewPushDevice = {
  endpoint: string;
  p256dh: string;
  auth: string;
  timeZone: string;
  userAgent: string;
  sessionId: string;
};

const { userId, id, endpointDigest, userAgent, createdAt } = pushSubscriptions;
const shown = { id, endpointDigest, userAgent, createdAt };
type Row = Omit<PushDevice, 'createdAt'> & { createdAt: Date };

const digestOfEndpoint = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

const toDevice = ({ createdAt: at, ...device }: Row): PushDevice => ({ ...device, createdAt: at.toISOString() });

/** Devices of the person in scope, newest first. */
export async function selectDevices(tx: Tx<UserScope>): Promise<PushDevice[]> {
  const rows = await tx
    .select(shown)
    .from(pushSubscriptions)
    .where(eq(userId, tx.scope.userId))
    .orderBy(desc(createdAt), desc(id));
  return rows.map(toDevice);
}

/** Removes a browser from all other people, because it shows pushes to the one who uses it now. */
export async function takeFromOthers(tx: Tx<UserScope>, endpoint: string): Promise<void> {
  await tx.sendAs(notificationsScope, [
    sql`delete from push_subscriptions
      where endpoint_digest = ${digestOfEndpoint(endpoint)} and user_id <> ${tx.scope.userId}`,
  ]);
}

/** Adds a device of the person in scope, or renews it. */
export async function upsertDevice(tx: Tx<UserScope>, device: NewPushDevice, now: Date): Promise<PushDevice> {
  const { endpoint, p256dh, auth, timeZone, sessionId } = device;
  const renewed = { p256dh, auth, timeZone, userAgent: device.userAgent, sessionId, renewedAt: now };
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ ...renewed, userId: tx.scope.userId, id: uuidv7(), endpoint, endpointDigest: digestOfEndpoint(endpoint) })
    .onConflictDoUpdate({ target: [userId, endpointDigest], set: renewed })
    .returning(shown);
  if (!row) throw new Error('a stored device was not returned');
  return toDevice(row);
}

/** Deletes the devices of the person in scope that were renewed longest ago, but for the newest `keep`. */
export async function deleteOldest(tx: Tx<UserScope>, keep: number): Promise<void> {
  const old = await tx
    .select({ id })
    .from(pushSubscriptions)
    .where(eq(userId, tx.scope.userId))
    .orderBy(desc(pushSubscriptions.renewedAt), desc(id))
    .offset(keep);
  if (old.length === 0) return;
  const ids = old.map((device) => device.id);
  await tx.delete(pushSubscriptions).where(and(eq(userId, tx.scope.userId), inArray(id, ids)));
}

/** Whether the person in scope has a device with this endpoint. */
export async function hasEndpoint(tx: Tx<UserScope>, endpoint: string): Promise<boolean> {
  const rows = await tx
    .select({ id })
    .from(pushSubscriptions)
    .where(and(eq(userId, tx.scope.userId), eq(endpointDigest, digestOfEndpoint(endpoint))));
  return rows.length > 0;
}

/** @returns whether the person in scope had a device with this endpoint */
export async function deleteByEndpoint(tx: Tx<UserScope>, endpoint: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(pushSubscriptions)
    .where(and(eq(userId, tx.scope.userId), eq(endpointDigest, digestOfEndpoint(endpoint))));
  return rowCount === 1;
}

/** @returns whether the person in scope had the device */
export async function deleteDevice(tx: Tx<UserScope>, deviceId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(pushSubscriptions).where(and(eq(userId, tx.scope.userId), eq(id, deviceId)));
  return rowCount === 1;
}

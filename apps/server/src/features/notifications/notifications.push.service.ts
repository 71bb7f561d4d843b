import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PushSender } from '../../platform/push/push.ts';
import { eachDue, requireTime } from '../../platform/queue/each-due.ts';
import { defineJob, defineScheduledJob, EVERY_MINUTE, type Queue } from '../../platform/queue/queue.ts';
import type { SentNotification } from './notifications.delivery.data.ts';
import {
  claimPush,
  deleteDeadDevice,
  deletePush,
  insertPushes,
  type LockedPush,
  lockDuePushes,
  postponePush,
  selectDevicesOf,
  selectDuePeople,
} from './notifications.push.data.ts';
import {
  allowedAt,
  isPushWanted,
  MOST_TRIES,
  nextTryAt,
  pushAt,
  toPush,
  ttlSecondsOf,
} from './notifications.push.rules.ts';
import { notificationsScope } from './notifications.scopes.ts';

/** Sends the due pushes of a person. Each delivery enqueues one, and each push that has to wait. */
export const pushJob = defineJob('notifications.push', {
  schema: z.object({ userId: z.uuid() }),
  deleteAfterSeconds: 60,
  heartbeatSeconds: 30,
  parallel: 4,
});

/** Sends due pushes that no job is left for, because a process was killed. */
export const pushLeftoversJob = defineScheduledJob('notifications.push_leftovers', {
  schedule: EVERY_MINUTE,
  deleteAfterSeconds: 60,
});

export type PushDeps = { db: Database; log: Logger; queue: Queue; push: PushSender | null; now: () => Date };

const BATCH = 20;
/** Longer than a push service may take. After a process was killed, another one sends its pushes then. */
const CLAIM_MS = 60_000;

/**
 * Sends a person's due pushes. Each is claimed in a transaction, sent, and deleted once the push service has answered.
 * A process that is killed in between leaves pushes that are sent again, under the same topic and tag, so that the device
 * shows one.
 */
export async function sendPushes(deps: PushDeps, { userId }: { userId: string }): Promise<void> {
  let count: number;
  do {
    requireTime();
    const { found, claimed } = await claimDue(deps, userId);
    count = found;
    await Promise.all(claimed.map((one) => sendOne(deps, one)));
  } while (count === BATCH);
}

type Pushed = Pick<SentNotification, 'userId' | 'id' | 'type' | 'title' | 'message' | 'metadata' | 'createdAt'>;

/** Adds pushes of notifications for the devices of their recipients, with the jobs that send them. */
export async function enqueuePushes(tx: Tx, sent: readonly Pushed[]): Promise<void> {
  const devices = await selectDevicesOf(tx, [...new Set(sent.map(({ userId }) => userId))]);
  if (devices.length === 0) return;
  const pushes = sent.flatMap(({ userId, id, type, title, message, metadata, createdAt }) => {
    const push = { userId, id, type, title, message, metadata, createdAt, dueAt: pushAt(type, createdAt) };
    return devices.filter((device) => device.userId === userId).map(({ deviceId }) => ({ ...push, deviceId }));
  });
  await insertPushes(tx, pushes);
  const waits = Map.groupBy(pushes, ({ userId, type }) => `${userId} ${type === 'message_received'}`);
  for (const [first] of waits.values()) {
    if (!first) continue;
    const { userId, dueAt, createdAt } = first;
    await enqueue(tx, pushJob, { userId }, { startAfterSeconds: secondsUntil(dueAt, createdAt) });
  }
}

/** Sends pushes whose job was lost. */
export async function sendLeftoverPushes(deps: PushDeps): Promise<void> {
  const { db, log, now } = deps;
  const at = now();
  await eachDue({
    name: 'people',
    log,
    failure: 'the pushes of a person were not sent',
    read: (after: { userId: string } | undefined) =>
      db.read(notificationsScope, (tx) => selectDuePeople(tx, { now: at, after: after?.userId, limit: 100 })),
    size: 100,
    place: (userId) => ({ userId }),
    work: (userId) => sendPushes(deps, { userId }),
  });
}

/** Claims due pushes. Unwanted and outdated ones are deleted, and those of the night wait for the morning. */
async function claimDue({ db, push, queue, now }: PushDeps, userId: string) {
  const at = now();
  return db.write(notificationsScope, async (tx) => {
    const due = await lockDuePushes(tx, { person: userId, now: at, limit: BATCH });
    const claimed: LockedPush[] = [];
    for (const one of due) {
      const { type, createdAt, timeZone, chosen, tries } = one;
      const allowed = allowedAt(type, at, timeZone);
      const isOver = tries >= MOST_TRIES || at.getTime() - createdAt.getTime() > ttlSecondsOf(type) * 1000;
      if (!push || isOver || !isPushWanted(type, chosen)) await deletePush(tx, one);
      else if (allowed > at) {
        await postponePush(tx, one, allowed);
        await queue.send(pushJob, { userId }, tx, { startAfterSeconds: secondsUntil(allowed, at) });
      } else {
        await claimPush(tx, one, new Date(at.getTime() + CLAIM_MS));
        claimed.push({ ...one, tries: tries + 1 });
      }
    }
    return { found: due.length, claimed };
  });
}

async function sendOne({ db, log, push, queue, now }: PushDeps, one: LockedPush): Promise<void> {
  if (!push) return;
  const { userId, deviceId, type, tries } = one;
  const outcome = await push.send(one, toPush(one));
  const about = { userId, deviceId, type, tries };
  if (outcome.is === 'refused') log.error({ ...about, reason: outcome.reason }, 'a push was refused');
  else if (outcome.is === 'gone') log.info({ ...about, reason: outcome.reason }, 'a device no longer takes pushes');
  else if (outcome.is === 'later') log.warn({ ...about, reason: outcome.reason }, 'a push was not taken yet');
  await db.write(notificationsScope, async (tx) => {
    if (outcome.is === 'gone') return deleteDeadDevice(tx, one);
    if (outcome.is !== 'later' || tries >= MOST_TRIES) return deletePush(tx, one);
    const at = now();
    const next = nextTryAt(at, tries, outcome.afterSeconds);
    await postponePush(tx, one, next);
    await queue.send(pushJob, { userId }, tx, { startAfterSeconds: secondsUntil(next, at) });
  });
}

const secondsUntil = (later: Date, now: Date): number => Math.ceil((later.getTime() - now.getTime()) / 1000);

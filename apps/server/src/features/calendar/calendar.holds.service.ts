import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { limitConfirmations } from '../../core/limits.ts';
import { refuse } from '../../core/refusals.ts';
import type { CaptureScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { recipientKey } from '../../platform/mail/recipient-key.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { findType, lockCalendar } from './calendar.data.ts';
import {
  closeHold,
  countHolds,
  countOpenVisits,
  deleteHolds,
  findHold,
  type HoldRow,
  insertHold,
  selectCoachesOfHolds,
} from './calendar.holds.data.ts';
import { calendarScope, visitorScopeOf } from './calendar.scopes.ts';
import {
  listVisitorSlots,
  requireVisitorSlot,
  type Search,
  type VisitorSession,
  type VisitorSlot,
} from './calendar.visitors.service.ts';

export { findHold, type HoldRow };

const HOLD_MS = HOLD_MINUTES * 60_000;
const DAY_MS = 86_400_000;
/** Most held and booked times of one recipient with one coach. */
const MAX_OPEN_VISITS = 2;
/** Most times of one coach that visitors can hold at once, or book in a day, because they block the calendar. */
const MAX_HELD = 20;
const MAX_A_DAY = 30;
const BATCH = 200;

type Wanted = Record<'id' | 'typeId' | 'name' | 'email' | 'phone' | 'message' | 'timeZone' | 'network', string> & {
  start: Date;
};

/** @throws RATE_LIMITED while the coach's page has the maximum number of holds or bookings */
async function requireRoom(tx: Tx<CaptureScope>, now: Date): Promise<void> {
  const { held, confirmed } = await countHolds(tx, { now, since: new Date(now.getTime() - DAY_MS) });
  if (held < MAX_HELD && held + confirmed < MAX_A_DAY) return;
  throw refuse('RATE_LIMITED', {
    data: { retryAfterSeconds: HOLD_MS / 1000 },
    message: `This page has many bookings at the moment. Please try again in ${HOLD_MINUTES} minutes, or send a message instead.`,
  });
}

/**
 * Holds an open slot for a visitor who still has to confirm their address. Repeating id, start and address changes
 * nothing and does not count toward limits.
 * @throws NOT_FOUND for the type, SLOT_TAKEN, TOO_MANY_BOOKINGS, RATE_LIMITED
 */
export async function holdSlot(
  tx: Tx<CaptureScope, 'SLOT_TAKEN' | 'TOO_MANY_BOOKINGS'>,
  deps: Search & { limiter: RateLimiter },
  { id, typeId, start, network, ...visitor }: Wanted,
): Promise<{ session: VisitorSession; isNew: boolean }> {
  const { now, limiter } = deps;
  await lockCalendar(tx);
  const [type, open, known] = await Promise.all([
    findType(tx, typeId),
    listVisitorSlots(tx, deps, typeId, id),
    findHold(tx, id),
  ]);
  if (!type || !open) throw refuse('NOT_FOUND');
  const { session, slots } = open;
  if (known) {
    const isSame = known.startsAt.getTime() === start.getTime() && known.email === visitor.email;
    if (!isSame || known.heldUntil <= now) throw refuse(tx, 'SLOT_TAKEN');
    return { session, isNew: false };
  }
  if (!slots.some((slot) => slot.getTime() === start.getTime())) throw refuse(tx, 'SLOT_TAKEN');
  const recipient = recipientKey(visitor.email);
  if ((await countOpenVisits(tx, recipient, now)) >= MAX_OPEN_VISITS) throw refuse(tx, 'TOO_MANY_BOOKINGS');
  await requireRoom(tx, now);
  await limitConfirmations(tx, limiter, { recipient, network });
  const { minutes, bufferBefore, bufferAfter, name: sessionType } = type;
  await insertHold(tx, {
    id,
    recipient,
    ...visitor,
    sessionTypeId: typeId,
    sessionType,
    startsAt: start,
    minutes,
    bufferBefore,
    bufferAfter,
    heldUntil: new Date(now.getTime() + HOLD_MS),
    createdAt: now,
  });
  return { session, isNew: true };
}

/**
 * Takes a hold to turn it into a session. `slot` is null when it was taken before; its personal data is then empty.
 * Reads the coach's times before the first change, because a cluster shows the database's functions no changed rows.
 * @throws NOT_FOUND for the hold or its type, HOLD_EXPIRED, SLOT_TAKEN when the coach has used the time or changed their
 * hours
 */
export async function takeHold(
  tx: Tx<CaptureScope, 'HOLD_EXPIRED' | 'SLOT_TAKEN'>,
  { coach, now }: Search,
  id: string,
): Promise<{ hold: HoldRow; slot: VisitorSlot | null }> {
  await lockCalendar(tx);
  const hold = await findHold(tx, id);
  if (!hold) throw refuse('NOT_FOUND');
  if (hold.confirmedAt) return { hold, slot: null };
  if (hold.heldUntil <= now) throw refuse(tx, 'HOLD_EXPIRED');
  const slot = await requireVisitorSlot(tx, { coach, now, chosenAt: hold.createdAt }, hold);
  await closeHold(tx, id, now);
  return { hold, slot };
}

/** Deletes holds a day after they ended. Until then, their links say that they have ended. */
export async function forgetHolds({ db, log, now }: { db: Database; log: Logger; now: () => Date }): Promise<void> {
  const before = new Date(now().getTime() - DAY_MS);
  await eachDue({
    name: 'coaches',
    log,
    failure: 'unconfirmed bookings were not deleted',
    read: (after: { coachId: string } | undefined) =>
      db.read(calendarScope, (tx) => selectCoachesOfHolds(tx, { before, after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(visitorScopeOf(coachId), (tx) => deleteHolds(tx, before)),
  });
}

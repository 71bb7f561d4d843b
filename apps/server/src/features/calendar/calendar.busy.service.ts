import { isFeatureAllowed, type PlanAccess } from '@stridewell/contract/billing/billing.rules';
import type { CalendarBusy } from '@stridewell/contract/calendar/calendar';
import { type BusyTime, busyParts } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { findCoachAccess } from '../../core/people/coach-record.data.ts';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type BusySearch, selectBusy } from './calendar.bookings.data.ts';
import {
  type BusyCalendar,
  type BusyInterval,
  deleteBusy,
  insertBusy,
  selectExternalBusy,
  updateBuffers,
} from './calendar.busy.data.ts';
import { refreshCalendars } from './calendar.notice.service.ts';

export type CoachAccess = Pick<PlanAccess, 'plan' | 'subscription_status' | 'grace_until'>;

/** Times of connected calendars. They are kept without the plan, but then count nowhere. */
export const listExternalBusy = async (
  tx: Tx<CoachScope>,
  window: { from: Date; to: Date },
  { access, now }: { access: CoachAccess; now: Date },
): Promise<CalendarBusy[]> => (isFeatureAllowed(access, 'integrations', now) ? selectExternalBusy(tx, window) : []);

/** All times at which a client or visitor cannot book the coach. Leaves out the session or hold `exceptId`. */
export async function listBusy(tx: Tx<ClientScope | CaptureScope>, search: BusySearch): Promise<BusyTime[]> {
  const [taken, external, access] = await Promise.all([
    selectBusy(tx, search),
    selectExternalBusy(tx, search),
    findCoachAccess(tx),
  ]);
  const counts = access !== undefined && isFeatureAllowed(access, 'integrations', search.now);
  return counts ? [...taken, ...external.flatMap(busyParts)] : taken;
}

/** Times of a calendar by the digest of the event's address; by the empty text where all of it was read at once. */
type BusyBySource = ReadonlyMap<string, readonly BusyInterval[]>;

/**
 * Replaces the times of these sources, or of the whole calendar but for the sources that are kept, and lets open calendars
 * and booking pages show them.
 */
export async function replaceBusy(
  tx: Tx<CoachScope>,
  calendar: BusyCalendar,
  times: BusyBySource,
  { whole, kept }: { whole: boolean; kept: readonly string[] },
): Promise<void> {
  if (whole) await deleteBusy(tx, calendar.calendarId, { but: kept });
  else await deleteBusy(tx, calendar.calendarId, { of: [...times.keys()] });
  const rows = [...times].flatMap(([source, ofSource]) => ofSource.map((time) => ({ ...time, source })));
  await insertBusy(tx, calendar, rows);
  await refreshCalendars(tx, []);
}

/** Deletes the times of a calendar that is disconnected or no longer blocks bookings. */
export async function forgetBusy(tx: Tx<CoachScope>, calendarIds: readonly string[]): Promise<void> {
  for (const calendarId of calendarIds) await deleteBusy(tx, calendarId, { but: [] });
  await refreshCalendars(tx, []);
}

export async function changeBuffers(
  tx: Tx<CoachScope>,
  calendarIds: readonly string[],
  buffers: { bufferBefore: number; bufferAfter: number },
): Promise<void> {
  await updateBuffers(tx, calendarIds, buffers);
  await refreshCalendars(tx, []);
}

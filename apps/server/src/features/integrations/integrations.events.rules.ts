import { addDays, startOfDay } from '@stridewell/contract/time';
import { z } from 'zod';
import type { BusyTime, BusyWindow } from '../../core/icalendar/busy-times.ts';
import { sessionOfUid } from '../../core/icalendar/own-events.ts';

/** The time of an event if it blocks bookings, which a session of the coach never does here. */
export type ReadEvent = {
  id: string;
  time: BusyTime | null;
  ofSeries: boolean;
  /** The event as it is there; null for a deleted one. */
  there: EventVersion | null;
};
/** `times` has the time of the event. It is empty where the event repeats or lasts whole days. */
export type EventVersion = { etag: string | null; times: readonly BusyTime[] };

const isOwn = ({ own }: BusyWindow, name: string): boolean => own !== undefined && sessionOfUid(own, name) !== null;

const DAY = /^\d{4}-\d{2}-\d{2}/;
const day = z.string().regex(DAY);

/** The part of a time within the window; null outside of it, and for a time without length. */
function clip(time: BusyTime, { from, to }: BusyWindow): BusyTime | null {
  const [start, end] = [Math.max(time.start, from), Math.min(time.end, to)];
  return end > start ? { ...time, start, end } : null;
}

/** Whole days are those of the coach. A day without an end is one day long. */
function daysOf(first: string, end: string, window: BusyWindow): BusyTime | null {
  const last = end > first ? end : addDays(first, 1);
  const [start, after] = [first, last].map((one) => startOfDay(one, window.timeZone).getTime()) as [number, number];
  return clip({ start, end: after, allDay: true }, window);
}

const googleMoment = z.object({ date: day.optional(), dateTime: z.iso.datetime({ offset: true }).optional() });

export const googleEvent = z.object({
  id: z.string(),
  etag: z.string().optional(),
  status: z.string().optional(),
  transparency: z.string().optional(),
  recurringEventId: z.string().optional(),
  recurrence: z.array(z.string()).optional(),
  start: googleMoment.optional(),
  end: googleMoment.optional(),
  attendees: z.array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() })).optional(),
});

/** Ids of single dates of a series end with their first time, and a deleted event has nothing but its id. */
const OCCURRENCE = /_\d{8}(?:T\d{6}Z)?$/;

export type GoogleEvent = z.infer<typeof googleEvent>;

export function readGoogleEvent(event: GoogleEvent, window: BusyWindow): ReadEvent {
  const { id, recurringEventId } = event;
  const ofSeries = recurringEventId !== undefined || OCCURRENCE.test(id);
  const blocks = isGoogleBusy(event) && !isOwn(window, recurringEventId ?? id);
  return { id, ofSeries, time: blocks ? googleTime(event, window) : null, there: googleVersion(event) };
}

/** The event as it is there; null for a deleted one. */
export function googleVersion({ etag, status, recurrence, start, end }: GoogleEvent): EventVersion | null {
  if (status === 'cancelled') return null;
  const isSingle = !recurrence && start?.dateTime !== undefined && end?.dateTime !== undefined;
  const time = isSingle && { start: Date.parse(start.dateTime ?? ''), end: Date.parse(end.dateTime ?? '') };
  return { etag: etag ?? null, times: time ? [{ ...time, allDay: false }] : [] };
}

function isGoogleBusy({ status, transparency, attendees = [] }: GoogleEvent): boolean {
  const isDeclined = attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined');
  return status !== 'cancelled' && transparency !== 'transparent' && !isDeclined;
}

function googleTime({ start, end }: GoogleEvent, window: BusyWindow): BusyTime | null {
  if (start?.date !== undefined) return daysOf(start.date, end?.date ?? '', window);
  if (start?.dateTime === undefined || end?.dateTime === undefined) return null;
  return clip({ start: Date.parse(start.dateTime), end: Date.parse(end.dateTime), allDay: false }, window);
}

/** Times are asked for in UTC and sent without an offset. */
const microsoftMoment = z.object({ dateTime: z.string().regex(DAY), timeZone: z.string() });

/** Fields that a date of a series shares with the series and may leave out. */
export const microsoftSeries = z.object({
  showAs: z.string().nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
});
export type MicrosoftSeries = z.infer<typeof microsoftSeries>;

export const microsoftEvent = microsoftSeries.extend({
  id: z.string(),
  '@odata.etag': z.string().nullish(),
  '@removed': z.unknown().optional(),
  /** Ours names the session. */
  transactionId: z.string().nullish(),
  type: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  start: microsoftMoment.nullish(),
  end: microsoftMoment.nullish(),
});
export type MicrosoftEvent = z.infer<typeof microsoftEvent>;

/** A deleted event has nothing but its id, which may be the one of a series. */
export const isOfSeries = (event: MicrosoftEvent): boolean =>
  event['@removed'] !== undefined || (event.type ?? 'singleInstance') !== 'singleInstance';

/** A date of a series that comes without the rest of the event. */
export const lacksDetails = ({ type, showAs, seriesMasterId }: MicrosoftEvent): boolean =>
  type === 'occurrence' && showAs == null && seriesMasterId != null;

/** Does not block bookings. Working elsewhere is the working location of Google, which does not block either. */
const FREE = new Set(['free', 'workingElsewhere']);

/** An event with all that counts, which a date of a series may have from its series. */
export const withDetails = (
  event: MicrosoftEvent,
  { showAs, isAllDay, isCancelled, responseStatus }: MicrosoftSeries,
) => (lacksDetails(event) ? { ...event, showAs, isAllDay, isCancelled, responseStatus } : event);

const inUtc = ({ dateTime }: z.infer<typeof microsoftMoment>): number => Date.parse(`${dateTime.replace(/Z$/, '')}Z`);

/** Whether the times of an event can be read. Only UTC was asked for; whole days have no zone, whichever is named. */
export const isReadable = ({ start, end, isAllDay, type }: MicrosoftEvent): boolean =>
  isAllDay ||
  type === 'seriesMaster' ||
  [start, end].every((moment) => !moment || (moment.timeZone === 'UTC' && Number.isFinite(inUtc(moment))));

export function microsoftTime(event: MicrosoftEvent, window: BusyWindow): BusyTime | null {
  const { start, end, showAs, isAllDay, isCancelled, responseStatus } = event;
  if (event['@removed'] !== undefined || event.type === 'seriesMaster' || !start || !end) return null;
  if (isOwn(window, event.transactionId ?? '')) return null;
  if (isCancelled || FREE.has(showAs ?? '') || responseStatus?.response === 'declined') return null;
  if (isAllDay) return daysOf(start.dateTime.slice(0, 10), end.dateTime.slice(0, 10), window);
  return clip({ start: inUtc(start), end: inUtc(end), allDay: false }, window);
}

/** The event as it is there; null for a deleted one. */
export function microsoftVersion(event: MicrosoftEvent): EventVersion | null {
  const { start, end, isAllDay, type } = event;
  if (event['@removed'] !== undefined || event.isCancelled) return null;
  const isSingle = !isAllDay && (type ?? 'singleInstance') === 'singleInstance' && start && end;
  const time = isSingle && { start: inUtc(start), end: inUtc(end) };
  return { etag: event['@odata.etag'] ?? null, times: time ? [{ ...time, allDay: false }] : [] };
}

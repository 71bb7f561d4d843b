import type { CalendarBusy } from '@stridewell/contract/calendar/calendar';
import { and, asc, eq, gt, inArray, lt, notInArray } from 'drizzle-orm';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { externalBusyTimes } from './calendar.busy.table.ts';

/** Rows of one INSERT. Each has eight parameters, of which a statement takes 65,535. */
const ROWS_PER_INSERT = 1000;

/** Buffers that a connection keeps before and after each of its events. */
export type Buffers = { bufferBefore: number; bufferAfter: number };
/** A calendar of a connection. */
export type BusyCalendar = { calendarId: string } & Buffers;
export type BusyInterval = { start: number; end: number; allDay: boolean };

/** Busy times of connected calendars that are not over at `from` and begin before `to`. */
export async function selectExternalBusy(
  tx: Tx<CoachScope | ClientScope | CaptureScope>,
  { from, to }: { from: Date; to: Date },
): Promise<CalendarBusy[]> {
  const rows = await tx
    .select({
      startsAt: externalBusyTimes.startsAt,
      endsAt: externalBusyTimes.endsAt,
      allDay: externalBusyTimes.allDay,
      bufferBefore: externalBusyTimes.bufferBefore,
      bufferAfter: externalBusyTimes.bufferAfter,
    })
    .from(externalBusyTimes)
    .where(
      and(
        eq(externalBusyTimes.coachId, tx.scope.coachId),
        gt(externalBusyTimes.endsAt, from),
        lt(externalBusyTimes.startsAt, to),
      ),
    )
    .orderBy(asc(externalBusyTimes.startsAt), asc(externalBusyTimes.endsAt));
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

const ofCalendar = (tx: Tx<CoachScope>, calendarId: string) =>
  and(eq(externalBusyTimes.coachId, tx.scope.coachId), eq(externalBusyTimes.calendarId, calendarId));

/** Deletes the times of these sources of a calendar, or of all but these. */
export async function deleteBusy(
  tx: Tx<CoachScope>,
  calendarId: string,
  sources: { of: readonly string[] } | { but: readonly string[] },
): Promise<void> {
  const isChosen =
    'of' in sources
      ? inArray(externalBusyTimes.source, [...sources.of])
      : notInArray(externalBusyTimes.source, [...sources.but]);
  await tx.delete(externalBusyTimes).where(and(ofCalendar(tx, calendarId), isChosen));
}

/** Adds times by their source. No two times of a source overlap. */
export async function insertBusy(
  tx: Tx<CoachScope>,
  { calendarId, bufferBefore, bufferAfter }: BusyCalendar,
  times: readonly (BusyInterval & { source: string })[],
): Promise<void> {
  const { coachId } = tx.scope;
  for (let first = 0; first < times.length; first += ROWS_PER_INSERT) {
    const rows = times.slice(first, first + ROWS_PER_INSERT).map(({ source, start, end, allDay }) => ({
      coachId,
      calendarId,
      source,
      startsAt: new Date(start),
      endsAt: new Date(end),
      allDay,
      bufferBefore,
      bufferAfter,
    }));
    await tx.insert(externalBusyTimes).values(rows);
  }
}

export async function updateBuffers(tx: Tx<CoachScope>, calendarIds: readonly string[], buffers: Buffers) {
  if (calendarIds.length === 0) return;
  await tx
    .update(externalBusyTimes)
    .set(buffers)
    .where(
      and(eq(externalBusyTimes.coachId, tx.scope.coachId), inArray(externalBusyTimes.calendarId, [...calendarIds])),
    );
}

import { type Availability, NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { occurrencesBetween, SERIES_HORIZON_DAYS, type SeriesRule } from '@stridewell/contract/calendar/calendar.rules';
import { addDays, instantAtWallClock, isoWeekday } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import {
  coachAvailability,
  coachSessions,
  sessionSeries,
  sessionTypes,
} from '../src/features/calendar/calendar.table.ts';
import { DEMO_SERIES, DEMO_SESSION_TYPES, DEMO_SESSIONS, DEMO_ZONE } from './demo-clients.ts';
import type { Booked } from './demo-coach.ts';
import type { OwnerDb } from './factories.ts';

const DEMO_AVAILABILITY: Availability = {
  ...NO_AVAILABILITY,
  hours: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: 540, to: 720 },
    { weekday, from: 840, to: 1080 },
  ]),
};

/** Seeds sessions around today, weekly series from three weeks ago on, and availability. */
export async function seedCalendar(
  db: OwnerDb,
  { coachId, sessions, people, today }: { coachId: string; sessions: number; people: readonly Booked[]; today: string },
) {
  const types = DEMO_SESSION_TYPES.map((type) => ({ ...type, coachId, id: uuidv7() }));
  await db.insert(sessionTypes).values(types);
  await db.insert(coachAvailability).values({ coachId, availability: DEMO_AVAILABILITY });
  const of = (client: number) => {
    const booked = people[client % people.length];
    return booked && { clientId: booked.clientId, clientName: booked.person.name };
  };
  const rows: (typeof coachSessions.$inferInsert)[] = [];
  const isSilentOn = (client: number, day: string) => {
    const silentFrom = people[client % people.length]?.course.silentFrom ?? null;
    return silentFrom !== null && day >= silentFrom;
  };
  const monday = addDays(today, 1 - isoWeekday(today));
  const madeUntil = addDays(today, SERIES_HORIZON_DAYS);
  for (const { weekday, minute, client, type } of DEMO_SERIES.slice(0, sessions + 1)) {
    const names = of(client);
    const shape = types[type];
    if (!names || !shape) continue;
    const rule: SeriesRule = {
      frequency: 'weekly',
      interval: 1,
      weekdays: [weekday],
      startDay: addDays(monday, weekday - 22),
      startMinute: minute,
      timeZone: DEMO_ZONE,
      untilDay: null,
      count: null,
      exceptions: [],
    };
    const { minutes, color, location, name: sessionType } = shape;
    const details = { coachId, ...names, sessionTypeId: shape.id, sessionType, minutes, color, location };
    const seriesId = uuidv7();
    await db.insert(sessionSeries).values({ ...details, id: seriesId, rule, madeUntil });
    for (const { day, start } of occurrencesBetween(rule, rule.startDay, madeUntil)) {
      const status = day >= today ? 'scheduled' : isSilentOn(client, day) ? 'no_show' : 'completed';
      rows.push({ ...details, id: uuidv7(), seriesId, originalDay: day, sessionDate: start, status });
    }
  }
  for (const { day, hour, client, type, location } of DEMO_SESSIONS.slice(0, sessions)) {
    const names = of(client);
    const shape = types.find(({ name }) => name === type);
    if (!names || !shape) continue;
    const { id: sessionTypeId, minutes, color } = shape;
    const sessionDate = freeFrom(rows, instantAtWallClock(addDays(today, day), hour * 60, DEMO_ZONE), minutes);
    rows.push({
      coachId,
      id: uuidv7(),
      ...names,
      sessionTypeId,
      minutes,
      color,
      sessionDate,
      sessionType: type,
      location,
    });
  }
  if (rows.length > 0) await db.insert(coachSessions).values(rows);
}

const MINUTE_MS = 60_000;

/** The first free half hour from `wanted` on. */
function freeFrom(rows: readonly { sessionDate: Date; minutes?: number | undefined }[], wanted: Date, minutes: number) {
  let start = wanted.getTime();
  const isTaken = () =>
    rows.some(({ sessionDate, minutes: length = 60 }) => {
      const other = sessionDate.getTime();
      return other < start + minutes * MINUTE_MS && start < other + length * MINUTE_MS;
    });
  while (isTaken()) start += 30 * MINUTE_MS;
  return new Date(start);
}

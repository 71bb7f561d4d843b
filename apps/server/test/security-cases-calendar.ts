import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const from = new Date(Date.now() - 86_400_000).toISOString();
const to = new Date(Date.now() + 86_400_000).toISOString();
const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
const nowhere = randomUUID();
const details = {
  clientId: null,
  clientName: 'Guest',
  sessionTypeId: null,
  sessionType: 'Strength',
  location: '',
  notes: '',
};
const session = { ...details, startsAt, minutes: 60, repeat: null };
const repeat = { frequency: 'weekly', interval: 1, weekdays: [1], untilDay: null, count: null };
const edit = { version: 0, apply: 'this' };
const type = {
  name: 'Strength',
  minutes: 60,
  location: '',
  color: 'pine',
  bufferBefore: 0,
  bufferAfter: 0,
  bookable: true,
};
const hours = { hours: [], overrides: [], noticeMinutes: 60, horizonDays: 28, stepMinutes: 30 };
const own = ({ sessionId }: World) => `/calendar/sessions/${sessionId}`;
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });

/** Only the coach can open the calendar. Clients see open times and their own sessions. */
export const CALENDAR_CASES: Record<string, Case> = {
  'calendar.getCalendar': {
    call: get(({ coachId }) => `/calendar?coachId=${coachId}&from=${from}&to=${to}`),
    bad: [
      ...badGets('/calendar', '/calendar?coachId=x&from=y&to=z'),
      get(({ coachId }) => `/calendar?coachId=${coachId}&from=now&to=' or 1=1`),
      get(({ coachId }) => `/calendar?coachId=${coachId}&from=0000-01-01T00:00:00Z&to=${to}`),
      get(({ coachId }) => `/calendar?coachId=${coachId}&from=${from}&to=9999-12-31T23:59:59Z`),
    ],
  },
  'calendar.getSeries': {
    call: get((world) => `${own(world)}/series?coachId=${world.coachId}`),
    bad: badGets(`/calendar/sessions/${nowhere}/series`, '/calendar/sessions/x/series?coachId=y'),
  },
  'calendar.createSession': {
    call: send(
      'POST',
      () => '/calendar/sessions',
      (world) => ({ ...withCoach(session)(world), id: randomUUID() }),
    ),
    missing: [
      send(
        'POST',
        () => '/calendar/sessions',
        () => ({ ...session, coachId: nowhere, id: nowhere }),
      ),
    ],
    bad: [
      ...badSends('POST', '/calendar/sessions'),
      ...[
        { id: 'x' },
        { startsAt: 'tomorrow' },
        { minutes: 1.5 },
        { minutes: 1e9 },
        { notes: LONG },
        { sessionType: '' },
        { clientName: 'a\u0000b' },
        { repeat: { ...repeat, weekdays: [] } },
        { repeat: { ...repeat, weekdays: [8] } },
        { repeat: { ...repeat, interval: 0 } },
        { repeat: { ...repeat, count: 1e6 } },
      ].map((wrong) => send('POST', () => '/calendar/sessions', withCoach({ ...session, id: randomUUID(), ...wrong }))),
    ],
  },
  'calendar.updateSession': {
    call: send('PATCH', own, withCoach({ ...edit, change: {} })),
    missing: [
      send('PATCH', own, () => ({ ...edit, coachId: nowhere, change: {} })),
      send('PATCH', () => `/calendar/sessions/${nowhere}`, withCoach({ ...edit, change: { minutes: 30 } })),
    ],
    bad: [
      ...badSends('PATCH', `/calendar/sessions/${nowhere}`),
      send('PATCH', own, withCoach({ version: -1, apply: 'this', change: {} })),
      send('PATCH', own, withCoach({ version: 0, apply: 'everything', change: {} })),
    ],
  },
  'calendar.cancelSession': {
    call: send('POST', (world) => `${own(world)}/cancel`, withCoach({ version: 0, apply: 'this', reason: '' })),
    missing: [send('POST', () => `/calendar/sessions/${nowhere}/cancel`, withCoach({ ...edit, reason: '' }))],
    bad: [
      ...badSends('POST', `/calendar/sessions/${nowhere}/cancel`, { ...edit, reason: '' }),
      send('POST', (world) => `${own(world)}/cancel`, withCoach({ ...edit, reason: LONG })),
    ],
  },
  'calendar.restoreSession': {
    call: send('POST', (world) => `${own(world)}/restore`, withCoach({ version: 1 })),
    missing: [
      send(
        'POST',
        (world) => `${own(world)}/restore`,
        () => ({ coachId: nowhere, version: 0 }),
      ),
      send('POST', () => `/calendar/sessions/${nowhere}/restore`, withCoach({ version: 0 })),
    ],
    bad: [
      ...badSends('POST', `/calendar/sessions/${nowhere}/restore`, { version: 0 }),
      send('POST', (world) => `${own(world)}/restore`, withCoach({ version: -1 })),
    ],
  },
  'calendar.listConflicts': {
    call: send(
      'POST',
      () => '/calendar/conflicts',
      withCoach({ startsAt, minutes: 60, sessionTypeId: null, repeat, exceptId: null }),
    ),
    bad: badSends('POST', '/calendar/conflicts'),
  },
  'calendar.exportCalendar': {
    call: get(({ coachId }) => `/calendar/file?coachId=${coachId}&from=${from}&to=${to}`),
    bad: badGets('/calendar/file', '/calendar/file?coachId=x&from=y&to=z'),
  },
  'calendar.saveSessionType': {
    call: send('PUT', () => `/calendar/session_types/${nowhere}`, withCoach(type)),
    bad: [
      { minutes: 4 },
      { minutes: 9999 },
      { color: 'red;' },
      { name: '' },
      { bufferBefore: -1 },
      { location: LONG },
    ].map((wrong) => send('PUT', () => `/calendar/session_types/${nowhere}`, withCoach({ ...type, ...wrong }))),
  },
  'calendar.deleteSessionType': {
    call: send('DELETE', () => `/calendar/session_types/${nowhere}`, withCoach({})),
    missing: [send('DELETE', () => `/calendar/session_types/${randomUUID()}`, withCoach({}))],
    bad: [send('DELETE', () => '/calendar/session_types/x', withCoach({}))],
  },
  'bookings.getAvailability': {
    call: get(({ coachId }) => `/availability?coachId=${coachId}`),
    bad: badGets('/availability', '/availability?coachId=x'),
  },
  'bookings.saveAvailability': {
    call: send('PUT', () => '/availability', withCoach(hours)),
    bad: [
      { hours: [{ weekday: 0, from: 0, to: 60 }] },
      { hours: [{ weekday: 1, from: 0, to: 1441 }] },
      { hours: Array(51).fill({ weekday: 1, from: 0, to: 60 }) },
      { overrides: [{ from: 'now', to: 'later', ranges: [] }] },
      { noticeMinutes: -1 },
      { horizonDays: 1e6 },
      { stepMinutes: 0 },
    ].map((wrong) => send('PUT', () => '/availability', withCoach({ ...hours, ...wrong }))),
  },
  'bookings.getBookings': {
    call: get(() => '/bookings'),
    bad: badGets('/bookings?sessionTypeId=x'),
  },
  // Only clients get as far as the answer for an unknown type or booking.
  'bookings.bookSession': {
    call: send(
      'POST',
      () => '/bookings',
      () => ({ id: randomUUID(), sessionTypeId: nowhere, startsAt }),
    ),
    bad: badSends('POST', '/bookings', { id: 'x' }, { id: nowhere, sessionTypeId: nowhere, startsAt: 'soon' }),
  },
  'bookings.moveBooking': {
    call: send(
      'POST',
      () => `/bookings/${nowhere}/move`,
      () => ({ startsAt }),
    ),
    bad: badSends('POST', `/bookings/${nowhere}/move`, { startsAt: 'soon' }),
  },
  'bookings.cancelBooking': {
    call: send(
      'POST',
      () => `/bookings/${nowhere}/cancel`,
      () => ({ reason: '' }),
    ),
    bad: badSends('POST', `/bookings/${nowhere}/cancel`, { reason: LONG }),
  },
};

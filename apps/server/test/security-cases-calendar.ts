import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';
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
    call: get(`/calendar?coachId={coachId}&from=${from}&to=${to}`),
  },
  'calendar.exportCalendar': {
    call: get(`/calendar/file?coachId={coachId}&from=${from}&to=${to}`),
  },
  'calendar.getSeries': {
    call: get((world) => `${own(world)}/series?coachId=${world.coachId}`),
  },
  'calendar.createSession': {
    call: send('POST', '/calendar/sessions', (world) => ({ ...withCoach(session)(world), id: randomUUID() })),
    missing: [send('POST', '/calendar/sessions', { ...session, coachId: nowhere, id: nowhere })],
  },
  'calendar.updateSession': {
    call: send('PATCH', own, withCoach({ ...edit, change: {} })),
    missing: [
      send('PATCH', own, { ...edit, coachId: nowhere, change: {} }),
      send('PATCH', `/calendar/sessions/${nowhere}`, withCoach({ ...edit, change: { minutes: 30 } })),
    ],
  },
  'calendar.cancelSession': {
    call: send('POST', (world) => `${own(world)}/cancel`, withCoach({ version: 0, apply: 'this', reason: '' })),
    missing: [send('POST', `/calendar/sessions/${nowhere}/cancel`, withCoach({ ...edit, reason: '' }))],
  },
  'calendar.restoreSession': {
    call: send('POST', (world) => `${own(world)}/restore`, withCoach({ version: 1 })),
    missing: [
      send('POST', (world) => `${own(world)}/restore`, { coachId: nowhere, version: 0 }),
      send('POST', `/calendar/sessions/${nowhere}/restore`, withCoach({ version: 0 })),
    ],
  },
  'calendar.listConflicts': {
    call: send(
      'POST',
      '/calendar/conflicts',
      withCoach({ startsAt, minutes: 60, sessionTypeId: null, repeat, exceptId: null }),
    ),
  },
  'calendar.saveSessionType': {
    call: send('PUT', `/calendar/session_types/${nowhere}`, withCoach(type)),
  },
  'bookings.saveAvailability': {
    call: send('PUT', '/availability', withCoach(hours)),
  },
  'calendar.deleteSessionType': {
    call: send('DELETE', `/calendar/session_types/${nowhere}`, withCoach({})),
    missing: [send('DELETE', '/calendar/session_types/{new}', withCoach({}))],
  },
};

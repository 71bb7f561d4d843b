import { beforeAll, describe, expect, it } from 'vitest';
import type { ProviderAccount, TypedReply } from './calendar-provider-server.ts';
import { type CalendarType, prepareCalendarTypes, typeProblem } from './calendar-schemas.ts';
import { GoogleServer } from './google-calendar-server.ts';
import { MicrosoftServer } from './microsoft-calendar-server.ts';

const TIMES = {
  start: { dateTime: '2026-03-10T10:00:00', timeZone: 'UTC' },
  end: { dateTime: '2026-03-10T11:00:00', timeZone: 'UTC' },
};
const GOOGLE_CHANGE = {
  status: 'confirmed',
  summary: 'Session: MO',
  location: '',
  source: { title: 'Stridewell', url: 'https://app.example.com/coach/1/calendar' },
  start: { ...TIMES.start, date: null },
  end: { ...TIMES.end, date: null },
  recurrence: null,
};
const MICROSOFT_CHANGE = {
  ...TIMES,
  subject: 'Session: MO',
  location: { displayName: '' },
  isAllDay: false,
  showAs: 'busy',
  recurrence: null,
};
const CREATION = {
  transactionId: 'x',
  body: { contentType: 'text', content: 'https://app.example.com' },
  singleValueExtendedProperties: [
    { id: 'String {00020329-0000-0000-c000-000000000046} Name CoachingSession', value: 'x' },
  ],
};

/** A correct value of each type. */
const CORRECT: Record<CalendarType, object> = {
  GoogleEventChange: GOOGLE_CHANGE,
  GoogleEventCreation: { id: 'abcdef', ...GOOGLE_CHANGE },
  GoogleEvent: { id: 'abcdef', status: 'cancelled' },
  GoogleEvents: { kind: 'calendar#events', nextSyncToken: '1', items: [{ id: 'abcdef', status: 'confirmed' }] },
  GoogleCalendarList: { items: [{ id: 'main', accessRole: 'owner', primary: true }] },
  MicrosoftEventChange: MICROSOFT_CHANGE,
  MicrosoftEventCreation: { ...MICROSOFT_CHANGE, ...CREATION },
  MicrosoftEvent: { id: 'x', '@odata.etag': 'W/"1"', ...TIMES, showAs: 'free' },
  MicrosoftEvents: { value: [{ id: 'x', '@removed': { reason: 'deleted' } }], '@odata.deltaLink': 'https://x.example' },
  MicrosoftCalendar: { allowedOnlineMeetingProviders: ['teamsForBusiness'] },
  MicrosoftCalendars: { value: [{ id: 'main', canEdit: true, owner: { name: 'Maya', address: 'maya@example.com' } }] },
};
const NAMES = Object.keys(CORRECT) as CalendarType[];

beforeAll(() => {
  prepareCalendarTypes('google');
  prepareCalendarTypes('microsoft');
});

it.each(NAMES)('%s takes what is in the vendor’s type, and no field that is not', (name) => {
  expect(typeProblem(name, CORRECT[name])).toBeNull();
  expect(typeProblem(name, { ...CORRECT[name], titel: 'x' })).toContain('titel');
});

it.each<[CalendarType, object, string]>([
  ['GoogleEventChange', { summary: 7 }, '/summary'],
  ['GoogleEventChange', { summary: undefined }, 'summary'],
  ['GoogleEventChange', { start: { dateTime: new Date(0), timezone: 'UTC' } }, 'timezone'],
  ['GoogleEventChange', { attendees: [{ email: 'ana@example.com' }] }, 'attendees'],
  ['GoogleEventChange', { conferenceData: { createRequest: { requestId: 1 } } }, '/conferenceData'],
  ['GoogleEventCreation', { id: undefined }, 'id'],
  ['GoogleEvents', { items: [{ id: 'abcdef', start: '2026-03-10' }] }, '/items/0/start'],
  ['GoogleCalendarList', { items: [{ id: 'main', primary: 'yes' }] }, '/items/0/primary'],
  ['MicrosoftEventChange', { showAs: 'occupied' }, '/showAs'],
  ['MicrosoftEventChange', { attendees: [] }, 'attendees'],
  ['MicrosoftEventChange', { transactionId: 'x' }, 'transactionId'],
  ['MicrosoftEventChange', { onlineMeetingProvider: 'zoom' }, '/onlineMeetingProvider'],
  ['MicrosoftEventChange', { start: { dateTime: '2026-03-10T10:00:00', offset: '+01:00' } }, 'offset'],
  ['MicrosoftEventCreation', { body: { contentType: 'markdown', content: '' } }, '/body/contentType'],
  ['MicrosoftEvents', { value: [{ id: 'x', type: 'series' }] }, '/value/0/type'],
  ['MicrosoftCalendars', { value: [{ id: 'main', canEdit: 'no' }] }, '/value/0/canEdit'],
])('%s refuses %j at %s', (name, change, where) => {
  expect(typeProblem(name, { ...CORRECT[name], ...change })).toContain(where);
});

describe('the server of', () => {
  const account: ProviderAccount = {
    name: 'maya@example.com',
    calendars: [{ id: 'main', name: 'Main', own: true }],
    events: new Map([['main', new Map()]]),
    version: 1,
  };
  const creating = (path: string, body: object) => ({
    method: 'POST',
    path,
    query: new URLSearchParams({ sendUpdates: 'none' }),
    headers: {},
    body: JSON.stringify(body),
  });
  class Google extends GoogleServer {
    create = (body: object): TypedReply => this.change(creating('/calendar/v3/calendars/main/events', body), account);
  }
  class Microsoft extends MicrosoftServer {
    create = (body: object): TypedReply => this.change(creating('/v1.0/me/calendars/main/events', body), account);
  }

  it.each([
    ['Google', new Google(), CORRECT.GoogleEventCreation],
    ['Microsoft', new Microsoft(), CORRECT.MicrosoftEventCreation],
  ])('%s refuses an event with an unknown field, and notes why', (_vendor, server, event) => {
    expect(server.create({ ...event, colour: 'red' }).status).toBe(400);
    expect(server.violations).toEqual([expect.stringContaining('colour')]);
    expect(server.create(event).is).toMatch(/Event$/);
    expect(server.violations).toHaveLength(1);
  });
});

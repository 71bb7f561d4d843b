import type { calendar_v3 as v3 } from '@googleapis/calendar';

/*
 * Events that we write to Google and its answers, in the types of its client. `calendar-schemas.ts` makes schemas of them
 * by name. An event is written with all fields that we set, so that none stays from before.
 */
type Written = 'status' | 'summary' | 'location' | 'source' | 'start' | 'end' | 'recurrence';
type With<Field extends keyof v3.Schema$Event> = { [Name in Field]: Exclude<v3.Schema$Event[Name], undefined> };
export type GoogleEventChange = With<Written> & Pick<v3.Schema$Event, 'conferenceData'>;
export type GoogleEventCreation = With<Written | 'id'> & Pick<v3.Schema$Event, 'conferenceData'>;
export type GoogleEvent = v3.Schema$Event;
export type GoogleEvents = v3.Schema$Events;
export type GoogleCalendarList = v3.Schema$CalendarList;

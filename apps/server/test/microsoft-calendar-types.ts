import type { Calendar, Event } from '@microsoft/microsoft-graph-types';

/*
 * Events that we write to Microsoft and its answers, in the types of Graph. `calendar-schemas.ts` makes schemas of them by
 * name. An event is written with all fields that we set, so that none stays from before. The package has no types of
 * lists and of annotations.
 */
type Written = 'subject' | 'location' | 'start' | 'end' | 'isAllDay' | 'showAs' | 'recurrence';
type OnlyNew = 'transactionId' | 'body' | 'singleValueExtendedProperties';
type With<Field extends keyof Event> = { [Name in Field]: Exclude<Event[Name], undefined> };
type Meeting = { isOnlineMeeting?: true; onlineMeetingProvider?: 'teamsForBusiness' };
export type MicrosoftEventChange = With<Written> & Meeting;
export type MicrosoftEventCreation = With<Written | OnlyNew> & Meeting;
export type MicrosoftEvent = Event & { '@odata.etag'?: string; '@removed'?: { reason: 'changed' | 'deleted' } };
export type MicrosoftEvents = {
  value: MicrosoftEvent[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
};
export type MicrosoftCalendar = Calendar;
export type MicrosoftCalendars = { value: Calendar[] };

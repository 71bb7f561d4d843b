import type { MailAttachment } from './mail.ts';

export type CalendarEvent = {
  /** The same for every version of one event, so that calendars replace it. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  cancelled: boolean;
  startsAt: Date;
  minutes: number;
  summary: string;
  description: string;
  url: string | null;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
};

/** An event as a file that calendars take from a mail. */
export async function calendarFile(event: CalendarEvent): Promise<MailAttachment> {
  const {
    default: ical,
    ICalAttendeeRole,
    ICalAttendeeStatus,
    ICalCalendarMethod,
    ICalEventStatus,
  } = await import('ical-generator');
  const calendar = ical({
    prodId: { company: event.organizer.name, product: 'calendar', language: 'EN' },
    method: event.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: event.startsAt,
    end: new Date(event.startsAt.getTime() + event.minutes * 60_000),
    summary: event.summary,
    description: event.description,
    ...(event.url ? { url: event.url } : {}),
    organizer: event.organizer,
    attendees: [{ ...event.attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  const method = event.cancelled ? 'CANCEL' : 'REQUEST';
  return {
    filename: 'invite.ics',
    content: `${calendar.toString().trimEnd()}\r\n`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

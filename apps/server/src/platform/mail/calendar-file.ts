import type { MailAttachment } from './mail.ts';

export type CalendarEvent = {
  /** Stays the same for all versions of an event, so that calendars replace it. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  cancelled: boolean;
  startsAt: Date;
  minutes: number;
  summary: string;
  description: string;
  location?: string | null;
  url: string | null;
  organizer: { name: string; email: string } | null;
  attendee: { name: string; email: string } | null;
};

/** Calendars answer a request; they only show a publication. */
type Method = 'REQUEST' | 'CANCEL' | 'PUBLISH';

/** Parameters cannot escape these characters: a name could end its parameter and continue as an address. */
const UNSAFE_IN_NAMES = /["\\\p{Cc}\u2028\u2029]+/gu;

const plainName = <Person extends { name: string }>(person: Person): Person => ({
  ...person,
  name: person.name.replace(UNSAFE_IN_NAMES, ' ').trim(),
});

/** How a calendar that is read again and again is called, and how often it should be read. */
type Subscription = { title: string; refreshSeconds: number };

/**
 * Writes events in the iCalendar format.
 * @param method null for an event that is stored in a calendar
 */
export async function calendarText(
  name: string,
  method: Method | null,
  events: readonly CalendarEvent[],
  subscription?: Subscription,
): Promise<string> {
  const {
    default: ical,
    ICalAttendeeRole,
    ICalAttendeeStatus,
    ICalCalendarMethod,
    ICalEventStatus,
  } = await import('ical-generator');
  const calendar = ical({
    prodId: { company: name, product: 'calendar', language: 'EN' },
    ...(method && { method: ICalCalendarMethod[method] }),
    ...(subscription && { name: subscription.title, ttl: subscription.refreshSeconds }),
  });
  for (const event of events) {
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      start: event.startsAt,
      end: new Date(event.startsAt.getTime() + event.minutes * 60_000),
      summary: event.summary,
      description: event.description,
      ...(event.location ? { location: event.location } : {}),
      ...(event.url ? { url: event.url } : {}),
      ...(event.organizer && { organizer: plainName(event.organizer) }),
      attendees: event.attendee
        ? [
            {
              ...plainName(event.attendee),
              role: ICalAttendeeRole.REQ,
              status: ICalAttendeeStatus.ACCEPTED,
              rsvp: false,
            },
          ]
        : [],
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}

const URL_NAME = 'URL;VALUE=URI:';

/** Changes the addresses of the events in a calendar file. Their ids stay, so calendars know the events again. */
export async function changeEventUrls(content: string, change: (url: string) => string): Promise<string> {
  const { foldLines } = await import('ical-generator');
  const lines = content.replaceAll('\r\n ', '').split('\r\n');
  const changed = lines.map((line) =>
    line.startsWith(URL_NAME) ? URL_NAME + change(line.slice(URL_NAME.length)) : line,
  );
  return foldLines(changed.join('\r\n'));
}

/** An event that a person invites to. */
export type Invitation = CalendarEvent & { organizer: NonNullable<CalendarEvent['organizer']> };

/** Attaches events to a mail as a calendar file. Either all of them are canceled, or none is. */
export async function calendarFile(first: Invitation, ...more: Invitation[]): Promise<MailAttachment> {
  const method = first.cancelled ? 'CANCEL' : 'REQUEST';
  return {
    filename: 'invite.ics',
    content: await calendarText(first.organizer.name, method, [first, ...more]),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

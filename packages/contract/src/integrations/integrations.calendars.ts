import { z } from 'zod';
import { MAX_BUFFER_MINUTES } from '../calendar/calendar.rules.ts';
import { BAD_TIME, UNKNOWN_CLIENT } from '../calendar/calendar.ts';
import { procedure } from '../errors.ts';
import { id, instant, line, version } from '../fields.ts';
import {
  CALENDAR_ACCESS_REFUSED,
  CALENDAR_KINDS,
  CALENDAR_PROBLEM_NAMES,
  CALENDAR_PROVIDER_NAMES,
  CALENDAR_WRITING_REFUSED,
  feedAddress,
  isFeedAddress,
  QUESTION_KINDS,
} from './integrations.calendars.rules.ts';

const buffer = z.int().min(0).max(MAX_BUFFER_MINUTES, 'At most 240 minutes');

const ADDING = ['yes', 'sign_in', 'no'] as const;

/** Since when a calendar cannot be read or written, and why. */
export const calendarFailure = z.object({ since: instant, problem: z.enum(CALENDAR_PROBLEM_NAMES) });
const failing = calendarFailure.nullable();

/** The coach's sessions in a calendar of a connection. */
const sentSessions = z.object({
  /** The calendar that they are added to; null while they are only removed. */
  calendarId: id.nullable(),
  /** Clients by their full names instead of their initials. */
  showsNames: z.boolean(),
  /** Whether the provider makes a meeting for each session without a place and a link. */
  makesMeetings: z.boolean(),
  /** Events there. */
  count: z.int(),
  /** Events of upcoming sessions that are still to be removed, since the coach turned this off or chose another calendar. */
  removing: z.int(),
  /** The last time that all sessions were there; null before the first time. */
  writtenAt: instant.nullable(),
  failing,
});
export type SentSessions = z.infer<typeof sentSessions>;

/** Another calendar of the coach. Its secrets are never sent. */
export const calendarConnection = z.object({
  id,
  kind: z.enum(CALENDAR_KINDS),
  name: z.string(),
  /** The server that it is read from. */
  host: z.string(),
  since: instant,
  /** The last time that it was read completely; null before the first time. */
  readAt: instant.nullable(),
  /** Why it cannot be read, and since when. Its busy times stay as they were. */
  failing,
  /** Minutes that bookings keep clear before and after each event. */
  bufferBefore: z.int(),
  bufferAfter: z.int(),
  /** Its calendars, and whether bookings keep clear of their events. */
  calendars: z.array(z.object({ id, name: z.string(), blocks: z.boolean() })),
  /** Whether we may add sessions: `sign_in` after another sign-in at its provider, and never to a feed. */
  adding: z.enum(ADDING),
  /** Null where none of its calendars gets the coach's sessions. */
  sessions: sentSessions.nullable(),
});
export type CalendarConnection = z.infer<typeof calendarConnection>;

/** The address of a calendar in the iCalendar format. It may open the calendar to anyone, so it is a secret. */
const feedUrl = z
  .string()
  .trim()
  .max(2000, 'Please use at most 2000 characters')
  .transform(feedAddress)
  .refine(isFeedAddress, 'Enter a web address, such as https://example.com');

export const newCalendarFeed = z.object({ name: line(80, 'Name the calendar'), url: feedUrl });

/** An account at a CalDAV server, such as iCloud, Fastmail or Nextcloud. */
export const newCaldavAccount = z.object({
  name: line(80, 'Name the account'),
  server: feedUrl,
  user: line(200, 'Enter the user name'),
  password: z.string().min(1, 'Enter the app password').max(500, 'Please use at most 500 characters'),
});

export const connectionChange = z.object({
  name: line(80, 'Name the calendar'),
  bufferBefore: buffer,
  bufferAfter: buffer,
  /** Ids of the calendars whose events block bookings. */
  blocking: z.array(id).max(100),
  /** The calendar to which sessions are added. Null turns this off, and without it nothing changes. */
  sessionCalendarId: id.nullable().optional(),
  showsNames: z.boolean().optional(),
  makesMeetings: z.boolean().optional(),
});
export type ConnectionChange = z.infer<typeof connectionChange>;

/** A session whose event was moved or deleted in another calendar. The coach decides before the client hears of it. */
export const calendarQuestion = z.object({
  sessionId: id,
  calendarName: z.string(),
  kind: z.enum(QUESTION_KINDS),
  askedAt: instant,
  clientId: id.nullable(),
  clientName: z.string(),
  sessionTypeId: id.nullable(),
  sessionDate: instant,
  minutes: z.int(),
  version: z.int(),
  /** Its time in the other calendar, where it was moved. */
  movedTo: z.object({ startsAt: instant, minutes: z.int() }).nullable(),
});
export type CalendarQuestion = z.infer<typeof calendarQuestion>;

/** `follow` moves or cancels the session, and `keep` restores its event. */
const QUESTION_ANSWERS = ['follow', 'keep'] as const;

const tags = ['integrations'];
const key = { coachId: id, id };

const CALENDAR_UNREADABLE = { status: 422, message: 'This calendar could not be read.' };
const TOO_MANY_CALENDARS = {
  status: 409,
  message: 'Your plan has no room for another calendar. Disconnect one first.',
};
const SIGN_IN_EXPIRED = {
  status: 409,
  message: 'This sign-in took too long or was already used, so nothing was connected. Please start again.',
};
const SIGN_IN_REFUSED = { status: 403, message: CALENDAR_ACCESS_REFUSED };
const WRITING_REFUSED = { status: 403, message: CALENDAR_WRITING_REFUSED };
const OTHER_ACCOUNT = {
  status: 409,
  message:
    'You signed in with another account. Choose the account of this calendar, or add the other one as a new calendar.',
};
const CHANGED = {
  status: 409,
  message: 'The session or its event has changed since. Reload the page to see how it is now.',
};
const one = z.object({ connection: calendarConnection });
const provider = z.enum(CALENDAR_PROVIDER_NAMES);

export const calendarConnections = {
  listConnections: procedure({ allow: 'coach', plan: 'integrations' })
    .route({ method: 'GET', path: '/calendar_connections', tags, summary: 'List the connected calendars of a coach' })
    .input(z.object({ coachId: id }))
    .output(
      z.object({
        connections: z.array(calendarConnection),
        most: z.int(),
        /** The providers that are set up here. */
        providers: z.array(provider),
      }),
    ),
  addFeed: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/calendar_connections/feeds',
      tags,
      summary: 'Connect a calendar by its address after reading it once; repeating the id changes nothing',
    })
    .errors({ CALENDAR_UNREADABLE, TOO_MANY_CALENDARS })
    .input(newCalendarFeed.extend(key))
    .output(one),
  addCaldav: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/calendar_connections/caldav',
      tags,
      summary: 'Connect the calendars of a CalDAV account after reading them once; repeating the id changes nothing',
    })
    .errors({ CALENDAR_UNREADABLE, TOO_MANY_CALENDARS })
    .input(newCaldavAccount.extend(key))
    .output(one),
  beginSignIn: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/calendar_connections/sign_ins',
      tags,
      summary:
        'Begin to connect the calendars of an account, or to reconnect a connection, by a sign-in at its provider',
    })
    .errors({ TOO_MANY_CALENDARS })
    .input(
      z.object({
        coachId: id,
        kind: provider,
        connectionId: id.nullable(),
        /** Asks the coach also to let us add sessions to the calendars of the connection. */
        toWrite: z.boolean().default(false),
      }),
    )
    /** The page of the provider to open in the same browser within ten minutes. */
    .output(z.object({ url: z.string() })),
  finishSignIn: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/calendar_connections/sign_ins/finish',
      tags,
      summary: 'Connect or reconnect the account with what its provider answered, once, in the session that began',
    })
    .errors({
      CALENDAR_UNREADABLE,
      TOO_MANY_CALENDARS,
      SIGN_IN_EXPIRED,
      SIGN_IN_REFUSED,
      WRITING_REFUSED,
      OTHER_ACCOUNT,
    })
    .input(
      z.object({
        coachId: id,
        kind: provider,
        state: z.string().max(200),
        /** Null when the coach or the provider refused. Then the answer has no connection. */
        code: z.string().min(1).max(4000).nullable(),
      }),
    )
    .output(z.object({ connection: calendarConnection.nullable(), reconnected: z.boolean() })),
  updateConnection: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'PATCH',
      path: '/calendar_connections/{id}',
      tags,
      summary: 'Change the name, the buffers and the calendars of a connection that block or that get sessions',
    })
    .errors({ NOT_WRITABLE: { status: 422, message: 'Sessions cannot be added to this calendar.' } })
    .input(connectionChange.extend(key))
    .output(one),
  readConnection: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/calendar_connections/{id}/read',
      tags,
      summary: 'Read a connected calendar now instead of when it is due',
    })
    .input(z.object(key))
    .output(one),
  deleteConnection: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/calendar_connections/{id}',
      tags,
      summary:
        'Disconnect a calendar, delete its busy times and remove upcoming sessions from it, on every plan; repeating changes nothing',
    })
    .input(z.object(key))
    /** `remaining`: events of upcoming sessions that its server did not remove. */
    .output(z.object({ id, remaining: z.int() })),
  listQuestions: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'GET',
      path: '/calendar_questions',
      tags,
      summary: 'List sessions whose events were moved or deleted in a connected calendar',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ questions: z.array(calendarQuestion) })),
  answerQuestion: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/calendar_questions/{sessionId}/answer',
      tags,
      summary: 'Move or cancel a session like its event in a connected calendar, or restore the event',
    })
    .errors({ BAD_TIME, CHANGED, UNKNOWN_CLIENT })
    /** `askedAt` and `version` name what the coach saw. */
    .input(z.object({ coachId: id, sessionId: id, askedAt: instant, version, answer: z.enum(QUESTION_ANSWERS) }))
    .output(z.object({ sessionId: id })),
};

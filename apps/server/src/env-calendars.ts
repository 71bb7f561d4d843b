import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));

/** Our OAuth clients at providers of calendars. A provider without its client is not offered. */
export const calendarSettings = {
  /** Calendars of Google accounts. Not the client of the sign-in, which needs no review of its scopes by Google. */
  GOOGLE_CALENDAR_CLIENT_ID: z.string().optional(),
  GOOGLE_CALENDAR_CLIENT_SECRET: z.string().optional(),
  /** Address of another service with Google's OAuth and Calendar API. */
  GOOGLE_CALENDAR_URL: address.optional(),
  /** Calendars of Microsoft accounts. */
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  /** Address of another service with Microsoft's OAuth and Graph API. */
  MICROSOFT_URL: address.optional(),
};

/** A client needs its secret. */
export function findCalendarProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  return ['GOOGLE_CALENDAR_CLIENT', 'MICROSOFT_CLIENT'].flatMap((client) =>
    Boolean(given[`${client}_ID`]) === Boolean(given[`${client}_SECRET`])
      ? []
      : [`${client}_ID: needs ${client}_SECRET beside it, and the other way round`],
  );
}

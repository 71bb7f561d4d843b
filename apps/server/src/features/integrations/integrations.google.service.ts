import { z } from 'zod';
import { googleEvent, readGoogleEvent } from './integrations.events.rules.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import {
  accountOf,
  calendarName,
  type FoundAccount,
  isTokenRefused,
  type ProviderChanges,
  parseAnswer,
  type ReadFrom,
  readPages,
  requireList,
  requireToken,
  timesOf,
} from './integrations.pages.service.ts';
import type { Api } from './integrations.providers.service.ts';

const calendarList = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().optional(),
        summaryOverride: z.string().optional(),
        primary: z.boolean().optional(),
        accessRole: z.string().optional(),
      }),
    )
    .default([]),
});

/**
 * Finds the calendars of the account. Those that the coach owns block bookings unless they choose otherwise; others are
 * of colleagues, or of holidays.
 * @throws CalendarError
 */
export async function findGoogleCalendars(api: Api): Promise<FoundAccount> {
  const fields = 'nextPageToken,items(id,summary,summaryOverride,primary,accessRole)';
  const addressOf = (pageToken?: string) =>
    `${api.url}/users/me/calendarList?${new URLSearchParams({ maxResults: '250', fields, ...(pageToken && { pageToken }) })}`;
  const pages = await readPages(api, addressOf(), (body) => {
    const { items, nextPageToken } = parseAnswer(calendarList, body);
    return { items, next: nextPageToken ? addressOf(nextPageToken) : null, token: null };
  });
  const { items } = requireList(pages);
  const found = items.map(({ id, summary, summaryOverride, accessRole }) => ({
    key: id,
    name: calendarName(summaryOverride ?? summary),
    blocks: accessRole === 'owner',
  }));
  return accountOf(items.find(({ primary }) => primary)?.id, found);
}

const eventList = z.object({
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  items: z.array(googleEvent).default([]),
});

/** Stay the same for all reads that continue each other. Titles, places and guests are not asked for. */
const QUERY = {
  singleEvents: 'true',
  maxResults: '1000',
  maxAttendees: '1',
  timeZone: 'UTC',
  fields:
    'nextPageToken,nextSyncToken,items(id,etag,status,transparency,recurringEventId,start,end,attendees(self,responseStatus))',
};

/**
 * Reads a calendar: its changes since the token, or all events of the window.
 * @returns null when the account has no such calendar
 * @throws CalendarError
 */
export async function readGoogleCalendar(
  api: Api,
  key: string,
  { token, window }: ReadFrom,
): Promise<ProviderChanges | null> {
  const list = (query: Record<string, string>) => {
    const addressOf = (pageToken?: string) =>
      `${api.url}/calendars/${encodeURIComponent(key)}/events?${new URLSearchParams({ ...QUERY, ...query, ...(pageToken && { pageToken }) })}`;
    return readPages(api, addressOf(), (body) => {
      const { items, nextPageToken, nextSyncToken } = parseAnswer(eventList, body);
      const next = nextPageToken ? addressOf(nextPageToken) : null;
      return { items: items.map((item) => readGoogleEvent(item, window)), next, token: nextSyncToken ?? null };
    });
  };
  if (token) {
    const changes = await list({ syncToken: token });
    if (changes.items === null && !isTokenRefused(changes)) throw new CalendarError('unreachable');
    // Of a deleted series, Google names the dates of half a year alone.
    if (changes.items && !changes.items.some(({ ofSeries }) => ofSeries)) return changesOf(changes, false);
  }
  const all = await list({
    timeMin: new Date(window.from).toISOString(),
    timeMax: new Date(window.to).toISOString(),
  });
  return all.status === 404 ? null : changesOf(all, true);
}

function changesOf(
  pages: Parameters<typeof requireList<ReturnType<typeof readGoogleEvent>>>[0],
  whole: boolean,
): ProviderChanges {
  const { items, token } = requireList(pages);
  const events = items.map(({ id, time }) => [id, time] as const);
  const versions = new Map(items.map(({ id, there }) => [id, there]));
  return { whole, times: timesOf(events, { whole }), versions, token: requireToken(token) };
}

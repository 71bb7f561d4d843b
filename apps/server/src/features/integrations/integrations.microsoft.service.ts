import { z } from 'zod';
import type { BusyWindow } from '../../core/icalendar/busy-times.ts';
import {
  isOfSeries,
  isReadable,
  lacksDetails,
  type MicrosoftEvent,
  type MicrosoftSeries,
  microsoftEvent,
  microsoftSeries,
  microsoftTime,
  microsoftVersion,
  withDetails,
} from './integrations.events.rules.ts';
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

const next = { '@odata.nextLink': z.string().optional() };

const calendarList = z.object({
  ...next,
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      canEdit: z.boolean().nullish(),
      isDefaultCalendar: z.boolean().nullish(),
      owner: z.object({ address: z.string().nullish() }).nullish(),
    }),
  ),
});

/**
 * Finds the calendars of the account. Those that the coach can change block bookings unless they choose otherwise;
 * others are of colleagues, or of holidays.
 * @throws CalendarError
 */
export async function findMicrosoftCalendars(api: Api): Promise<FoundAccount> {
  const first = `${api.url}/me/calendars?$select=id,name,canEdit,isDefaultCalendar,owner&$top=50`;
  const pages = await readPages(api, first, (body) => {
    const { value, '@odata.nextLink': link } = parseAnswer(calendarList, body);
    return { items: value, next: link ?? null, token: null };
  });
  const { items } = requireList(pages);
  const own = items.find(({ isDefaultCalendar }) => isDefaultCalendar);
  const found = items.map(({ id, name, canEdit }) => ({ key: id, name: calendarName(name), blocks: canEdit === true }));
  return accountOf(own?.owner?.address?.toLowerCase() ?? own?.id, found);
}

const eventList = z.object({
  ...next,
  '@odata.deltaLink': z.string().optional(),
  value: z.array(microsoftEvent),
});

/** Pages cannot leave out the texts of events, so they are short and the texts plain. */
const HEADERS = { prefer: 'outlook.timezone="UTC", outlook.body-content-type="text", odata.maxpagesize=100' };
/** Repeated events whose details are asked for one by one. */
const MOST_SERIES = 300;

/**
 * Reads a calendar: its changes since the token, or all events of the window. The token is the address for the changes.
 * @returns null when the account has no such calendar
 * @throws CalendarError
 */
export async function readMicrosoftCalendar(
  api: Api,
  key: string,
  { token, window }: ReadFrom,
): Promise<ProviderChanges | null> {
  const list = (first: string) =>
    readPages(
      api,
      first,
      (body) => {
        const { value, '@odata.nextLink': link, '@odata.deltaLink': last } = parseAnswer(eventList, body);
        return { items: value, next: link ?? null, token: last ?? null };
      },
      HEADERS,
    );
  if (token) {
    const changes = await list(token);
    if (changes.items === null && !isTokenRefused(changes)) throw new CalendarError('unreachable');
    // Changes of a series come without its other dates, and deletions without saying what was deleted.
    if (changes.items && !changes.items.some(isOfSeries)) {
      const { items, token: last } = requireList(changes);
      return changesOf(items, last, { whole: false, window });
    }
  }
  const [from, to] = [window.from, window.to].map((at) => new Date(at).toISOString());
  const calendar = `${api.url}/me/calendars/${encodeURIComponent(key)}`;
  const all = await list(`${calendar}/calendarView/delta?startDateTime=${from}&endDateTime=${to}`);
  if (all.status === 404) return null;
  const { items, token: last } = requireList(all);
  const series = await findSeries(api, items);
  const complete = items.map((event) => withDetails(event, series.get(event.seriesMasterId ?? '') ?? {}));
  return changesOf(complete, last, { whole: true, window });
}

function changesOf(
  items: readonly MicrosoftEvent[],
  token: string | null,
  { whole, window }: { whole: boolean; window: BusyWindow },
): ProviderChanges {
  if (!items.every(isReadable)) throw new CalendarError('unreachable', { cause: 'times are not in UTC' });
  const events = items.map((event) => [event.id, microsoftTime(event, window)] as const);
  const versions = new Map(items.map((event) => [event.id, microsoftVersion(event)]));
  return { whole, times: timesOf(events, { whole }), versions, token: requireToken(token) };
}

/** The series of dates that come without details. Most are in the same list. One that is not found blocks bookings. */
async function findSeries(api: Api, events: readonly MicrosoftEvent[]): Promise<Map<string, MicrosoftSeries>> {
  const series = new Map<string, MicrosoftSeries>();
  for (const event of events) if (event.type === 'seriesMaster') series.set(event.id, event);
  const missing = new Set(events.filter(lacksDetails).map(({ seriesMasterId }) => seriesMasterId ?? ''));
  if (missing.size - series.size > MOST_SERIES) throw new CalendarError('too_complex');
  for (const id of missing) {
    if (series.has(id)) continue;
    const address = `${api.url}/me/events/${encodeURIComponent(id)}?$select=showAs,isAllDay,isCancelled,responseStatus`;
    const { status, body } = await api.get(address);
    if (status !== 200 && status !== 404) throw new CalendarError('unreachable');
    series.set(id, status === 200 ? parseAnswer(microsoftSeries, body) : {});
  }
  return series;
}

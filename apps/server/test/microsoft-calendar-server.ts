import {
  type Asked,
  CalendarProviderServer,
  type ProviderAccount,
  type Reply,
  type Stored,
} from './calendar-provider-server.ts';

/** Microsoft's calendars, in Graph 1.0. */
export class MicrosoftServer extends CalendarProviderServer {
  protected readonly tokenPath = '/common/oauth2/v2.0/token';
  protected readonly authorizePath = '/common/oauth2/v2.0/authorize';
  protected readonly scope = 'offline_access https://graph.microsoft.com/Calendars.Read';
  protected readonly extras = { prompt: 'select_account' };
  protected readonly rotates = true;
  /** Properties of each series, which its dates share. */
  readonly series = new Map<string, object>();
  /** Whether a list names the series beside its dates. */
  listsSeries = true;

  protected answer({ path, query, headers }: Asked, account: ProviderAccount): Reply {
    if (path === '/v1.0/me/calendars') {
      const value = account.calendars.map(({ id, name, own }) => ({
        id,
        name,
        canEdit: own,
        isDefaultCalendar: id === account.name,
        owner: { name: 'Maya', address: account.name },
      }));
      return { body: { value } };
    }
    const seriesId = /^\/v1\.0\/me\/events\/([^/]+)$/.exec(path)?.[1];
    if (seriesId) {
      const series = this.series.get(decodeURIComponent(seriesId));
      return series ? { body: series } : { status: 404, body: { error: { code: 'ErrorItemNotFound' } } };
    }
    const id = decodeURIComponent(/^\/v1\.0\/me\/calendars\/([^/]+)\/calendarView\/delta$/.exec(path)?.[1] ?? '');
    if (!id) return this.refuse(path, 404);
    if (!account.events.has(id)) return { status: 404, body: { error: { code: 'ErrorItemNotFound' } } };
    if (!String(headers.prefer).includes('outlook.timezone="UTC"')) return this.refuse('no time zone');
    return this.#events(query, account, id);
  }

  #events(query: URLSearchParams, account: ProviderAccount, calendar: string): Reply {
    const { startDateTime, endDateTime, $skiptoken, $deltatoken, ...others } = Object.fromEntries(query);
    const isFirst = [startDateTime, endDateTime].every((at) => at && !Number.isNaN(Date.parse(at)));
    if (Object.keys(others).length > 0 || [isFirst, $skiptoken, $deltatoken].filter(Boolean).length !== 1)
      return this.refuse(`query ${query}`);
    const [sinceText = '', offset = '0'] = ($skiptoken ?? $deltatoken ?? '').split('.');
    const since = sinceText === '' ? null : Number(sinceText);
    if (since !== null && since < this.oldest) return { status: 410, body: { error: { code: 'syncStateNotFound' } } };
    const { events, next, version } = this.page(account, calendar, { since, offset: Number(offset) });
    const address = `${this.url}/v1.0/me/calendars/${encodeURIComponent(calendar)}/calendarView/delta`;
    const last =
      next === null
        ? { '@odata.deltaLink': `${address}?$deltatoken=${version}` }
        : { '@odata.nextLink': `${address}?$skiptoken=${sinceText}.${next}` };
    const isWhole = since === null && offset === '0';
    const series = this.listsSeries && isWhole ? [...this.series].map(([id, one]) => toMaster(id, one)) : [];
    return { body: { value: [...series, ...events.map(toMicrosoft)], ...last } };
  }
}

const toMaster = (id: string, series: object) => ({
  id,
  type: 'seriesMaster',
  subject: 'Dentist',
  start: { dateTime: '2026-03-02T09:00:00.0000000', timeZone: 'Pacific Standard Time' },
  end: { dateTime: '2026-03-02T10:00:00.0000000', timeZone: 'Pacific Standard Time' },
  ...series,
});

function toMicrosoft({ id, event }: Stored): object {
  if (!event) return { id, '@removed': { reason: 'deleted' } };
  const { allDay = false, free, declined, series } = event;
  const moment = (at: string) => ({ dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' });
  const [start, end] = [moment(event.start), moment(event.end)];
  // Dates of a series come without anything else.
  if (series) return { id, type: 'occurrence', seriesMasterId: series, start, end };
  return {
    id,
    type: 'singleInstance',
    seriesMasterId: null,
    subject: 'Dentist',
    body: { contentType: 'text', content: 'Bring the x-rays' },
    isAllDay: allDay,
    isCancelled: false,
    showAs: free ? 'free' : 'busy',
    responseStatus: { response: declined ? 'declined' : 'organizer', time: '0001-01-01T00:00:00Z' },
    start,
    end,
  };
}

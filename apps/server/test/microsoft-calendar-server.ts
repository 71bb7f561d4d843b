import { randomUUID } from 'node:crypto';
import {
  type Asked,
  CalendarProviderServer,
  type ProviderAccount,
  type Sent,
  type Stored,
  type TypedReply,
} from './calendar-provider-server.ts';
import { typeProblem } from './calendar-schemas.ts';

/** Microsoft's calendars, in Graph 1.0. */
export class MicrosoftServer extends CalendarProviderServer {
  protected readonly vendor = 'microsoft';
  protected readonly tokenPath = '/common/oauth2/v2.0/token';
  protected readonly authorizePath = '/common/oauth2/v2.0/authorize';
  protected readonly scope = 'offline_access https://graph.microsoft.com/Calendars.Read';
  protected readonly extras = { prompt: 'select_account' };
  protected readonly writing = { scope: 'offline_access https://graph.microsoft.com/Calendars.ReadWrite', extras: {} };
  protected readonly rotates = true;
  /** Events by the transactions that have created them, with what was sent. */
  readonly #transactions = new Map<string, { id: string; body: string }>();
  /** Properties of each series, which its dates share. */
  readonly series = new Map<string, object>();
  /** Whether a list names the series beside its dates. */
  listsSeries = true;

  protected answer({ path, query, headers }: Asked, account: ProviderAccount): TypedReply {
    if (path === '/v1.0/me/calendars') {
      const value = account.calendars.map(({ id, name, own }) => ({
        id,
        name,
        canEdit: own,
        isDefaultCalendar: id === account.name,
        owner: { name: 'Maya', address: account.name },
      }));
      return { is: 'MicrosoftCalendars', body: { value } };
    }
    const asked = /^\/v1\.0\/me\/calendars\/([^/]+)$/.exec(path)?.[1];
    if (asked && query.get('$select') === 'allowedOnlineMeetingProviders') {
      const allowedOnlineMeetingProviders = this.meetings === 'none' ? [] : ['teamsForBusiness'];
      return { is: 'MicrosoftCalendar', body: { allowedOnlineMeetingProviders } };
    }
    const one = eventsIn(path);
    if (one) {
      if (!String(headers.prefer).includes('outlook.timezone="UTC"')) return this.refuse('no time zone');
      const events = account.events.get(one.calendar);
      if (one.id === null) return this.#named(query, [...(events?.values() ?? [])]);
      const stored = events?.get(one.id);
      return stored?.event ? { is: 'MicrosoftEvent', body: toMicrosoft(stored) } : NOT_FOUND;
    }
    const seriesId = /^\/v1\.0\/me\/events\/([^/]+)$/.exec(path)?.[1];
    if (seriesId) {
      const series = this.series.get(decodeURIComponent(seriesId));
      return series ? { is: 'MicrosoftEvent', body: series } : NOT_FOUND;
    }
    const id = decodeURIComponent(/^\/v1\.0\/me\/calendars\/([^/]+)\/calendarView\/delta$/.exec(path)?.[1] ?? '');
    if (!id) return this.refuse(path, 404);
    if (!account.events.has(id)) return NOT_FOUND;
    if (!String(headers.prefer).includes('outlook.timezone="UTC"')) return this.refuse('no time zone');
    return this.#events(query, account, id);
  }

  /** Events with our property. */
  #named(query: URLSearchParams, events: Stored[]): TypedReply {
    const [, id, value] =
      /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']+)'\)$/.exec(
        query.get('$filter') ?? '',
      ) ?? [];
    if (!id || !value) return this.refuse(`filter ${query}`);
    const found = events.filter(
      ({ event, sent }) => event && JSON.stringify(propertiesOf(sent)) === JSON.stringify([{ id, value }]),
    );
    return { is: 'MicrosoftEvents', body: { value: found.map(toMicrosoft) } };
  }

  protected change({ method, path, headers, body }: Asked, account: ProviderAccount): TypedReply {
    const { calendar = '', id = null } = eventsIn(path) ?? {};
    const events = account.events.get(calendar);
    if (!events) return NOT_FOUND;
    if (!account.calendars.find((one) => one.id === calendar)?.own)
      return { status: 403, body: { error: { code: 'ErrorAccessDenied' } } };
    const given: Sent = body ? JSON.parse(body) : {};
    const isNew = method === 'POST';
    const problem = method === 'DELETE' ? null : problemOf(given, isNew);
    if (problem) return this.refuse(problem);
    if (isNew && id === null) {
      const transaction = String(given.transactionId);
      const earlier = this.#transactions.get(transaction);
      const same = earlier && events.get(earlier.id);
      if (earlier && (earlier.body !== body || !same?.event))
        return { status: 409, body: { error: { code: 'ErrorDuplicateTransactionId' } } };
      if (same) return { is: 'MicrosoftEvent', status: 201, body: toMicrosoft(same) };
      const created = `AAMk${randomUUID()}==`;
      this.#transactions.set(transaction, { id: created, body });
      const stored = this.#write(account, { calendar, id: created, sent: given });
      return { is: 'MicrosoftEvent', status: 201, body: toMicrosoft(stored) };
    }
    const known = id === null ? undefined : events.get(id);
    if (!known?.event) return NOT_FOUND;
    const expected = headers['if-match'];
    if (method === 'PATCH' && !expected) return this.refuse('changes any version');
    if (expected && expected !== etagOf(known))
      return { status: 412, body: { error: { code: 'ErrorIrresolvableConflict' } } };
    if (method === 'PATCH') {
      const sent = { ...known.sent, ...given };
      return { is: 'MicrosoftEvent', body: toMicrosoft(this.#write(account, { calendar, id: known.id, sent })) };
    }
    this.store(account, calendar, { id: known.id, event: null });
    return { status: 204 };
  }

  #write(account: ProviderAccount, { calendar, id, sent }: { calendar: string; id: string; sent: Sent }): Stored {
    const [start, end] = [sent.start, sent.end].map((moment) => `${(moment as Sent).dateTime}.000Z`) as [
      string,
      string,
    ];
    const isMeeting = sent.isOnlineMeeting === true;
    const made = this.meetings === 'made' ? { joinUrl: `https://teams.microsoft.com/l/${id}` } : null;
    const meeting = isMeeting && { onlineMeeting: sent.onlineMeeting ?? made };
    return this.store(account, calendar, { id, event: { start, end }, sent: { ...sent, ...meeting } });
  }

  #events(query: URLSearchParams, account: ProviderAccount, calendar: string): TypedReply {
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
    return { is: 'MicrosoftEvents', body: { value: [...series, ...events.map(toMicrosoft)], ...last } };
  }
}

const NOT_FOUND = { status: 404, body: { error: { code: 'ErrorItemNotFound' } } };

function eventsIn(path: string): { calendar: string; id: string | null } | null {
  const [, calendar, id] = /^\/v1\.0\/me\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
  return calendar ? { calendar: decodeURIComponent(calendar), id: id ? decodeURIComponent(id) : null } : null;
}

/** Checks the rules of Graph that its types cannot express. */
function problemOf(given: Sent, isNew: boolean): string | null {
  const problem = typeProblem(isNew ? 'MicrosoftEventCreation' : 'MicrosoftEventChange', given);
  if (problem) return problem;
  if ('isOnlineMeeting' in given !== 'onlineMeetingProvider' in given) return 'meeting';
  const isMoment = (moment: unknown) => {
    const { dateTime, timeZone } = moment as Sent;
    return typeof dateTime === 'string' && /^[\d-]+T[\d:]+$/.test(dateTime) && timeZone === 'UTC';
  };
  if (!isMoment(given.start) || !isMoment(given.end)) return 'times';
  const isNamed = propertiesOf(given).every(({ id }) => /^String \{[\da-f-]{36}\} Name \w+$/.test(String(id)));
  return isNamed ? null : 'property';
}

const propertiesOf = (sent: Sent | undefined): Sent[] => (sent?.singleValueExtendedProperties ?? []) as Sent[];

const etagOf = ({ version }: Stored): string => `W/"${version}"`;

const toMaster = (id: string, series: object) => ({
  id,
  type: 'seriesMaster',
  subject: 'Dentist',
  start: { dateTime: '2026-03-02T09:00:00.0000000', timeZone: 'Pacific Standard Time' },
  end: { dateTime: '2026-03-02T10:00:00.0000000', timeZone: 'Pacific Standard Time' },
  ...series,
});

function toMicrosoft(stored: Stored): object {
  const { id, event, sent } = stored;
  if (!event) return { id, '@removed': { reason: 'deleted' } };
  const { allDay = false, free, declined, series } = event;
  const moment = (at: string) => ({ dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' });
  const [start, end] = [moment(event.start), moment(event.end)];
  // Dates of a series come without anything else.
  if (series) return { id, type: 'occurrence', seriesMasterId: series, start, end };
  return {
    id,
    '@odata.etag': etagOf(stored),
    transactionId: sent?.transactionId ?? null,
    isOnlineMeeting: sent?.isOnlineMeeting ?? false,
    onlineMeeting: sent?.onlineMeeting ?? null,
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

import {
  type Asked,
  CalendarProviderServer,
  type ProviderAccount,
  type Reply,
  type Stored,
} from './calendar-provider-server.ts';

const GOOGLE_FIELDS =
  'nextPageToken,nextSyncToken,items(id,status,transparency,recurringEventId,start,end,attendees(self,responseStatus))';

/** Google's calendars, version 3. */
export class GoogleServer extends CalendarProviderServer {
  protected readonly tokenPath = '/token';
  protected readonly authorizePath = '/o/oauth2/v2/auth';
  protected readonly scope =
    'https://www.googleapis.com/auth/calendar.events.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly';
  protected readonly extras = { access_type: 'offline', prompt: 'consent select_account' };
  protected readonly rotates = false;

  protected answer({ path, query }: Asked, account: ProviderAccount): Reply {
    if (path === '/calendar/v3/users/me/calendarList') {
      const items = account.calendars.map(({ id, name, own }) => ({
        id,
        summary: name,
        accessRole: own ? 'owner' : 'reader',
        ...(id === account.name && { primary: true }),
      }));
      return { body: { kind: 'calendar#calendarList', items } };
    }
    const id = decodeURIComponent(/^\/calendar\/v3\/calendars\/([^/]+)\/events$/.exec(path)?.[1] ?? '');
    if (!id) return this.refuse(path, 404);
    if (!account.events.has(id)) return { status: 404, body: { error: { code: 404 } } };
    return this.#events(query, account, id);
  }

  #events(query: URLSearchParams, account: ProviderAccount, calendar: string): Reply {
    const { syncToken, pageToken, timeMin, timeMax, ...kept } = Object.fromEntries(query);
    const expected = {
      singleEvents: 'true',
      maxResults: '1000',
      maxAttendees: '1',
      timeZone: 'UTC',
      fields: GOOGLE_FIELDS,
    };
    if (JSON.stringify(kept) !== JSON.stringify(expected)) return this.refuse(`query ${query}`);
    const isWindow = [timeMin, timeMax].every((at) => at && !Number.isNaN(Date.parse(at)));
    if (syncToken ? timeMin || timeMax : !isWindow) return this.refuse(`window ${query}`);
    const since = syncToken ? Number(syncToken.replace(`${calendar} `, '')) : null;
    if (Number.isNaN(since)) return this.refuse('token of another calendar');
    if (since !== null && since < this.oldest)
      return { status: 410, body: { error: { code: 410, errors: [{ reason: 'fullSyncRequired' }] } } };
    const { events, next, version } = this.page(account, calendar, { since, offset: Number(pageToken ?? 0) });
    const last = next === null ? { nextSyncToken: `${calendar} ${version}` } : { nextPageToken: String(next) };
    return { body: { kind: 'calendar#events', ...last, items: events.map(toGoogle) } };
  }
}

function toGoogle({ id, event }: Stored): object {
  if (!event) return { id, status: 'cancelled' };
  const { start, end, allDay, free, declined, series } = event;
  const moment = (at: string) => (allDay ? { date: at.slice(0, 10) } : { dateTime: at, timeZone: 'UTC' });
  return {
    id,
    status: 'confirmed',
    summary: 'Dentist',
    start: moment(start),
    end: moment(end),
    ...(free && { transparency: 'transparent' }),
    ...(series && { recurringEventId: series }),
    attendees: [{ self: true, email: 'maya@example.com', responseStatus: declined ? 'declined' : 'accepted' }],
  };
}

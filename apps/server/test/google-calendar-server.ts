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

const GOOGLE_FIELDS =
  'nextPageToken,nextSyncToken,items(id,etag,status,transparency,recurringEventId,start,end,attendees(self,responseStatus))';

/** Google's calendars, version 3. */
export class GoogleServer extends CalendarProviderServer {
  protected readonly vendor = 'google';
  protected readonly tokenPath = '/token';
  protected readonly authorizePath = '/o/oauth2/v2/auth';
  protected readonly scope =
    'https://www.googleapis.com/auth/calendar.events.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly';
  protected readonly extras = { access_type: 'offline', prompt: 'consent select_account' };
  protected readonly writing = {
    scope:
      'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly',
    extras: { include_granted_scopes: 'true' },
  };
  protected readonly rotates = false;

  protected answer({ path, query }: Asked, account: ProviderAccount): TypedReply {
    const one = eventIn(path);
    if (one) {
      const stored = account.events.get(one.calendar)?.get(one.id);
      return stored ? { is: 'GoogleEvent', body: toGoogle(stored) } : NOT_FOUND;
    }
    if (path === '/calendar/v3/users/me/calendarList') {
      const items = account.calendars.map(({ id, name, own }) => ({
        id,
        summary: name,
        accessRole: own ? 'owner' : 'reader',
        ...(id === account.name && { primary: true }),
      }));
      return { is: 'GoogleCalendarList', body: { kind: 'calendar#calendarList', items } };
    }
    const id = decodeURIComponent(/^\/calendar\/v3\/calendars\/([^/]+)\/events$/.exec(path)?.[1] ?? '');
    if (!id) return this.refuse(path, 404);
    if (!account.events.has(id)) return { status: 404, body: { error: { code: 404 } } };
    return this.#events(query, account, id);
  }

  protected change({ method, path, query, headers, body }: Asked, account: ProviderAccount): TypedReply {
    const calendar = decodeURIComponent(/^\/calendar\/v3\/calendars\/([^/]+)\/events/.exec(path)?.[1] ?? '');
    const events = account.events.get(calendar);
    if (!events) return NOT_FOUND;
    if (query.get('sendUpdates') !== 'none') return this.refuse('mails guests');
    if (!account.calendars.find(({ id }) => id === calendar)?.own)
      return { status: 403, body: { error: { code: 403, errors: [{ reason: 'requiredAccessLevel' }] } } };
    const given: Sent = body ? JSON.parse(body) : {};
    const id = method === 'POST' ? String(given.id) : (eventIn(path)?.id ?? '');
    const known = events.get(id);
    if (method === 'POST') {
      if (!/^[a-v\d]{5,1024}$/.test(id)) return this.refuse(`id ${id}`);
      if (known) return { status: 409, body: { error: { code: 409, errors: [{ reason: 'duplicate' }] } } };
    } else {
      if (!known) return NOT_FOUND;
      if (method === 'DELETE' && !known.event) return { status: 410, body: { error: { code: 410 } } };
      const expected = headers['if-match'];
      if (method === 'PATCH' && !expected) return this.refuse('changes any version');
      if (expected && expected !== etagOf(known)) return { status: 412, body: { error: { code: 412 } } };
    }
    if (method === 'DELETE') {
      this.store(account, calendar, { id, event: null });
      return { status: 204 };
    }
    const problem = typeProblem(method === 'POST' ? 'GoogleEventCreation' : 'GoogleEventChange', given);
    if (problem) return this.refuse(problem);
    if (!isMoment(given.start) || !isMoment(given.end)) return this.refuse('times');
    const conference = given.conferenceData as { createRequest?: { requestId?: string } } | undefined;
    if (Boolean(conference) !== (query.get('conferenceDataVersion') === '1')) return this.refuse('conference version');
    // Made again for another request alone, in the background.
    const isNew = conference && conference.createRequest?.requestId !== requestIn(known?.sent);
    const statusCode = this.meetings === 'pending' ? 'pending' : 'success';
    const made = isNew && {
      createRequest: { ...conference.createRequest, status: { statusCode } },
      entryPoints: [{ entryPointType: 'video', uri: `https://meet.google.com/${randomUUID()}` }],
    };
    const kept = known?.sent?.conferenceData as Sent | undefined;
    const later = kept && { ...kept, createRequest: { ...(kept.createRequest as Sent), status: { statusCode } } };
    const sent: Sent = { ...known?.sent, ...given, conferenceData: made || later };
    const [start, end] = [sent.start, sent.end].map((moment) => String((moment as Sent).dateTime)) as [string, string];
    return { is: 'GoogleEvent', body: toGoogle(this.store(account, calendar, { id, event: { start, end }, sent })) };
  }

  #events(query: URLSearchParams, account: ProviderAccount, calendar: string): TypedReply {
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
    return { is: 'GoogleEvents', body: { kind: 'calendar#events', ...last, items: events.map(toGoogle) } };
  }
}

const NOT_FOUND = { status: 404, body: { error: { code: 404, errors: [{ reason: 'notFound' }] } } };

function eventIn(path: string): { calendar: string; id: string } | null {
  const [, calendar, id] = /^\/calendar\/v3\/calendars\/([^/]+)\/events\/([^/]+)$/.exec(path) ?? [];
  return calendar && id ? { calendar: decodeURIComponent(calendar), id: decodeURIComponent(id) } : null;
}

/** A time in UTC. Without a date, because the event may have been a whole day before. */
function isMoment(moment: unknown): boolean {
  const { dateTime, timeZone, date } = moment as Sent;
  return typeof dateTime === 'string' && !Number.isNaN(Date.parse(dateTime)) && timeZone === 'UTC' && date === null;
}

const requestIn = (sent: Sent | undefined): string | undefined =>
  (sent?.conferenceData as { createRequest?: { requestId?: string } } | undefined)?.createRequest?.requestId;

const etagOf = ({ version }: Stored): string => `"${version}"`;

function toGoogle(stored: Stored): object {
  const { id, event } = stored;
  const etag = etagOf(stored);
  if (!event) return { id, etag, status: 'cancelled' };
  const { start, end, allDay, free, declined, series } = event;
  const moment = (at: string) => (allDay ? { date: at.slice(0, 10) } : { dateTime: at, timeZone: 'UTC' });
  return {
    id,
    etag,
    status: 'confirmed',
    summary: 'Dentist',
    ...(stored.sent?.conferenceData ? { conferenceData: stored.sent.conferenceData } : {}),
    start: moment(start),
    end: moment(end),
    ...(free && { transparency: 'transparent' }),
    ...(series && { recurringEventId: series }),
    attendees: [{ self: true, email: 'maya@example.com', responseStatus: declined ? 'declined' : 'accepted' }],
  };
}

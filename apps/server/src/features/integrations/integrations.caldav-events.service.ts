import { type OwnEvents, ownEventName } from '../../core/icalendar/own-events.ts';
import { readBusyTimes } from '../../core/icalendar/read-busy-times.ts';
import { calendarText } from '../../platform/mail/calendar-file.ts';
import { type CaldavAccount, connect } from './integrations.caldav.service.ts';
import { CalendarError, type FetchDeps } from './integrations.fetch.service.ts';
import { type EventTimes, NO_MEETING, type SessionEvent, type SessionEvents } from './integrations.sessions.rules.ts';

/** A calendar of an account. Times without a zone are in `timeZone`. */
type Target = { account: CaldavAccount; calendar: string; own: OwnEvents; timeZone: string };

/** An event may be written only over the version that we know, or where there is none. */
const conditionOf = (etag: string | null): Record<string, string> =>
  etag ? { 'if-match': etag } : { 'if-none-match': '*' };

/** Writes events of sessions into a calendar of a CalDAV account. */
export function caldavEvents(deps: FetchDeps, { account, calendar, own, timeZone }: Target): SessionEvents {
  const { headers, fetch } = connect(deps, account);
  const send = (method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}) =>
    fetch(new URL(path, calendar), { method, ...init, headers: { ...headers, ...init.headers } });

  const read = async (path: string) => {
    const answer = await send('GET', path);
    if (answer.status === 404 || answer.status === 410) return null;
    const etag = answer.headers.get('etag');
    if (!answer.ok || !etag) throw new CalendarError('refused');
    return { etag, text: await answer.text() };
  };

  return {
    pathOf: (sessionId) =>
      new URL(`${ownEventName(own, sessionId)}.ics`, calendar.endsWith('/') ? calendar : `${calendar}/`).pathname,

    async find({ path }) {
      const there = await read(path);
      return there && { path, etag: there.etag, times: await timesOf(there.text, timeZone) };
    },

    async put(event, etag) {
      const { path } = event;
      const answer = await send('PUT', path, {
        headers: { 'content-type': 'text/calendar; charset=utf-8', ...conditionOf(etag) },
        body: await textOf(deps, event),
      });
      if (answer.status === 412) return 'changed';
      // The coach moved the event to another calendar of the account: its UID exists there.
      if (!answer.ok && (await answer.text()).includes('no-uid-conflict')) return 'changed';
      requireAllowed(answer);
      // A server that changes what it stores sends no tag, and the next writing needs the new one.
      const sent = answer.headers.get('etag') ?? (await read(path))?.etag;
      return sent ? { path, etag: sent, meeting: NO_MEETING } : 'changed';
    },

    async remove({ path }, etag) {
      const answer = await send('DELETE', path, etag ? { headers: { 'if-match': etag } } : {});
      if (answer.status === 412) return 'changed';
      if (answer.status !== 404 && answer.status !== 410) requireAllowed(answer);
      return 'removed';
    },
  };
}

/** @throws CalendarError */
function requireAllowed({ ok, status }: Response): void {
  if (!ok) throw new CalendarError(status === 403 || status === 405 ? 'read_only' : 'refused');
}

async function timesOf(text: string, timeZone: string): Promise<EventTimes> {
  const read = await readBusyTimes([['', text, 'event']], { from: 0, to: 0, timeZone });
  return read.get('') ?? 'unreadable';
}

/** No notes, no guests, and nothing about the client's health. */
const textOf = ({ env }: FetchDeps, { path: _, meeting: __, ...event }: SessionEvent): Promise<string> =>
  calendarText(env.PRODUCT_NAME, null, [
    { ...event, cancelled: false, description: '', organizer: null, attendee: null },
  ]);

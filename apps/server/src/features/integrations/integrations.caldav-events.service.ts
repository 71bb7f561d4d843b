import { type CaldavAccount, connect } from './integrations.caldav.service.ts';
import { CalendarError, type FetchDeps } from './integrations.fetch.service.ts';
import type { SessionEvents } from './integrations.sessions.rules.ts';

/** An event may be written only over the version that we know, or where there is none. */
const conditionOf = (etag: string | null): Record<string, string> =>
  etag ? { 'if-match': etag } : { 'if-none-match': '*' };

/** Writes events of sessions into a calendar of a CalDAV account. */
export function caldavEvents(deps: FetchDeps, account: CaldavAccount, calendar: string): SessionEvents {
  const { headers, fetch } = connect(deps, account);
  const send = (method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}) =>
    fetch(new URL(path, calendar), { method, ...init, headers: { ...headers, ...init.headers } });

  const find: SessionEvents['find'] = async (path) => {
    const answer = await send('GET', path);
    if (answer.status === 404 || answer.status === 410) return null;
    const etag = answer.headers.get('etag');
    if (!answer.ok || !etag) throw new CalendarError('refused');
    return { etag, text: await answer.text() };
  };

  return {
    pathOf: (name) => new URL(`${name}.ics`, calendar.endsWith('/') ? calendar : `${calendar}/`).pathname,

    find,

    async put({ path, text }, etag) {
      const answer = await send('PUT', path, {
        headers: { 'content-type': 'text/calendar; charset=utf-8', ...conditionOf(etag) },
        body: text,
      });
      if (answer.status === 412) return 'changed';
      // The coach moved the event to another calendar of the account: its UID exists there.
      if (!answer.ok && (await answer.text()).includes('no-uid-conflict')) return 'changed';
      requireAllowed(answer);
      // A server that changes what it stores sends no tag, and the next writing needs the new one.
      const sent = answer.headers.get('etag') ?? (await find(path))?.etag;
      return sent ? { etag: sent } : 'changed';
    },

    async remove(path, etag) {
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

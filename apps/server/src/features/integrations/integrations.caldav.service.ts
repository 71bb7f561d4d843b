import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BodyTooLargeError, isPrivateAddress, readBody } from '../../platform/http/outbound.ts';
import { CalendarError, type FetchDeps } from './integrations.fetch.service.ts';

/** An account at a CalDAV server, with a password for this purpose alone. */
export const accountSecrets = z.object({ server: z.string(), user: z.string(), password: z.string() });
export type CaldavAccount = z.infer<typeof accountSecrets>;
/** A calendar of an account, by its address. */
export type CaldavCalendar = { url: string; name: string };

/** Texts of events by a digest of their address. */
export type CaldavChanges = {
  /** Whether `texts` are all events of the window, so that others are gone. */
  whole: boolean;
  texts: Map<string, string>;
  /** Their versions. */
  etags: Map<string, string>;
  /** Events that the server says were deleted. */
  gone: string[];
  /** For the next read. Empty where the server has none, so that the next read reads all. */
  token: string;
};

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 20_000;
/** Of one answer. Parsing blocks the process, so answers are kept small. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const EVENTS_PER_REQUEST = 50;
/** More events in a year than anyone takes part in. */
const MOST_EVENTS = 5000;
const MOST_CALENDARS = 50;

type Connection = { headers: Record<string, string>; fetch: typeof fetch };

const loadDav = () => import('tsdav');
type Dav = Awaited<ReturnType<typeof loadDav>>;

/** Requests to an account, with our limits. Each one can be refused as `CalendarError`. */
export function connect(deps: FetchDeps, { user, password }: CaldavAccount): Connection {
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  return {
    headers: { authorization: `Basic ${credentials}`, 'user-agent': deps.env.PRODUCT_NAME },
    fetch: (input, init = {}) => send(deps, new URL(String(input)), init),
  };
}

async function send(deps: FetchDeps, first: URL, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = Object.fromEntries(new Headers(init.headers));
  const body = typeof init.body === 'string' ? init.body : null;
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    if (url.protocol !== 'https:' && !deps.env.WEBHOOK_ALLOW_PRIVATE) throw new CalendarError('not_secure');
    const answer = await deps.outbound
      .fetch(url, { method: init.method ?? 'GET', headers, body, signal })
      .catch((error: unknown) => {
        throw new CalendarError(isPrivateAddress(error) ? 'private_address' : 'unreachable', { cause: error });
      });
    const text = await readBody(answer, MAX_ANSWER_BYTES).catch((error: unknown) => {
      throw new CalendarError(error instanceof BodyTooLargeError ? 'too_large' : 'unreachable', { cause: error });
    });
    const target = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (target && init.redirect !== 'manual' && URL.canParse(target, url.href)) {
      if (redirects === MAX_REDIRECTS) throw new CalendarError('too_many_redirects');
      url = new URL(target, url);
      continue;
    }
    if (answer.status === 401) throw new CalendarError('sign_in');
    if (answer.status >= 500 || answer.status === 429) throw new CalendarError('unreachable');
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : text, { status: answer.status, headers: [...answer.headers] });
  }
}

/**
 * Finds the calendars of an account.
 * @throws CalendarError
 */
export async function findCalendars(deps: FetchDeps, account: CaldavAccount): Promise<CaldavCalendar[]> {
  const { createAccount, fetchCalendars } = await loadDav();
  const connection = connect(deps, account);
  // The library hides why a request failed.
  const problems: CalendarError[] = [];
  const noted: typeof fetch = async (input, init) => {
    try {
      return await connection.fetch(input, init);
    } catch (error) {
      if (error instanceof CalendarError) problems.push(error);
      throw error;
    }
  };
  const options = { headers: connection.headers, fetch: noted };
  try {
    const found = await createAccount({ account: { serverUrl: account.server, accountType: 'caldav' }, ...options });
    const calendars = await fetchCalendars({ account: found, ...options });
    const ofEvents = calendars.filter(({ components }) => !components?.length || components.includes('VEVENT'));
    if (ofEvents.length === 0) throw new CalendarError('not_caldav');
    return ofEvents.slice(0, MOST_CALENDARS).map(({ url, displayName }) => ({ url, name: nameOf(displayName, url) }));
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw problems.at(-1) ?? new CalendarError('not_caldav', { cause: error });
  }
}

/** A calendar without a name has the last part of its address. The library turns a name such as "2026" into a number. */
function nameOf(displayName: unknown, url: string): string {
  const given = typeof displayName === 'object' ? '' : String(displayName ?? '').replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  return (given.trim() || new URL(url).pathname.split('/').findLast((part) => part !== '') || 'Calendar').slice(0, 80);
}

/** Identifies an event by a digest of its address or id, which may name people. */
export const sourceOf = (href: string): string => createHash('sha256').update(href).digest('base64url').slice(0, 22);

/** Hrefs may be whole addresses or paths, and both mean the same event. */
const pathOf = (href: string, calendar: string): string => new URL(href, calendar).pathname;

/**
 * Reads a calendar: its changes since `token`, or all events of the window. A server that no longer knows the token is
 * asked for all of them.
 * @param written paths of events that a complete list must have; it is asked for those that are missing
 * @throws CalendarError
 */
export async function readChanges(
  deps: FetchDeps,
  account: CaldavAccount,
  url: string,
  { token, window, written = [] }: { token: string; window: { from: number; to: number }; written?: readonly string[] },
): Promise<CaldavChanges> {
  const dav = await loadDav();
  const connection = connect(deps, account);
  const changes = token && (await changesSince(dav, connection, url, token));
  if (changes) return changes;
  const all = await readAll(dav, connection, url, window);
  // An event that was moved out of the window is not in the list either.
  const absent = written.filter((path) => !all.texts.has(sourceOf(path)));
  const { texts, etags, missing } = await fetchEvents(dav, connection, url, absent, 'may be gone');
  return {
    ...all,
    texts: new Map([...all.texts, ...texts]),
    etags: new Map([...all.etags, ...etags]),
    gone: missing.map(sourceOf),
  };
}

/** @returns null when the server does not know the token any more */
async function changesSince(
  dav: Dav,
  connection: Connection,
  url: string,
  token: string,
): Promise<CaldavChanges | null> {
  const answers = await dav.syncCollection({
    url,
    props: { 'd:getetag': {} },
    syncLevel: 1,
    syncToken: token,
    ...connection,
  });
  const next = tokenIn(answers[0]?.raw);
  if (!next) return null;
  const events = answers.filter(({ href }) => href !== undefined && isEvent(href, url));
  const gone = events.filter(({ status }) => status === 404).map(({ href = '' }) => pathOf(href, url));
  const changed = events.filter(({ status }) => status !== 404).map(({ href = '' }) => pathOf(href, url));
  const { texts, etags, missing } = await fetchEvents(dav, connection, url, changed);
  return { whole: false, texts, etags, gone: [...gone, ...missing].map(sourceOf), token: next };
}

/** The token comes first, so that changes during the read are read again by the next one. */
async function readAll(
  dav: Dav,
  connection: Connection,
  url: string,
  { from, to }: { from: number; to: number },
): Promise<CaldavChanges> {
  const [collection] = await dav.propfind({ url, props: { 'd:sync-token': {} }, depth: '0', ...connection });
  if (!collection?.ok) throw new CalendarError('refused');
  const compact = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
  const answers = await dav.calendarQuery({
    url,
    props: { 'd:getetag': {} },
    filters: {
      'comp-filter': {
        _attributes: { name: 'VCALENDAR' },
        'comp-filter': {
          _attributes: { name: 'VEVENT' },
          'time-range': { _attributes: { start: compact(from), end: compact(to) } },
        },
      },
    },
    depth: '1',
    ...connection,
  });
  if (answers.some(({ ok, raw }) => !ok || !listIn(raw))) throw new CalendarError('unreachable');
  const paths = answers.flatMap(({ href }) => (href !== undefined && isEvent(href, url) ? [pathOf(href, url)] : []));
  const { texts, etags } = await fetchEvents(dav, connection, url, paths);
  const token: unknown = collection.props?.syncToken;
  return { whole: true, texts, etags, gone: [], token: token === undefined ? '' : String(token) };
}

/** A list also has the calendar itself. */
const isEvent = (href: string, url: string): boolean =>
  pathOf(href, url).replace(/\/$/, '') !== new URL(url).pathname.replace(/\/$/, '');

/** The list in an answer; undefined for a page or anything else, which says nothing about the events. */
function listIn(raw: unknown): object | undefined {
  const list: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'multistatus') : undefined;
  return typeof list === 'object' && list !== null ? list : undefined;
}

function tokenIn(raw: unknown): string | undefined {
  const list = listIn(raw);
  const token: unknown = list && Reflect.get(list, 'syncToken');
  return token === undefined ? undefined : String(token);
}

/**
 * The texts of these events. `missing` are those that were deleted since they were listed.
 * @param left what an event that the answer leaves out means: nothing after a list that has it
 */
async function fetchEvents(
  dav: Dav,
  connection: Connection,
  url: string,
  paths: readonly string[],
  left: 'is an error' | 'may be gone' = 'is an error',
) {
  if (paths.length > MOST_EVENTS) throw new CalendarError('too_complex');
  const texts = new Map<string, string>();
  const etags = new Map<string, string>();
  const missing: string[] = [];
  for (let first = 0; first < paths.length; first += EVENTS_PER_REQUEST) {
    const asked = paths.slice(first, first + EVENTS_PER_REQUEST);
    // The library's own function throws where one of the events is gone.
    const answers = await dav.davRequest({
      url,
      init: {
        method: 'REPORT',
        headers: { depth: '1', ...connection.headers },
        namespace: dav.DAVNamespaceShort.CALDAV,
        body: {
          'calendar-multiget': {
            _attributes: dav.getDAVAttribute([dav.DAVNamespace.DAV, dav.DAVNamespace.CALDAV]),
            'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
            'd:href': asked,
          },
        },
      },
      fetch: connection.fetch,
    });
    if (answers.some(({ raw }) => !listIn(raw))) throw new CalendarError('unreachable');
    const known = new Map(answers.map((answer) => [pathOf(answer.href ?? '', url), answer]));
    for (const path of asked) {
      const answer = known.get(path);
      const data: unknown = answer?.props?.calendarData;
      const text: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, '_cdata') : data;
      const isAbsent = answer === undefined && left === 'may be gone';
      if (answer?.status === 404 || isAbsent) missing.push(path);
      // An event that a server leaves out is no deleted one.
      else if (!answer?.ok || typeof text !== 'string') throw new CalendarError('unreachable');
      else {
        texts.set(sourceOf(path), text);
        etags.set(sourceOf(path), etagIn(answer.props?.getetag));
      }
    }
  }
  return { texts, etags, missing };
}

/** The library leaves entities in texts as they are. */
const etagIn = (tag: unknown): string => (tag === undefined ? '' : String(tag).replaceAll('&quot;', '"'));

import { type RefusalBody, Refused } from './refused.ts';
import { setServerTime } from './server-clock.ts';
import { unauthorized } from './unauthorized.ts';

/** Method and path of each procedure, by feature and name. */
export type Addresses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `userId`: the person whose call has waited. The server refuses it in the session of another person. */
export type CallContext = { userId?: string };

export type CallOptions = { signal?: AbortSignal | undefined; context?: CallContext };

type Input = Readonly<Record<string, unknown>>;
type HeadersOf = (input: Input | undefined, context: CallContext | undefined) => Record<string, string>;

/** The places of a value in a query: `days[0]`, `range[from]`. Values without text are left out. */
function queryParts(value: unknown, place: string): [place: string, text: string][] {
  if (value instanceof Date) return [[place, value.toISOString()]];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => queryParts(part, place === '' ? key : `${place}[${key}]`));
  return value === undefined || value === null ? [] : [[place, String(value)]];
}

/** Fills the parameters of the path, and puts the rest of the input into the query or the body. */
function requestOf(address: string, input: Input | undefined): { url: URL; method: string; body: string | undefined } {
  const [method = '', pattern = ''] = address.split(' ');
  const rest = new Map(Object.entries(input ?? {}));
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const url = new URL(path, window.location.origin);
  if (method === 'GET') {
    for (const [place, text] of queryParts(Object.fromEntries(rest), '')) url.searchParams.append(place, text);
    return { url, method, body: undefined };
  }
  const isSpent = input === undefined || (path !== pattern && rest.size === 0);
  return { url, method, body: isSpent ? undefined : JSON.stringify(Object.fromEntries(rest)) };
}

function parsed(text: string): RefusalBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // The page of a gateway.
    return undefined;
  }
}

/** True while the page is being left. The browser then cancels its requests, except those with `keepalive`. */
let isLeaving = false;
// The server, which renders the public site, has no pages to leave.
if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => {
    isLeaving = true;
  });
  // The browser may keep the page, and come back to it.
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

async function call(address: string, input: Input | undefined, { signal, context }: CallOptions, headersOf: HeadersOf) {
  const { url, method, body } = requestOf(address, input);
  const response = await fetch(url, {
    method,
    headers: { ...headersOf(input, context), ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
    signal: signal ?? null,
    keepalive: isLeaving && method !== 'GET',
  });
  setServerTime(response.headers.get('date'));
  unauthorized.note(response.status);
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) {
    // Loaded late, because few procedures answer with events.
    const { readEvents } = await import('./event-stream.ts');
    return readEvents(response);
  }
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, parsed(text));
  return text === '' ? undefined : JSON.parse(text);
}

export type Call = (input?: Input, options?: CallOptions) => Promise<unknown>;

/**
 * Calls procedures by feature and name.
 * @param others loads the addresses that most pages do not need
 */
export const createCaller =
  (addresses: Addresses, headersOf: HeadersOf, others: () => Addresses | Promise<Addresses> = () => ({})) =>
  (feature: string, name: string): Call =>
  async (input, options = {}) => {
    const more = addresses[feature]?.[name] === undefined ? others() : addresses;
    const address = (more instanceof Promise ? await more : more)[feature]?.[name];
    if (address === undefined) throw new Error(`${feature} has no procedure ${name}`);
    return call(address, input, options, headersOf);
  };

/** An object whose parts are made when they are first used: a page uses few of several hundred procedures. */
export const madeByName = <Part>(make: (name: string) => Part, made: Record<string, Part> = {}): object =>
  new Proxy(made, {
    get(parts, name) {
      if (typeof name !== 'string') return undefined;
      parts[name] ??= make(name);
      return parts[name];
    },
  });

/**
 * The procedures of a caller, as the contract types them. A library's client was as large as a page, and most of it for
 * what no procedure here has.
 */
export const callsOf = (caller: (feature: string, name: string) => Call): object =>
  madeByName((feature) => madeByName((name) => caller(feature, name)));

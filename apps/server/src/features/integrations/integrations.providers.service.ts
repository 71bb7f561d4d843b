import type { CalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import type { Env } from '../../env.ts';
import { CalendarError } from './integrations.fetch.service.ts';

/** Our OAuth client at a provider, and the addresses of the provider. */
export type Provider = {
  kind: CalendarProvider;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  /** Parameters of the provider for the page on which the coach signs in. */
  authorizeWith: Readonly<Record<string, string>>;
  tokenUrl: string;
  /** Null where tokens of an account cannot be revoked. */
  revokeUrl: string | null;
  apiUrl: string;
  /** The least that reading events and the list of calendars needs, and the least for adding events as well. */
  scopes: { read: readonly string[]; write: readonly string[] };
  /** Parameters for a coach who is asked to let us add events to a connected account. */
  writeWith: Readonly<Record<string, string>>;
  /** Scopes that the answer to a sign-in names when they were granted: one of each list. */
  granted: { read: readonly (readonly string[])[]; write: readonly (readonly string[])[] };
};

export type ProviderEnv = Pick<
  Env,
  | 'GOOGLE_CALENDAR_CLIENT_ID'
  | 'GOOGLE_CALENDAR_CLIENT_SECRET'
  | 'GOOGLE_CALENDAR_URL'
  | 'MICROSOFT_CLIENT_ID'
  | 'MICROSOFT_CLIENT_SECRET'
  | 'MICROSOFT_URL'
>;

const [GOOGLE_READ, GOOGLE_WRITE, GOOGLE_LIST] = [
  'calendar.events.readonly',
  'calendar.events',
  'calendar.calendarlist.readonly',
].map((scope) => `https://www.googleapis.com/auth/${scope}`) as [string, string, string];

function googleOf(env: ProviderEnv): Provider | null {
  const { GOOGLE_CALENDAR_CLIENT_ID: clientId, GOOGLE_CALENDAR_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const other = env.GOOGLE_CALENDAR_URL;
  return {
    kind: 'google',
    clientId,
    clientSecret,
    authorizeUrl: `${other ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    // Google sends a token for later access with a consent alone, and remembers consents.
    authorizeWith: { access_type: 'offline', prompt: 'consent select_account' },
    tokenUrl: `${other ?? 'https://oauth2.googleapis.com'}/token`,
    revokeUrl: `${other ?? 'https://oauth2.googleapis.com'}/revoke`,
    apiUrl: `${other ?? 'https://www.googleapis.com'}/calendar/v3`,
    scopes: { read: [GOOGLE_READ, GOOGLE_LIST], write: [GOOGLE_WRITE, GOOGLE_LIST] },
    // A coach who leaves out the new permission keeps the one to read.
    writeWith: { include_granted_scopes: 'true' },
    granted: { read: [[GOOGLE_READ, GOOGLE_WRITE], [GOOGLE_LIST]], write: [[GOOGLE_WRITE]] },
  };
}

function microsoftOf(env: ProviderEnv): Provider | null {
  const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const signIn = `${env.MICROSOFT_URL ?? 'https://login.microsoftonline.com'}/common/oauth2/v2.0`;
  return {
    kind: 'microsoft',
    clientId,
    clientSecret,
    authorizeUrl: `${signIn}/authorize`,
    authorizeWith: { prompt: 'select_account' },
    tokenUrl: `${signIn}/token`,
    revokeUrl: null,
    apiUrl: `${env.MICROSOFT_URL ?? 'https://graph.microsoft.com'}/v1.0`,
    scopes: {
      read: ['offline_access', 'https://graph.microsoft.com/Calendars.Read'],
      write: ['offline_access', 'https://graph.microsoft.com/Calendars.ReadWrite'],
    },
    writeWith: {},
    // Its answers leave out `offline_access`, and name the others with or without the address.
    granted: { read: [['Calendars.Read', 'Calendars.ReadWrite']], write: [['Calendars.ReadWrite']] },
  };
}

/** The provider with our client; null where it is not set up. */
export const providerOf = (env: ProviderEnv, kind: CalendarProvider): Provider | null =>
  kind === 'google' ? googleOf(env) : microsoftOf(env);

const TIMEOUT_MS = 20_000;
/** Of one answer. Microsoft's events come with their texts, which cannot be left out. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A provider that asks for longer waits is asked again after a day. */
const MOST_WAIT_SECONDS = 24 * 3600;

/** An answer of a provider. `body` is undefined where it is no JSON. */
export type Answer = { status: number; body: unknown };

/** Whether an event or calendar is not there, or not any more. */
export const isGone = ({ status }: Answer): boolean => status === 404 || status === 410;

/** The body of an answer that did what was asked. @throws CalendarError */
export function requireDone({ status, body }: Answer): unknown {
  if (status < 200 || status > 299) throw new CalendarError('refused', { cause: `answered ${status}` });
  return body;
}

/**
 * Sends a request to a provider.
 * @throws CalendarError when it cannot be reached, fails, or asks to wait
 */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const body = parse(await textOf(response));
    const { status } = response;
    if (status === 429 || isQuota(status, body)) {
      throw new CalendarError('rate_limited', { retryAfterSeconds: waitOf(response) ?? undefined });
    }
    if (status >= 500) throw new CalendarError('unreachable', { retryAfterSeconds: waitOf(response) ?? undefined });
    return { status, body };
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw new CalendarError('unreachable', { cause: error });
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the answer.
    if (bytes > MAX_ANSWER_BYTES) throw new CalendarError('too_complex');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Google says with 403 that it is asked too often. */
const isQuota = (status: number, body: unknown): boolean =>
  status === 403 &&
  /"reason":"(?:rateLimitExceeded|userRateLimitExceeded|quotaExceeded)"/.test(JSON.stringify(body) ?? '');

/** Seconds of `Retry-After`, which is a number or a date. */
function waitOf({ headers }: Response): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), MOST_WAIT_SECONDS) : null;
}

type Headers = Readonly<Record<string, string>>;
type Change = { headers?: Headers | undefined; body?: object };

/** Requests to an account, at addresses below the API of the provider. */
export type Api = {
  url: string;
  get: (url: string, headers?: Headers) => Promise<Answer>;
  /** @throws CalendarError also where the account must not change the calendar */
  change: (method: 'POST' | 'PATCH' | 'DELETE', url: string, change?: Change) => Promise<Answer>;
};

/**
 * @param findToken a valid access token; with the token that the provider rejected, another one
 */
export function apiOf({ apiUrl }: Provider, findToken: (rejected?: string) => Promise<string>): Api {
  const ask = (url: string, init: RequestInit, token: string) =>
    send(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}`, accept: 'application/json' } });
  const askWithToken = async (url: string, init: RequestInit) => {
    // Answers bring addresses of next pages, and the token is for the provider alone.
    if (!url.startsWith(`${apiUrl}/`)) throw new CalendarError('unreachable');
    const token = await findToken();
    const answer = await ask(url, init, token);
    const last = answer.status === 401 ? await ask(url, init, await findToken(token)) : answer;
    if (last.status === 401) throw new CalendarError('sign_in_again');
    return last;
  };
  return {
    url: apiUrl,
    async get(url, headers = {}) {
      const answer = await askWithToken(url, { headers });
      if (answer.status === 403) throw new CalendarError('sign_in_again');
      return answer;
    },
    async change(method, url, { headers = {}, body } = {}) {
      const answer = await askWithToken(url, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status === 403) throw new CalendarError(lacksScope(answer) ? 'sign_in_to_add' : 'read_only');
      return answer;
    },
  };
}

/** Google says so when the coach took the permission back and kept the one to read. */
const lacksScope = ({ body }: Answer): boolean =>
  /"reason":"(?:insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)"/.test(JSON.stringify(body) ?? '');

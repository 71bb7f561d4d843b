import { type CalendarProblem, MAX_FEED_BYTES } from '@stridewell/contract/integrations/integrations.calendars.rules';
import type { Response } from 'undici';
import type { Env } from '../../env.ts';
import { BodyTooLargeError, isPrivateAddress, type Outbound, readBody } from '../../platform/http/outbound.ts';

/** A calendar that could not be read, with the reason for the coach. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly problem: CalendarProblem;
  /** How long the server asked to wait. */
  readonly retryAfterSeconds: number | undefined;
  constructor(problem: CalendarProblem, options?: ErrorOptions & { retryAfterSeconds?: number | undefined }) {
    super(problem, options);
    this.problem = problem;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

const MAX_REDIRECTS = 3;
/** For the whole answer, with its redirects. */
const TIMEOUT_MS = 20_000;

/** Headers of the last answer, which let the server answer that nothing changed. */
type Known = { etag?: string | undefined; modified?: string | undefined };
export type FetchedFeed = Known & { text: string };

export type FetchDeps = { outbound: Outbound; env: Pick<Env, 'WEBHOOK_ALLOW_PRIVATE' | 'PRODUCT_NAME'> };

/**
 * Fetches a feed. Each redirect is checked like the first address.
 * @returns null when the feed has not changed since `known`
 * @throws CalendarError
 */
export async function fetchFeed(deps: FetchDeps, address: string, known: Known | null): Promise<FetchedFeed | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    // An installation that allows addresses in its own network has no certificates for them.
    if (url.protocol !== 'https:' && !deps.env.WEBHOOK_ALLOW_PRIVATE) throw new CalendarError('not_secure');
    const response = await request(deps, url, known, signal);
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (target === null) return readAnswer(response);
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) throw new CalendarError('too_many_redirects');
    if (!URL.canParse(target, url.href)) throw new CalendarError('unreachable');
    url = new URL(target, url);
  }
}

async function request(deps: FetchDeps, url: URL, known: Known | null, signal: AbortSignal): Promise<Response> {
  const headers = {
    accept: 'text/calendar, */*;q=0.1',
    'user-agent': deps.env.PRODUCT_NAME,
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.modified && { 'if-modified-since': known.modified }),
  };
  try {
    return await deps.outbound.fetch(url, { headers, signal });
  } catch (error) {
    throw new CalendarError(isPrivateAddress(error) ? 'private_address' : 'unreachable', { cause: error });
  }
}

async function readAnswer(response: Response): Promise<FetchedFeed | null> {
  const { status, headers } = response;
  if (status !== 200) {
    await response.body?.cancel();
    if (status === 304) return null;
    // A server that is busy or broken answers again later. An address that is gone does not.
    throw new CalendarError(status >= 500 || status === 429 ? 'unreachable' : 'refused');
  }
  const text = await bodyOf(response);
  return { text, etag: headers.get('etag') ?? undefined, modified: headers.get('last-modified') ?? undefined };
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await readBody(response, MAX_FEED_BYTES);
  } catch (error) {
    throw new CalendarError(error instanceof BodyTooLargeError ? 'too_large' : 'unreachable', { cause: error });
  }
}

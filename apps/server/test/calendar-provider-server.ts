import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CalendarType, prepareCalendarTypes, typeProblem } from './calendar-schemas.ts';

export const CALENDAR_CLIENT = { id: 'calendar-client', secret: 'calendar-secret' };

/** An event as a test says it. Whole days begin and end at midnight UTC. */
export type TestEvent = {
  start: string;
  end: string;
  allDay?: boolean;
  free?: boolean;
  declined?: boolean;
  /** Id of the series that it is a date of. */
  series?: string;
};
export type TestCalendar = { id: string; name: string; own: boolean };
/** An event, or a deleted one, as of a change. `sent` is what we have written of it. */
export type Stored = { id: string; version: number; event: TestEvent | null; sent?: Sent | undefined };
export type Sent = Record<string, unknown>;
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
export type Reply = { status?: number; headers?: Record<string, string>; body?: object | string };
/** `is`: the vendor's type of the body. Refusals have none. */
export type TypedReply = Reply & { is?: CalendarType };

export type ProviderAccount = {
  name: string;
  calendars: TestCalendar[];
  events: Map<string, Map<string, Stored>>;
  version: number;
};
type Code = { account: string; challenge: string; redirectUri: string; scope: string };
type Token = { account: string; scope: string };

const PAGE = 2;

/**
 * A provider of calendars with its OAuth server. It refuses each request that the real one would, and notes why, so that
 * a test fails that has not provoked it. Events in requests and all its answers are checked against the vendor's types.
 */
export abstract class CalendarProviderServer {
  url = '';
  readonly requests: string[] = [];
  readonly violations: string[] = [];
  /** Renewals of access tokens that were asked for. */
  renewals = 0;
  revoked: string[] = [];
  /** Answers before the provider does, where it returns something. */
  meanwhile: ((asked: Asked) => Reply | undefined | Promise<Reply | undefined>) | null = null;
  /** Events that a list leaves out, as they move between its pages. */
  readonly hidden = new Set<string>();
  /** Whether each page repeats the last event of the one before, as it was. */
  doubles = false;
  /** Changes before it are forgotten. */
  oldest = 0;
  /** Whether a meeting that is asked for is made at once, later or never. */
  meetings: 'made' | 'pending' | 'none' = 'made';
  /** Whether answers to changes are lost on their way, after they were made. */
  loses = false;

  readonly #accounts = new Map<string, ProviderAccount>();
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Token>();
  readonly #refresh = new Map<string, Token>();
  /** Scopes that the account has granted so far. */
  readonly #granted = new Map<string, string>();
  #server: Server | null = null;

  protected abstract readonly vendor: 'google' | 'microsoft';
  protected abstract readonly tokenPath: string;
  protected abstract readonly authorizePath: string;
  protected abstract readonly scope: string;
  protected abstract readonly extras: Readonly<Record<string, string>>;
  /** The scope and the parameters of a sign-in that asks for adding events. */
  protected abstract readonly writing: { scope: string; extras: Readonly<Record<string, string>> };
  protected abstract readonly rotates: boolean;
  protected abstract answer(asked: Asked, account: ProviderAccount): TypedReply;
  protected abstract change(asked: Asked, account: ProviderAccount): TypedReply;

  async start(): Promise<string> {
    prepareCalendarTypes(this.vendor);
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
        const { method = '', headers } = request;
        const asked = { method, path: pathname, query: searchParams, headers, body: Buffer.concat(chunks).toString() };
        void this.#respond(asked, response);
      });
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.url;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** Forgets all but the accounts. */
  reset(): void {
    this.requests.length = 0;
    this.violations.length = 0;
    this.revoked = [];
    this.renewals = 0;
    this.meanwhile = null;
    this.hidden.clear();
    this.doubles = false;
    this.oldest = 0;
    this.loses = false;
    this.meetings = 'made';
  }

  addAccount(calendars: TestCalendar[] = [{ id: 'main', name: 'Main', own: true }]): string {
    const name = `${randomUUID()}@example.com`;
    const all = calendars.map((calendar) => ({ ...calendar, id: this.idOf(name, calendar.id) }));
    this.#accounts.set(name, {
      name,
      calendars: all,
      events: new Map(all.map(({ id }) => [id, new Map()])),
      version: 1,
    });
    return name;
  }

  idOf = (account: string, calendar: string): string => (calendar === 'main' ? account : `${calendar}/${account}`);

  removeCalendar(account: string, calendar: string): void {
    const own = this.#accountOf(account);
    const id = this.idOf(account, calendar);
    own.calendars = own.calendars.filter((one) => one.id !== id);
    own.events.delete(id);
  }

  put(account: string, id: string, event: TestEvent | null, calendar = 'main'): void {
    const own = this.#accountOf(account);
    this.store(own, this.idOf(account, calendar), { id, event });
  }

  /** Stores an event as of now, with what we have written of it. */
  protected store(
    account: ProviderAccount,
    calendar: string,
    { id, event, sent }: Pick<Stored, 'id' | 'event' | 'sent'>,
  ): Stored {
    account.version += 1;
    const events = account.events.get(calendar);
    const stored = { id, version: account.version, event, sent: sent ?? events?.get(id)?.sent };
    events?.set(id, stored);
    return stored;
  }

  /** Events that we have written and that are there now. */
  sessions(account: string, calendar = 'main'): (TestEvent & { id: string; sent: Sent })[] {
    const stored = [...(this.#accountOf(account).events.get(this.idOf(account, calendar))?.values() ?? [])];
    return stored
      .flatMap(({ id, event, sent }) => (event && sent ? [{ ...event, id, sent }] : []))
      .sort((one, other) => one.start.localeCompare(other.start));
  }

  remove(account: string, id: string, calendar = 'main'): void {
    this.put(account, id, null, calendar);
  }

  /** Starts of the events that block, as the provider has them now. */
  busy(account: string, ...calendars: string[]): string[] {
    const ids = (calendars.length > 0 ? calendars : ['main']).map((calendar) => this.idOf(account, calendar));
    const stored = ids.flatMap((id) => [...(this.#accountOf(account).events.get(id)?.values() ?? [])]);
    const blocking = stored.flatMap(({ event, sent }) =>
      event && !sent && !event.free && !event.declined ? [event.start] : [],
    );
    return blocking.map((start) => new Date(start).toISOString()).sort();
  }

  /** Signs in at the page of the provider. @returns the address that it leads back to */
  visit(address: string, { account, scope }: { account: string | null; scope?: string }): URL {
    const url = new URL(address);
    const given = Object.fromEntries(url.searchParams);
    const isWriting = given.scope === this.writing.scope;
    const { redirect_uri: redirectUri = '', state = '', code_challenge: challenge = '', ...others } = given;
    const expected = {
      client_id: CALENDAR_CLIENT.id,
      response_type: 'code',
      scope: isWriting ? this.writing.scope : this.scope,
      code_challenge_method: 'S256',
      ...this.extras,
      ...(isWriting && this.writing.extras),
    };
    if (`${url.origin}${url.pathname}` !== `${this.url}${this.authorizePath}`)
      this.violations.push(`page ${url.pathname}`);
    if (JSON.stringify(Object.entries(others).sort()) !== JSON.stringify(Object.entries(expected).sort()))
      this.violations.push(`sign-in ${url.search}`);
    if (!/^[\w-]{43}$/.test(challenge)) this.violations.push('no challenge');
    const back = new URL(redirectUri);
    back.searchParams.set('state', state);
    if (account === null) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const before = given.include_granted_scopes === 'true' ? (this.#granted.get(account) ?? '') : '';
      const all = [...new Set(`${before} ${scope ?? given.scope}`.trim().split(' '))].join(' ');
      this.#granted.set(account, all);
      this.#codes.set(code, { account, challenge, redirectUri, scope: all });
      back.searchParams.set('code', code);
    }
    return back;
  }

  /** Ends all tokens of the account, as its owner can. */
  revoke(account: string): void {
    this.#granted.delete(account);
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, { account: owner }] of tokens) if (owner === account) tokens.delete(token);
  }

  /** Ends the access tokens of the account alone. */
  expireAccess(account: string): void {
    for (const [token, { account: owner }] of this.#access) if (owner === account) this.#access.delete(token);
  }

  protected refuse(why: string, status = 400): Reply {
    this.violations.push(why);
    return { status, body: { error: { code: status, message: why } } };
  }

  /** Part of a list: all events, or those changed since a version. `at` says where it continues. */
  protected page(
    account: ProviderAccount,
    calendar: string,
    { since, offset }: { since: number | null; offset: number },
  ): { events: Stored[]; next: number | null; version: number } {
    const stored = [...(account.events.get(calendar)?.values() ?? [])].sort((a, b) => a.version - b.version);
    const all = stored.filter(({ id, version, event }) =>
      since === null ? event !== null && !this.hidden.has(id) : version > since || this.hidden.has(id),
    );
    const from = this.doubles && offset > 0 ? offset - 1 : offset;
    const next = offset + PAGE < all.length ? offset + PAGE : null;
    return { events: all.slice(from, offset + PAGE), next, version: account.version };
  }

  #accountOf(name: string): ProviderAccount {
    const account = this.#accounts.get(name);
    if (!account) throw new Error(`no account ${name}`);
    return account;
  }

  async #respond(asked: Asked, response: ServerResponse): Promise<void> {
    this.requests.push(`${asked.method} ${decodeURIComponent(asked.path)}`);
    const reply = (await this.meanwhile?.(asked)) ?? this.#answer(asked);
    const { status = 200, headers = {}, body = {} } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (status === 204) response.end();
    else response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  #answer(asked: Asked): Reply {
    if (asked.path === this.tokenPath) return this.#token(asked);
    if (asked.path === '/revoke') return this.#revoke(asked);
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
    const owner = this.#access.get(token);
    // An ended token is no mistake of the caller.
    if (owner === undefined) return { status: 401, body: { error: { code: 401 } } };
    const account = this.#accountOf(owner.account);
    if (asked.method === 'GET') return this.#inType(this.answer(asked, account));
    const [needed = ''] = this.writing.scope.replace('offline_access ', '').split(' ');
    if (!owner.scope.split(' ').includes(needed)) return this.refuse(`${asked.method} without the scope`, 403);
    const reply = this.#inType(this.change(asked, account));
    return this.loses ? { status: 502 } : reply;
  }

  /** A wrong answer is a mistake of this server. */
  #inType({ is, ...reply }: TypedReply): Reply {
    const { status = 200, body } = reply;
    if (status >= 300 || status === 204) return reply;
    const problem = is ? typeProblem(is, body) : 'no type';
    return problem === null ? reply : this.refuse(`answer: ${problem}`, 500);
  }

  #token({ method, headers, body }: Asked): Reply {
    const form = Object.fromEntries(new URLSearchParams(body));
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const { client_id: id, client_secret: secret, grant_type: kind } = form;
    if (method !== 'POST' || !isForm || id !== CALENDAR_CLIENT.id || secret !== CALENDAR_CLIENT.secret)
      return this.refuse('token without client', 401);
    if (kind === 'refresh_token') {
      this.renewals += 1;
      const known = this.#refresh.get(form.refresh_token ?? '');
      if (known === undefined) return { status: 400, body: { error: 'invalid_grant' } };
      if (this.rotates) this.#refresh.delete(form.refresh_token ?? '');
      return this.#issue(known, this.rotates);
    }
    const code = this.#codes.get(form.code ?? '');
    this.#codes.delete(form.code ?? '');
    const verifier = form.code_verifier ?? '';
    if (kind !== 'authorization_code' || !code || !/^[\w.~-]{43,128}$/.test(verifier)) return this.refuse('code');
    if (form.redirect_uri !== code.redirectUri) return this.refuse('redirect');
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) return this.refuse('verifier');
    return this.#issue(code, true);
  }

  #issue({ account, scope }: Token, withRefresh: boolean): Reply {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.#access.set(access, { account, scope });
    if (withRefresh) this.#refresh.set(refresh, { account, scope });
    const granted = scope.replace('offline_access ', '');
    return {
      body: {
        access_token: access,
        expires_in: 3599,
        token_type: 'Bearer',
        scope: granted,
        ...(withRefresh && { refresh_token: refresh }),
      },
    };
  }

  /** Ends all tokens of the account, whichever is given. */
  #revoke({ method, body }: Asked): Reply {
    const account = this.#refresh.get(new URLSearchParams(body).get('token') ?? '')?.account;
    if (method !== 'POST') return this.refuse('revoke');
    if (account === undefined) return { status: 400, body: { error: 'invalid_token' } };
    this.revoke(account);
    this.revoked.push(account);
    return {};
  }
}

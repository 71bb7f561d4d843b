import { vi } from 'vitest';

type Answer = (request: Request) => Response | Promise<Response>;

/**
 * The server of the web tests, at network level. It answers what a test says it answers; anything else that the app
 * asks is refused and fails the test.
 */
class TestServer {
  readonly #answers = new Map<string, Answer>();
  readonly #usual = new Map<string, Answer>();
  #patterns: { method: string; path: RegExp; answer: Answer }[] = [];
  /** Every call so far, like `GET /rest/v1/session`. */
  calls: string[] = [];
  #unexpected: string[] = [];

  /** Answers `call` (method and path) with a JSON body, or with what a function makes of the request. */
  on(call: string, answer: Answer | object | null, status = 200): void {
    this.#answers.set(call, typeof answer === 'function' ? (answer as Answer) : () => json(answer, status));
  }

  /** Answers calls whose path the app makes up, such as a new id. The last answer for a path counts. */
  onAny(method: string, path: RegExp, answer: Answer): void {
    this.#patterns.unshift({ method, path, answer });
  }

  /** Answers `call` with a JSON body until a test says otherwise. */
  usually(call: string, body: object | boolean | null): void {
    this.#usual.set(call, () => json(body));
  }

  /** Refuses `call` the way procedures do. */
  refuse(call: string, status: number, code: string, message: string, data?: object): void {
    this.on(call, { defined: true, code, status, message, ...(data ? { data } : {}) }, status);
  }

  count(call: string): number {
    return this.calls.filter((made) => made === call).length;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // Unlike a browser's, the Request of this environment knows no page to resolve a path against.
    const request = new Request(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
    const { pathname } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    this.calls.push(call);
    if (!request.headers.get('x-client-info')?.startsWith('stridewell-web/')) this.#unexpected.push(`${call} unnamed`);
    const pattern = this.#patterns.find(({ method, path }) => method === request.method && path.test(pathname));
    const answer = this.#answers.get(call) ?? pattern?.answer ?? this.#usual.get(call);
    if (answer) return answer(request);
    this.#unexpected.push(call);
    throw new TypeError(`unexpected call in a test: ${call}`);
  };

  /** Resets everything and returns the calls that no test expected. */
  close(): string[] {
    const unexpected = this.#unexpected;
    this.#answers.clear();
    this.#usual.clear();
    this.#patterns = [];
    this.calls = [];
    this.#unexpected = [];
    return unexpected;
  }
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const server = new TestServer();

export const installServer = () => vi.stubGlobal('fetch', server.fetch);

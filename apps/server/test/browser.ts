import { type Answer, type Caller, cookieOf, type TestApp } from './app.ts';

/** A caller that keeps its cookies, like a browser. */
export type Browser = {
  get: Caller['get'];
  post<Body = unknown>(path: string, body?: object): Promise<Answer<Body>>;
  caller(): Caller;
};

/** Opens a browser, signed in as `caller` if there is one. */
export function openBrowser(test: TestApp, { cookie = '' }: Pick<Partial<Caller>, 'cookie'> = {}): Browser {
  const jar = new Map<string, string>();
  const keep = (pairs: string) => {
    for (const pair of pairs.split('; ').filter(Boolean)) {
      const [name = '', ...value] = pair.split('=');
      if (value.join('=') === '') jar.delete(name);
      else jar.set(name, value.join('='));
    }
  };
  keep(cookie);
  const caller = () => test.withCookies([...jar].map(([name, value]) => `${name}=${value}`).join('; '));
  const kept = <Body>(answer: Answer<Body>): Answer<Body> => {
    keep(cookieOf(answer));
    return answer;
  };
  return {
    caller,
    get: async (url, headers) => kept(await caller().get(url, headers)),
    post: async <Body>(path: string, body: object = {}) =>
      kept(await caller().send<Body>('POST', `/auth/v1${path}`, body)),
  };
}

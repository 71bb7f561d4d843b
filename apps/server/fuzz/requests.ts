import type { Random } from './random.ts';
import { isObject } from './values.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = { method: Method; path: string };
export type FuzzRequest = {
  method: Method;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer | undefined;
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** The query of an input, objects and lists in brackets. */
function queryOf(input: Record<string, unknown>): string {
  const pairs: string[] = [];
  const write = (name: string, value: unknown) => {
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null && pairs.length < 500)
      for (const [key, item] of Object.entries(value)) write(`${name}[${key}]`, item);
    else pairs.push(`${encoded(name)}=${encoded(plainText(value))}`);
  };
  for (const [name, value] of Object.entries(input)) write(name, value);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Lone surrogates have no encoding, so their bytes are written directly. */
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;

/** A value as text, for addresses and forms. */
export const plainText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

const PARAMETER = /\{\+?(\w+)\}/g;

/** The request of a route with an input: some fields in the path, the rest in the query or the body. */
export function toRequest({ method, path }: Route, input: unknown): FuzzRequest {
  if (!isObject(input)) return { method, url: path, headers: JSON_TYPE, payload: JSON.stringify(input) };
  const rest = { ...input };
  const url = path.replaceAll(PARAMETER, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encoded(plainText(value)).slice(0, 9000);
  });
  if (method === 'GET') return { method, url: url + queryOf(rest), headers: {} };
  return { method, url, headers: JSON_TYPE, payload: JSON.stringify(rest) };
}

/** The input that a request of a route carries; undefined for a request of another route. */
export function inputOf(path: string, { url, body }: { url: string; body?: object | undefined }) {
  const [at = '', query = ''] = url.split('?', 2);
  const names = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
  const found = new RegExp(`^${path.replaceAll(PARAMETER, '([^/]*)')}$`).exec(at)?.slice(1);
  if (!found) return undefined;
  const parameters = found.map((value, index) => [names[index] ?? '', decodeURIComponent(value)] as const);
  return { ...Object.fromEntries([...parameters, ...new URLSearchParams(query)]), ...body };
}

/** The input that the API reads from a request of `toRequest`. Addresses carry only texts. */
export function receivedInput({ method, path }: Route, input: unknown): unknown {
  if (!isObject(input)) return input;
  const names = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
  const parameters = names.map((name) => [name, plainText(input[name]).toWellFormed()]);
  return { ...(method === 'GET' ? Object(asTexts(input)) : input), ...Object.fromEntries(parameters) };
}

/** A value as a query has it; undefined for what leaves no trace in it. */
function asTexts(value: unknown): unknown {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return String(value).toWellFormed();
  const entries = Object.entries(value).map(([key, item]) => [key, asTexts(item)] as const);
  const left = entries.filter(([, item]) => item !== undefined);
  if (left.length === 0) return undefined;
  return Array.isArray(value) ? left.map(([, item]) => item) : Object.fromEntries(left);
}

const PAYLOADS: readonly (string | Buffer)[] = [
  'null',
  '[]',
  '7',
  '"x"',
  '{',
  '{"a":1,}',
  '\uFEFF{}',
  '{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":1}',
  '\u0000',
  '['.repeat(500),
  '{"a":'.repeat(500),
  '{"a":"\\u0000"}',
  '{"\\ud800":1}',
  'a=1&b=%00',
  '--x\r\n\r\n\u0000\r\n--x--',
  '{"a":1}{"a":2}',
  '{"a":1e999}',
  `{"a":${'9'.repeat(400)}}`,
  '{"then":{}}',
  '{"length":1e9}',
  ' '.repeat(5000),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from([0x1f, 0x8b, 8, 0, 0]),
];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  '/',
  'application/json; charset=utf-16',
  'application/json;',
  'application/octet-stream',
  'text/event-stream',
  'a/b;c',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/problem+json',
  'image/png',
  ' ',
];
const QUERIES = [
  '%00',
  'a=%00',
  '%ff',
  'a=%ff&b=%ED%A0%80',
  'a[b][c]=1',
  '__proto__[x]=1',
  'constructor[prototype][x]=1',
  '[]=1',
  'a=1&'.repeat(1500),
  'a[999999999]=1',
  'coachId=1&coachId=2',
  'coachId[]=1',
  'cursor=x',
  'cursor=1.x',
  'limit=-1',
  'limit=1e9',
  'limit=NaN',
  'before=-1',
  'from=9999-12-31&to=0000-01-01',
  'q=%25_%5C',
  '%5B%5D',
  '%',
  'q=%',
  '&&=&',
];
const SEGMENTS = [
  '%',
  '%zz',
  '%00',
  '%ED%A0%80',
  '%C0%80',
  '%2500',
  '..%2f..',
  '%2e%2e',
  '%E2%80%AE',
  '',
  'x'.repeat(3000),
  '-1',
  '__proto__',
  'constructor',
  '%5C',
  '%0d%0aset-cookie:a=b',
  ';',
  '{id}',
  '*',
  '😀',
  "'",
  '%20',
  '.',
  '..',
];
const HEADERS: readonly Record<string, string>[] = [
  ...['x', '', 'é', `${'x'.repeat(5000)}`, '8b1f0a52-6f0e-4c1b-9a54-3d2f1e0c7b6a', '[object Object]'].flatMap(
    (value) => [
      { 'x-coach-id': value },
      { 'x-user-id': value },
      { 'x-client-info': value },
      { 'user-agent': value },
      { 'x-forwarded-for': value },
      { cookie: value },
      { cookie: `stridewell.session_token=${value}` },
      { cookie: `stridewell.session_data=${value}; stridewell.two_factor=${value}` },
      { 'accept-language': value },
      { 'accept-encoding': value },
      { 'content-encoding': value },
      { 'if-none-match': value },
      { authorization: `Bearer ${value}` },
      { host: value },
      { origin: value },
      { referer: value },
      { 'stripe-signature': value },
    ],
  ),
  ...['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=99999999999-', 'bytes=0-0,2-2', 'x'].map((range) => ({ range })),
  ...['%', '%00', '%E0%A4%A', 'a.b', 'a%2Eb', '='.repeat(100)].map((token) => ({
    cookie: `stridewell.session_token=${token}; stridewell.two_factor=${token}; stridewell.dont_remember=${token}`,
  })),
  { 'content-length': '5' },
  { expect: '100-continue' },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'text/html' },
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'] as Method[];

/** Distorts a part of the request: its body, type, query, path, headers or method. */
export function distorted(request: FuzzRequest, random: Random): FuzzRequest {
  const { method, url, headers } = request;
  const [at = '', query = ''] = url.split('?', 2);
  switch (random.below(7)) {
    case 0:
      return { ...request, headers: { ...JSON_TYPE, ...headers }, payload: random.pick(PAYLOADS) };
    case 1:
      return {
        ...request,
        headers: { ...headers, 'content-type': random.pick(TYPES) },
        payload: random.pick(PAYLOADS),
      };
    case 2:
      return { ...request, url: `${at}?${[query, random.pick(QUERIES)].filter(Boolean).join('&')}` };
    case 3: {
      const segments = at.split('/');
      segments[2 + random.below(Math.max(1, segments.length - 2))] = random.pick(SEGMENTS);
      return { ...request, url: `${segments.join('/')}${query && `?${query}`}` };
    }
    case 4:
      return { ...request, headers: { ...headers, ...random.pick(HEADERS) } };
    case 5:
      return { ...request, payload: request.payload?.slice(0, random.below(request.payload.length)) };
    default:
      return { ...request, method: random.pick(METHODS.filter((one) => one !== method)) };
  }
}

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import compress from '@fastify/compress';
import type { ShownBrand } from '@stridewell/contract/branding/branding';
import type { Notices } from '@stridewell/contract/identity/identity';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Brand, type BrandOf, createBrands } from '../core/brand.ts';
import { readEnv } from '../env.ts';
import { createFileStore } from '../platform/files/store.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { createLogger } from '../platform/logger.ts';
import { registerErrorAnswers } from './failures.ts';
import type { PageSession } from './page-session.ts';
import { registerWeb } from './web.ts';

const SCRIPT = 'alive()';
const IMPORT_MAP = '{"imports":{"/assets/a1.js":"/assets/clients.js"}}';
/** As the content policy names a script. */
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const HASH = hashOf(SCRIPT);
const APP_HASHES = `${hashOf(IMPORT_MAP)} ${HASH}`;
const APP_URL = 'http://localhost:3000';
const NO_NOTICES: Notices = { banner: null, off: [] };
/** A built site with a page that counts how often it was rendered. */
const SITE = `
let rendered = 0;
export const listed = ['/pricing'];
export const patterns = ['/pricing', '/terms', '/booking/[token]'];
export const patternOf = (path) => ({ '/pricing': '/pricing', '/terms': '/terms' })[path] ?? (path.startsWith('/booking/') ? '/booking/[token]' : undefined);
export const createRender = () => async (pattern, { names, isContactClosed }) => {
  rendered += 1;
  if (pattern === '/terms') return new Response(null, { status: 301, headers: { location: '/terms-of-service' } });
  const html = '<script>${SCRIPT}</script>' + [pattern, names.name, isContactClosed, rendered].join(' ');
  return new Response(html, { status: pattern === '/404' ? 404 : 200 });
};
`;

/** Pages of the app with their files. */
const PATHS = {
  '/': { files: [] },
  '/$coachId/$page': { files: ['assets/other.js'] },
  '/client/dashboard': { files: [], outline: { title: 'Hello, {firstName}', lead: 'Your <day>', width: 680 } },
  '/pricing': { files: [] },
  '/coach/$coachId/clients': {
    files: ['assets/main.js', 'assets/clients.js', 'assets/clients.css'],
    outline: { title: 'Clients' },
  },
  '/coach/$coachId/calendar': { files: [], outline: { lead: 'Your sessions' } },
  '/invitation/$token': { files: [] },
};

const own = createBrands({ PRODUCT_NAME: 'A "quoted" <name>' })('');
const OTHER_HOST = 'fit.example';
const other: Brand = {
  ...own,
  name: 'Fit by Ana',
  light: { ...own.light, paper: '#ffeedd' },
  icons: { ...own.icons, tab: '/fit.svg', app: [{ src: '/fit.png', size: 192, purpose: 'any' }] },
};
const shown: ShownBrand = {
  name: 'Ana & Co "Fit"',
  logo: null,
  icon: '/brands/a/tab.png',
  touchIcon: '/brands/a/touch.png',
  manifest: '/manifest.webmanifest?coach=a',
  styles: ':root:root{--mantine-color-pine-7:#123456}',
};
const coachBrand: Brand = { ...own, name: shown.name, manifest: shown.manifest, styles: shown.styles };
const brandOf: BrandOf = (host) => (host === OTHER_HOST ? other : own);

const HOSTED = { coachId: 'a', domain: 'portal.example.org', origin: 'https://portal.example.org', isServed: true };

const folder = mkdtempSync(path.join(os.tmpdir(), 'stridewell-web-'));
const roots = { app: path.join(folder, 'app'), site: path.join(folder, 'site') };
let app: FastifyInstance;
let notices = NO_NOTICES;
let pageSession: PageSession | 'elsewhere' | undefined;
let invited: ShownBrand | null = null;
let today = '2026-03-03T12:00:00Z';

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

beforeAll(async () => {
  write(
    'app/index.html',
    `<head><!-- installation --></head><!-- outline --><template><script type="importmap">${IMPORT_MAP}</script><script type="module" src="/assets/main.js"></script><!-- files --></template><script>${SCRIPT}</script>`,
  );
  write('app/.vite/paths.json', JSON.stringify(PATHS));
  write('app/assets/b.js', SCRIPT);
  write('site/server/entry.mjs', SITE);
  write('site/client/assets/a.js', SCRIPT);
  app = Fastify();
  await app.register(compress, { global: true, threshold: 0, encodings: ['br'] });
  await app.register(securityHeaders, { https: false, framed: [], takesCards: false });
  app.decorateRequest('hostedCoach', null);
  app.addHook('onRequest', async (request) => {
    if (request.hostname === HOSTED.domain) request.hostedCoach = HOSTED;
  });
  const env = readEnv({ APP_URL });
  const settings = { notices: async () => notices };
  const files = createFileStore({ dataDir: folder });
  const log = createLogger({ level: 'silent' });
  registerErrorAnswers(app, log);
  await registerWeb(
    app,
    { brandOf, env, files, log, now: () => new Date(today), settings },
    {
      roots,
      readSession: async () => pageSession,
      brands: { ofCoach: async (id) => (id === ID ? coachBrand : null), ofPage: async () => invited },
    },
  );
});
beforeEach(() => {
  notices = NO_NOTICES;
  pageSession = undefined;
  invited = null;
  today = '2026-03-03T12:00:00Z';
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const visit = (url: string) => app.inject({ method: 'GET', url });
const open = (url: string) =>
  app.inject({ method: 'GET', url, headers: { cookie: `${sessionCookieName(APP_URL)}=anything` } });
const ID = '0190a5a0-0000-7000-8000-00000000000a';

it('visitors get the page of the site, and its scripts run under the content policy', async () => {
  const { statusCode, body, headers } = await visit('/pricing?utm=1');
  expect([statusCode, body]).toEqual([200, expect.stringContaining('/pricing A "quoted" <name> false')]);
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${HASH};`);
  expect(headers['cache-control']).toBe('no-cache');
});

it.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5', 'br'],
  ['gzip, br;q=0', undefined],
  ['', undefined],
])('a browser that takes "%s" gets a page in the encoding %s', async (accepted, encoding) => {
  const { headers, rawPayload, body } = await app.inject({
    method: 'GET',
    url: '/pricing',
    headers: { 'accept-encoding': accepted },
  });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toContain('accept-encoding');
  expect(encoding ? brotliDecompressSync(rawPayload).toString() : body).toContain('/pricing A "quoted"');
});

it('the page for a missing address is compressed once', async () => {
  const { statusCode, headers, rawPayload } = await app.inject({
    method: 'GET',
    url: '/nowhere',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([404, 'br', 'no-store']);
  expect(brotliDecompressSync(rawPayload).toString()).toContain('/404 A "quoted"');
});

it('a page is rendered once, and again when the day or the notices change', async () => {
  const first = await visit('/pricing');
  expect((await visit('/pricing/')).body).toBe(first.body);
  notices = { banner: null, off: ['contact_form'] };
  const closed = await visit('/pricing');
  expect(closed.body).toContain('/pricing A "quoted" <name> true');
  today = '2026-03-04T00:00:00Z';
  expect((await visit('/pricing')).body).not.toBe(closed.body);
});

it('what a visitor puts into an address is not part of the page that is kept', async () => {
  const first = await visit('/booking/%3Cscript%3E');
  expect(first.body).toContain('/booking/[token]');
  expect((await visit('/booking/other')).body).toBe(first.body);
});

it('people with a session get the app, with the names of the installation', async () => {
  const { statusCode, body, headers } = await open('/pricing');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>A &quot;quoted&quot; &lt;name></title>');
  expect(body).toContain('<meta name="product-name" content="A &quot;quoted&quot; &lt;name>" />');
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${APP_HASHES};`);
});

it('an address of the app opens it for everybody', async () => {
  for (const path of [`/coach/${ID}/clients`, '/invitation/abc']) {
    expect((await visit(path)).body, path).toContain('product-name');
  }
});

it('an old address leads to the new one', async () => {
  const { statusCode, headers } = await visit('/terms');
  expect([statusCode, headers.location]).toEqual([301, '/terms-of-service']);
});

it.each(['/nowhere', '/coach/me/clients', `/coach/${ID}/nowhere`])('%s is answered with 404', async (path) => {
  expect((await visit(path)).statusCode).toBe(404);
  expect((await open(path)).statusCode).toBe(404);
});

it('files of both builds are kept for a year', async () => {
  const { headers, body } = await visit('/assets/a.js');
  expect([headers['cache-control'], body]).toEqual(['public, max-age=31536000, immutable', SCRIPT]);
});

it('a page of the app names the files of its route, and no others', async () => {
  const { body } = await open(`/coach/${ID}/clients`);
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/clients.js" />');
  expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/clients.css" />');
  expect(body).not.toContain('other.js');
  expect(body.match(/main\.js/g)).toHaveLength(1);
  expect((await open('/invitation/abc')).body).not.toContain('modulepreload');
});

const signIn = (role: string, fullName = 'Maya Chen', client: object | null = {}) => {
  pageSession = JSON.parse(JSON.stringify({ session: { role, user: { id: ID, fullName }, client }, isDue: false }));
};
const outlineIn = (body: string) => /<div id="outline"[\s\S]*?<\/section>/.exec(body)?.[0];

describe('the outline of a page', () => {
  it('has the first words of the page and the name of the product', async () => {
    signIn('Client');
    const outline = outlineIn((await open('/client/dashboard')).body);
    for (const part of [
      'A &quot;quoted&quot; &lt;name>',
      '<h1>Hello, Maya</h1><p>Your &lt;day></p>',
      'style="max-width:680px"',
      '--light:#FBFCFA;--dark:#0E1512',
    ])
      expect(outline).toContain(part);
    signIn('Coach-Pro');
    expect(outlineIn((await open(`/coach/${ID}/clients`)).body)).toContain('<h1>Clients</h1></div>');
    expect(outlineIn((await open(`/coach/${ID}/calendar`)).body)).toContain('<div><p>Your sessions</p></div>');
  });

  it('has no lead for a client without a coach, who sees other words there', async () => {
    signIn('Client', 'Maya Chen', null);
    expect(outlineIn((await open('/client/dashboard')).body)).toContain('<h1>Hello, Maya</h1></div>');
  });

  it('cannot be left by a hostile name', async () => {
    signIn('Client', '<img/src=x> $& $1');
    expect(outlineIn((await open('/client/dashboard')).body)).toContain('<h1>Hello, &lt;img/src=x></h1>');
    signIn('Client', '$&$1');
    expect(outlineIn((await open('/client/dashboard')).body)).toContain('<h1>Hello, $&amp;$1</h1>');
  });

  it('is painted for those alone who see the page', async () => {
    const other = ID.replace('0a', '0b');
    for (const [role, url] of [
      ['Client', `/coach/${ID}/clients`],
      ['Coach-Pro', '/client/dashboard'],
      ['Coach-Pro', `/coach/${other}/clients`],
      ['Operator', `/coach/${ID}/clients`],
      ['Client', '/pricing'],
      ['Client', '/app-shell'],
    ] as const) {
      signIn(role);
      expect(outlineIn((await open(url)).body), `${role} at ${url}`).toBeUndefined();
    }
    pageSession = { session: null, isDue: false };
    expect(outlineIn((await visit('/client/dashboard')).body)).toBeUndefined();
  });
});

describe('the brand', () => {
  const at = (url: string, host: string) => app.inject({ method: 'GET', url, headers: { host: `${host}:8080` } });

  it('of the host is in the page of the app, also in the one that the worker keeps', async () => {
    for (const url of [`/coach/${ID}/clients`, '/app-shell']) {
      const { body } = await at(url, OTHER_HOST);
      for (const part of [
        '<title>Fit by Ana</title>',
        '<meta name="product-name" content="Fit by Ana" />',
        '<meta name="theme-color" content="#ffeedd" media="(prefers-color-scheme: light)" />',
        '<link rel="icon" href="/fit.svg" />',
      ])
        expect(body, url).toContain(part);
      expect((await at(url, 'localhost')).body).not.toMatch(/Fit by Ana|#ffeedd|fit\.svg/);
    }
  });

  it('of the host is in the manifest', async () => {
    expect((await at('/manifest.webmanifest', OTHER_HOST)).json()).toMatchObject({
      name: 'Fit by Ana',
      short_name: 'Fit by Ana',
      theme_color: '#ffeedd',
      icons: [{ src: '/fit.png', sizes: '192x192', type: 'image/png', purpose: 'any' }],
    });
    expect((await at('/manifest.webmanifest', 'localhost')).json()).toMatchObject({
      name: own.name,
      theme_color: '#FBFCFA',
    });
  });

  it('of a coach is in the manifest that names the coach, and in no other', async () => {
    expect((await at(`/manifest.webmanifest?coach=${ID}`, 'localhost')).json()).toMatchObject({ name: shown.name });
    for (const query of ['', '?coach=', '?coach=a&coach=b', `?coach=${ID.replace('0a', '0b')}`]) {
      expect((await at(`/manifest.webmanifest${query}`, 'localhost')).json()).toMatchObject({ name: own.name });
    }
  });

  it('of a client’s coach is in their page, and the product keeps its name for its own texts', async () => {
    signIn('Client', 'Maya Chen', { brand: shown });
    const { body } = await open('/client/dashboard');
    for (const part of [
      '<title>Ana &amp; Co &quot;Fit&quot;</title>',
      '<link rel="icon" href="/brands/a/tab.png" data-usual="/favicon.svg" />',
      '<link rel="apple-touch-icon" href="/brands/a/touch.png" data-usual="/icons/apple-touch-icon.png" />',
      '<link rel="manifest" href="/manifest.webmanifest?coach=a" data-usual="/manifest.webmanifest" />',
      `<style id="brand">${shown.styles}</style>`,
      '<meta name="product-name" content="A &quot;quoted&quot; &lt;name>" />',
    ])
      expect(body).toContain(part);
    expect(outlineIn(body)).toContain('Ana &amp; Co &quot;Fit&quot;');
    expect(body).not.toContain('name="brand"');
  });

  it('of a coach who invites is in the page of the invitation, for a visitor', async () => {
    invited = shown;
    pageSession = { session: null, isDue: false };
    const { body } = await visit('/invitation/a-token');
    expect(body).toContain('<title>Ana &amp; Co &quot;Fit&quot;</title>');
    const [, json = ''] = /<meta name="brand" content="([^>]*)" \/>/.exec(body) ?? [];
    expect(JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(shown);
  });

  it('of one host is not in the kept pages of another', async () => {
    const ours = await at('/pricing', 'localhost');
    const theirs = await at('/pricing', OTHER_HOST);
    expect(theirs.body).toContain('/pricing Fit by Ana');
    expect([(await at('/pricing', 'localhost')).body, (await at('/pricing', OTHER_HOST)).body]).toEqual([
      ours.body,
      theirs.body,
    ]);
  });
});

describe('the session in a page', () => {
  const HOSTILE = '</script><script>alert(1)</script><!-- & \u2028 \u2029';
  const aSession = (fullName: string): PageSession =>
    JSON.parse(JSON.stringify({ session: { user: { fullName } }, isDue: false }));
  const sessionIn = (body: string): unknown => {
    const [, json] = /<script type="application\/json" id="page-session">(.*?)<\/script>/s.exec(body) ?? [];
    return json && JSON.parse(json);
  };

  it('is data that no browser runs and nothing stores', async () => {
    pageSession = aSession('Maya');
    const { body, headers } = await open('/pricing');
    expect(sessionIn(body)).toEqual(pageSession);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.vary).toContain('cookie');
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${APP_HASHES};`);
  });

  it('cannot be left by a hostile name', async () => {
    pageSession = aSession(HOSTILE);
    const { body } = await open('/pricing');
    expect(body.match(/<\/script>/g)).toHaveLength(4);
    expect(body).not.toMatch(/<!-- &|alert\(1\)<|\u2028|\u2029/);
    expect(sessionIn(body)).toEqual(pageSession);
  });

  it('is in no page that the app asks from, and in none of visitors to the site', async () => {
    const { body, headers } = await open('/pricing');
    expect(body).not.toContain('page-session');
    expect(headers['cache-control']).toBe('no-cache');
    pageSession = aSession('Maya');
    const page = await visit('/pricing');
    expect([page.body.includes('Maya'), page.headers['cache-control']]).toEqual([false, 'no-cache']);
  });

  it('is not in the page that the worker keeps on the device', async () => {
    pageSession = aSession('Maya');
    const { body } = await open('/app-shell');
    expect(body).toContain('product-name');
    expect(body).not.toMatch(/page-session|Maya|modulepreload/);
  });
});

describe('at the domain of a coach', () => {
  const at = (url: string, cookie = `${sessionCookieName(APP_URL)}=anything`) =>
    app.inject({ method: 'GET', url, headers: { host: HOSTED.domain, cookie } });

  it('pages say so, and offer no providers', async () => {
    expect((await at('/client/dashboard')).body).toContain('<meta name="coach-domain" content="true" />');
    expect((await open('/client/dashboard')).body).not.toContain('coach-domain');
  });

  it('a person who is no client of this coach is led to the product, unless they are invited', async () => {
    pageSession = 'elsewhere';
    expect((await at('/client/dashboard?a=b')).headers.location).toBe(`${APP_URL}/client/dashboard?a=b`);
    expect((await at('/invitation/abc')).statusCode).toBe(200);
  });

  it('crawlers find nothing', async () => {
    expect((await at('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
  });
});

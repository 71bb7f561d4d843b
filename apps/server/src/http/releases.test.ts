import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrands } from '../core/brand.ts';
import { readEnv } from '../env.ts';
import { Unavailable } from '../platform/db/failures.ts';
import { createFileStore, type FileStore } from '../platform/files/store.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { createLogger } from '../platform/logger.ts';
import { registerWeb } from './web.ts';

const APP_URL = 'http://localhost:3000';
const SITE = `
export const listed = [];
export const patterns = [];
export const patternOf = () => undefined;
export const createRender = () => async () => new Response('no such page', { status: 404 });
`;

let folder: string;
let minute: number;
const apps: FastifyInstance[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stridewell-releases-'));
  minute = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(apps.splice(0).map((app) => app.close()));
  rmSync(folder, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Builds release `name` into a folder, in place of what was there. */
function build(name: string, into = name) {
  const root = path.join(folder, into);
  rmSync(root, { recursive: true, force: true });
  write(path.join(root, 'app/index.html'), '<head><!-- installation --></head><!-- outline --><!-- files -->');
  write(path.join(root, 'app/.vite/paths.json'), '{"/":{"files":[]}}');
  write(path.join(root, `app/assets/app-${name}.js`), `app of ${name}`);
  write(path.join(root, `app/assets/app-${name}.js.map`), 'sources');
  write(path.join(root, 'app/assets/same.css'), 'unchanged');
  write(path.join(root, 'site/server/entry.mjs'), SITE);
  write(path.join(root, `site/client/assets/island-${name}.js`), `island of ${name}`);
  return { app: path.join(root, 'app'), site: path.join(root, 'site') };
}

/** A process with the build, a minute after the one before. Machines share the store of files. */
async function start(roots: { app: string; site: string }, files: FileStore = createFileStore({ dataDir: folder })) {
  const app = Fastify();
  apps.push(app);
  minute += 1;
  const now = new Date(Date.UTC(2026, 2, 3, 12, minute));
  const settings = { notices: async () => ({ banner: null, off: [] }) };
  const log = createLogger({ level: 'silent' });
  const env = readEnv({ APP_URL });
  await registerWeb(
    app,
    { brandOf: createBrands(env), env, files, log, now: () => now, settings },
    { roots, readSession: async () => undefined, brands: { ofCoach: async () => null, ofPage: async () => null } },
  );
  return {
    get: (url: string, headers = {}) => app.inject({ method: 'GET', url, headers }),
    async body(url: string) {
      const { statusCode, body } = await app.inject({ method: 'GET', url });
      return statusCode === 200 ? body : statusCode;
    },
  };
}

describe('after an upgrade', () => {
  it.each([
    ['in the same folder', 'current'],
    ['in a fresh folder', undefined],
  ])('%s, the assets of two releases before are served, and of no older one', async (_, into) => {
    let newest = await start(build('one', into));
    for (const name of ['two', 'three', 'four']) newest = await start(build(name, into));
    expect(await newest.body('/assets/app-one.js')).toBe(404);
    for (const name of ['two', 'three', 'four']) {
      expect(await newest.body(`/assets/app-${name}.js`)).toBe(`app of ${name}`);
      expect(await newest.body(`/assets/island-${name}.js`)).toBe(`island of ${name}`);
    }
    const { headers } = await newest.get('/assets/app-three.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await newest.body('/assets/same.css')).toBe('unchanged');
    expect(await newest.body('/assets/app-three.js.map')).toBe(404);
  });

  it('a process of the release before serves the assets of the new one', async () => {
    const older = await start(build('one'));
    await start(build('two'));
    expect(await older.body('/assets/app-two.js')).toBe('app of two');
  });

  it('a process whose folder holds a newer build already serves its own assets', async () => {
    const running = await start(build('one', 'current'));
    build('two', 'current');
    for (const encoding of ['identity', 'br, gzip']) {
      const { body, headers } = await running.get('/assets/app-one.js', { 'accept-encoding': encoding });
      expect([body, headers['content-encoding']]).toEqual(['app of one', undefined]);
    }
  });

  it('and back to the release before, the other one counts as the one before', async () => {
    const roots = ['one', 'two', 'three'].map((name) => build(name));
    for (const root of roots) await start(root);
    await start(roots[1] ?? build('two'));
    const newest = await start(build('four'));
    expect(await newest.body('/assets/app-one.js')).toBe(404);
    for (const name of ['two', 'three', 'four'])
      expect(await newest.body(`/assets/app-${name}.js`)).toBe(`app of ${name}`);
  });
});

it('processes of one release count as one', async () => {
  const one = build('one');
  const two = build('two');
  const copy = path.join(folder, 'copy');
  cpSync(path.join(folder, 'two'), copy, { recursive: true });
  await start(one);
  await Promise.all([start(two), start({ app: `${copy}/app`, site: `${copy}/site` }), start(two)]);
  const files = createFileStore({ dataDir: folder });
  const put = vi.spyOn(files, 'put');
  const last = await start(two, files);
  expect(put).not.toHaveBeenCalled();
  expect(await last.body('/assets/app-one.js')).toBe('app of one');
});

it.each(['gone.js', 'list.json', '', '..%2Findex.html', 'a/app-one.js'])(
  '/assets/%s is a short 404 that nothing keeps',
  async (name) => {
    const { get } = await start(build('one'));
    for (const cookie of ['', `${sessionCookieName(APP_URL)}=anything`]) {
      const { statusCode, headers, body } = await get(`/assets/${name}`, { cookie });
      expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
        404,
        'no-store',
        'text/plain; charset=utf-8',
      ]);
      expect(body).toBe('There is no such file.');
    }
  },
);

it('a store that is away holds up no start, and gets the assets a minute later', async () => {
  // Only this timer is held. Apps of other tests run in this process, and would lose their timers for good.
  const held: Parameters<typeof setTimeout>[] = [];
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...timer: Parameters<typeof setTimeout>) => {
    const [run] = timer;
    if (run.name !== 'publish') return setTimeout(...timer);
    held.push(timer);
    return setTimeout(() => undefined, 0);
  }) as typeof setTimeout);
  const files = createFileStore({ dataDir: folder });
  vi.spyOn(files, 'put').mockRejectedValue(new Unavailable('away'));
  const first = await start(build('one'), files);
  expect(await first.body('/assets/app-one.js')).toBe('app of one');
  const [[publish, ms] = []] = held;
  expect(ms).toBe(60_000);
  vi.restoreAllMocks();
  await publish?.();
  const second = await start(build('two'));
  expect(await second.body('/assets/app-one.js')).toBe('app of one');
});

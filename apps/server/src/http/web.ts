import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Notices } from '@stridewell/contract/identity/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand, BrandOf } from '../core/brand.ts';
import type { Services } from '../core/services.ts';
import { allowScripts } from '../platform/http/security-headers.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { isApiPath } from './api-paths.ts';
import { sendToProduct } from './hosts.ts';
import type { PageBrands } from './page-brands.ts';
import type { PageSessionReader } from './page-session.ts';
import { Releases } from './releases.ts';
import { createShell, type Shell } from './shell.ts';
import { createSite, type SitePage } from './site.ts';

/** Folders of the built apps. */
export type WebRoots = { app: string; site: string };

type BuiltApps = { roots: WebRoots; readSession: PageSessionReader; brands: PageBrands };

type WebServices = Pick<Services, 'brandOf' | 'env' | 'files' | 'log' | 'now'> & {
  settings: Pick<Services['settings'], 'notices'>;
};

const NO_NOTICES: Notices = { banner: null, off: [] };
const ASSETS = '/assets/';
const HTML = 'text/html; charset=utf-8';
const FOREVER = 'public, max-age=31536000, immutable';
const PUBLISH_AGAIN_MS = 60_000;

/** Serves the built apps: hashed assets for a year, the public site, and the page of the app for all its addresses. */
export async function registerWeb(app: FastifyInstance, services: WebServices, built?: BuiltApps): Promise<void> {
  if (!built) {
    app.setNotFoundHandler((_request, reply) => unknownData(reply));
    return;
  }
  const { brandOf, env, now, settings } = services;
  const { roots, readSession, brands } = built;
  const [shell, site] = await Promise.all([
    createShell(roots.app, env),
    createSite(roots.site, { env, brand: brandOf(new URL(env.appUrl).hostname), now }),
  ]);
  await app.register(fastifyStatic, {
    root: [roots.app, path.join(roots.site, 'client')],
    index: false,
    wildcard: false,
    globIgnore: ['.vite/**', 'index.html', '**/*.map', '**/*.br'],
    // Files that the build compressed. All others are compressed while they are sent.
    preCompressed: true,
    setHeaders(reply, file) {
      reply.header('cache-control', cacheControlOf(file));
    },
  });
  await registerReleases(app, services, roots);
  registerCrawlerFiles(app, env.appUrl, site.listed);
  registerInstalled(app, { brandOf, brands, shell });

  const sessionCookie = `${sessionCookieName(env.appUrl)}=`;
  // A route instead of the handler above, because only answers of routes are compressed.
  app.get('/*', async (request, reply) => {
    if (isApiPath(request.url)) return unknownData(reply);
    const at = pathOf(request);
    const isHosted = request.hostedCoach !== null;
    const shown = { notices: await settings.notices(null, now()), brand: brandOf(request.hostname) };
    reply.header('cache-control', 'no-cache').header('vary', 'cookie');
    const sendShell = async () => {
      const [found, invited] = await Promise.all([readSession(request), brands.ofPage(at, request.hostedCoach)]);
      const isElsewhere = found === 'elsewhere';
      // The invited person may be a client of other coaches so far.
      if (isElsewhere && !at.startsWith('/invitation/')) return sendToProduct(reply, env.appUrl, request.url);
      const session = isElsewhere ? undefined : found;
      if (session) reply.header('cache-control', 'no-store');
      allowScripts(reply, shell.scripts);
      return reply.type(HTML).send(shell.html({ at, ...shown, isHosted, invited, session }));
    };
    // A signed-in person sees public pages in the app, with their own navigation.
    const isSignedIn = request.headers.cookie?.includes(sessionCookie) ?? false;
    if (isSignedIn && shell.isPage(at)) return sendShell();
    const page = await site.find(at, shown);
    if (page) return sendPage(request, reply, page);
    if (shell.isPage(at)) return sendShell();
    reply.status(404);
    return isSignedIn ? sendShell() : sendPage(request, reply, await site.missing(shown));
  });
}

async function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { status, location, html, compressed, scripts }: SitePage,
) {
  if (location !== null) return reply.redirect(location, status);
  allowScripts(reply, scripts);
  reply.status(status).type(HTML).header('vary', 'cookie, accept-encoding');
  if (!takesBrotli(headers['accept-encoding'])) return reply.send(html);
  return reply.header('content-encoding', 'br').send(await compressed());
}

/** Whether an `accept-encoding` names Brotli, and not with the weight 0. */
const takesBrotli = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((coding) => /^\s*br\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/.test(coding));

/** Files of the service worker. Cached too long, they keep all other files outdated. */
const WORKER_FILES = new Set(['sw.js', 'push-worker.js']);

const cacheControlOf = (file: string): string => {
  if (WORKER_FILES.has(path.basename(file))) return 'no-cache';
  return path.basename(path.dirname(file)) === 'assets' ? FOREVER : 'public, max-age=3600';
};

/** Serves the assets of other releases, and keeps those of this one for the processes of others. */
async function registerReleases(app: FastifyInstance, { files, log, now }: WebServices, roots: WebRoots) {
  const releases = new Releases({ files, now }, [
    path.join(roots.app, 'assets'),
    path.join(roots.site, 'client/assets'),
  ]);
  let again: NodeJS.Timeout | undefined;
  const publish = async () => {
    try {
      await releases.publish();
    } catch (error) {
      log.warn({ err: error }, 'the assets of this release could not be kept, and the next try is in a minute');
      again = setTimeout(publish, PUBLISH_AGAIN_MS).unref();
    }
  };
  app.addHook('onClose', () => clearTimeout(again));
  // Before the first page that names these assets: another process may be asked for them.
  await publish();

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asset = await releases.find(pathOf(request).slice(ASSETS.length));
    if (asset) return reply.type(asset.type).header('cache-control', FOREVER).send(asset.content);
    return reply
      .status(404)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send('There is no such file.');
  };
  app.get(`${ASSETS}*`, answer);
  // Reached from an asset of this build, too, once a newer build has replaced its folder.
  app.setNotFoundHandler((request, reply) =>
    request.url.startsWith(ASSETS) ? answer(request, reply) : unknownData(reply),
  );
}

const unknownData = (reply: FastifyReply) =>
  reply.status(404).send({ code: 'NOT_FOUND', message: 'We could not find that.' });

/** The path without query and trailing slash. */
const pathOf = (request: FastifyRequest): string => {
  const at = request.url.split(/[?#]/, 1)[0] ?? '/';
  return at.length > 1 ? at.replace(/\/+$/, '') || '/' : at;
};

function registerCrawlerFiles(app: FastifyInstance, appUrl: string, listed: readonly string[]): void {
  const urls = listed.map((at) => `  <url><loc>${appUrl}${at}</loc></url>`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
  const robots = `User-agent: *
Disallow: /rest/
Disallow: /auth/
Disallow: /functions/
Sitemap: ${appUrl}/sitemap.xml
`;
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap));
  app.get('/robots.txt', ({ hostedCoach }, reply) =>
    reply.type('text/plain; charset=utf-8').send(hostedCoach ? 'User-agent: *\nDisallow: /\n' : robots),
  );
}

/** Serves the files of the installed app: its manifest, and the page that it opens without a network. */
function registerInstalled(
  app: FastifyInstance,
  { brandOf, brands, shell }: { brandOf: BrandOf; brands: PageBrands; shell: Shell },
): void {
  app.get<{ Querystring: { coach?: unknown } }>('/manifest.webmanifest', async ({ hostname, query }, reply) => {
    const brand = await brands.ofCoach(query.coach);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(brand ?? brandOf(hostname))));
  });
  // Kept on the device by the worker, so it never holds a session.
  app.get('/app-shell', ({ hostname, hostedCoach }, reply) => {
    allowScripts(reply, shell.scripts);
    return reply
      .type(HTML)
      .header('cache-control', 'no-cache')
      .send(shell.html({ notices: NO_NOTICES, brand: brandOf(hostname), isHosted: hostedCoach !== null }));
  });
}

const manifestOf = ({ name, light, dark, icons }: Brand) => ({
  id: '/',
  name,
  short_name: name,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en',
  theme_color: light.paper,
  background_color: light.paper,
  // Browsers without support use the colours above. The bar of an open window follows the page's meta tags.
  color_scheme_dark: { theme_color: dark.paper, background_color: dark.paper },
  icons: icons.app.map(({ src, size, purpose }) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })),
});

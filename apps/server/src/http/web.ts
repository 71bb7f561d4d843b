import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../core/services.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { isApiPath } from './api-paths.ts';
import { createPublicPages, type PublicPages, withNotices } from './public-pages.ts';

/** Serves the built web app: hashed assets for a year, public pages as HTML, and the shell for every other page. */
export async function registerWeb(
  app: FastifyInstance,
  { env, now, settings }: Pick<Services, 'env' | 'now' | 'settings'>,
  webRoot?: string,
): Promise<void> {
  app.setNotFoundHandler((_request, reply) => unknownData(reply));
  if (!webRoot) return;
  const pages = await createPublicPages(env, webRoot, now);
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    globIgnore: ['.vite/**', 'index.html', '**/*.map', '**/*.br'],
    // Files that the build compressed. All others are compressed while they are sent.
    preCompressed: true,
    setHeaders(reply, file) {
      reply.header('cache-control', cacheControlOf(path.relative(webRoot, file)));
    },
  });
  registerCrawlerFiles(app, env.appUrl, pages);
  registerInstalled(app, env.PRODUCT_NAME, pages);

  const sessionCookie = `${sessionCookieName(env.appUrl)}=`;
  // A route instead of the handler above, because only answers of routes are compressed.
  app.get('/*', async (request, reply) => {
    if (isApiPath(request.url)) return unknownData(reply);
    const at = pathOf(request);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'cookie');
    // A signed-in person gets their own navigation bar at once, without a flash of the visitor's.
    const rendered = request.headers.cookie?.includes(sessionCookie) ? undefined : await pages.find(at);
    if (!rendered && !pages.isPage(at)) reply.status(404);
    return reply.send(withNotices(rendered ?? pages.shell, await settings.notices(null, now())));
  });
}

/** A service worker that is cached too long keeps all other files outdated. */
const cacheControlOf = (file: string): string => {
  if (file === 'sw.js') return 'no-cache';
  return file.startsWith(`assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
};

const unknownData = (reply: FastifyReply) =>
  reply.status(404).send({ code: 'NOT_FOUND', message: 'We could not find that.' });

/** The path without query and trailing slash. */
const pathOf = (request: FastifyRequest): string => {
  const at = request.url.split(/[?#]/, 1)[0] ?? '/';
  return at.length > 1 ? at.replace(/\/+$/, '') || '/' : at;
};

function registerCrawlerFiles(app: FastifyInstance, appUrl: string, pages: PublicPages): void {
  const urls = pages.listed.map((at) => `  <url><loc>${appUrl}${at}</loc></url>`);
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
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}

/** Serves the files of the installed app: its manifest, and the page that it opens without a network. */
function registerInstalled(app: FastifyInstance, name: string, pages: PublicPages): void {
  const icon = (file: string, size: number, purpose = 'any') => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = JSON.stringify({
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    theme_color: '#FBFCFA',
    background_color: '#FBFCFA',
    // Browsers without support use the colours above. The bar of an open window follows the page's meta tags.
    color_scheme_dark: { theme_color: '#0E1512', background_color: '#0E1512' },
    icons: [icon('icon-192.png', 192), icon('icon-512.png', 512), icon('maskable-512.png', 512, 'maskable')],
  });
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(manifest),
  );
  app.get('/app-shell', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(pages.shell),
  );
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';

/** Paths that belong to the API: an unknown one is answered in JSON, never with the web app. */
const API_PREFIXES = ['/rest/', '/auth/v1/', '/functions/', '/api/', '/links/', '/dev/', '/webhooks/'];

/** Serves the built web app: hashed assets for a year, and the shell for every page address. */
export async function registerWeb(app: FastifyInstance, { env }: Services, webRoot?: string): Promise<void> {
  const shell = webRoot && fillShell(await readFile(path.join(webRoot, 'index.html'), 'utf8'), env);
  if (webRoot) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      wildcard: false,
      setHeaders(reply, file) {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !API_PREFIXES.some((prefix) => request.url.startsWith(prefix));
    if (!shell || !isPage) return reply.status(404).send({ code: 'NOT_FOUND', message: 'We could not find that.' });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shell);
  });
}

/** Puts the configured names into the page that the build left open. */
function fillShell(
  html: string,
  env: { PRODUCT_NAME: string; CONTACT_EMAIL: string; OPERATOR_DOMAIN?: string | undefined },
): string {
  const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  const meta = (page: string, name: string, value: string) =>
    page.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), (_, start: string) => start + attribute(value));
  const named = html.replace(/<title>[^<]*<\/title>/, () => `<title>${attribute(env.PRODUCT_NAME)}</title>`);
  return meta(
    meta(meta(named, 'product-name', env.PRODUCT_NAME), 'contact-email', env.CONTACT_EMAIL),
    'operator-domain',
    env.OPERATOR_DOMAIN ?? '',
  );
}

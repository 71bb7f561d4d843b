import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Services } from '../core/services.ts';
import { createApiDocument } from './api-document.ts';

const DOCUMENT = '/api/openapi.json';
const PAGE = '/api/docs';
/** The page styles its elements one by one. */
const CONTENT_POLICY = {
  'default-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'img-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'style-src': ["'self'", "'unsafe-inline'"],
};

/** The page has dark colours under a class, which the bar on top would set. */
const DARK_MODE = `const dark = matchMedia('(prefers-color-scheme: dark)');
const show = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', show);
show();
`;
/** Behind the last part of the page, and for long addresses on a phone. */
const STYLE = `html.dark-mode body { background: #1c2022 }
.swagger-ui .opblock .opblock-summary-path { overflow-wrap: anywhere }
`;

/** The API document, and a reference page made of it. */
export async function registerDocs(app: FastifyInstance, { auth, env }: Services): Promise<void> {
  let document: ReturnType<typeof createApiDocument> | undefined;
  const get = () => {
    document ??= createApiDocument({ productName: env.PRODUCT_NAME, appUrl: env.appUrl, auth });
    return document;
  };

  app.get(DOCUMENT, get);
  await app.register(
    // The reference page requires a plugin of this name. It asks for the document where the hook sends it on.
    fp(
      async (instance: FastifyInstance) => {
        instance.decorate('swagger', (() => ({ openapi: '3.1.0' })) as never);
      },
      { name: '@fastify/swagger' },
    ),
  );
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    theme: {
      title: `${env.PRODUCT_NAME} API`,
      js: [{ filename: 'dark-mode.js', content: DARK_MODE }],
      css: [{ filename: 'page.css', content: STYLE }],
    },
    uiConfig: {
      // Without the bar on top, which is for documents of other servers.
      layout: 'BaseLayout',
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
    },
    uiHooks: {
      onRequest(request, reply, done) {
        if (request.url === `${PAGE}/json`) void reply.redirect(DOCUMENT);
        else done();
      },
    },
    staticCSP: CONTENT_POLICY,
  });
}

import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Services } from '../core/services.ts';
import { createApiDocument } from './api-document.ts';

/** The API document, and a reference page made of it. */
export async function registerDocs(app: FastifyInstance, { auth, env }: Services): Promise<void> {
  let document: ReturnType<typeof createApiDocument> | undefined;
  const get = () => {
    document ??= createApiDocument({ productName: env.PRODUCT_NAME, appUrl: env.appUrl, auth });
    return document;
  };

  app.get('/api/openapi.json', get);
  await app.register(
    // The reference page requires a plugin of this name. This one hands over the existing document.
    fp(
      async (instance: FastifyInstance) => {
        instance.decorate('swagger', (() => ({ openapi: '3.1.0' })) as never);
      },
      { name: '@fastify/swagger' },
    ),
  );
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json' },
    staticCSP: true,
  });
}

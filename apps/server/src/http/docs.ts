import swaggerUi from '@fastify/swagger-ui';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '@stridewell/contract/router';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Services } from '../core/services.ts';

/** One OpenAPI 3.1 document for procedures and auth endpoints, and a reference page made of it. */
export async function registerDocs(app: FastifyInstance, { auth, env }: Services): Promise<void> {
  let document: Promise<Record<string, unknown>> | undefined;
  const generate = async () => {
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
    const own = await generator.generate(contract, {
      info: { title: `${env.PRODUCT_NAME} API`, version: '1' },
      servers: [{ url: env.appUrl }],
    });
    const ofAuth = await auth.api.generateOpenAPISchema();
    const under = (prefix: string, paths: Record<string, object> = {}) =>
      Object.fromEntries(Object.entries(paths).map(([path, item]) => [`${prefix}${path}`, withoutTokens(item)]));
    return {
      ...own,
      paths: { ...own.paths, ...under('/auth/v1', ofAuth.paths) },
      components: { ...withoutToken(ofAuth.components), ...own.components },
    };
  };
  const get = () => {
    document ??= generate();
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

type Operation = { responses?: object };

/** Answers hold no session token, though the library describes one. */
const withoutTokens = (operations: object) =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]: [string, Operation]) => [
      method,
      operation.responses ? { ...operation, responses: withoutToken(operation.responses) } : operation,
    ]),
  );

const withoutToken = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'required' && Array.isArray(value)) return value.filter((name) => name !== 'token');
    return key === 'token' ? undefined : value;
  });

import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { type Access, listProcedures } from '@stridewell/contract/access';
import { COACH_HEADER } from '@stridewell/contract/errors.rules';
import { contract } from '@stridewell/contract/router';
import type { Auth } from '../core/auth/auth.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { describeAuth } from './api-auth.ts';
import { converter, nameSchemas, refTo, shareSchemas } from './api-components.ts';
import { describeRefusals } from './api-refusals.ts';
import { API_TAGS } from './api-tags.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const SESSION: OpenAPI.SecurityRequirementObject[] = [{ session: [] }];
/** Visitors need no session, and see more of some answers with one. */
const OPTIONAL_SESSION: OpenAPI.SecurityRequirementObject[] = [{}, { session: [] }];

/** The installation that the document names, and the auth library, which describes its endpoints. */
export type Described = { productName: string; appUrl: string; auth: Pick<Auth, 'api'> };

/**
 * Describes all procedures and auth endpoints in OpenAPI 3.1. Schemas of the contract, errors and their responses have
 * names, so no schema is repeated. Reads no database.
 */
export async function createApiDocument({ productName, appUrl, auth }: Described): Promise<OpenAPI.Document> {
  const { named, components } = nameSchemas();
  const refusals = describeRefusals(components);
  const own = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: { title: `${productName} API`, version: '1' },
    commonSchemas: named,
    // Replaced with the named responses below.
    customErrorResponseBodySchema: () => ({}),
  });
  const access = new Map<string, Access>(
    listProcedures(contract).map((procedure) => [procedure.name, procedure.access]),
  );
  for (const item of Object.values(own.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (!operation) continue;
      const id = operation.operationId ?? '';
      finish(operation, access.get(id), refusals.byOperation.get(id));
    }
  }
  const ofAuth = describeAuth(await auth.api.generateOpenAPISchema(), SESSION);
  const document: OpenAPI.Document = {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: 'Procedures of the web app under /rest/v1 and /functions/v1, and signing in under /auth/v1.',
      license: { name: 'Terms of service', url: '/terms-of-service' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: SESSION,
    tags: API_TAGS,
    paths: { ...own.paths, ...ofAuth.paths },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(appUrl),
          description: 'The cookie that signing in sets.',
        },
      },
      parameters: {
        Coach: {
          name: COACH_HEADER,
          in: 'header',
          description: 'Which coach a client means who has several. Defaults to the current one.',
          schema: refTo('schemas', 'Id'),
        },
      },
      responses: { ...refusals.responses, ...ofAuth.responses },
      schemas: { ...own.components?.schemas, ...(refusals.schemas as object), ...ofAuth.schemas },
    },
  };
  return withoutUnused(shareSchemas(document));
}

/** Adds what the generator does not know: who may call, and the refusals. */
function finish(
  operation: OpenAPI.OperationObject,
  access: Access | undefined,
  refusals: Record<string, OpenAPI.ReferenceObject> | undefined,
): void {
  const { 200: success } = operation.responses ?? {};
  operation.responses = { ...(success && { 200: success }), ...refusals };
  const parameters = (operation.parameters ?? []).map(plain);
  if (access?.allow === 'client') parameters.push(refTo('parameters', 'Coach'));
  if (parameters.length > 0) operation.parameters = parameters;
  if (access?.allow === 'visitor') operation.security = OPTIONAL_SESSION;
}

/** The generator allows every parameter of a query to be empty and unescaped. */
function plain<Parameter extends object>(parameter: Parameter): Parameter {
  const entries = Object.entries(parameter).filter(([key]) => key !== 'allowEmptyValue' && key !== 'allowReserved');
  return Object.fromEntries(entries) as Parameter;
}

/** Leaves out components that nothing refers to, as often as that makes others unused. */
function withoutUnused(document: OpenAPI.Document): OpenAPI.Document {
  const text = JSON.stringify(document);
  const used = new Set([...text.matchAll(/"#\/components\/(\w+\/[\w.-]+)"/g)].map(([, name]) => name));
  let changed = false;
  for (const kind of ['schemas', 'responses', 'parameters'] as const) {
    for (const name of Object.keys(document.components?.[kind] ?? {})) {
      if (used.has(`${kind}/${name}`)) continue;
      delete document.components?.[kind]?.[name];
      changed = true;
    }
  }
  return changed ? withoutUnused(document) : document;
}

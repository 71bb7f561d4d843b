import type { OpenAPI, SchemaConverterComponent } from '@orpc/openapi';
import type { Access } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import { contentOf, converter, type JsonSchema, refTo } from './api-components.ts';

type Refusals = Readonly<Record<string, { status?: number; message?: string; data?: unknown } | undefined>>;
type Described = {
  '~orpc': { meta: Access; route: { method?: string }; inputSchema?: unknown; errorMap: Refusals };
};
type Responses = Record<string, OpenAPI.ResponseObject>;

/** A refusal as one procedure declares it. */
type Declared = { code: string; status: number; message: string; schema: JsonSchema };

/** Fields of every error. `defined`: the procedure declares the code. */
const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['defined', 'code', 'status', 'message'],
  properties: {
    defined: { type: 'boolean' },
    code: { type: 'string' },
    status: { type: 'integer' },
    message: { type: 'string', description: 'A sentence for people.' },
  },
};
/** Failures that no procedure declares. Their codes are listed so that a client can tell errors apart by the code. */
const SERVER_ERROR: JsonSchema = {
  allOf: [
    refTo('schemas', 'Problem'),
    {
      type: 'object',
      required: ['code'],
      properties: { code: { enum: ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'INSUFFICIENT_STORAGE'] } },
    },
  ],
};
const INVALID_INPUT = 'InvalidInputError';
const INVALID: JsonSchema = {
  allOf: [
    refTo('schemas', 'Problem'),
    {
      type: 'object',
      required: ['code'],
      properties: {
        code: { const: 'BAD_REQUEST' },
        data: {
          type: 'object',
          properties: {
            issues: {
              type: 'array',
              items: {
                type: 'object',
                required: ['message'],
                properties: {
                  message: { type: 'string' },
                  path: { type: 'array', items: { type: ['string', 'integer'] } },
                },
              },
            },
          },
        },
      },
    },
  ],
};

const pascal = (text: string) =>
  text
    .split(/[_\W]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
const nameOfCode = (code: string) => pascal(code.toLowerCase());

/** The errors that a procedure can answer. Only writes bring an id, and visitors need no session. */
function refusalsOf({ '~orpc': { meta, route, errorMap } }: Described): [string, NonNullable<Refusals[string]>][] {
  return Object.entries(errorMap).flatMap(([code, refusal]) => {
    const isImpossible =
      (code === 'ID_TAKEN' && route.method === 'GET') || (code === 'UNAUTHORIZED' && meta.allow === 'visitor');
    return refusal && !isImpossible ? [[code, refusal]] : [];
  });
}

function declare(code: string, refusal: NonNullable<Refusals[string]>, components: SchemaConverterComponent[]) {
  const { status = 400, message = '' } = refusal;
  const properties: Record<string, JsonSchema> = { code: { const: code }, status: { const: status } };
  const required = ['code', 'status'];
  if (refusal.data) {
    const [, data] = converter.convert(refusal.data as Parameters<typeof converter.convert>[0], {
      strategy: 'output',
      components,
    });
    properties.data = data;
    required.push('data');
  }
  const schema = { allOf: [refTo('schemas', 'Problem'), { type: 'object' as const, required, properties }] };
  return { code, status, message, schema } satisfies Declared;
}

/**
 * The errors of all procedures: a schema for each code, and a response for each set of codes that share a status.
 * A code that features declare in different ways has a schema for each of them, with the feature's name.
 */
export function describeRefusals(components: SchemaConverterComponent[]) {
  const schemas: Record<string, JsonSchema> = {
    Problem: PROBLEM,
    ServerError: SERVER_ERROR,
    [INVALID_INPUT]: INVALID,
  };
  const responses: Responses = {
    ServerError: {
      description:
        'A failure of the server: 500 after a bug, 503 with Retry-After while the service is briefly unavailable, 507 ' +
        'when the server has no space left.',
      content: { 'application/json': { schema: refTo('schemas', 'ServerError') } },
    },
  };
  const procedures = Object.entries(contract).flatMap(([feature, all]) =>
    Object.entries(all).map(([name, procedure]: [string, Described]) => ({ feature, name, procedure })),
  );
  const variants = new Map<string, Map<string, string>>();
  const declared = procedures.map(({ feature, name, procedure }) => ({
    id: `${feature}.${name}`,
    takesInput: procedure['~orpc'].inputSchema !== undefined,
    refusals: refusalsOf(procedure).map(([code, refusal]) => {
      const found = declare(code, refusal, components);
      const known = variants.get(code) ?? new Map<string, string>();
      variants.set(code, known);
      const shape = contentOf(found.schema);
      if (!known.has(shape)) known.set(shape, feature);
      return { ...found, shape };
    }),
  }));
  const nameOf = (code: string, shape: string) => {
    const known = variants.get(code) ?? new Map<string, string>();
    return known.size < 2 ? nameOfCode(code) : `${pascal(known.get(shape) ?? '')}${nameOfCode(code)}`;
  };

  const byOperation = new Map<string, Record<string, { $ref: string }>>();
  for (const { id, takesInput, refusals } of declared) {
    const byStatus = new Map<number, { name: string; message: string; schema: string }[]>();
    const add = (status: number, entry: { name: string; message: string; schema: string }) =>
      byStatus.set(status, [...(byStatus.get(status) ?? []), entry]);
    if (takesInput) {
      add(400, { name: 'InvalidInput', message: 'The input does not have the described form.', schema: INVALID_INPUT });
    }
    for (const { code, status, message, schema, shape } of refusals) {
      const name = nameOf(code, shape);
      schemas[`${name}Error`] = schema;
      add(status, { name, message, schema: `${name}Error` });
    }
    const refs: Record<string, { $ref: string }> = {};
    for (const [status, entries] of byStatus) {
      const name = nameResponse(
        status,
        entries.map((entry) => entry.name),
      );
      responses[name] ??= respond(entries);
      refs[status] = refTo('responses', name);
    }
    refs['5XX'] = refTo('responses', 'ServerError');
    byOperation.set(id, refs);
  }
  return { schemas, responses, byOperation };
}

/** The five reasons that any request can be forbidden for have one name. */
const ALWAYS_FORBIDDEN = ['Forbidden', 'Viewing', 'EmailNotVerified', 'FeatureRequired', 'FeatureOff'];

function nameResponse(status: number, names: readonly string[]): string {
  if (status !== 403) return names.join('Or');
  return ['Forbidden', ...names.filter((name) => !ALWAYS_FORBIDDEN.includes(name))].join('Or');
}

function respond(entries: readonly { message: string; schema: string }[]): OpenAPI.ResponseObject {
  const [first, ...others] = entries.map(({ schema }) => refTo('schemas', schema));
  return {
    description: [...new Set(entries.map(({ message }) => message))].join(' '),
    content: { 'application/json': { schema: first && others.length === 0 ? first : { oneOf: [first, ...others] } } },
  } as OpenAPI.ResponseObject;
}

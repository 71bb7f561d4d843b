import type { JSONSchema, OpenAPI, OpenAPIGeneratorGenerateOptions, SchemaConverterComponent } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { z } from 'zod';
import { API_SCHEMAS } from './api-schemas.ts';

export type JsonSchema = Exclude<JSONSchema, boolean>;
type NamedSchemas = NonNullable<OpenAPIGeneratorGenerateOptions['commonSchemas']>;
type Strategy = 'input' | 'output';

/**
 * Converts schemas of the contract. Any JSON value, its only recursive schema, is any value. What a function makes of a
 * value has no schema, but has the form of that value everywhere in the contract.
 */
export const converter = new ZodToJsonSchemaConverter({
  maxLazyDepth: 0,
  interceptors: [
    ({ next, ...call }) => {
      const { def } = call.schema._zod as z.ZodPipe['_zod'];
      const isChanged = def.type === 'pipe' && def.out._zod.def.type === 'transform';
      const [required, schema] = next(isChanged ? { ...call, schema: def.in } : call);
      return withDefault(call.options.strategy, required, withoutSafeLimits(schema));
    },
  ],
});

/** An answer has a value wherever a request may leave it to the default. */
function withDefault(strategy: string, required: boolean, schema: JsonSchema): [boolean, JsonSchema] {
  if (strategy !== 'output' || !('default' in schema)) return [required, schema];
  const { default: _, ...rest } = schema;
  return [true, rest];
}

/** Every integer of JavaScript has these limits. */
function withoutSafeLimits(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'integer') return schema;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, ...rest } = schema;
  return {
    ...rest,
    ...(minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

export const refTo = (kind: 'schemas' | 'responses' | 'parameters', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Names of a schema in requests and in answers, which differ where it has defaults or transforms a value. */
function namesOf(name: string): Record<Strategy, string> {
  if (name.endsWith('Input')) return { input: name, output: name.replace(/Input$/, 'Output') };
  return { input: `${name}Input`, output: name };
}

/** The schemas with names: for the generator, and as the components that other conversions refer to. */
export function nameSchemas(): { named: NamedSchemas; components: SchemaConverterComponent[] } {
  const named: NamedSchemas = {};
  const components: SchemaConverterComponent[] = [];
  const add = (name: string, schema: SchemaConverterComponent['schema'], strategies: readonly Strategy[]) => {
    const [strategy = 'output'] = strategies;
    const [required] = converter.convert(schema, { strategy });
    named[name] = { schema, strategy };
    components.push({ schema, required, ref: refTo('schemas', name).$ref, allowedStrategies: strategies });
  };
  for (const [name, schema] of Object.entries(API_SCHEMAS)) {
    const forms = (['output', 'input'] as const).map((strategy) =>
      JSON.stringify(converter.convert(schema, { strategy })),
    );
    if (forms[0] === forms[1]) add(name, schema, ['output', 'input']);
    else for (const strategy of ['output', 'input'] as const) add(namesOf(name)[strategy], schema, [strategy]);
  }
  return { named, components };
}

/** The same text for the same content, whatever the order of its keys. */
export const contentOf = (value: unknown): string =>
  JSON.stringify(value, (_key, of: unknown) =>
    typeof of === 'object' && of !== null && !Array.isArray(of)
      ? Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
      : of,
  );

/** A shorter schema is as short as the reference to it. */
const SHORTEST_SHARED = 60;
/** Plain numbers and texts with the same limits mean different things. */
const isStructure = (schema: object) =>
  ['properties', 'additionalProperties', 'items', 'enum', 'anyOf', 'allOf'].some((keyword) => keyword in schema);

/**
 * Refers to a named schema wherever the document repeats its content, for example where two features offer the
 * same choice. Of two named schemas with the same content, the first one stays.
 */
export function shareSchemas(document: OpenAPI.Document): OpenAPI.Document {
  const all = document.components?.schemas ?? {};
  const names = new Map<string, string>();
  const same = new Map<string, string>();
  for (const [name, schema] of Object.entries(all)) {
    const content = contentOf(schema);
    if (content.length < SHORTEST_SHARED || !isStructure(schema)) continue;
    const first = names.get(content);
    if (first) same.set(refTo('schemas', name).$ref, first);
    else names.set(content, name);
  }
  const share = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const name = ('$ref' in value && same.get(String(value.$ref))) || names.get(contentOf(value));
    return name ? refTo('schemas', name) : inside(value);
  };
  const inside = (value: object): object =>
    Array.isArray(value)
      ? value.map(share)
      : Object.fromEntries(Object.entries(value).map(([key, of]) => [key, share(of)]));
  const schemas = Object.entries(all).filter(([name]) => !same.has(refTo('schemas', name).$ref));
  const shared = {
    ...document,
    paths: inside(document.paths ?? {}),
    components: {
      ...inside({ ...document.components, schemas: {} }),
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, inside(schema)])),
    },
  } as OpenAPI.Document;
  return same.size > 0 ? shareSchemas(shared) : shared;
}

import { randomUUID } from 'node:crypto';
import { PROCEDURES, toSchema } from '../fuzz/procedures.ts';
import { toRequest } from '../fuzz/requests.ts';
import type { Schema } from '../fuzz/values.ts';
import type { Case } from './security-calls.ts';
import type { World } from './world.ts';

/** The simplest value of a schema: ids of the world by the names of their fields, and no field that may be missing. */
function simplest(schema: Schema, world: World, name = ''): unknown {
  const known: unknown = Reflect.get(world, name);
  if (typeof known === 'string') return known;
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (branch) return simplest(branch, world, name);
  const { minimum = 1, maximum = minimum, minLength = 1, maxLength = Infinity, minItems = 1, items = {} } = schema;
  switch (schema.type) {
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return Math.min(minimum, maximum);
    case 'array':
      return Array.from({ length: minItems }, () => simplest(items, world, name));
    case 'object':
      return inputOf(schema, world);
    default:
      return textOf(schema.format, name) ?? 'Word'.padEnd(minLength, 's').slice(0, maxLength);
  }
}

function textOf(format: string | undefined, name: string): string | undefined {
  if (format === 'uuid') return randomUUID();
  // The end of a range comes after its beginning.
  const day = name === 'to' ? '2026-12-31' : '2026-01-05';
  if (format === 'date') return day;
  if (format === 'date-time') return `${day}T10:00:00Z`;
  return format === 'email' ? 'someone@example.com' : undefined;
}

const inputOf = ({ properties = {}, required = [] }: Schema, world: World): Record<string, unknown> =>
  Object.fromEntries(required.map((field) => [field, simplest(properties[field] ?? {}, world, field)]));

/**
 * A case for each procedure, which calls it with the simplest input of its schema. A procedure that needs another input,
 * or whose refusals are tried, has a written case.
 */
export const PLAIN_CASES: Readonly<Record<string, Case>> = Object.fromEntries(
  PROCEDURES.map(({ name, route, input }) => {
    const schema = input ? toSchema(input) : {};
    const call: Case['call'] = (caller, world) => {
      const { method, url, payload } = toRequest(route, inputOf(schema, world));
      return method === 'GET' ? caller.get(url) : caller.send(method, url, JSON.parse(String(payload)));
    };
    return [name, { call }];
  }),
);

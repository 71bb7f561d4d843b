import type { z } from 'zod';
import { isStorable } from '../src/platform/storable-text.ts';
import { toSchema } from './procedures.ts';
import { Random } from './random.ts';
import { type FuzzRequest, type Route, receivedInput, toRequest } from './requests.ts';
import { isObject, type Schema, Values } from './values.ts';

/** A request that is valid but for one field, which the schema refuses. */
export type HostileRequest = { field: string; what: string; request: FuzzRequest };

export type HostileRequests = {
  requests: readonly HostileRequest[];
  /** Sentences about fields that accept everything, or texts and lists of any length. */
  problems: readonly string[];
};

/** `isLong`: a text or list so long that every field must refuse it. */
type HostileValue = { what: string; value: unknown; isLong?: true };
type Field = { name: string; schema: Schema; value: unknown; put(value: unknown): unknown };

const LONG_TEXT = 500_000;
const LONG_LIST = 10_000;
/** Seeds that are tried for a value that the whole input allows. */
const SEEDS = 200;
/** Values inside a value are as short as the schema allows. */
const DEEP = 3;

/** Why the server refuses an input before it knows the schema. */
const UNSTORABLE = 'unstorable';
/** Values that hardly any field accepts. */
const EVERYWHERE: readonly HostileValue[] = [
  { what: 'nothing', value: undefined },
  { what: 'null', value: null },
  { what: 'true', value: true },
  { what: 'a negative number', value: -1 },
  { what: 'a fraction', value: 0.123456789 },
  { what: 'a huge number', value: 1e308 },
  { what: 'an empty list', value: [] },
  { what: 'a list of texts', value: ['x', 'x'] },
  { what: 'an empty object', value: {} },
  { what: 'an operator', value: { $gt: '' } },
  { what: 'an empty text', value: '' },
  { what: 'a blank text', value: ' ' },
  { what: 'a letter', value: 'x' },
  { what: 'SQL', value: "' or 1=1 --" },
  { what: 'a path', value: '../../etc/passwd' },
  { what: 'U+0000', value: 'a\u0000b' },
  { what: 'half a character', value: 'a\ud83d' },
  { what: 'a control character', value: 'a\u0007b' },
  { what: 'two lines', value: 'a\nb' },
  { what: 'a day that does not exist', value: '2026-02-30' },
  { what: 'the year 0', value: '0000-01-01T00:00:00Z' },
  { what: 'a zone that does not exist', value: 'Mars/Olympus' },
  { what: `a text of ${LONG_TEXT} characters`, value: 'x'.repeat(LONG_TEXT), isLong: true },
];

/**
 * Changes each field of valid inputs to values that the schema refuses, one at a time. All values are checked against
 * the schema. Of those with the same reason one becomes a request, and for the next field another. Deterministic.
 * @param inputs the later ones have fields that the first one has not
 * @throws for an input that the schema refuses
 */
export function hostileRequests(route: Route, input: z.ZodType, inputs: readonly object[]): HostileRequests {
  const parse = (value: unknown) => {
    const received = receivedInput(route, value);
    if (!isStorable(received)) return { refusal: UNSTORABLE, data: undefined };
    const { error, data } = input.safeParse(received);
    return { refusal: error?.issues.map(({ code, path }) => `${code} ${path.join('.')}`).join(), data };
  };
  for (const valid of inputs) {
    const { refusal } = parse(valid);
    if (refusal) throw new Error(`The call of ${route.method} ${route.path} is invalid: ${refusal}`);
  }
  const schema = toSchema(input);
  const roots = inputs.map((value): Field => ({ name: '', schema, value, put: (changed) => changed }));
  const fields = fieldsOf(roots, (value) => parse(value).refusal === undefined);
  const requests: HostileRequest[] = [];
  const problems: string[] = [];
  /** Fields that refuse or replace something. */
  const guarded = new Set<string>();
  for (const [at, { name, put, ...field }] of fields.entries()) {
    const byReason = new Map<string, HostileValue[]>();
    // An address without the field is that of another route.
    const isInPath = route.path.includes(`{${name}}`);
    for (const one of hostileValues(field).filter(({ value }) => !isInPath || (value !== undefined && value !== ''))) {
      const { refusal, data } = parse(put(one.value));
      if (refusal) byReason.set(refusal, [...(byReason.get(refusal) ?? []), one]);
      else if (one.isLong && isWithin(one.value, data)) problems.push(`${name} takes ${one.what}: limit it.`);
      else if (one.isLong) guarded.add(name);
    }
    if ([...byReason.keys()].some((reason) => reason !== UNSTORABLE)) guarded.add(name);
    for (const values of byReason.values()) {
      const { what, value } = values[at % values.length] as HostileValue;
      requests.push({ field: name, what, request: toRequest(route, put(value)) });
    }
  }
  const unrefused = namesIn(schema).filter((name) => !guarded.has(name));
  return { requests, problems: [...problems, ...unrefused.map((name) => `No value of ${name} is refused.`)] };
}

/** Whether a value is still in what a schema made of its input: some replace what they do not understand. */
const isWithin = (value: unknown, data: unknown): boolean =>
  (typeof value === 'string' || Array.isArray(value)) && JSON.stringify(data).length >= value.length;

const hostileValues = ({ schema, value }: Pick<Field, 'schema' | 'value'>): HostileValue[] => [
  ...EVERYWHERE,
  ...alternatives(schema).flatMap((one) => [...textsAndNumbers(one), ...entries(one, value)]),
];

/** Values just outside the bounds of a schema. */
function textsAndNumbers({ type, minimum, maximum, minLength = 0, maxLength }: Schema): HostileValue[] {
  const found: HostileValue[] = [];
  if (minimum !== undefined) found.push({ what: 'less than the least', value: minimum - 1 });
  if (maximum !== undefined) found.push({ what: 'more than the most', value: maximum + 1 });
  if (type === 'integer') found.push({ what: 'part of a whole number', value: (minimum ?? 0) + 0.5 });
  if (type === 'integer' || type === 'number') found.push({ what: 'a number as text', value: '7 apples' });
  if (minLength > 1) found.push({ what: 'a text that is too short', value: 'x'.repeat(minLength - 1) });
  if (maxLength !== undefined) found.push({ what: 'a text that is too long', value: 'x'.repeat(maxLength + 1) });
  return found;
}

/** Entries that are repeated, too many or too few, and keys that a record does not have. */
function entries({ items, minItems = 0, maxItems = LONG_LIST, additionalProperties }: Schema, value: unknown) {
  const found: HostileValue[] = [];
  if (items && Array.isArray(value) && value.length > 0) {
    const many: unknown[] = Array.from({ length: maxItems + 1 }, (_, at) => value[at % value.length]);
    found.push({ what: `${many.length} entries`, value: many, isLong: true });
    found.push({ what: 'a repeated entry', value: minItems > 2 ? [...value, value[0]] : [value[0], value[0]] });
    if (minItems > 1) found.push({ what: 'too few entries', value: value.slice(0, minItems - 1) });
  }
  if (typeof additionalProperties === 'object' && isObject(value)) {
    const entry = Object.values(value)[0];
    const keys = Array.from({ length: LONG_LIST }, (_, at) => [`key-${at}`, entry]);
    found.push({ what: 'a key that none has', value: { ...value, 'NO SUCH KEY': entry } });
    found.push({ what: 'too many keys', value: Object.fromEntries(keys) });
  }
  return found;
}

/** The fields inside values, each once. Where a value has none, one is made that the whole input accepts. */
function fieldsOf(roots: readonly Field[], accepts: (input: unknown) => boolean): Field[] {
  const known = new Set<string>();
  const found: Field[] = [];
  const visit = (field: Field): unknown => {
    let sample = field.value;
    for (const schema of alternatives(field.schema).filter(isContainer)) {
      const value = fits(field.value, schema) ? field.value : madeFor(field, schema, accepts);
      sample = value ?? sample;
      for (const inner of value === undefined ? [] : innerFields({ ...field, schema, value })) {
        const of = { ...inner, value: visit(inner) };
        const key = JSON.stringify([of.name, of.schema, isEmpty(of.value)]);
        if (!known.has(key)) found.push(of);
        known.add(key);
      }
    }
    return sample;
  };
  roots.forEach(visit);
  return found;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function madeFor({ put }: Field, schema: Schema, accepts: (input: unknown) => boolean): unknown {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const made = new Values(new Random(seed), []).fitting(schema, DEEP);
    if (fits(made, schema) && accepts(put(made))) return made;
  }
  return undefined;
}

function innerFields({ name, schema, value, put }: Field): Field[] {
  if (Array.isArray(value)) {
    const items = schema.prefixItems ?? [schema.items ?? {}];
    return items.map((item, at) => ({
      name: `${name}[]`,
      schema: item,
      value: value[at],
      put: (changed) => put(value.with(at, changed)),
    }));
  }
  if (!isObject(value)) return [];
  const { properties = {}, additionalProperties: extra } = schema;
  const names = new Set([...Object.keys(properties), ...(typeof extra === 'object' ? Object.keys(value) : [])]);
  return [...names].map((key) => ({
    name: name ? `${name}.${key}` : key,
    schema: properties[key] ?? (typeof extra === 'object' ? extra : {}),
    value: value[key],
    put: (changed) => put(changed === undefined ? without(value, key) : { ...value, [key]: changed }),
  }));
}

function without(value: Record<string, unknown>, key: string): object {
  const { [key]: _, ...rest } = value;
  return rest;
}

const isContainer = ({ properties, additionalProperties, items, prefixItems }: Schema): boolean =>
  [properties, items, prefixItems].some((part) => part !== undefined) || typeof additionalProperties === 'object';

/** Whether a value is of this alternative and has something inside. */
function fits(value: unknown, { properties = {}, required = [], additionalProperties, items, prefixItems }: Schema) {
  if (items ?? prefixItems) return Array.isArray(value) && value.length > 0;
  if (!isObject(value)) return false;
  if (typeof additionalProperties === 'object' && Object.keys(value).length === 0) return false;
  return required.every((name) => {
    const { const: only, enum: some = only === undefined ? undefined : [only] } = properties[name] ?? {};
    return value[name] !== undefined && (some?.includes(value[name]) ?? true);
  });
}

/** The names of all fields, as `fieldsOf` gives them. */
function namesIn(schema: Schema, name = ''): string[] {
  const inside = (inner: string, of: Schema) => [inner, ...namesIn(of, inner)];
  return alternatives(schema).flatMap(({ properties = {}, items, prefixItems = items ? [items] : [] }) => [
    ...Object.entries(properties).flatMap(([key, of]) => inside(name ? `${name}.${key}` : key, of)),
    ...prefixItems.flatMap((of) => inside(`${name}[]`, of)),
  ]);
}

/** The schemas of which a value fits at least one. */
function alternatives(schema: Schema): Schema[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.flatMap(alternatives);
  return [schema.allOf ? Object.assign({}, schema, ...schema.allOf) : schema];
}

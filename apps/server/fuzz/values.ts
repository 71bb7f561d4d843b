import type { Random } from './random.ts';

/** The parts of JSON Schema that the contract's schemas use. */
export type Schema = {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
};

const UUID = '8b1f0a52-6f0e-4c1b-9a54-3d2f1e0c7b6a';
const DATES = ['1900-01-01', '1969-12-31', '2026-01-05', '2026-02-28', '2028-02-29', '2099-12-31', '2199-12-31'];
const BAD_DATES = ['0000-01-01', '0001-01-01', '1899-12-31', '2026-02-30', '2200-01-01', '9999-12-31', '+012345-01-01'];
const INSTANTS = ['1900-01-01T00:00:00Z', '2026-01-05T10:00:00.000Z', '2099-12-31T23:59:59.999Z'];
const ODD_INSTANTS = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z'];
const INTEGERS = [0, 1, 2, 7, 100, 65_536, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER];
/** Most patterns of the contract match one of these. */
const WORDS = [
  'a',
  'abcdef',
  'USD',
  'eur',
  '1',
  '12:30',
  '09:00',
  '00:00',
  '24:00',
  'UTC',
  'Asia/Kathmandu',
  'en',
  '#123456',
  '2026-01',
  '2026-01-05',
  UUID,
  `1767607200000.${UUID}`,
  `0.1767607200000.${UUID}`,
  `a~${UUID}`,
  'a.b',
  'a-b',
  '123456',
  '+1 555 0100',
  'a@example.com',
  'https://example.com',
  `${UUID}.abcdef.2026-01-05`,
  'x'.repeat(40),
  `9999999999999.${UUID}`,
  `~${UUID}`,
  `😀~${UUID}`,
  `${'9'.repeat(50)}~${UUID}`,
  '-1',
  '1e5',
  '00000000',
  '%_\\',
];
const TEXTS = [
  '',
  ' ',
  'a',
  'Ana',
  'two\nlines',
  "O'Neil; drop table users; --",
  '%',
  '_',
  '\\',
  '"',
  '<b>&amp;</b>',
  '{name}',
  '😀',
  'é',
  'İ',
  'ß',
  '\uFFFF',
  '\u202Eabc',
  '\u200B',
  'ﷺ',
  'e\u0301',
  '=1+1',
  '../../etc/passwd',
  'null',
  'NaN',
  'constructor',
  '__proto__',
  'toString',
  '\u0001',
  '\u007F',
  '\u0085',
  '\u2028',
  '-',
  "'",
  '{{7*7}}',
  '%00',
  '\\u0000',
];
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  -1,
  0,
  1.5,
  -0.1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  5e-324,
  '-1',
  '0x10',
  '1e309',
  'Infinity',
  '9'.repeat(40),
  '1_000',
  '٣',
  '½',
  'true',
  '[]',
  '{}',
  ...TEXTS,
  ...BAD_DATES,
  ...ODD_INSTANTS,
  '+275760-09-13T00:00:00Z',
  '2026-01-05T25:00:00Z',
  '2026-01-05T10:00:00+99:00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00a',
  'x'.repeat(5000),
  '😀'.repeat(3000),
  '\u0301'.repeat(2000),
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: -1 },
  { constructor: { name: 'x' } },
  { toString: 1 },
  { $gt: '' },
  { '': '' },
  { '\u0000': 1 },
  { valueOf: 1 },
  Array.from({ length: 2000 }, () => 'x'),
  ['a', 'a', 'a'],
  UUID.toUpperCase(),
  '00000000-0000-0000-0000-000000000000',
  `${UUID} `,
  `{${UUID}}`,
  'x',
];

/** Creates values that fit schemas, and values that break them. `ids` exist in the world. */
export class Values {
  readonly #random: Random;
  readonly #ids: readonly string[];

  constructor(random: Random, ids: readonly string[]) {
    this.#random = random;
    this.#ids = ids;
  }

  hostile(): unknown {
    return this.#random.chance(0.1) ? this.#nested(this.#random.below(90)) : this.#random.pick(HOSTILE);
  }

  /** A value that the schema allows, often at its bounds. */
  fitting(schema: Schema, depth = 0): unknown {
    const random = this.#random;
    const branches = schema.anyOf ?? schema.oneOf;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (branches) return this.fitting(random.pick(branches), depth);
    if (schema.allOf) {
      const parts = schema.allOf.map((part) => this.fitting(part, depth));
      return parts.every(isObject) ? Object.assign({}, ...parts) : parts[0];
    }
    switch (schema.type) {
      case 'null':
        return null;
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'string':
        return this.#text(schema);
      case 'array':
        return this.#list(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return this.hostile();
    }
  }

  /** Replaces one or two values of the input, or adds missing ones. */
  changed(input: unknown, schema: Schema | undefined): unknown {
    const random = this.#random;
    const copy: { '': unknown } = { '': structuredClone(input) };
    for (let changes = random.chance(0.3) ? 2 : 1; changes > 0; changes -= 1) {
      const places = placesIn(copy, schema);
      if (places.length === 0) return this.hostile();
      const { holder, key, schema: wanted } = random.pick(places);
      const isHostile = !wanted || random.chance(0.4);
      if (!isHostile) Reflect.set(holder, key, this.fitting(wanted));
      else if (random.chance(0.1)) Reflect.deleteProperty(holder, key);
      else Reflect.set(holder, key, this.hostile());
    }
    return copy[''];
  }

  #nested(levels: number): unknown {
    let value: unknown = 'x';
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  }

  #number({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): number {
    const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
    const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
    const bounds = [least, most, least === undefined ? undefined : least + 1].filter((bound) => bound !== undefined);
    const inside = INTEGERS.filter((one) => one >= (least ?? one) && one <= (most ?? one));
    const fractions = type === 'number' && (most ?? 1) > 1 ? [(least ?? 0) + 0.5, (least ?? 0) + 1 / 3] : [];
    return this.#random.pick([...bounds, ...inside, ...fractions, 0]);
  }

  #text({ format, pattern, minLength = 0, maxLength = 10_000 }: Schema): string {
    const random = this.#random;
    if (format === 'uuid') return random.chance(0.9) ? random.pick(this.#ids) : UUID;
    if (format === 'date') return random.pick(DATES);
    if (format === 'date-time') return random.pick(random.chance(0.8) ? INSTANTS : ODD_INSTANTS);
    if (format === 'email') return `${random.pick(['a', 'A.b+c', "o'neil"])}@example.com`;
    if (format === 'uri') return random.pick(['https://example.com', 'https://example.com/%C3%A9?q=1#x']);
    const longest = [...['x', '😀', 'İ', '%'].map((sign) => sign.repeat(maxLength).slice(0, maxLength).toWellFormed())];
    const texts = [...WORDS, ...TEXTS, ...longest, ...this.#ids.slice(0, 3)];
    const fitting = texts.filter((text) => text.length >= minLength && text.length <= maxLength);
    const matching = pattern === undefined ? fitting : fitting.filter((text) => new RegExp(pattern, 'u').test(text));
    return random.pick(matching.length > 0 ? matching : fitting.length > 0 ? fitting : ['x'.repeat(minLength)]);
  }

  #list({ items = {}, prefixItems, minItems = 0, maxItems = 50 }: Schema, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((item) => this.fitting(item, depth + 1));
    const most = Math.min(maxItems, depth > 2 ? 2 : 300);
    const length = this.#random.pick([minItems, Math.min(minItems + 1, most), Math.min(3, most), depth < 1 ? most : 2]);
    return Array.from({ length: Math.max(minItems, length) }, () => this.fitting(items, depth + 1));
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): object {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || this.#random.chance(0.5));
    const values = chosen.map(([name, schema]) => [name, this.fitting(schema, depth + 1)] as const);
    const extra = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const names = extra ? [this.#random.pick(WORDS), this.#random.pick(this.#ids), this.#random.pick(TEXTS)] : [];
    return Object.fromEntries([...values, ...names.map((name) => [name, extra && this.fitting(extra, depth + 1)])]);
  }
}

type Place = { holder: object; key: string; schema: Schema | undefined };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place in a value that can be replaced, and missing ones of its schema. */
function placesIn(root: object, schema: Schema | undefined): Place[] {
  const places: Place[] = [];
  const visit = (holder: object, key: string, of: Schema | undefined, isRoot = false) => {
    const value: unknown = Reflect.get(holder, key);
    if (!isRoot) places.push({ holder, key, schema: of });
    const branch = branchFor(value, of);
    if (Array.isArray(value)) {
      for (const index of value.keys()) visit(value, String(index), branch?.prefixItems?.[index] ?? branch?.items);
    } else if (isObject(value)) {
      const extra = typeof branch?.additionalProperties === 'object' ? branch.additionalProperties : undefined;
      const names = new Set([...Object.keys(value), ...Object.keys(branch?.properties ?? {})]);
      for (const name of names) visit(value, name, branch?.properties?.[name] ?? extra);
    }
  };
  visit(root, '', schema, true);
  return places;
}

/** The alternative of a schema that a value was probably made from. */
function branchFor(value: unknown, schema: Schema | undefined): Schema | undefined {
  if (schema?.allOf) return Object.assign({}, ...schema.allOf.map((part) => branchFor(value, part)));
  const branches = schema?.anyOf ?? schema?.oneOf;
  if (!branches) return schema;
  const type = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value;
  const keys = isObject(value) ? Object.keys(value) : [];
  const score = (branch: Schema) =>
    (branch.type === type ? 1 : 0) + keys.filter((name) => branch.properties?.[name] !== undefined).length;
  return branches.toSorted((one, other) => score(other) - score(one))[0];
}

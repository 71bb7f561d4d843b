import path from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { ChatRequest, MessageRequest, ResponseRequest } from './model-request-types.ts';
import { schemasOfTypes } from './sdk-schemas.ts';

type ModelRequests = {
  '/v1/chat/completions': ChatRequest;
  '/v1/responses': ResponseRequest;
  '/v1/messages': MessageRequest;
};
type ModelPath = keyof ModelRequests;

/** Names in `model-request-types.ts`. */
const TYPE_NAMES = {
  '/v1/chat/completions': 'ChatRequest',
  '/v1/responses': 'ResponseRequest',
  '/v1/messages': 'MessageRequest',
} as const satisfies Record<ModelPath, string>;
const isKnown = (of: string): of is ModelPath => Object.hasOwn(TYPE_NAMES, of);
const PATHS = Object.keys(TYPE_NAMES).filter(isKnown);

const TYPES = path.join(import.meta.dirname, 'model-request-types.ts');
const validators = new Map<ModelPath, ValidateFunction>();

/** Reads the types before the first request, which would wait for them and time out. */
export function prepareModelRequests(): void {
  const schemas = schemasOfTypes(TYPES, Object.values(TYPE_NAMES), ['openai', '@anthropic-ai/sdk']);
  for (const of of PATHS)
    validators.set(of, new Ajv({ strict: false, allErrors: true }).compile(schemas[TYPE_NAMES[of]]));
}

function validatorOf(of: ModelPath): ValidateFunction {
  if (validators.size === 0) prepareModelRequests();
  const found = validators.get(of);
  if (!found) throw new Error(`no schema was made for ${of}`);
  return found;
}

/** Keywords of a text that providers refuse in a strict schema. */
const REFUSED = ['minLength', 'maxLength'];

/** Whether each object of a JSON Schema lists all of its properties and allows no others, as strict answers need. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (type === 'string' && REFUSED.some((name) => name in schema)) return false;
  if (type === 'object' && typeof properties === 'object' && properties !== null) {
    const names = Object.keys(properties);
    if (additionalProperties !== false || !Array.isArray(required)) return false;
    if (names.some((name) => !required.includes(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}

/** The schema of the answer, in the place where each provider takes it. */
const ANSWER_SCHEMAS: Record<ModelPath, readonly string[]> = {
  '/v1/chat/completions': ['response_format', 'json_schema', 'schema'],
  '/v1/responses': ['text', 'format', 'schema'],
  '/v1/messages': ['output_config', 'format', 'schema'],
};
const LIMITS: Record<ModelPath, string> = {
  '/v1/chat/completions': 'max_tokens',
  '/v1/responses': 'max_output_tokens',
  '/v1/messages': 'max_tokens',
};

const at = (value: unknown, places: readonly string[]): unknown =>
  places.reduce<unknown>(
    (node, place) => (typeof node === 'object' && node !== null ? Reflect.get(node, place) : undefined),
    value,
  );

const describe = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'The request'} ${message} ${JSON.stringify(params)}`;

/** Why a provider would refuse a request, or why ours may not be sent; null for a correct one. */
export function requestProblem(of: string, body: unknown): string | null {
  if (!isKnown(of)) return `No provider has ${of}`;
  const validate = validatorOf(of);
  if (!validate(body)) return (validate.errors ?? []).map(describe).join('\n');
  // The types allow these. A call with tools could act, and one without a limit has no highest price.
  if (at(body, ['tools']) !== undefined) return 'The request has tools';
  if (!(Number(at(body, [LIMITS[of]])) >= 1)) return `The request has no ${LIMITS[of]}`;
  const schema = at(body, ANSWER_SCHEMAS[of]);
  if (schema === undefined) return 'The request has no schema of its answer';
  return isStrict(schema) ? null : 'The schema of the answer is not strict';
}

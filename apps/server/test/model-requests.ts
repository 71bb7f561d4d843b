import { z } from 'zod';

/** Keywords of a text that providers refuse in a strict schema. */
const REFUSED = ['minLength', 'maxLength'];

/** A JSON Schema as providers take it for strict answers: each object lists all of its properties and allows no others. */
const answerSchema: z.ZodType = z
  .looseObject({
    type: z.literal('object'),
    properties: z.record(z.string(), z.unknown()),
    required: z.array(z.string()),
  })
  .refine(isStrict, 'The schema of the answer is not strict');

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

const positive = z.int().min(1);

/** `ChatCompletionCreateParamsStreaming` of openai-node: the fields that we use. No tools: a call can do nothing. */
const chatCompletion = z.strictObject({
  model: z.string(),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
  max_tokens: positive,
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({ name: z.string().max(64), schema: answerSchema, strict: z.literal(true) }),
  }),
});

/** `ResponseCreateParamsStreaming` of openai-node: the fields that we use. */
const response = z.strictObject({
  model: z.string(),
  input: z.tuple([
    z.strictObject({ role: z.enum(['system', 'developer']), content: z.string() }),
    z.strictObject({
      role: z.literal('user'),
      content: z.tuple([z.strictObject({ type: z.literal('input_text'), text: z.string() })]),
    }),
  ]),
  stream: z.literal(true),
  max_output_tokens: positive,
  text: z.strictObject({
    format: z.strictObject({
      type: z.literal('json_schema'),
      name: z.string().max(64),
      schema: answerSchema,
      strict: z.literal(true),
    }),
  }),
});

/** `MessageCreateParamsStreaming` of anthropic-sdk-typescript: the fields that we use. */
const message = z.strictObject({
  model: z.string(),
  system: z.tuple([z.strictObject({ type: z.literal('text'), text: z.string() })]),
  messages: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      content: z.tuple([z.strictObject({ type: z.literal('text'), text: z.string() })]),
    }),
  ]),
  stream: z.literal(true),
  max_tokens: positive,
  output_config: z.strictObject({ format: z.strictObject({ type: z.literal('json_schema'), schema: answerSchema }) }),
});

const REQUESTS = {
  '/v1/chat/completions': chatCompletion,
  '/v1/responses': response,
  '/v1/messages': message,
} as const;

/** Why a provider would refuse a request; null for a correct one. Fields that we do not use are refused as well. */
export function requestProblem(path: string, body: unknown): string | null {
  const schema = Object.entries(REQUESTS).find(([of]) => path === of)?.[1];
  if (!schema) return `No provider has ${path}`;
  const result = schema.safeParse(body);
  return result.success ? null : z.prettifyError(result.error);
}

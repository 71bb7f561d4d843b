import type { JSONSchema7, LanguageModel } from 'ai';
import { z } from 'zod';
import { costMicros, estimateTokens, type ModelUsage } from './prices.ts';

/** Why a call has no usable answer. `invalid` and `cut_off` blame the model, the others the provider or the caller. */
export const MODEL_FAILURES = ['invalid', 'cut_off', 'rate_limited', 'unavailable', 'timeout', 'stopped'] as const;
export type ModelFailure = (typeof MODEL_FAILURES)[number];

export type ModelRequest<Value> = {
  instructions: string;
  prompt: string;
  /** Shape of the answer. Has no optional properties, which strict schemas refuse. */
  schema: z.ZodType<Value>;
  maxOutputTokens: number;
  /** Stops the call when the person who waits for it leaves. */
  signal: AbortSignal | undefined;
};

/** `text` is what the model wrote, for a repair. `usage` is estimated where the provider did not state it. */
export type ModelAnswer<Value> = { usage: ModelUsage; text: string } & (
  | { outcome: 'ok'; value: Value }
  | { outcome: ModelFailure }
);

/** The configured language model. Its answers have the requested shape; callers must check everything else. */
export type Model = {
  name: string;
  ask<Value>(request: ModelRequest<Value>): Promise<ModelAnswer<Value>>;
  /** Maximum cost of a call in micro-dollars, known before the call. */
  mostMicros(request: Pick<ModelRequest<unknown>, 'instructions' | 'prompt' | 'maxOutputTokens'>): number;
};

export type ModelSettings = {
  provider: 'openai' | 'anthropic' | 'compatible';
  model: string;
  apiKey: string | undefined;
  baseUrl: string | undefined;
  timeoutMs: number;
};

/** Characters of a long token: a high estimate, so that no answer within its token limit is cut off [K]. */
const MOST_TOKEN_CHARACTERS = 8;
/** Bytes around the text of one token in a stream, and before and after the whole text. A high estimate too [K]. */
const MOST_TOKEN_BYTES = 1024;
const FRAME_BYTES = 64 * 1024;

/** Share of the timeout after which a silent model is given up. */
const SILENCE = 0.5;

const TOO_MANY = 429;

function failureOf(error: unknown): ModelFailure {
  const { name, statusCode } = error instanceof Error ? (error as Error & { statusCode?: number }) : {};
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'AbortError') return 'stopped';
  if (name === 'AI_NoObjectGeneratedError' || name === 'AI_TypeValidationError') return 'invalid';
  return statusCode === TOO_MANY ? 'rate_limited' : 'unavailable';
}

/** A `fetch` that aborts and reports answers with more than `mostBytes`. */
function fetchWithin(mostBytes: number, onTooMuch: () => void): typeof fetch {
  return async (input, init) => {
    const { body, status, statusText, headers } = await fetch(input, init);
    let bytes = 0;
    const within = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes <= mostBytes) return controller.enqueue(chunk);
        onTooMuch();
        controller.error(new Error('the answer of the model does not end'));
      },
    });
    return new Response(body?.pipeThrough(within) ?? null, { status, statusText, headers });
  };
}

/** Loads the library of the provider with the first call: most installations have no model. */
async function openModel(
  { provider, model, apiKey, baseUrl }: ModelSettings,
  fetchAnswer: typeof fetch,
): Promise<LanguageModel> {
  const options = { fetch: fetchAnswer, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl }) };
  if (provider === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(options)(model);
  if (provider === 'openai') return (await import('@ai-sdk/openai')).createOpenAI(options)(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const compatible = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true };
  return createOpenAICompatible({ ...compatible, ...options, baseURL: baseUrl ?? '' })(model);
}

/**
 * The shape of the answer as all providers take it. They refuse limits on the length of a text, which are checked when
 * the answer is read.
 */
const answerShape = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    target: 'draft-7',
    override({ jsonSchema }) {
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });

const inputOf = ({ instructions, prompt }: Pick<ModelRequest<unknown>, 'instructions' | 'prompt'>): string =>
  `${instructions}\n${prompt}`;

async function ask<Value>(settings: ModelSettings, request: ModelRequest<Value>): Promise<ModelAnswer<Value>> {
  const { jsonSchema, streamText, Output } = await import('ai');
  const { instructions, prompt, schema, maxOutputTokens, signal } = request;
  // Some servers ignore the requested token limit.
  const tooMuch = new AbortController();
  const stop = () => tooMuch.abort();
  let text = '';
  let characters = 0;
  let failure: unknown;
  const object = Output.object({
    schema: jsonSchema<Value>(async () => answerShape(schema) as JSONSchema7, {
      validate(value) {
        const { success, data, error } = schema.safeParse(value);
        return success ? { success, value: data } : { success, error };
      },
    }),
  });
  const result = streamText({
    model: await openModel(settings, fetchWithin(FRAME_BYTES + maxOutputTokens * MOST_TOKEN_BYTES, stop)),
    instructions,
    prompt,
    maxOutputTokens,
    // Only the whole answer is parsed. The length makes each part differ, because the library drops repeated parts.
    output: { ...object, parsePartialOutput: async (part: { text: string }) => ({ partial: part.text.length }) },
    // A retry would double the wait, and callers have a fallback.
    maxRetries: 0,
    timeout: { totalMs: settings.timeoutMs, chunkMs: Math.round(settings.timeoutMs * SILENCE) },
    abortSignal: signal ? AbortSignal.any([signal, tooMuch.signal]) : tooMuch.signal,
    onError: ({ error }) => {
      failure = error;
    },
  });
  try {
    for await (const part of result.stream) {
      if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue;
      characters += part.text.length;
      if (characters > maxOutputTokens * MOST_TOKEN_CHARACTERS) stop();
      else if (part.type === 'text-delta') text += part.text;
    }
  } catch (error) {
    failure = error;
  }
  // Each promise can reject separately, so each is caught.
  const [output, used, finish] = await Promise.allSettled([result.output, result.usage, result.finishReason]);
  const stated = used.status === 'fulfilled' ? used.value : undefined;
  const usage = {
    inputTokens: stated?.inputTokens ?? estimateTokens(inputOf(request)),
    outputTokens: stated?.outputTokens ?? estimateTokens(text),
  };
  if (signal?.aborted) return { outcome: 'stopped', usage, text };
  if (tooMuch.signal.aborted) return { outcome: 'cut_off', usage, text };
  if (finish.status === 'fulfilled' && finish.value === 'length') return { outcome: 'cut_off', usage, text };
  if (output.status === 'fulfilled') return { outcome: 'ok', value: output.value, usage, text };
  return { outcome: failureOf(failure ?? output.reason), usage, text };
}

/** The model that the environment names. */
export function createModel(settings: ModelSettings): Model {
  const { model } = settings;
  return {
    name: model,
    ask: (request) => ask(settings, request),
    mostMicros: (request) =>
      costMicros(model, {
        inputTokens: estimateTokens(inputOf(request)),
        outputTokens: request.maxOutputTokens,
      }),
  };
}

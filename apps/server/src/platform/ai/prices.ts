export type ModelUsage = { inputTokens: number; outputTokens: number };

/** Micro-dollars for a token: the same number as dollars for a million tokens. */
type Price = { input: number; output: number };

/**
 * List prices by the start of the model's name, longest first, because providers append dates to names [K]. Update them
 * from the invoices: providers change prices, and no API returns them.
 */
const PRICES: readonly (readonly [string, Price])[] = [
  ['gpt-5-nano', { input: 0.05, output: 0.4 }],
  ['gpt-5-mini', { input: 0.25, output: 2 }],
  ['gpt-5', { input: 1.25, output: 10 }],
  ['gpt-4.1-nano', { input: 0.1, output: 0.4 }],
  ['gpt-4.1-mini', { input: 0.4, output: 1.6 }],
  ['gpt-4.1', { input: 2, output: 8 }],
  ['gpt-4o-mini', { input: 0.15, output: 0.6 }],
  ['gpt-4o', { input: 2.5, output: 10 }],
  ['claude-haiku', { input: 1, output: 5 }],
  ['claude-sonnet', { input: 3, output: 15 }],
  ['claude-opus', { input: 15, output: 75 }],
];

/** Price of an unlisted model: high, so that the monthly cap is reached too early rather than too late [K]. */
const UNKNOWN: Price = { input: 15, output: 75 };

const priceOf = (model: string): Price => PRICES.find(([start]) => model.startsWith(start))?.[1] ?? UNKNOWN;

/** Cost of a call in whole micro-dollars, rounded up. */
export function costMicros(model: string, { inputTokens, outputTokens }: ModelUsage): number {
  const { input, output } = priceOf(model);
  return Math.ceil(inputTokens * input + outputTokens * output);
}

/** Characters of one token: low, so that estimates are too high rather than too low [K]. */
const TOKEN_CHARACTERS = 3;

/** Tokens of a text whose use the provider did not state. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / TOKEN_CHARACTERS);

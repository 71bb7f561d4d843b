import { expect, it } from 'vitest';
import { costMicros, estimateTokens } from './prices.ts';

it.each([
  ['gpt-5-mini', 0.25 + 2],
  ['gpt-5-mini-2026-01-01', 0.25 + 2],
  ['gpt-5', 1.25 + 10],
  ['claude-sonnet-4-5', 3 + 15],
  // Unlisted models cost as much as the most expensive one.
  ['llama-at-home', 15 + 75],
])('a million tokens in and out of %s cost %d dollars', (model, dollars) => {
  expect(costMicros(model, { inputTokens: 1_000_000, outputTokens: 1_000_000 })).toBe(dollars * 1_000_000);
});

it('rounds up to whole micro-dollars', () => {
  expect(costMicros('gpt-5-nano', { inputTokens: 1, outputTokens: 0 })).toBe(1);
  expect(costMicros('gpt-5-nano', { inputTokens: 0, outputTokens: 0 })).toBe(0);
});

it('estimates more tokens than a text has', () => {
  expect(estimateTokens('Bench press, three sets of eight')).toBeGreaterThan(8);
  expect(estimateTokens('')).toBe(0);
});

import { expect, it } from 'vitest';
import { isTooDeep, MAX_DEPTH } from './json-depth.ts';

const nested = (levels: number, inner = '') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

it.each([
  [nested(MAX_DEPTH), false],
  [nested(MAX_DEPTH + 1), true],
  [`${'{"a":'.repeat(MAX_DEPTH + 1)}1${'}'.repeat(MAX_DEPTH + 1)}`, true],
  ['['.repeat(50_000), true],
  [nested(1, Array.from({ length: 500 }, () => '[{}]').join(',')), false],
  [JSON.stringify(`\\"${'['.repeat(100)}`), false],
  [`{"a":"\\"","b":${nested(MAX_DEPTH)}}`, true],
  ['', false],
])('%.60j is too deep: %s', (json, expected) => {
  expect(isTooDeep(json)).toBe(expected);
});

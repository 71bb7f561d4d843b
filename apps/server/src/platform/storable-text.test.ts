import { expect, it } from 'vitest';
import { isStorable, toStorableText } from './storable-text.ts';

it.each([
  ['a', true],
  ['😀', true],
  ['\u0000', false],
  ['a\u0000b', false],
  ['\ud83d', false],
  ['\ude00', false],
  ['\ude00\ud83d', false],
  [null, true],
  [0, true],
  [undefined, true],
  [['a', ['b\u0000']], false],
  [{ a: { b: [1, { c: '\ud800' }] } }, false],
  [{ a: { '\u0000': 1 } }, false],
  [{ '\udfff': null }, false],
  [{ a: ['\\u0000', { b: '\uFFFF' }] }, true],
] as const)('%j can be stored: %s', (value, expected) => {
  expect(isStorable(value)).toBe(expected);
});

it.each([
  ['plain 😀', 'plain 😀'],
  ['a\u0000b', 'a\uFFFDb'],
  ['\ud83d', '\uFFFD'],
])('%j becomes %j', (text, expected) => {
  expect(toStorableText(text)).toBe(expected);
});

import { expect, it } from 'vitest';
import { alertStep, errorPercent, QUEUE_NAME } from './jobs.rules.ts';

it.each([
  [4, false, null],
  [5, false, 'begins'],
  [6, true, null],
  [5, true, null],
  [4, true, 'ends'],
] as const)('an alert at 5 with the value %d that is on: %s does %s', (value, isOn, step) => {
  expect(alertStep({ threshold: 5, isOn }, value)).toBe(step);
});

it.each([
  [0, 0, null],
  [99, 99, null],
  [100, 0, 0],
  [200, 1, 0.5],
  [100, 100, 100],
])('of %d requests with %d failures, %s percent failed', (requests, failures, percent) => {
  expect(errorPercent({ requests, failures })).toBe(percent);
});

it.each([
  ['mail.send', true],
  ['audit.verify', true],
  ['', false],
  ["x' or 1=1", false],
  ['a\u0000b', false],
])('%j is the name of a queue: %s', (name, isName) => {
  expect(QUEUE_NAME.test(name)).toBe(isName);
});

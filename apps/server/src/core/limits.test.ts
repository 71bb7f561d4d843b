import { expect, it } from 'vitest';
import { waitText } from './limits.ts';

it.each([
  [1, 'in a minute'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
  [3601, 'in 2 hours'],
  [86_400, 'in 24 hours'],
])('a wait of %i seconds ends %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

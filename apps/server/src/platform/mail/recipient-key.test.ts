import { expect, it } from 'vitest';
import { recipientKey } from './recipient-key.ts';

it.each([
  ['Vera@Example.com', 'vera@example.com'],
  [' vera+demo@example.com ', 'vera@example.com'],
  ['vera+a+b@example.com', 'vera@example.com'],
  ['v.lind@example.com', 'v.lind@example.com'],
  ['V.Lind+x@GoogleMail.com', 'vlind@gmail.com'],
  ['vlind@gmail.com', 'vlind@gmail.com'],
  ['+vera@example.com', '+vera@example.com'],
])('%s is counted as %s', (email, key) => {
  expect(recipientKey(email)).toBe(key);
});

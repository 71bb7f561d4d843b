import { describe, expect, it } from 'vitest';
import { createOriginCheck } from './origin.ts';

describe('an origin', () => {
  const local = createOriginCheck('http://localhost:3000', true);
  const fixed = createOriginCheck('https://coach.example.com', false);

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    '%s is ours on this machine',
    (origin) => {
      expect(local(origin, null)).toBe(true);
    },
  );

  it.each([
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost.evil.example:3000',
    'http://evil.example:3000',
    'null',
    '',
    undefined,
  ])('%s is not', (origin) => {
    expect(local(origin, null)).toBe(false);
  });

  it.each([
    ['https://coach.example.com', true],
    ['http://coach.example.com', false],
    ['https://coach.example.com.evil.example', false],
    ['https://evil.example', false],
    ['http://localhost:3000', false],
  ])('%s is ours: %s, once an address is configured', (origin, own) => {
    expect(fixed(origin, null)).toBe(own);
  });

  it.each([
    ['https://portal.example.org', true],
    ['http://portal.example.org', false],
    ['https://portal.example.org:8443', false],
    ['https://coach.example.com', false],
    ['null', false],
    [undefined, false],
  ])('%s is ours: %s, at another site of the server', (origin, own) => {
    expect(fixed(origin, { origin: 'https://portal.example.org' })).toBe(own);
  });
});

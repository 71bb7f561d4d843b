import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenFor, withoutForeignSession } from './session-cookie.ts';

const NAME = 'stridewell.session_token';
const HOSTS = [undefined, 'one.example.com', 'two.example.com'];

const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ019+/='), minLength: 1, maxLength: 24 });
const host = fc.constantFrom(...HOSTS);
/** How a cookie may write its value: browsers repeat what they got, and other programs choose freely. */
const spelling = fc.constantFrom(
  (value: string) => value,
  (value: string) => encodeURIComponent(value),
  (value: string) => [...value].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
);
const session = fc
  .record({ token: letters, signature: letters, of: host, write: spelling })
  .map(({ token, signature, of, write }) => ({
    of,
    pair: `${NAME}=${write(`${of === undefined ? token : tokenFor(token, of)}.${signature}`)}`,
  }));
const other = fc.constantFrom('theme=dark', 'mail=ada@example.com', 'mail=ada%40example.com', 'odd=%E0%A4%A');

describe('the session of a Cookie header', () => {
  it('stays at its own host alone, however it is written and whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(session, other), { minLength: 1, maxLength: 4 }), host, (cookies, at) => {
        const pairs = cookies.map((cookie) => (typeof cookie === 'string' ? cookie : cookie.pair));
        const own = cookies.flatMap((cookie) => {
          if (typeof cookie === 'string') return [cookie];
          return cookie.of === at ? [cookie.pair] : [];
        });
        expect(withoutForeignSession(pairs.join('; '), NAME, at)).toBe(own.join('; '));
      }),
      { numRuns: 1000 },
    );
  });

  it('is left to the check of its signature when it cannot be read', () => {
    const unreadable = `${NAME}=%E0%A4%A`;
    expect(withoutForeignSession(unreadable, NAME, undefined)).toBe(unreadable);
    expect(withoutForeignSession(undefined, NAME, undefined)).toBeUndefined();
  });
});

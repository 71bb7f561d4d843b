import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';

describe('a sealed text', () => {
  const { seal, open } = createSeal('one secret of this installation');

  it('opens to the original text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => open(seal(text)) === text));
  });

  it('reveals nothing, differs each time, and opens with no other secret', () => {
    const sealed = seal('https://example.com/links/reset-password?token=abc');
    expect(sealed).not.toContain('abc');
    expect(seal('https://example.com/links/reset-password?token=abc')).not.toBe(sealed);
    expect(() => createSeal('another secret').open(sealed)).toThrow('unable to authenticate');
  });

  it('stays readable after its secret was replaced, and is sealed with the new one', () => {
    const rotated = createSeal('a new secret', ['an even older secret', 'one secret of this installation']);
    expect(rotated.open(seal('a text'))).toBe('a text');
    expect(createSeal('a new secret').open(rotated.seal('a text'))).toBe('a text');
    expect(() => open(rotated.seal('a text'))).toThrow('unable to authenticate');
  });

  it('is sealed again with the new secret, once', () => {
    const rotated = createSeal('a new secret', ['one secret of this installation']);
    const renewed = rotated.renew(seal('a text')) ?? '';
    expect(createSeal('a new secret').open(renewed)).toBe('a text');
    expect(rotated.renew(renewed)).toBeNull();
    expect(() => createSeal('a new secret').renew(seal('a text'))).toThrow('unable to authenticate');
  });

  it('does not open after any change', () => {
    const sealed = Buffer.from(seal('a text'), 'base64url');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const changed = Buffer.from(sealed);
        changed[index] = (changed[index] ?? 0) ^ change;
        expect(() => open(changed.toString('base64url'))).toThrow('unable to authenticate');
      }),
    );
  });
});

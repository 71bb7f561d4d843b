import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProfileLink, normalizeLink } from '../fields.ts';
import { linkLabel } from './coaches.rules.ts';

describe('a link of a profile', () => {
  it.each(['example.com', 'https://example.com/a?b=c', 'HTTP://www.example.co.uk', '', '  example.com '])(
    'may be %s',
    (text) => expect(isProfileLink(normalizeLink(text))).toBe(true),
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'nowhere',
    'https://me:secret@example.com',
    'a b.com',
    'https://',
  ])('may not be %s', (text) => expect(isProfileLink(normalizeLink(text))).toBe(false));

  it('is on the web, whatever was typed, and normalising it again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (text) => {
        const link = normalizeLink(text);
        expect(normalizeLink(link)).toBe(link);
        if (link !== '' && isProfileLink(link)) expect(new URL(link).protocol).toMatch(/^https?:$/);
      }),
    );
  });

  it('is read without what machines need', () => {
    expect(linkLabel('https://www.example.com/')).toBe('example.com');
    expect(linkLabel('https://instagram.com/ana.silva')).toBe('instagram.com/ana.silva');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksIn } from './links.ts';

const addresses = (text: string) => linksIn(text).flatMap(({ text: part, isLink }) => (isLink ? [part] : []));

describe('links in a text', () => {
  it.each([
    ['Join at https://meet.example.com/abc-defg-hij', ['https://meet.example.com/abc-defg-hij']],
    ['See https://example.com/plan. Then call me.', ['https://example.com/plan']],
    ['(https://example.com/a) and [http://example.com/b]', ['https://example.com/a', 'http://example.com/b']],
    ['https://en.example.org/wiki/Squat_(exercise)', ['https://en.example.org/wiki/Squat_(exercise)']],
    ['“https://example.com/?a=1&b=2”', ['https://example.com/?a=1&b=2']],
    ['HTTPS://EXAMPLE.COM!', ['HTTPS://EXAMPLE.COM']],
    ['javascript:alert(1) data:text/html,x ftp://example.com example.com', []],
    ['https://', []],
    ['xhttps://example.com', []],
    ['<script src="https://example.com/x.js"></script>', ['https://example.com/x.js']],
  ])('of %s', (text, found) => {
    expect(addresses(text)).toEqual(found);
  });

  it('leave the text as it was, and lead to web pages only', () => {
    const word = fc.constantFrom(
      'https://',
      'http://a.b',
      'x',
      ' ',
      '.',
      ')',
      '(',
      '\n',
      '"',
      'javascript:',
      'ä',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.array(word).map((words) => words.join('')),
        (text) => {
          const parts = linksIn(text);
          expect(parts.map((part) => part.text).join('')).toBe(text);
          for (const { text: address, isLink } of parts)
            if (isLink) expect(new URL(address).protocol).toMatch(/^https?:$/);
        },
      ),
    );
  });

  it('of a very long text are found at once', () => {
    const text = `https://example.com/a${')'.repeat(200_000)}`;
    expect(addresses(text)).toEqual(['https://example.com/a']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders, placeholdersIn, unknownPlaceholder } from './settings.mails.rules.ts';

describe('placeholders', () => {
  it('are filled with the values of the mail', () => {
    const values = { name: 'Nina {url}', productName: 'Northfield' };
    expect(fillPlaceholders('Hello {name}, welcome to {productName} {now}', values)).toBe(
      'Hello Nina {url}, welcome to Northfield {now}',
    );
    expect(fillPlaceholders('{constructor} {toString}', {})).toBe('{constructor} {toString}');
  });

  it('are checked against those that the mail has', () => {
    expect(placeholdersIn('{name} and {coachName}')).toEqual(['name', 'coachName']);
    expect(unknownPlaceholder('{name} {url}', ['name'])).toBe('url');
    expect(unknownPlaceholder('{}', ['name'])).toBe('');
    expect(unknownPlaceholder('Costs { less }', ['name'])).toBeUndefined();
  });

  it('leave a text without braces as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll(/[{}]/g, '');
        expect(fillPlaceholders(plain, { name: 'Nina' })).toBe(plain);
      }),
    );
  });
});

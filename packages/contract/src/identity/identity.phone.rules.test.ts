import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callingCodeOf, toPhoneNumber } from './identity.phone.rules.ts';

describe('a phone number', () => {
  it.each([
    ['+1 (415) 555-0123', '+14155550123'],
    ['001 415 555 0123', '+14155550123'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['+49 0151 23456789', '+4915123456789'],
    ['+39 06 1234 5678', '+390612345678'],
    ['+1.415.555.0123', '+14155550123'],
    ['+7 912 345 67 89', '+79123456789'],
  ])('typed as %s is %s', (typed, number) => {
    expect(toPhoneNumber(typed)).toBe(number);
  });

  it.each([
    '',
    '415 555 0123',
    '+',
    '+0 415 555 0123',
    '+1 415',
    '+1 415 555 0123 4567 89',
    '+1 415 555 012x',
    '++14155550123',
  ])('is not made from %s', (typed) => {
    expect(toPhoneNumber(typed)).toBeUndefined();
  });

  it('stays the same when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-./'), maxLength: 20 }), (typed) => {
        const number = toPhoneNumber(typed);
        if (number !== undefined) expect(toPhoneNumber(number)).toBe(number);
      }),
    );
  });
});

it.each([
  ['en-US', '+1'],
  ['de-AT', '+43'],
  ['zh-Hant-TW', '+886'],
  ['en', '+'],
  ['fr-XX', '+'],
])('the calling code of %s is %s', (locale, code) => {
  expect(callingCodeOf(locale)).toBe(code);
});

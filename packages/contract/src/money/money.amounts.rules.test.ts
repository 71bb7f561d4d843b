import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CURRENCY_CODES, currencyDigits, toMajorUnits, toMinorUnits } from './money.amounts.rules.ts';

it.each([
  [19.99, 'USD', 1999],
  [1.005, 'USD', 101],
  [1.1, 'KWD', 1100],
  [1500, 'JPY', 1500],
  [0.29, 'EUR', 29],
])('%s %s are %s of the smallest unit', (amount, currency, minor) => {
  expect(toMinorUnits(amount, currency)).toBe(minor);
});

it('returns every amount unchanged from whole units and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(...CURRENCY_CODES), (minor, currency) => {
      expect(toMinorUnits(toMajorUnits(minor, currency), currency)).toBe(minor);
    }),
  );
});

it('has two digits for a currency that is not listed', () => {
  expect(currencyDigits('XTS')).toBe(2);
});

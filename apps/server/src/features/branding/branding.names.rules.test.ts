import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedName, nameKeyOf } from './branding.names.rules.ts';

describe('the key of a name', () => {
  it.each([
    ['Fit by Ana', 'FIT BY ANA'],
    ['Fit by Ana', 'Fit  by–Ana!'],
    ['Fit by Ana', 'Fіt bу Аnа'],
    ['Fit by Ana', 'Ｆｉｔ　ｂｙ　Ａｎａ'],
    ['Fit by Ana', 'Fít bÿ Änå'],
    ['Fit by Ana', 'F1t by 4na'],
    ['modern', 'modem'],
    ['Lift', 'Iift'],
  ])('is the same for %s and %s', (one, other) => {
    expect(nameKeyOf(one)).toBe(nameKeyOf(other));
  });

  it('differs for names that read differently', () => {
    const names = ['Fit by Ana', 'Fit by Anja', 'Northfield', 'Южный зал', '北健身', 'Studio 54'];
    expect(new Set(names.map(nameKeyOf)).size).toBe(names.length);
  });

  it('is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const key = nameKeyOf(name);
        expect(nameKeyOf(key)).toBe(key);
      }),
    );
  });
});

describe('a reserved name', () => {
  it.each([
    'Stridewell',
    'stridewell coaching',
    'Strídewell',
    'Ѕtridеwеll',
    'Str1dewe11',
    'S t r i d e w e l l',
    'Stridevvell',
    'Admin',
    'Аdmin',
    'The Support Team',
    'security',
    'Official Support',
    'Billing Department',
    '!!!',
    '🏋️',
  ])('is %s', (name) => {
    expect(isReservedName(name, 'Stridewell')).toBe(true);
  });

  it.each([
    'Fit by Ana',
    'Strides & Co',
    'Support Your Strength',
    'Pure Strength Security',
    'Wellness',
    'Силачи',
    '强身',
  ])('is not %s', (name) => {
    expect(isReservedName(name, 'Stridewell')).toBe(false);
  });
});

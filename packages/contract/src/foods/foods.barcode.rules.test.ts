import { describe, expect, it } from 'vitest';
import { barcodeOf } from './foods.barcode.rules.ts';

describe('the code of a pack', () => {
  it.each([
    ['4006381333931', undefined, '4006381333931'],
    [' 4006381-333931 ', undefined, '4006381333931'],
    ['96385074', 'ean_8', '96385074'],
    ['036000291452', 'upc_a', '0036000291452'],
    ['04252614', 'upc_e', '0042100005264'],
    ['01234565', 'upc_e', '0012345000065'],
    ['04006381333931', undefined, '4006381333931'],
    ['10036000291459', undefined, '10036000291459'],
  ])('%s as %s is %s', (text, format, code) => {
    expect(barcodeOf(text, format)).toBe(code);
  });

  it.each(['4006381333932', '12345', '0000000000000', 'abcdefgh', '', '400638133393١'])('%s is none', (text) => {
    expect(barcodeOf(text)).toBeNull();
  });

  it('finds every single wrong digit', () => {
    const code = '4006381333931';
    for (const [index, digit] of [...code].entries()) {
      const wrong = `${code.slice(0, index)}${(Number(digit) + 1) % 10}${code.slice(index + 1)}`;
      expect(barcodeOf(wrong)).toBeNull();
    }
  });
});

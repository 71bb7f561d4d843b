/*
 * Codes on packs of food: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) and GTIN-14. A UPC is stored as the EAN that it is with a
 * leading zero, so that each pack has one code.
 */

const LENGTHS: readonly number[] = [8, 12, 13, 14];

/** The last digit makes the weighted sum of all digits a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The UPC that a shortened one (UPC-E, eight digits) stands for. */
function expandUpcE(digits: string): string {
  const [system, body, check] = [digits.slice(0, 1), digits.slice(1, 7), digits.slice(7)];
  const [a, b, c, d, e, last = ''] = body;
  const middle = '012'.includes(last)
    ? `${a}${b}${last}0000${c}${d}${e}`
    : last === '3'
      ? `${a}${b}${c}00000${d}${e}`
      : last === '4'
        ? `${a}${b}${c}${d}00000${e}`
        : `${a}${b}${c}${d}${e}0000${last}`;
  return `${system}${middle}${check}`;
}

/**
 * The code of a pack in the form in which it is stored; null for digits that are none.
 * @param format as the scanner names it, because the digits of a UPC-E may be an EAN-8 as well
 */
export function barcodeOf(text: string, format?: string): string | null {
  const typed = text.replace(/[\s-]/g, '');
  const digits = format === 'upc_e' && /^[01]\d{7}$/.test(typed) ? expandUpcE(typed) : typed;
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length)) return null;
  // All zeros have a correct check digit.
  if (!hasCheckDigit(digits) || /^0+$/.test(digits)) return null;
  if (digits.length === 12) return `0${digits}`;
  return digits.length === 14 && digits.startsWith('0') ? digits.slice(1) : digits;
}

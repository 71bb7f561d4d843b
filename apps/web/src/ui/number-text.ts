/** How a number is written in a field. */
export type NumberFormat = {
  prefix: string;
  suffix: string;
  /** Between groups of three digits. */
  thousandSeparator: '' | ',';
  /** How many decimals fit; 0 for whole numbers. */
  decimals: number;
  allowNegative: boolean;
};

/** Empty while no digit is there. */
export type NumberValue = number | '';

/** A number as it was typed: a sign, digits and a point, where the next digit may be missing. */
type Digits = string;

/** A double keeps these digits of every number. */
export const EXACT_DIGITS = 15;

const DIGITS = /^(-?)(\d*)(.*)$/;

export const numberOf = (digits: Digits): NumberValue => (/\d/.test(digits) ? Number(digits) : '');

/** The digits of a value, rounded to the decimals of the field. */
export function digitsOf(value: number | string | null | undefined, { decimals }: NumberFormat): Digits {
  const number = value === '' ? Number.NaN : Number(value ?? Number.NaN);
  // Further digits of 13.2 would be 13.199999999999999.
  const exact = EXACT_DIGITS - Math.trunc(Math.abs(number)).toString().length;
  const fixed = number.toFixed(Math.max(0, Math.min(decimals, exact)));
  if (!/^-?\d+(?:\.\d+)?$/.test(fixed)) return '';
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
}

/** The text of the field. */
export function textOf(digits: Digits, { prefix, suffix, thousandSeparator }: NumberFormat): string {
  if (digits === '') return '';
  const [, sign = '', whole = '', decimals = ''] = DIGITS.exec(digits) ?? [];
  const groups = thousandSeparator ? whole.replace(/\B(?=(?:\d{3})+$)/g, thousandSeparator) : whole;
  return prefix + sign + groups + decimals + suffix;
}

/** The digits in what a person typed or pasted, with a point or a comma before the decimals. */
function enteredDigits(text: string, { decimals, thousandSeparator }: NumberFormat): Digits {
  const plain = text.replace(/[−–]/g, '-').replace(/[^\d.,-]/g, '');
  const points = plain.replace(/[^.,]/g, '');
  const isGrouped =
    points.length > 1 ? new Set(points).size === 1 : points === thousandSeparator && /^-?\d{1,3}[.,]\d{3}$/.test(plain);
  const point = isGrouped ? -1 : Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const digitsIn = (part: string) => part.replace(/[.,]/g, '');
  if (point === -1) return digitsIn(plain);
  const whole = digitsIn(plain.slice(0, point));
  return decimals === 0 ? whole : `${whole}.${digitsIn(plain.slice(point + 1))}`;
}

/** As much of the digits as fits the field. */
function fitting(digits: Digits, { decimals, allowNegative }: NumberFormat): Digits {
  const sign = allowNegative && digits.startsWith('-') ? '-' : '';
  const [whole = '', ...rest] = digits.replaceAll('-', '').split('.');
  const point = rest.length > 0 && decimals > 0 ? `.${rest.join('').slice(0, decimals)}` : '';
  return sign + whole.slice(0, EXACT_DIGITS) + point;
}

/**
 * Reads a change of the field's text.
 * @param before the text that the field showed
 * @param after the text that a person made of it
 * @param caret where the caret stands in `after`
 * @returns the digits, and where the caret stands in their text
 */
export function edit(before: string, after: string, caret: number, format: NumberFormat) {
  const { prefix, suffix, thousandSeparator } = format;
  // What follows the caret was there before, unless all of the text was replaced.
  const kept = before.endsWith(after.slice(caret)) ? after.slice(caret) : '';
  const end = before.length - kept.length;
  let start = 0;
  while (start < end && start < after.length - kept.length && before[start] === after[start]) start += 1;
  const shownDigits = (from: number, to: number) =>
    before.slice(Math.max(from, prefix.length), Math.min(to, before.length - suffix.length)).replace(/,/g, '');
  const typed = enteredDigits(after.slice(start, after.length - kept.length), format);
  const untilCaret = shownDigits(0, start) + typed;
  const digits = fitting(untilCaret + shownDigits(end, before.length), format);
  const text = textOf(digits, format);
  let position = Math.min(prefix.length, text.length);
  for (let left = fitting(untilCaret, format).length; left > 0 && position < text.length; position += 1)
    if (text[position] !== thousandSeparator) left -= 1;
  return { digits, caret: position };
}

/** The next value in steps, without the errors of binary fractions. */
export function stepped(value: NumberValue, step: number, min: number, max: number): number {
  if (value === '') return Math.min(max, Math.max(min, 0));
  const places = (number: number) => (String(number).split('.')[1] ?? '').length;
  const next = Number((value + step).toFixed(Math.max(places(value), places(step))));
  return Math.min(max, Math.max(min, next));
}

/** Numbers of workout histories, as apps write them in different countries. */

/** The sign in front of the decimals of a file. */
export type DecimalSign = '.' | ',';

const NUMBER = /^\d{1,9}(?:[.,]\d{1,9})*$/;
const EMPTY = /^(?:[-–—]|null|nan|none|n\/a)?$/i;
const NEGATIVE = /^[-−]\d{1,9}(?:[.,]\d{1,9})*$/;

/** Digits before and after the last sign, the sign itself, and whether other signs stand before it. */
function split(text: string) {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  return {
    before,
    after,
    sign: text.charAt(at),
    hasMore: /[.,]/.test(before),
    isBoth: /\./.test(text) && /,/.test(text),
  };
}

/** Three digits after one to three others: a thousand, or three decimals. */
const isOpen = (before: string, after: string): boolean => after.length === 3 && /^[1-9]\d{0,2}$/.test(before);

const signOf = (text: string): DecimalSign => (text === ',' ? ',' : '.');
const otherSign = (sign: string): DecimalSign => (sign === ',' ? '.' : ',');

/** The decimal sign that a number gives away, or null. */
function signIn(text: string): DecimalSign | null {
  if (!NUMBER.test(text) || !/[.,]/.test(text)) return null;
  const { before, after, sign, hasMore, isBoth } = split(text);
  if (isBoth) return signOf(sign);
  if (hasMore) return otherSign(sign);
  return isOpen(before, after) ? null : signOf(sign);
}

/** The decimal sign of a file, by the first number that gives it away. */
export function decimalSignOf(rows: readonly (readonly string[])[], columns: readonly number[]): DecimalSign | null {
  for (const row of rows) {
    for (const column of columns) {
      const sign = signIn((row[column] ?? '').trim());
      if (sign) return sign;
    }
  }
  return null;
}

/**
 * Reads a number with decimals and thousands of any country. Null for an empty cell, for zero, which means that nothing was
 * entered, and for a negative number, which is help by a machine.
 */
export function readNumber(typed: string, decimal: DecimalSign | null): { value: number | null } | { problem: string } {
  const text = typed.trim();
  if (EMPTY.test(text) || NEGATIVE.test(text)) return { value: null };
  const shown = `“${text.slice(0, 40).toWellFormed()}”`;
  const wrong = { problem: `${shown} is not a number` };
  if (!NUMBER.test(text)) return wrong;
  if (!/[.,]/.test(text)) return { value: Number(text) || null };
  const { before, after, sign, hasMore, isBoth } = split(text);
  const whole = before.replaceAll(/[.,]/g, '');
  const [thousands, decimals] = [
    { value: Number(whole + after) || null },
    { value: Number(`${whole}.${after}`) || null },
  ];
  if (hasMore) {
    const groups = isBoth ? before : text;
    const separator = isBoth ? otherSign(sign) : sign;
    const [first = '', ...others] = groups.split(separator);
    const isGrouped = /^\d{1,3}$/.test(first) && others.every((group) => /^\d{3}$/.test(group));
    return isGrouped ? (isBoth ? decimals : thousands) : wrong;
  }
  if (!isOpen(before, after) || decimal === sign) return decimals;
  if (decimal !== null) return thousands;
  return sign === '.' ? decimals : { problem: `${shown} can be ${thousands.value} or ${decimals.value}` };
}

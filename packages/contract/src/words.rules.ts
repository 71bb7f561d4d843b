/** Most texts have no accents, and are read many times faster without looking for them. */
const PLAIN = /^[ -~]*$/;

/** A text without case and accents. */
export const withoutAccents = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text without case, accents and punctuation. */
export const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

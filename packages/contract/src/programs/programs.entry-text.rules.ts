/** Why typed text cannot be read, with its place. Thrown and caught within quick entry. */
export class TypingProblem extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const DASHES = /[‐-―−]/g;
const TIMES = /[×✕✖*]/g;
const APOSTROPHES = /[‘’`´′]/g;
const QUOTES = /[“”„″]/g;
const SPACES = /[\u00A0\u2000-\u200A\u202F\u3000]/g;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
/** Distance of a full-width character from the plain one. */
const FULL_WIDTH_FROM = 0xfee0;

/** Lower case with plain dashes, signs, quotes and spaces. Every character keeps its place. */
export function plainText(text: string): string {
  const plain = text
    .replaceAll(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_FROM))
    .replaceAll(DASHES, '-')
    .replaceAll(TIMES, 'x')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTES, '"')
    .replaceAll(SPACES, ' ');
  // Some capitals become two characters in lower case.
  return plain.toLowerCase().length === plain.length
    ? plain.toLowerCase()
    : plain.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The text of a JSON string, or undefined when it is none. */
export function unquote(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Typed quotes of any shape; what they hold keeps its capitals. */
export const unquoteTyped = (text: string): string | undefined => unquote(`"${text.slice(1, -1)}"`);

/** A typed number, with a point or a comma. */
export const numberOf = (text: string): number => Number(text.replace(',', '.'));

export const shown = (text: string): string => `“${text.slice(0, 40).toWellFormed()}”`;

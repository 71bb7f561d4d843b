/** Why typed text cannot be read, with its place. Thrown and caught within quick entry. */
export class TypingProblem extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A word, a quoted text or a separator of typed text. `quoted` is the text within quotes. */
export type Token = { text: string; at: number; quoted: string | undefined };

/** A count right before quotes, a load with a decimal comma and what an @ starts are tokens of their own. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\d{1,9}[x×*](?=")|@?\d{1,4},\d{1,2}(?=\s?(?:kgs?|lbs?|%))|[,;]|[^\s,;][^\s,;@]*/giu;

/** The text of a JSON string, or undefined when it is none. */
export function unquote(text: string): string | undefined {
  if (!text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Words up to the notes, which start with `//`. */
export function readTokens(text: string): { tokens: Token[]; notesAt: number | undefined } {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const [word] = match;
    if (word.startsWith('//')) return { tokens, notesAt: match.index };
    tokens.push({ text: word, at: match.index, quoted: unquote(word) });
  }
  return { tokens, notesAt: undefined };
}

export const isSeparator = (token: Token | undefined): boolean => token?.text === ',' || token?.text === ';';

/** Lower case, with the plain dash and the plain multiplication sign. */
export const plain = (token: Token | undefined): string =>
  (token?.text ?? '')
    .toLowerCase()
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[×*]/g, 'x')
    .replace(/(\d),(\d)/, '$1.$2');

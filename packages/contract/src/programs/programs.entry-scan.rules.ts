import { type PartValue, partAt } from './programs.entry-parts.rules.ts';

/** A part, a word of a name, or a separator, with its place in the text. */
export type Piece = Part | Word;
export type Part = { at: number; end: number; value: PartValue };
/** `isNumbered`: its digits belong to a name. */
export type Word = { at: number; end: number; value: null; isNumbered: boolean };

/** Pieces between separators, and where the note starts. */
export type Scanned = { segments: Piece[][]; notesAt: number | undefined };

const WORD = /(?:[^\s,;@]|(?<=\d),(?=\d))+|@[^\s,;@]*/y;
/** A number that belongs to a name, like `45-degree`, `12" box jump` or `1-arm`. */
const NAMED_NUMBER =
  /(?:\d{1,3}\s?(?:°|-?deg(?:rees?)?|-?inch(?:es)?|")|90\/90|1[\s-]?(?:arm|leg)(?:g?ed)?)(?=[\s;,-]|$)/y;
const PUNCTUATION = /[()[\].:!|•·-]+(?=[\s,;()]|$)|[([\])]/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** A word that is also a kind of set belongs to the name when a word of the name follows. */
function isWordHere(value: PartValue, plain: string, end: number): boolean {
  if (value.kind !== 'setKind' || !value.isWord) return false;
  const [space = ''] = /^\s*/.exec(plain.slice(end, end + 40)) ?? [];
  const next = end + space.length;
  return (
    /^\p{L}/u.test(plain.slice(next, next + 2)) &&
    !BODYWEIGHT.test(plain.slice(next, next + 20)) &&
    !partAt(plain, plain, next)
  );
}
const BODYWEIGHT = /^(?:bw|body[ -]?weight)\b/;

function pieceAt(plain: string, typed: string, at: number): Piece {
  const named = matchAt(NAMED_NUMBER, plain, at);
  if (named) {
    // The rest of the word, like `45-degree-ish`.
    const end = at + named.length + (matchAt(WORD, plain, at + named.length)?.length ?? 0);
    return { at, end, value: null, isNumbered: true };
  }
  const part = partAt(plain, typed, at);
  if (part && !isWordHere(part.value, plain, part.end)) return { at, end: part.end, value: part.value };
  const word = matchAt(WORD, plain, at) ?? plain.charAt(at);
  return { at, end: at + word.length, value: null, isNumbered: false };
}

/** Reads a text from left to right. Every character is a space, punctuation between parts, or belongs to a piece. */
export function scan(plain: string, typed: string, from: number): Scanned {
  const segments: Piece[][] = [[]];
  let at = from;
  while (at < plain.length) {
    const rest = matchAt(/\s+/y, plain, at);
    if (rest) {
      at += rest.length;
    } else if (plain.startsWith('//', at)) {
      return { segments, notesAt: at };
    } else if (plain[at] === ',' || plain[at] === ';') {
      segments.push([]);
      at += 1;
    } else {
      const skipped = matchAt(PUNCTUATION, plain, at);
      if (skipped) {
        at += skipped.length;
        continue;
      }
      const piece = pieceAt(plain, typed, at);
      segments.at(-1)?.push(piece);
      at = piece.end;
    }
  }
  return { segments, notesAt: undefined };
}

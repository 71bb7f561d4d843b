/** A part of a text: its words, or the address of a link as written. */
export type TextPart = { text: string; isLink: boolean };

/** Ends before spaces and before the characters that no address holds. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"`{}|\\^]+/gi;
/** Punctuation at the end of an address belongs to its sentence. */
const SENTENCE = ".,;:!?'’”…*_~";
const OPENING: Record<string, string> = { ')': '(', ']': '[' };

/** Splits a text at the addresses of web pages in it. The texts of all parts add up to the whole text. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(found);
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false });
    parts.push({ text: address, isLink: true });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}

/** A closing bracket belongs to the address only with the bracket that it closes. */
function withoutSentence(found: string): string {
  const counts = new Map<string, number>();
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1);
  const count = (character: string) => counts.get(character) ?? 0;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const opening = OPENING[last];
    const isOutside = opening === undefined ? SENTENCE.includes(last) : count(last) > count(opening);
    if (!isOutside) break;
    counts.set(last, count(last) - 1);
  }
  return found.slice(0, end);
}

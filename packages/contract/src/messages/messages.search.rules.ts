import { wordsOf } from '../words.rules.ts';
import { EXCERPT_LENGTH, excerptOf } from './messages.rules.ts';

const WORD_LENGTH = 40;

const shortened = (word: string): string => [...word].slice(0, WORD_LENGTH).join('');

/** The words by which a message is found, without case and accents, each once. */
export const messageWords = (text: string): string[] => [...new Set(wordsOf(text).map(shortened))];

/** The words that a message must have, at least as the start of longer words. */
export function searchedWords(typed: string): string[] {
  const words = messageWords(typed);
  // A message with a word that begins with "knees" has one that begins with "kn".
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

export type MarkedText = { text: string; isFound: boolean };

/** Letters and digits with their accents. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A text in parts, so that the searched words in it can be marked. The parts make up the text. */
export function markWords(text: string, typed: string): MarkedText[] {
  const searched = searchedWords(typed);
  const parts: MarkedText[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!messageWords(word).some((one) => searched.some((start) => one.startsWith(start)))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: word, isFound: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}

/** Characters of an excerpt before the first word that was found. */
const LEAD_IN = 30;

/** One line of a message around the first searched word; the start of the message without it. */
export function excerptAround(body: string, typed: string, length = EXCERPT_LENGTH): string {
  const oneLine = body.replace(/\s+/gu, ' ').trim();
  const parts = markWords(oneLine, typed);
  const [first] = parts;
  const place = parts.some(({ isFound }) => isFound) && first && !first.isFound ? first.text.length : 0;
  if (place <= LEAD_IN) return excerptOf(oneLine, length);
  const before = Array.from(oneLine.slice(0, place)).slice(-LEAD_IN).join('');
  const fromWord = before.replace(/^\S*\s/u, '');
  return `…${excerptOf(fromWord + oneLine.slice(place), length - 1)}`;
}

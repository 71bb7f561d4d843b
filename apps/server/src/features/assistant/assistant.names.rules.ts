import { isAssistantWord } from '@stridewell/contract/assistant/assistant.words.rules';
import { withoutAccents, wordsOf } from '@stridewell/contract/words.rules';

/** A client that a question may name. Former clients are known by name too. */
export type NamedClient = { clientId: string; name: string; isCurrent: boolean };

/** `found` has more than one client where a name fits several. Each name in `text` became `@`. */
export type NameReading = { text: string; mentions: { words: string; found: readonly NamedClient[] }[] };

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const MOST_NAME_WORDS = 8;
/** Before a word such as "May", these mean the month. */
const BEFORE_TIMES = '(?<!\\b(?:in|since|from|until|till|last|this|next|during|to|between) )';

/** Current clients before former ones. */
const likeliest = (clients: readonly NamedClient[]): readonly NamedClient[] => {
  const current = clients.filter(({ isCurrent }) => isCurrent);
  return current.length > 0 ? current : clients;
};

/** Names as they may stand in a question: whole names, then first names and last names, the longest first. */
function formsOf(clients: readonly NamedClient[]): [string[], NamedClient[]][] {
  const forms = new Map<string, NamedClient[]>();
  const add = (words: readonly string[], client: NamedClient) => {
    const key = words.join(' ');
    const known = forms.get(key) ?? [];
    if (key.length > 1 && !known.includes(client)) forms.set(key, [...known, client]);
  };
  for (const client of clients) {
    const words = wordsOf(client.name).slice(0, MOST_NAME_WORDS);
    add(words, client);
    for (const word of words) if (word.length > 1) add([word], client);
  }
  return [...forms]
    .map(([key, found]): [string[], NamedClient[]] => [key.split(' '), found])
    .sort(([one], [other]) => other.length - one.length || other.join('').length - one.join('').length);
}

/** Whether every word is one of the assistant's own, such as "Will May". Then only capitals make it a name. */
const isEveryday = (words: readonly string[]): boolean => words.every(isAssistantWord);

const isWrittenLarge = (words: readonly string[], question: string): boolean =>
  words.every((word) =>
    question.split(/[^\p{L}\p{N}]+/u).some((one, index) => {
      const isStart = index === 0 && words.length === 1;
      return !isStart && withoutAccents(one) === word && /^\p{Lu}/u.test(one);
    }),
  );

/**
 * Finds the clients that a question names. Names win over other words, so a client may be called Rich or Noor; a word of
 * the assistant is a name only where it is written with a capital.
 * @param plain the question without case and accents (`plainQuestion`)
 */
export function readNames(question: string, plain: string, clients: readonly NamedClient[]): NameReading {
  const mentions: NameReading['mentions'] = [];
  let text = plain;
  for (const [words, found] of formsOf(clients)) {
    if (isEveryday(words) && !isWrittenLarge(words, question)) continue;
    const before = isEveryday(words) ? BEFORE_TIMES : '';
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}@])${before}${words.map(escaped).join("[ .'-]+")}(?![\\p{L}\\p{N}])`,
      'gu',
    );
    if (!pattern.test(text)) continue;
    text = text.replace(pattern, '@');
    mentions.push({ words: words.join(' '), found: likeliest(found) });
  }
  return { text: text.replace(/@(?:[ .'-]*@)+/g, '@').trim(), mentions };
}

/** Whether two words differ by one letter that was changed, left out, added or swapped. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Shorter words are too alike to guess. */
const SHORTEST_GUESS = 4;

/** Words that differ from `word` by one letter, at most three. */
export const nearWords = (word: string, words: Iterable<string>): string[] => {
  const near = new Set<string>();
  if (word.length < SHORTEST_GUESS) return [];
  for (const one of words) if (one.length >= SHORTEST_GUESS && isNear(word, one)) near.add(one);
  return [...near].sort().slice(0, 3);
};

/** Clients whose first or last name is one letter away from `word`. */
export const nearClients = (word: string, clients: readonly NamedClient[]): NamedClient[] =>
  clients.filter(({ isCurrent, name }) => isCurrent && nearWords(word, wordsOf(name)).length > 0).slice(0, 4);

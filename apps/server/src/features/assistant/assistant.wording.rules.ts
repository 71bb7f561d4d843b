import type { Fact } from '@stridewell/contract/assistant/assistant';
import type { ToolPeriod } from '@stridewell/contract/assistant/assistant.tools';
import {
  IDEA_OF,
  isAssistantWord,
  joinPhrases,
  plainQuestion,
} from '@stridewell/contract/assistant/assistant.words.rules';
import { z } from 'zod';
import type { Client, Part } from './assistant.facts.rules.ts';

/** The figures, clients and times that a model may place in its sentences, by slot. */
export type Slots = {
  facts: ReadonlyMap<string, Fact>;
  clients: ReadonlyMap<string, Client>;
  periods: ReadonlyMap<string, ToolPeriod>;
};

const MOST_SENTENCES = 5;
const MOST_CHARACTERS = 240;

/** The answer of a model: sentences with slots like `{f1}`. */
export const wording = z.object({ sentences: z.array(z.string().max(MOST_CHARACTERS)).min(1).max(MOST_SENTENCES) });
export type Wording = z.infer<typeof wording>;

/** Words of the list that would be a figure or a claim that no slot holds. */
const CLAIMS = new Set([
  'first',
  'second',
  'third',
  'all',
  'any',
  'many',
  'much',
  'failed',
  'missed',
  'overdue',
  'late',
]);
const isClaim = (word: string): boolean =>
  CLAIMS.has(word) || IDEA_OF.get(word) === 'compare' || IDEA_OF.get(word) === 'rank' || IDEA_OF.get(word) === 'trend';

const SLOT = /\{([cpf]\d{1,2})\}/g;
/** Letters, spaces and the punctuation of a sentence: no digit, no link, no markup. */
const PLAIN = /^[\p{L} ,.:;'’()-]*$/u;

/** Ids of the slots in a sentence, in their order. */
const slotsIn = (sentence: string): string[] => [...sentence.matchAll(SLOT)].map(([, id = '']) => id);

/**
 * Whether a sentence says only what tools returned. It has words of the assistant's own list and known slots; a figure
 * of a client stands beside that client and no other.
 */
function isSound(sentence: string, { facts, clients, periods }: Slots): boolean {
  const ids = slotsIn(sentence);
  const words = sentence.replace(SLOT, ' ');
  if (!PLAIN.test(words)) return false;
  const listed = joinPhrases(plainQuestion(words))
    .split(/[\s.']+/)
    .filter(Boolean);
  if (listed.some((word) => !isAssistantWord(word) || isClaim(word))) return false;
  if (!ids.every((id) => facts.has(id) || clients.has(id) || periods.has(id))) return false;
  const named = new Set(ids.flatMap((id) => clients.get(id)?.clientId ?? []));
  const shown = ids.flatMap((id) => facts.get(id) ?? []);
  const owners = new Set(shown.map(({ client }) => client?.clientId ?? null));
  if (shown.length === 0 || named.size > 1 || owners.size > 1) return false;
  const [owner = null] = owners;
  if (owner === null ? named.size > 0 : !named.has(owner)) return false;
  const times = ids.flatMap((id) => periods.get(id) ?? []);
  return times.every(({ from, to }) => shown.some(({ period }) => period?.from === from && period.to === to));
}

/** The sentences of a model as parts, whose figures the server prints; null when one of them is not sound. */
export function readWording({ sentences }: Wording, slots: Slots): Part[] | null {
  if (!sentences.every((sentence) => isSound(sentence, slots))) return null;
  return sentences.flatMap((sentence, index) => {
    const parts: Part[] = index === 0 ? [] : [' '];
    let from = 0;
    for (const match of sentence.matchAll(SLOT)) {
      const [whole, id = ''] = match;
      parts.push(sentence.slice(from, match.index));
      const client = slots.clients.get(id);
      const period = slots.periods.get(id);
      const fact = slots.facts.get(id);
      if (fact) parts.push(fact);
      else if (client) parts.push({ client });
      else if (period) parts.push({ period });
      from = match.index + whole.length;
    }
    return [...parts, sentence.slice(from)];
  });
}

import { plainQuestion } from '@stridewell/contract/assistant/assistant.words.rules';
import { MESSAGE_MAX } from '@stridewell/contract/messages/messages.rules';
import type { NamedClient } from './assistant.names.rules.ts';
import { readNames } from './assistant.names.rules.ts';

const WRITE =
  /^(?:please )?(?:can you |could you )?(?:draft|write|prepare|compose)(?: me)?(?: (?:a|an|the))?(?: (?:short|quick|friendly|kind))? ?(?:message|reply|note|reminder|text)? ?(?:to|for) /;
const SAYING = /\b(?:saying|that says|with the text)\b\s*:?\s*|:\s*/i;

/** Subjects of a message, with words that the coach edits before sending. */
const TOPICS: readonly { words: RegExp; text: (name: string) => string }[] = [
  {
    words: /\b(?:check-ins?|check ins?)\b/,
    text: (name) => `Hi ${name}, I have not seen your check-in yet. How are you doing? A few lines are enough.`,
  },
  {
    words: /\b(?:workouts?|training)\b/,
    text: (name) =>
      `Hi ${name}, I noticed that you missed some training. What got in the way? We can make the plan easier.`,
  },
  {
    words: /\b(?:sessions?|appointments?|calls?)\b/,
    text: (name) => `Hi ${name}, shall we find a time for our next session? Tell me which days suit you.`,
  },
  {
    words: /\b(?:invoices?|payments?)\b/,
    text: (name) => `Hi ${name}, there is still an invoice open. Could you have a look when you find a minute?`,
  },
];

const EXAMPLE_TOPICS = ['their check-in', 'their workouts', 'the next session', 'the open invoice'];

type DraftReading =
  | { kind: 'draft'; clientId: string; name: string; text: string }
  | { kind: 'ask'; text: string; choices: string[] };

/**
 * Reads "draft a message to Nina about her check-in" or "... saying: ...". Null for other questions. Nothing is sent:
 * the coach gets a draft.
 */
export function readDraft(question: string, plain: string, clients: readonly NamedClient[]): DraftReading | null {
  const start = WRITE.exec(plain);
  if (!start) return null;
  const said = SAYING.exec(question);
  const head = said ? question.slice(0, said.index) : question;
  const { mentions } = readNames(head, plainQuestion(head), clients);
  const found = mentions[0]?.found ?? [];
  const [client] = found;
  if (!client || mentions.length > 1 || found.length > 1) {
    const people = found.length > 1 ? found : clients.filter(({ isCurrent }) => isCurrent);
    return {
      kind: 'ask',
      text: 'Which client is the message for?',
      choices: people.slice(0, 4).map(({ name }) => `Draft a message to ${name} about their check-in`),
    };
  }
  if (!client.isCurrent)
    return { kind: 'ask', text: 'You no longer coach this client, so there is nothing to write.', choices: [] };
  const own = said ? question.slice(said.index + said[0].length).trim() : '';
  const firstName = client.name.split(' ')[0] ?? client.name;
  const text = own || TOPICS.find(({ words }) => words.test(plain))?.text(firstName);
  if (!text)
    return {
      kind: 'ask',
      text: `What is the message to ${client.name} about?`,
      choices: EXAMPLE_TOPICS.map((topic) => `Draft a message to ${client.name} about ${topic}`),
    };
  return { kind: 'draft', clientId: client.clientId, name: client.name, text: text.slice(0, MESSAGE_MAX) };
}

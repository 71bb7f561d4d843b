import { type CoachTool, questionFor } from '@stridewell/contract/assistant/assistant.questions.rules';
import { clientOf } from '@stridewell/contract/assistant/assistant.tools';
import { IDEA_OF, type Idea } from '@stridewell/contract/assistant/assistant.words.rules';
import { COACH_MEANINGS } from './assistant.kinds.content.ts';
import { type NamedClient, type NameReading, nearClients, nearWords } from './assistant.names.rules.ts';

/** A question that is asked back with choices, or that is outside of what the assistant knows. */
export type NotRead = { kind: 'ask' | 'outside'; text: string; choices: string[] };

/** The client and the time of a question, as the coach wrote them. */
export type About = { client?: string; period?: string };

const MOST_CHOICES = 4;
const EXAMPLES: readonly CoachTool[] = ['waiting_decisions', 'workouts_missed', 'unanswered_messages', 'revenue'];
const ABOUT_CLIENT: readonly CoachTool[] = ['client_overview', 'last_check_in', 'adherence', 'weight_trend'];
const ABOUT_TIME: readonly CoachTool[] = ['revenue', 'workouts_done', 'check_ins_received', 'sessions_held'];

export const ask = (text: string, choices: readonly string[]): NotRead => ({
  kind: 'ask',
  text,
  choices: [...new Set(choices)].slice(0, MOST_CHOICES),
});
export const outside = (text: string, choices: readonly string[]): NotRead => ({
  kind: 'outside',
  text,
  choices: choices.slice(0, MOST_CHOICES),
});

const COACH_SCOPE = 'I answer questions about your clients, their training, your calendar, your money and your leads.';
const EMPTY = 'Ask about a figure, and add a client or a time.';

/** Replaces a word of a question, whatever its case. */
const withWord = (question: string, word: string, by: string): string =>
  question.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu'),
    () => by,
  );

/** Refuses words that are not understood, or asks whether a near one was meant. */
export function readUnknown(question: string, unknown: readonly string[], clients: readonly NamedClient[]): NotRead {
  const [word = ''] = unknown;
  if (unknown.includes('not'))
    return outside(
      `I do not answer questions with “not” yet. ${COACH_SCOPE}`,
      EXAMPLES.map((tool) => questionFor(tool)),
    );
  const people = nearClients(word, clients).map(({ name }) => withWord(question, word, name));
  const words = nearWords(word, IDEA_OF.keys()).map((near) => withWord(question, word, near));
  const choices = [...people, ...words].filter((choice) => choice !== question);
  if (unknown.length === 1 && choices.length > 0) return ask('Did you mean one of these?', choices);
  return outside(
    `I cannot answer that, because I do not know the word “${word}”. ${COACH_SCOPE} If it is a name: no client of yours is called that.`,
    EXAMPLES.map((tool) => questionFor(tool, {})),
  );
}

export function askForMeaning(ideas: ReadonlySet<Idea>, about: About): NotRead {
  const tools = COACH_MEANINGS.filter(({ has }) => ideas.has(has)).flatMap((meaning) => meaning.tools);
  const fitting = about.client === undefined ? tools : tools.filter((tool) => clientOf(tool) !== 'no');
  if (fitting.length > 0)
    return ask(
      'That can mean different things. Which of these do you want to know?',
      fitting
        .filter((tool) => about.client !== undefined || clientOf(tool) !== 'must')
        .map((tool) => questionFor(tool, about)),
    );
  return outside(
    `I cannot answer that yet. ${COACH_SCOPE}`,
    EXAMPLES.map((tool) => questionFor(tool)),
  );
}

/** Asks which client is meant, where a name fits several or several are named. */
export function askForClient(question: string, mentions: NameReading['mentions']): NotRead | null {
  for (const { words, found } of mentions) {
    if (found.length < 2) continue;
    const choices = found.map(({ name }) => withWord(question, words, name));
    return ask(`You have several clients called “${words}”. Which one do you mean?`, choices);
  }
  return null;
}

/** Asks which of several clients comes first. */
export const askForOne = (question: string, mentions: NameReading['mentions']): NotRead =>
  ask(
    'I answer about one client at a time. Which one first?',
    mentions.map(({ words, found }) => {
      const others = mentions.filter((mention) => mention.words !== words);
      const alone = others.reduce((text, other) => withWord(text, other.words, ''), question);
      return withoutJoints(withWord(alone, words, found[0]?.name ?? words));
    }),
  );

/** Drops an "and" that joins nothing any more. */
const withoutJoints = (text: string): string =>
  text
    .replace(/\s*(?:,|\b(?:and|or)\b)\s*(?=$|[?!.,])/gi, '')
    .replace(/\b(?:and|or)\s+(?=(?:and|or)\b)/gi, '')
    .replace(/^\s*(?:and|or)\s+|\s{2,}(?:and|or)\s+|\s+(?:and|or)\s{2,}/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Asks what to say about a client or a time that stands alone. */
export function askAbout(about: About): NotRead {
  const { client, period } = about;
  if (client !== undefined)
    return ask(
      `What do you want to know about ${client}?`,
      ABOUT_CLIENT.map((tool) => questionFor(tool, about)),
    );
  if (period === undefined)
    return outside(
      `${EMPTY} ${COACH_SCOPE}`,
      EXAMPLES.map((tool) => questionFor(tool)),
    );
  return ask(
    'What do you want to know about that time?',
    ABOUT_TIME.map((tool) => questionFor(tool, { period })),
  );
}

/** Asks which client a question is about. */
export const askWhose = (tool: CoachTool, clients: readonly NamedClient[]): NotRead =>
  ask(
    'Which client do you mean?',
    clients.filter(({ isCurrent }) => isCurrent).map(({ name }) => questionFor(tool, { client: name })),
  );

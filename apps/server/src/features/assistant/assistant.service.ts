import type { AssistantAnswer, OperatorAnswerEvent } from '@stridewell/contract/assistant/assistant';
import {
  AHEAD,
  COACH_QUESTIONS,
  type CoachTool,
  type OperatorTool,
  questionFor,
} from '@stridewell/contract/assistant/assistant.questions.rules';
import { plainQuestion } from '@stridewell/contract/assistant/assistant.words.rules';
import { isCurrentStatus } from '../../core/relationships/relationships.data.ts';
import type { ActiveCoach } from '../../core/tenancy/access.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Person, StoredAnswer } from './assistant.data.ts';
import { openDesk } from './assistant.desk.service.ts';
import { type Found, type Part, textOf } from './assistant.facts.rules.ts';
import { type CoachCall, type OpenQuestion, type Reading, readCoachQuestion } from './assistant.grammar.rules.ts';
import { type AskModel, chooseByModel, wordByModel } from './assistant.model.service.ts';
import { readNames } from './assistant.names.rules.ts';
import { callTool } from './assistant.tools.service.ts';

type Looked = { reading: Reading<CoachCall>; result: Found | null; people: readonly Person[] };

const toNamed = ({ clientId, name, status }: Person) => ({ clientId, name, isCurrent: isCurrentStatus(status) });

/** Reads a question and looks up its figures. */
export async function lookUp(tx: Tx<CoachScope>, of: ActiveCoach, question: string, now: Date): Promise<Looked> {
  const desk = await openDesk(tx, of, now);
  const people = desk.people.filter(({ status }) => status !== 'declined');
  const reading = readCoachQuestion(question, { clients: people.map(toNamed), today: desk.today });
  const result = reading.kind === 'call' ? await callTool(desk, reading.call) : null;
  return { reading, result, people };
}

const EMPTY = { facts: [], series: null, choices: [], proposal: null, model: null };

/** The answer of the rules. */
export function byRules(question: string, { reading, result }: Pick<Looked, 'reading' | 'result'>): StoredAnswer {
  if (reading.kind === 'draft') {
    const { clientId, name, text } = reading;
    const proposal = { clientId, name, text };
    return {
      ...EMPTY,
      question,
      outcome: 'answered',
      text: `Here is a draft for ${name}. You can edit and send it.`,
      proposal,
    };
  }
  if (reading.kind === 'call')
    return {
      ...EMPTY,
      question,
      outcome: 'answered',
      text: textOf(result?.parts ?? []),
      facts: result?.facts ?? [],
      series: result?.series ?? null,
    };
  const outcome = reading.kind === 'ask' ? 'asked_back' : 'not_answered';
  return { ...EMPTY, question, outcome, text: reading.text, choices: reading.choices };
}

/** Ids of the clients that an answer names, and of those that the question names, also by a part of the name. */
export function namedIn(content: StoredAnswer, people: readonly Person[]): string[] {
  const texts = [content.question, content.text, ...content.choices].join('\n');
  const ids = content.facts.flatMap(({ client }) => client?.clientId ?? []);
  const named = people.filter(({ name }) => name !== '' && texts.includes(name)).map(({ clientId }) => clientId);
  const { mentions } = readNames(content.question, plainQuestion(content.question), people.map(toNamed));
  const asked = mentions.flatMap(({ found }) => found.map(({ clientId }) => clientId));
  return [...new Set([...ids, ...named, ...asked, ...(content.proposal ? [content.proposal.clientId] : [])])];
}

type ByModel = {
  answerId: string;
  question: string;
  model: string;
  ask: AskModel;
  /** Looks up what the model chose. */
  call: (call: CoachCall) => Promise<Found>;
};

/**
 * Answers what the rules do not understand with a model, which chooses a tool and words the answer. Where a word is
 * unknown, the choice is asked back, because the word may be the very point. Yields what was looked up. Null: the answer of the rules stands.
 */
export async function* answerByModel(
  open: OpenQuestion,
  by: ByModel,
): AsyncGenerator<string, StoredAnswer | null, void> {
  const { answerId, question, ask, model } = by;
  const asked = { answerId, question, client: open.client, period: open.period };
  const call = await chooseByModel(ask, asked);
  if (!call || AHEAD.has(call.tool)) return null;
  const about = {
    ...(open.client && { client: open.client.name }),
    ...(open.period && { period: open.periodWords }),
  };
  if (!open.isCertain) {
    const choices = [questionFor(call.tool, about)];
    return { ...EMPTY, question, outcome: 'asked_back', text: 'Did you mean this?', choices, model };
  }
  const result = await by.call(call);
  yield stepNote(call.tool);
  const worded = await wordByModel(ask, asked, call.tool, result);
  const parts: readonly Part[] = worded ?? result.parts;
  return {
    ...EMPTY,
    question,
    outcome: 'answered',
    text: textOf(parts),
    facts: result.facts,
    series: result.series,
    model: worded ? model : null,
  };
}

/** Names the subject of a lookup. */
export const stepNote = (tool: CoachTool): string => `Looked up: ${COACH_QUESTIONS[tool].topic.toLowerCase()}`;

/** An answer line by line. */
export function* eventsOf(answer: AssistantAnswer): Generator<OperatorAnswerEvent, void, void> {
  for (const text of answer.text.match(/[^.!?]+[.!?]*\s*/g) ?? [answer.text]) yield { type: 'text', text };
  yield { type: 'ready', answer };
}

/** The answer about the platform, or why the operator may not have it. */
export function byPlatformRules(
  question: string,
  reading: Reading<OperatorTool>,
  result: Found | null,
  isRefused: boolean,
): StoredAnswer {
  if (isRefused)
    return {
      ...EMPTY,
      question,
      outcome: 'not_answered',
      text: 'Your role does not include this figure. An admin can answer it.',
    };
  if (reading.kind === 'call')
    return { ...EMPTY, question, outcome: 'answered', text: textOf(result?.parts ?? []), facts: result?.facts ?? [] };
  if (reading.kind === 'draft')
    return { ...EMPTY, question, outcome: 'not_answered', text: 'I write no messages here.' };
  const outcome = reading.kind === 'ask' ? 'asked_back' : 'not_answered';
  return { ...EMPTY, question, outcome, text: reading.text, choices: reading.choices };
}

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, line } from '../fields.ts';
import { toolPeriod } from './assistant.tools.ts';

/** Months that questions and answers are kept. */
export const HISTORY_MONTHS = 12;
/** Longest question. */
const QUESTION_MAX = 300;

const FACT_UNITS = ['count', 'percent', 'money', 'seconds', 'days', 'day', 'score', 'kg', 'text'] as const;

/** A page of the product. Answers lead nowhere else. */
const ownPage = z.string().regex(/^\/(?:coach|operator)[\w./?&=-]*$/);

/** A figure that a tool returned, with its source. */
export const fact = z.object({
  label: z.string(),
  /** Null when there is nothing to show yet, and for a count that is too small to show. */
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.enum(FACT_UNITS),
  currency: z.string().nullable(),
  period: toolPeriod.nullable(),
  /** How many rows or people the value comes from; null where that is the value. */
  n: z.int().nullable(),
  client: z.object({ clientId: id, name: z.string() }).nullable(),
  link: ownPage,
  /** The value as the answer prints it. */
  shown: z.string(),
});
export type Fact = z.infer<typeof fact>;

export const factSeries = z.object({
  label: z.string(),
  unit: z.enum(FACT_UNITS),
  currency: z.string().nullable(),
  points: z.array(z.object({ day: z.iso.date(), value: z.number() })),
});
export type FactSeries = z.infer<typeof factSeries>;

/** A message to a client that the coach opens as a draft and sends. Nothing is sent by the assistant. */
const messageProposal = z.object({ clientId: id, name: z.string(), text: z.string() });

/** `answered`: facts were found. `asked_back`: the question has several meanings. `not_answered`: it is outside. */
const ANSWER_OUTCOMES = ['answered', 'asked_back', 'not_answered'] as const;

export const assistantAnswer = z.object({
  id,
  question: z.string(),
  askedAt: instant,
  outcome: z.enum(ANSWER_OUTCOMES),
  text: z.string(),
  facts: z.array(fact),
  series: factSeries.nullable(),
  /** Questions that one tap asks instead. */
  choices: z.array(z.string()),
  proposal: messageProposal.nullable(),
  /** The model that worded the answer; null for the built-in rules. */
  model: z.string().nullable(),
});
export type AssistantAnswer = z.infer<typeof assistantAnswer>;

/** The next part of the text. */
const textEvent = z.object({ type: z.literal('text'), text: z.string() });
const readyEvent = z.object({ type: z.literal('ready'), answer: assistantAnswer });

/** One line of an answer in the making. The last one is `ready`. */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step'), note: z.string() }),
  textEvent,
  readyEvent,
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

/** The same for an operator, whose figures are stored sums without steps. */
export const operatorAnswerEvent = z.discriminatedUnion('type', [textEvent, readyEvent]);
export type OperatorAnswerEvent = z.infer<typeof operatorAnswerEvent>;

const tags = ['assistant'];
const coachKey = { coachId: id };
const answerId = id.lowercase();
const question = line(QUESTION_MAX, 'Please ask a question');
export const assistantHistory = z.object({
  /** Newest first. */
  answers: z.array(assistantAnswer),
  /** Id of the oldest answer here, for `after` of the next page; null on the last one. */
  next: id.nullable(),
  /** Name of the configured model; null for the built-in rules alone. */
  model: z.string().nullable(),
});

export const assistant = {
  listAnswers: procedure({ allow: 'coach', plan: 'assistant' })
    .route({ method: 'GET', path: '/assistant/answers', tags, summary: 'List the questions and answers of the coach' })
    .input(z.object({ ...coachKey, after: id.optional() }))
    .output(assistantHistory),
  askAssistant: procedure({ allow: 'coach', plan: 'assistant' })
    .route({
      method: 'POST',
      path: '/assistant/answers/{answerId}',
      tags,
      summary: 'Answer a question from the figures of the coach; repeating the id returns the stored answer',
    })
    .input(z.object({ ...coachKey, answerId, question }))
    .output(eventIterator(answerEvent)),
  deleteAnswers: procedure({ allow: 'coach', plan: 'assistant' })
    .route({
      method: 'DELETE',
      path: '/assistant/answers',
      tags,
      summary: 'Delete one question with its answer, or all of them; repeating changes nothing',
    })
    .input(z.object({ ...coachKey, answerId: id.optional() }))
    .output(z.object({ deleted: z.int() })),
  listOperatorAnswers: procedure({ allow: 'operator', right: 'overview' })
    .route({
      method: 'GET',
      path: '/operator/assistant/answers',
      tags,
      summary: 'List the questions and answers of the calling operator',
    })
    .input(z.object({ after: id.optional() }))
    .output(assistantHistory),
  askOperatorAssistant: procedure({ allow: 'operator', right: 'overview' })
    .route({
      method: 'POST',
      path: '/operator/assistant/answers/{answerId}',
      tags,
      summary: 'Answer a question from figures of the platform; repeating the id returns the stored answer',
    })
    .input(z.object({ answerId, question }))
    .output(eventIterator(operatorAnswerEvent)),
  deleteOperatorAnswers: procedure({ allow: 'operator', right: 'overview' })
    .route({
      method: 'DELETE',
      path: '/operator/assistant/answers',
      tags,
      summary: 'Delete one question of the calling operator, or all of them; repeating changes nothing',
    })
    .input(z.object({ answerId: id.optional() }))
    .output(z.object({ deleted: z.int() })),
};

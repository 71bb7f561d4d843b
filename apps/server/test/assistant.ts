import { randomUUID } from 'node:crypto';
import type { AnswerEvent, AssistantAnswer } from '@stridewell/contract/assistant/assistant';
import type { Api } from './api.ts';

/** Collects the events of an answer. */
export async function answerEvents(stream: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Asks as a coach. @throws when the last event is no answer */
export async function anAnswer(
  api: Api,
  coachId: string,
  question: string,
  answerId: string = randomUUID(),
): Promise<AssistantAnswer> {
  const last = (await answerEvents(await api.assistant.askAssistant({ coachId, answerId, question }))).at(-1);
  if (last?.type !== 'ready') throw new Error(`no answer: ${JSON.stringify(last)}`);
  return last.answer;
}

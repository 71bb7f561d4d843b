import type { AnswerEvent } from '@stridewell/contract/assistant/assistant';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refresh } from '../../lib/changes.ts';
import { newId } from '../../lib/ids.ts';
import { orpc } from '../../lib/rpc.ts';
import { type Asker, ask } from './assistant.queries.ts';

type Asked = { answerId: string; question: string };

export type Asking =
  | { status: 'idle' }
  /** `text` is what has arrived of the answer. */
  | { status: 'running'; question: string; note: string; text: string }
  | { status: 'failed'; question: string; error: unknown };

/** The answer ended before its last event. */
export class AnswerInterrupted extends Error {}

async function follow(
  events: Promise<AsyncIterable<AnswerEvent>>,
  show: (part: { note?: string; text?: string }) => void,
): Promise<void> {
  let text = '';
  for await (const event of await events) {
    if (event.type === 'ready') return;
    if (event.type === 'text') {
      text += event.text;
      show({ text });
    } else show({ note: event.note });
  }
  throw new AnswerInterrupted();
}

/**
 * A question that is being answered. Asking another one, or leaving the page, stops it on the server. A second attempt
 * has the same id, so a stored answer is not made twice.
 */
export function useAsking(asker: Asker) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  const last = useRef<Asked>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (asked: Asked): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    last.current = asked;
    const { question } = asked;
    const isCurrent = () => running.current === controller;
    let shown = { note: 'Looking it up', text: '' };
    const show = (part: { note?: string; text?: string }) => {
      shown = { note: part.note ?? shown.note, text: part.text ?? shown.text };
      if (isCurrent()) setAsking({ status: 'running', question, note: shown.note, text: shown.text });
    };
    show({});
    try {
      await follow(ask(asker, asked, controller.signal), show);
      await refresh(client, [orpc.assistant.key()]);
      if (isCurrent()) setAsking({ status: 'idle' });
    } catch (error) {
      if (isCurrent()) setAsking({ status: 'failed', question, error });
    }
  };
  return {
    asking,
    start: (question: string) => send({ answerId: newId(), question }),
    retry: () => (last.current ? send(last.current) : Promise.resolve()),
  };
}

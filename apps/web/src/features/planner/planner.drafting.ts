import type { PlannerDraft } from '@stridewell/contract/planner/planner';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';
import type { DraftStep } from '@stridewell/contract/planner/planner.rules';
import { useEffect, useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { rpc } from '../../lib/rpc.ts';

/** Progress of a draft: a sentence for each finished step. */
export type StepNotes = Partial<Record<DraftStep, string>>;

export type Drafting =
  | { status: 'idle' }
  | { status: 'running'; notes: StepNotes }
  | { status: 'blocked'; blocks: string[] }
  | { status: 'failed'; notes: StepNotes; error: unknown }
  | { status: 'ready'; draft: PlannerDraft };

/** The steps ended before the last one. */
export class DraftInterrupted extends Error {}

/** Asks for a draft and tells each step. Throws what ended it early. */
async function follow(
  input: Parameters<typeof rpc.planner.draftProgram>[0],
  signal: AbortSignal,
  show: (drafting: Drafting) => void,
): Promise<void> {
  const notes: StepNotes = {};
  show({ status: 'running', notes: {} });
  try {
    for await (const event of await rpc.planner.draftProgram(input, { signal })) {
      if (event.type === 'ready') return show({ status: 'ready', draft: event.draft });
      if (event.type === 'blocked') return show({ status: 'blocked', blocks: event.blocks });
      notes[event.step] = event.note;
      show({ status: 'running', notes: { ...notes } });
    }
    throw new DraftInterrupted();
  } catch (error) {
    show({ status: 'failed', notes, error });
  }
}

/**
 * A draft in the making. Leaving the page or asking for another one stops it on the server. A second attempt names the
 * same draft, so what is ready there is not made twice.
 */
export function useDrafting(coachId: string, clientId: string | null) {
  const [drafting, setDrafting] = useState<Drafting>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  const last = useRef<{ draftId: string; profile: GenerationInput }>(null);
  useEffect(() => () => running.current?.abort(), []);
  const ask = (draftId: string, profile: GenerationInput): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    last.current = { draftId, profile };
    return follow({ coachId, clientId, draftId, profile }, controller.signal, (next) => {
      if (running.current === controller) setDrafting(next);
    });
  };
  return {
    drafting,
    start: (profile: GenerationInput) => ask(newId(), profile),
    retry: () => (last.current ? ask(last.current.draftId, last.current.profile) : Promise.resolve()),
  };
}
